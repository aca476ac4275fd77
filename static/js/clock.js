// Counts down to a deadline that the server names, by the server's time: every screen shows the same second, whatever its
// own clock says. Without this file the page names the time of day at which the round ends.
(() => {
  "use strict";
  let offset = 0; // the server's time minus ours, in milliseconds
  let isKnown = false;
  const ours = new WeakSet();
  const spoken = new Set();

  const learn = async () => {
    const clock = document.querySelector("[data-clock]");
    if (!clock) return;
    try {
      const asked = Date.now();
      const response = await fetch(clock.dataset.clock, { credentials: "same-origin", cache: "no-store" });
      if (!response.ok) return;
      const { now } = await response.json();
      const answered = Date.now();
      offset = now - (asked + answered) / 2;
      isKnown = true;
      show();
    } catch { /* asked again later; until then our own clock counts */ }
  };

  const twoDigits = (number) => String(number).padStart(2, "0");
  const text = (seconds) => {
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return `${hours ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`;
  };
  // The server's words stay; ours change with the time and come back after a part was fetched anew. Each is spoken once.
  const say = (clock, words) => {
    const said = clock.querySelector("[data-said]");
    if (!said || (said.textContent.trim() && !ours.has(said)) || said.textContent === words) return;
    const key = `${words} ${clock.dataset.ends}`;
    said.setAttribute("aria-live", spoken.has(key) ? "off" : "polite");
    said.textContent = words;
    ours.add(said);
    spoken.add(key);
  };

  const show = () => {
    for (const clock of document.querySelectorAll("[data-clock][data-ends]")) {
      const ends = Number(clock.dataset.ends);
      const left = Math.ceil((ends - (Date.now() + offset)) / 1000);
      const count = clock.querySelector("[data-count]");
      const shown = left > 0 ? text(left) : `−${text(-left)}`;
      if (count.textContent !== shown) count.textContent = shown;
      clock.classList.toggle("soon", left > 0 && left <= Number(clock.dataset.warning));
      clock.classList.toggle("over", left <= 0);
      say(clock, left <= 0 ? clock.dataset.over : left <= Number(clock.dataset.warning) ? clock.dataset.warned : "");
    }
  };

  document.addEventListener("eldest-hand:swapped", () => {
    if (!isKnown) learn();
    show();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) learn(); });
  learn();
  show();
  setInterval(show, 250);
  setInterval(learn, 600000);
})();
