// The browser's own print, one button away.
(() => {
  "use strict";
  const button = document.getElementById("print-now");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
