// Pull a name onto another, or press Enter on one and then on the other: both only fill the form below the board.
(() => {
  "use strict";
  let held = null;

  const form = () => document.querySelector("[data-change]");
  const fill = (who, to) => {
    const fields = form();
    if (!fields) return;
    fields.elements.who.value = who;
    fields.elements.to.value = to;
    fields.elements.to.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const unprice = () => {
    for (const price of document.querySelectorAll("[data-board] .cost")) price.remove();
    for (const name of document.querySelectorAll("[data-board] [aria-describedby]")) name.removeAttribute("aria-describedby");
  };
  // What each move of the held name would cost stands at every name and table, before it is let go. An answer that
  // comes after that is not shown: the move itself has been asked for by then.
  const ask = async (item) => {
    const fields = form();
    if (!fields) return;
    const address = `${fields.getAttribute("action")}?who=${encodeURIComponent(item.dataset.who)}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("preview");
    if (held !== item || !fresh) return;
    document.getElementById("preview").replaceWith(document.adoptNode(fresh));
    price();
  };
  const price = () => {
    unprice();
    const text = document.getElementById("preview")?.dataset.costs;
    if (!text || !held) return;
    for (const [to, n] of Object.entries(JSON.parse(text))) {
      const place = to[0] === "p"
        ? document.querySelector(`[data-board] [data-who="${to.slice(1)}"]`)
        : document.querySelector(`[data-board] [data-to="${to}"] .head`);
      if (!place) continue;
      const mark = document.createElement("small");
      mark.className = `cost ${n > 0 ? "more" : n < 0 ? "less" : "same"}`;
      mark.id = `cost-${to}`;
      mark.textContent = n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : "\u00b10";
      place.append(mark);
      place.querySelector("[role=button]")?.setAttribute("aria-describedby", mark.id);
    }
  };
  // The name is the button, so it is the name that says whether it is held.
  const show = (item, isHeld) => item.querySelector("[role=button]")?.setAttribute("aria-pressed", String(isHeld));
  const let_go = () => {
    unprice();
    if (held) { show(held, false); held.classList.remove("held"); }
    held = null;
  };
  const drop = (target) => {
    if (!held || !target) return;
    const who = held.dataset.who;
    const to = target.dataset.who ? `p${target.dataset.who}` : target.dataset.to;
    const from = held;
    let_go();
    if (target === from || to === `p${who}`) return;
    fill(who, to);
  };
  const pick = (item) => {
    if (held) return drop(item);
    held = item;
    item.classList.add("held");
    show(item, true);
    ask(item);
  };

  const prepare = () => {
    const fields = form();
    if (!fields) return;
    for (const words of document.querySelectorAll("[data-with-script]")) words.hidden = false;
    for (const item of document.querySelectorAll("[data-board] [data-who]")) {
      item.draggable = true;
      const name = item.querySelector("span");
      name.tabIndex = 0;
      name.setAttribute("role", "button");
      name.setAttribute("aria-pressed", String(item === held));
    }
  };

  document.addEventListener("dragstart", (event) => {
    const item = event.target.closest?.("[data-who]");
    if (!item) return;
    let_go();
    held = item;
    event.dataTransfer.setData("text/plain", item.textContent.trim());
    event.dataTransfer.effectAllowed = "move";
    ask(item);
  });
  document.addEventListener("dragover", (event) => {
    if (held && event.target.closest?.("[data-who], [data-to]")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const target = event.target.closest?.("[data-who]") ?? event.target.closest?.("[data-to]");
    if (held && target) { event.preventDefault(); drop(target); }
  });
  document.addEventListener("dragend", let_go);
  document.addEventListener("click", (event) => {
    const item = event.target.closest?.("[data-board] [data-who]");
    if (item) pick(item);
  });
  document.addEventListener("keydown", (event) => {
    const item = event.target.closest?.("[data-board] [data-who]");
    if (event.key === "Escape") let_go();
    if (item && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); pick(item); }
  });
  document.body.addEventListener("htmx:afterSwap", prepare);
  prepare();
})();
