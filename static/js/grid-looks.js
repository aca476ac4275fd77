// How the grid looks while somebody types, redrawn where it changed: states of the rows, sums, totals against the paper, what the button says.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);

  // `grid` has form, data, cells (names in order), read(cell), inputOf(cell), and the sets derived and contested.
  const gridLooks = ({ form, data, cells, read, inputOf, derived, contested }) => {
    const { words } = data;
    const nSeats = data.names.length;
    const rows = data.sizes.map((_, deal) => $(`hand-${deal + 1}`));
    const minus = (n) => String(n).replace("-", "−");
    const setText = (node, text) => { if (node && node.textContent !== text) node.textContent = text; };

    const parts = rows.map((tr) => ({ tr, sign: tr.querySelector(".sum .i"), say: tr.querySelector(".sum .say"), runs: tr.querySelectorAll("td.run") }));
    const sums = form.querySelectorAll("tr.computed .total");
    const inputs = new Map(cells.map((cell) => [cell, inputOf(cell)]).filter(([, input]) => input));
    const differs = new Set(data.differs);
    const drawn = new Map(); // how a row or a cell looks now: only what changed is touched
    const isDrawn = (key, looks) => drawn.get(key) === looks || !drawn.set(key, looks);

    const redraw = () => {
      const values = new Map(cells.map((cell) => [cell, inputs.has(cell) ? read(cell) : null]));
      const found = window.eldestHand.sumsOf(data, (cell) => (values.has(cell) ? values.get(cell) : read(cell)));
      let warnings = 0;
      const marked = new Set();
      found.forEach((row, deal) => {
        if (row.state === "suspect") warnings += 1;
        for (const cell of row.blame) marked.add(cell);
        if (isDrawn(deal, JSON.stringify([row.state, row.say, row.running, row.missed]))) return;
        const { tr, sign, say, runs } = parts[deal];
        for (const state of ["untouched", "started", "whole", "suspect"]) tr.classList.toggle(state, row.state === state);
        if (sign) sign.className = `i${row.state === "whole" && row.say ? " i-ok" : row.state === "suspect" ? " i-look" : ""}`;
        setText(say, row.say);
        for (let seat = 0; seat < nSeats && runs.length; seat += 1) {
          setText(runs[seat], row.running[seat] === null ? "" : minus(row.running[seat]));
          inputs.get(`${deal}.bids.${seat}`)?.parentElement.classList.toggle("missed", Boolean(row.missed[seat]));
        }
      });
      for (let seat = 0; seat < nSeats; seat += 1) warnings += drawTotal(seat, found);
      for (const [cell, input] of inputs) {
        const isTwice = contested.has(cell) || differs.has(cell);
        const isBad = Number.isNaN(values.get(cell)) || (marked.has(cell) && !cell.startsWith("total"));
        if (isDrawn(cell, `${derived.has(cell)} ${marked.has(cell)} ${isTwice} ${isBad}`)) continue;
        const td = input.parentElement;
        td.classList.toggle("derived", derived.has(cell));
        td.classList.toggle("blamed", marked.has(cell));
        td.classList.toggle("twice", isTwice);
        if (isBad) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      }
      warnings += contested.size;
      const save = $("save"); // not there where the sheet became final and may not be corrected
      if (!save) return found;
      if (data.revision === 0) setText(save, warnings ? words.warnings[Math.min(warnings, words.warnings.length - 1)] : words.save);
      save.dataset.warnings = warnings;
      return found;
    };

    const drawTotal = (seat, found) => {
      let sum = 0;
      for (const row of found) if (row.running[seat] !== null && row.running[seat] !== undefined) sum = row.running[seat];
      setText(sums[seat], minus(sum));
      const input = inputOf(`total.${seat}`);
      const paper = read(`total.${seat}`);
      const isTyping = document.activeElement === input;
      const box = $(`v-${seat}`);
      const difference = paper === null || Number.isNaN(paper) ? null : paper - sum;
      // Fast typing leaves no other check of the cells it filled in.
      const isNeeded = paper === null && derived.size > 0 && found.every((row) => row.state === "whole" || row.state === "suspect");
      const state = isNeeded ? "look" : difference === null ? "" : difference === 0 ? "ok" : isTyping ? "" : "bad";
      const say = state === "look" ? words.needed
        : state === "ok" ? words.agrees
        : state === "bad" ? (difference < 0 ? words.less : words.more).replace("{n}", Math.abs(difference)) : "";
      if (box.dataset.say !== state + say) {
        box.dataset.say = state + say;
        box.replaceChildren();
        if (state) {
          const span = document.createElement("span");
          span.className = `state ${state}`;
          const sign = document.createElement("span");
          sign.className = `i i-${state === "ok" ? "ok" : "look"}`;
          sign.setAttribute("aria-hidden", "true");
          span.append(sign, say);
          box.append(span);
        }
      }
      input.classList.toggle("off", state === "bad");
      return difference || isNeeded ? 1 : 0;
    };

    return redraw;
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { gridLooks });
})();
