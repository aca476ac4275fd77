// Enter goes from total to total, as on the grid, and sends the form from the last; without this file it sends at once.
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (!event.target.matches("input[name^='total.']")) return;
    const totals = [...event.target.form.querySelectorAll("input[name^='total.']")];
    const next = totals[totals.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
})();
