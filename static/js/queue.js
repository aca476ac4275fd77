// The queue mends itself while nobody ticks. Whoever has ticked keeps their ticks and is told when the queue changes; the
// server refuses anybody who sits by then.
(() => {
  "use strict";
  const part = () => document.getElementById("queue");

  document.addEventListener("change", (event) => {
    if (event.target.name === "who" && part()) part().dataset.live = "view";
  });

  document.addEventListener("eldest-hand:changed", () => {
    const shown = part();
    if (shown && shown.dataset.live === "view") shown.querySelector("[data-news]").hidden = false;
  });
})();
