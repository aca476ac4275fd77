// The box of the sheet number is one key away, and a digit typed anywhere else on the page goes there.
(() => {
  "use strict";
  const box = document.getElementById("sheet-number");
  const isBusy = (node) => node.matches("input, textarea, select");

  const take = (key) => {
    if (key === "Enter") {
      if (box.value) box.form.requestSubmit();
      return;
    }
    if (!isBusy(document.activeElement)) box.focus();
    if (key === "Backspace") box.value = box.value.slice(0, -1);
    else if (/^\d$/.test(key) && box.value.length < box.maxLength) box.value += key;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
    if (event.key === "/") {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (/^\d$/.test(event.key)) {
      event.preventDefault();
      take(event.key);
    }
  });
  window.eldestHand.typedAhead(take);
})();
