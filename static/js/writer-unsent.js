// The page of an ended link: what was typed on this phone and never arrived, as the phone's own store has it. The site
// tells an ended link nothing of the table; the names stand in the store, since this phone has shown them before.
(() => {
  "use strict";
  const note = document.getElementById("unsent-values");
  if (!note) return;
  const words = JSON.parse(document.getElementById("unsent-words").textContent);
  const COLUMNS = ["bids", "tricks", "made", "plus_fives", "minus_fives"];
  const FIVES = { plus_fives: "+5", minus_fives: "−5" };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");

  // The row of this sheet, or of this address where the site no longer knows which sheet it opened.
  const rows = () => {
    try {
      return Object.entries(localStorage)
        .filter(([name]) => name.startsWith("eldest-hand:table:"))
        .map(([name, text]) => [name.split(":").at(-1), JSON.parse(text)])
        .filter(([game, row]) => (note.dataset.game && game === note.dataset.game) || row?.address === location.pathname)
        .map(([_game, row]) => row);
    } catch {
      return [];
    }
  };

  const shown = (column, value) => {
    if (value === null) return words.blank;
    if (typeof value === "boolean") return value ? words.made : words.missed;
    return column in FIVES ? `${FIVES[column]} × ${value}` : `${value}`;
  };

  // `asked` holds what the desk had typed otherwise when this phone came back: nobody has decided between the two.
  const lines = rows().flatMap((row) => Object.entries({ ...row.asked, ...row.dirty }).map(([cell, value]) => {
    const [hand, column, seat] = cell.split(".");
    const name = row.names?.[seat] ?? fill(words.seat, { n: Number(seat) + 1 });
    const where = fill(column === "bids" ? words.whereBid : words.whereTricks, { hand: Number(hand) + 1, name });
    return { order: [Number(hand), COLUMNS.indexOf(column), Number(seat)], where, text: shown(column, value) };
  }));
  lines.sort((one, other) => one.order.map((part, n) => part - other.order[n]).find((difference) => difference) ?? 0);
  note.querySelector("ul").replaceChildren(...lines.map(({ where, text }) => {
    const line = document.createElement("li");
    const value = document.createElement("b");
    value.textContent = text;
    line.append(`${where}: `, value);
    return line;
  }));
  note.hidden = !lines.length;
})();
