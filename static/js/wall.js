// The wall takes turns by itself: list, tables, list again. No motion, only another picture.
(() => {
  "use strict";
  const SECONDS = 14;
  let at = 0;

  const show = () => {
    const turns = [...document.querySelectorAll("[data-turn]")];
    const isBeside = document.querySelector("main.beside") !== null;
    document.body.classList.toggle("taking-turns", turns.length > 1 && !isBeside);
    if (isBeside || !turns.length) return;
    at %= turns.length;
    turns.forEach((turn, n) => turn.classList.toggle("now", n === at));
    document.querySelectorAll(".dots i").forEach((dot, n) => dot.classList.toggle("now", n === at));
  };

  document.addEventListener("eldest-hand:swapped", show);
  show();
  setInterval(() => {
    at += 1;
    show();
  }, SECONDS * 1000);
})();
