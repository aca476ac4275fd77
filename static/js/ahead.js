// Keys typed ahead: before the script of a page is there, or while the page before it is still on its way out. They
// are kept in order and handed over. Loaded in the head, before the page is drawn; without it nothing else changes.
(() => {
  "use strict";
  const STORE = "eldest-hand:ahead";
  const FRESH = 5000;
  const keys = [];
  let take = null;
  let isLeaving = false;

  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE));
    if (kept && Date.now() - kept.at < FRESH) keys.push(...kept.keys);
    sessionStorage.removeItem(STORE);
  } catch { /* nothing was kept */ }

  const isField = (node) => node instanceof Element && node.matches("input, textarea, select, button, a, summary, [tabindex]");
  const isKept = (event) => event.key.length === 1 || (keys.length > 0 && (event.key === "Enter" || event.key === "Backspace"));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !isKept(event)) return;
    if (!isLeaving && (take || isField(event.target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keys.push(event.key);
  }, true);

  // The form is on its way: what is typed from now on is meant for the page that comes.
  window.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.closest("[data-typed-ahead]")) isLeaving = true;
  });
  window.addEventListener("pagehide", () => {
    if (isLeaving && keys.length) {
      try { sessionStorage.setItem(STORE, JSON.stringify({ at: Date.now(), keys })); } catch { /* lost, as without this file */ }
    }
    keys.length = 0;
  });
  window.addEventListener("pageshow", () => { isLeaving = false; });

  // A script that sends the form itself says so; where it must stay, what was typed meanwhile was meant for no cell here.
  const leaving = (is) => {
    isLeaving = is;
    if (!is) keys.length = 0;
  };

  // `take(key)` gets every key that waits, in order; later ones arrive by themselves. What stands behind a key that sends
  // the page away is for the next one.
  const typedAhead = (taker) => {
    take = taker;
    while (keys.length && !isLeaving) take(keys.shift());
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { leaving, typedAhead });
})();
