// What is listed beside the grid: problems and suspects from the server, and what two people typed.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const idOf = (cell) => `c-${cell.replaceAll(".", "-")}`;

  // `grid` has words, inputOf(cell), written(value), contested (a map by cell) and decide(entry, value).
  const gridFindings = ({ words, inputOf, written, contested, decide }) => {
    const suspects = [];
    let suspectAt = -1;
    let nProblems = 0;

    const listItem = (entry, isProblem) => {
      const li = document.createElement("li");
      if (isProblem) {
        li.className = "problem";
        const sign = document.createElement("span");
        sign.className = "i i-look";
        sign.setAttribute("aria-hidden", "true");
        li.append(sign, " ");
      }
      if (entry.cell && inputOf(entry.cell)) {
        const link = document.createElement("a");
        link.href = `#${idOf(entry.cell)}`;
        link.dataset.cell = entry.cell;
        link.textContent = entry.text;
        li.append(link);
      } else li.append(entry.text);
      return li;
    };

    const findings = (found, likely) => {
      nProblems = found.length;
      const list = $("suspects").querySelector("ol");
      list.replaceChildren(...found.map((entry) => listItem(entry, true)), ...likely.map((entry) => listItem(entry, false)));
      $("suspects").hidden = !found.length;
      suspects.splice(0, suspects.length, ...[...likely, ...found].map((entry) => entry.cell).filter((cell) => cell && inputOf(cell)));
      suspectAt = -1;
    };

    const labelOf = (cell) => inputOf(cell).getAttribute("aria-label");
    const drawContested = () => {
      const box = $("contested");
      box.hidden = !contested.size;
      box.querySelector("ul").replaceChildren(...[...contested.values()].map((entry) => {
        const li = document.createElement("li");
        const text = (entry.older ? words.older : entry.other ? words.contested_others : words.contested)
          .replace("{where}", labelOf(entry.cell)).replace("{name}", entry.name || words.somebody).replace("{other}", entry.other)
          .replace("{time}", entry.time).replace("{theirs}", written(entry.theirs) || words.blank).replace("{yours}", written(entry.yours) || words.blank);
        const acts = document.createElement("span");
        acts.className = "acts";
        for (const value of [entry.theirs, entry.yours]) {
          const button = document.createElement("button");
          button.type = "button";
          button.className = "act small";
          button.textContent = written(value) || words.blank;
          button.addEventListener("click", () => decide(entry, value));
          acts.append(button);
        }
        li.append(text, acts);
        return li;
      }));
    };

    // The cell to look at next, of those listed or else of `others`.
    const next = (others) => {
      const list = suspects.length ? suspects : others;
      if (!list.length) return null;
      suspectAt = (suspectAt + 1) % list.length;
      return list[suspectAt];
    };

    for (const link of $("suspects").querySelectorAll("a[data-cell]")) {
      if (inputOf(link.dataset.cell)) suspects.push(link.dataset.cell);
    }
    return { show: findings, drawContested, next, hasProblems: () => nProblems > 0 };
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { gridFindings });
})();
