// Two letters and Enter tick the first match. Without this file the list is ticked by hand and saved at once.
(() => {
  "use strict";
  const finder = document.querySelector("[data-finder]");
  const lines = document.getElementById("lines");
  if (!finder || !lines) return;
  const box = document.getElementById("find");
  const found = document.getElementById("found");
  const bare = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

  const matches = (query) => {
    const rows = [...lines.children];
    if (!query) return rows;
    const starts = rows.filter((row) => bare(row.dataset.name).startsWith(query));
    const inside = rows.filter((row) => !starts.includes(row) && bare(row.dataset.name).split(/[\s\-']+/).some((word) => word.startsWith(query)));
    return [...starts, ...inside];
  };
  const isHere = (row) => row.querySelector("input[type=checkbox]").checked;
  const first = (query) => {
    const rows = matches(query);
    return rows.find((row) => !isHere(row)) ?? rows[0];
  };
  const show = () => {
    const query = bare(box.value.trim());
    const rows = matches(query);
    const next = query ? first(query) : undefined;
    for (const row of lines.children) {
      row.hidden = !rows.includes(row);
      row.classList.toggle("next-up", row === next);
    }
    return next;
  };

  finder.hidden = false;
  box.addEventListener("input", () => {
    found.textContent = "";
    const next = show();
    if (box.value.trim()) found.textContent = next ? next.dataset.name : box.dataset.nobody;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { box.value = ""; show(); }
    if (event.key !== "Enter") return;
    event.preventDefault();
    const typed = box.value.trim();
    if (!typed) return;
    const row = first(bare(typed));
    if (!row) {
      const names = document.getElementById("names");
      if (names) { names.value = typed; names.focus(); box.value = ""; show(); }
      return;
    }
    const tick = row.querySelector("input[type=checkbox]");
    if (!tick.checked) {
      tick.checked = true;
      tick.dispatchEvent(new Event("change", { bubbles: true }));
    }
    box.value = "";
    show();
    found.textContent = box.dataset.ticked.replace("%s", row.dataset.name);
  });
  // A line that comes back from the server while a search is open is hidden like the others.
  document.body.addEventListener("htmx:oobAfterSwap", () => show());
  if (!location.hash) box.focus({ preventScroll: true });
  window.eldestHand.typedAhead((key) => {
    if (key.length === 1) box.value += key;
    else if (key === "Backspace") box.value = box.value.slice(0, -1);
    else box.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (key !== "Enter") box.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
