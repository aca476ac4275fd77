// The rating curve: reads the table of the page and draws it with uPlot. The table stays for readers of text.
(() => {
  "use strict";
  const figure = document.querySelector("[data-curve]");
  if (!figure || typeof uPlot === "undefined") return;
  const points = JSON.parse(document.getElementById(figure.dataset.curve).textContent);
  if (points.length < 2) return;
  const plot = figure.querySelector(".plot");

  const games = points.map((_, index) => index + 1);
  const ratings = points.map((point) => point[1]);
  const lang = document.documentElement.lang || "en";
  const timeZone = document.documentElement.dataset.zone || undefined; // the days that the table of the page names
  const day = new Intl.DateTimeFormat(lang, { year: "numeric", month: "short", timeZone });
  const label = (index) => (points[index - 1] ? day.format(new Date(points[index - 1][0] * 1000)) : "");
  // A month that stands already is not said again: many games of one month would all carry its name.
  const months = (at) => {
    let said = "";
    return at.map((n) => {
      const text = Number.isInteger(n) ? label(n) : "";
      if (text === said) return "";
      if (text) said = text;
      return text;
    });
  };
  const token = (name) => getComputedStyle(figure).getPropertyValue(name);
  // light-dark() arrives unresolved in a custom property: let the browser resolve it on an element.
  const colour = (name) => {
    const probe = document.createElement("span");
    probe.style.color = token(name);
    figure.append(probe);
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    return resolved;
  };

  const first = Number(figure.dataset.provisional || 0); // so many points are provisional: they are dashed
  const upTo = ratings.map((rating, index) => (index < first ? rating : null));
  const since = ratings.map((rating, index) => (index < first - 1 ? null : rating));

  // Which game a point is, and where it was played: asked for once, by whoever points at the curve.
  let told = null;
  const ask = () => {
    if (told || !figure.dataset.games) return;
    told = [];
    fetch(figure.dataset.games)
      .then((answer) => (answer.ok ? answer.json() : { games: [] }))
      .then((answer) => {
        if (answer.games.length === points.length) told = answer.games;
      })
      .catch(() => {});
  };
  plot.addEventListener("pointerenter", ask);
  plot.addEventListener("click", () => {
    const at = chart && chart.cursor.idx;
    if (at != null && told && told[at]) location.href = told[at][0];
  });
  const say = (at) => {
    const where = told && told[at] && told[at][1] ? `, ${told[at][1]}` : "";
    const mark = at < first ? "?" : "";
    return `${new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone }).format(new Date(points[at][0] * 1000))}${where}: ${ratings[at]}${mark}`;
  };

  const said = figure.querySelector("[data-said]");
  const unsaid = said ? [...said.childNodes] : []; // what stands there while nobody points

  let chart = null;
  const draw = () => {
    if (chart) chart.destroy();
    const font = `13px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { stroke: colour("--ink-2"), font, grid: { stroke: colour("--rule"), width: 1 }, ticks: { show: false } };
    const line = { stroke: colour("--felt"), width: 2, points: { show: ratings.length < 40, size: 6, fill: colour("--felt") } };
    chart = new uPlot(
      {
        width: plot.clientWidth,
        height: plot.clientHeight,
        padding: [8, 36, 0, 0], // half of the last month's name stands to the right of its game
        legend: { show: false },
        cursor: { y: false, points: { size: 9 } },
        scales: { x: { time: false }, y: { range: (_, min, max) => [Math.floor((min - 15) / 50) * 50, Math.ceil((max + 15) / 50) * 50] } },
        axes: [
          { ...axis, grid: { show: false }, size: 30, space: 110, incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000], values: (_, at) => months(at) },
          { ...axis, size: 48, values: (_, at) => at.map(String) },
        ],
        series: [{}, { ...line, dash: [4, 4] }, line],
        hooks: {
          setCursor: [
            (u) => {
              const at = u.cursor.idx;
              if (said) said.replaceChildren(...(at == null ? unsaid : [say(at)]));
            },
          ],
        },
      },
      [games, upTo, since],
      plot,
    );
  };
  draw();
  document.addEventListener("eldest-hand:theme", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  let wait = 0;
  new ResizeObserver(() => {
    cancelAnimationFrame(wait);
    wait = requestAnimationFrame(() => {
      if (chart && Math.abs(chart.width - plot.clientWidth) > 1) draw();
    });
  }).observe(plot);
})();
