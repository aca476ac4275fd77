// The box of the sheet number is one key away.
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    document.getElementById("sheet-number").focus();
  });
})();
