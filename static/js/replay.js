// Left and right step through a replay; the links do the same.
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const wanted = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (wanted) document.querySelector(`a[rel="${wanted}"]`)?.click();
  });
})();
