// Theme and menus. Everything here also works by plain forms without this file.
(() => {
  "use strict";
  const root = document.documentElement;

  document.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-theme-choice]");
    if (choice) {
      event.preventDefault();
      const theme = choice.dataset.themeChoice;
      document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
      if (theme === "auto") delete root.dataset.theme;
      else root.dataset.theme = theme;
      for (const other of document.querySelectorAll("[data-theme-choice]")) {
        if (other === choice) other.setAttribute("aria-current", "true");
        else other.removeAttribute("aria-current");
      }
      document.dispatchEvent(new CustomEvent("eldest-hand:theme"));
    }
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (choice || !menu.contains(event.target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
