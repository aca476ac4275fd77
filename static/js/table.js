// The card table. live.js tells that the table is at a newer version; this fetches the reader's own view and mends the
// page part by part, so that the hand never moves under the finger, what is focused stays focused, and what is open
// stays open. Acts go by fetch with the number of the last event seen; without this script they are plain forms.
(() => {
  "use strict";
  const words = document.currentScript.dataset;
  const root = () => document.getElementById("table");
  if (!root()) return;
  const FULL = 1600; // a full trick stays long enough to read
  const PARTS = ["facts", "middle", "turn", "bids", "pad", "sheetpart", "waiting", "away"];
  let busy = false;
  let again = false;
  let acting = false;
  let heard = 0; // the newest version that was announced
  let asked = 0; // what was known to be there when the page asked last
  let fullSince = 0;
  let held = 0;
  let lastSaid = Math.max(0, ...saidNumbers(document));
  let clock = 0;

  function saidNumbers(where) {
    return [...where.querySelectorAll("#said li")].map((line) => Number(line.dataset.n));
  }

  async function ask(request) {
    asked = heard;
    const response = await fetch(request.url, {
      method: request.method || "GET",
      body: request.body,
      credentials: "same-origin",
      headers: { "HX-Request": "true", "HX-Target": "table" },
    });
    const text = await response.text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
    if (!fresh) throw new Error(String(response.status)); // not the table: a proxy's error, a guest network's own page
    return fresh;
  }

  async function refresh() {
    if (busy || acting) {
      again = true;
      return;
    }
    busy = true;
    try {
      const fresh = await ask({ url: location.pathname });
      mend(fresh, false);
    } catch { /* the next announcement or poll asks again */
      setTimeout(refresh, 2000);
    } finally {
      busy = false;
      goOn();
    }
  }

  // What was announced while something was on its way is asked for, unless the answer held it already: the own act does.
  function goOn() {
    if (again || (heard > asked && heard > Number(root().dataset.version || 0))) {
      again = false;
      refresh();
    }
  }

  function mend(fresh, isOwn) {
    const old = root();
    if (Number(fresh.dataset.event || 0) < Number(old.dataset.event || 0)) return; // an older answer came late
    if (!document.getElementById("felt") || !fresh.querySelector("#felt")) {
      const focus = document.activeElement?.id;
      if (old.innerHTML !== fresh.innerHTML) old.innerHTML = fresh.innerHTML;
      if (focus) document.getElementById(focus)?.focus();
      take(old, fresh);
      offerLift();
      return;
    }
    take(old, fresh);
    swap("told", fresh);
    for (const name of PARTS) {
      if (name === "middle" && !isOwn && waitsForTrick(fresh)) continue;
      swap(name, fresh);
    }
    hand(fresh);
    for (const input of old.querySelectorAll("input[name=seen]")) input.value = fresh.dataset.event;
    say(fresh);
    tick();
  }

  function take(old, fresh) {
    for (const name of ["event", "version", "state"]) old.dataset[name] = fresh.dataset[name] || "";
  }

  // A full trick waits for its time; the newest picture is put there when it is over.
  function waitsForTrick(fresh) {
    const now = document.getElementById("middle");
    if (now?.dataset.full !== "yes") return false;
    const wait = fullSince + FULL - Date.now();
    const next = fresh.querySelector("#middle");
    if (wait <= 0 || (next.dataset.full === "yes" && next.dataset.trick === now.dataset.trick && next.dataset.hand === now.dataset.hand)) return false;
    clearTimeout(held);
    held = setTimeout(refresh, wait + 20);
    return true;
  }

  function swap(name, fresh) {
    const now = document.getElementById(name);
    const next = fresh.querySelector(`#${name}`);
    if (!now && next && name === "away") {
      document.getElementById("turn")?.after(document.importNode(next, true));
      return;
    }
    if (!now) return;
    if (!next) {
      if (name === "away") now.remove();
      return;
    }
    if (now.innerHTML === next.innerHTML && now.className === next.className) return;
    if (now.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return;
    const focus = now.contains(document.activeElement) ? document.activeElement : null;
    const mark = focus && (focus.id || `${focus.name}=${focus.value}`);
    const open = [...now.querySelectorAll("details[open]")].map((fold) => fold.id);
    const before = new Set([...now.querySelectorAll("[data-token]")].map((slot) => slot.dataset.token));
    const copy = document.importNode(next, true);
    now.replaceWith(copy);
    for (const id of open) if (id) document.getElementById(id)?.setAttribute("open", "");
    if (name === "middle") {
      if (copy.dataset.full === "yes") fullSince = Date.now();
      for (const slot of copy.querySelectorAll("[data-token]")) {
        if (slot.dataset.token && !before.has(slot.dataset.token)) slot.querySelector(".card")?.classList.add("landed");
      }
    }
    if (mark) {
      const target = [...copy.querySelectorAll("button, summary, a")].find((one) => one.id === mark || `${one.name}=${one.value}` === mark);
      (target || firstChoice())?.focus({ preventScroll: true });
    }
  }

  // Cards are known by name: those that stay are changed in place and keep focus; the order never changes.
  function hand(fresh) {
    const now = document.getElementById("hand");
    const next = fresh.querySelector("#hand");
    if (!now || !next) return;
    const lifted = now.classList.contains("live") && now.querySelector(".lifted");
    now.className = next.className;
    now.setAttribute("aria-label", next.getAttribute("aria-label"));
    const wanted = [...next.children];
    const kept = new Map();
    for (const item of [...now.children]) {
      const stays = wanted.find((one) => one.dataset.card === item.dataset.card && !kept.has(one));
      if (stays) kept.set(stays, item);
      else item.remove();
    }
    const hadFocus = !document.activeElement || document.activeElement === document.body;
    wanted.forEach((one, at) => {
      let item = kept.get(one);
      if (!item) {
        item = document.importNode(one, true);
      } else if (item.innerHTML !== one.innerHTML) {
        const button = item.firstElementChild;
        const fine = one.firstElementChild;
        if (button.tagName === "BUTTON" && fine.tagName === "BUTTON") {
          for (const name of ["aria-disabled", "class"]) {
            if (fine.hasAttribute(name)) button.setAttribute(name, fine.getAttribute(name));
            else button.removeAttribute(name);
          }
          button.querySelector(".vh").textContent = fine.querySelector(".vh").textContent;
        } else if (!item.querySelector("details[open]")) {
          item.innerHTML = one.innerHTML;
        }
      }
      if (now.children[at] !== item) now.insertBefore(item, now.children[at] || null);
    });
    if (lifted?.isConnected && now.matches(".live") && !lifted.hasAttribute("aria-disabled")) lifted.classList.add("lifted");
    else layDown(null);
    if (hadFocus && now.dataset.wants === "yes") firstChoice()?.focus({ preventScroll: true });
    now.dataset.wants = "";
  }

  function firstChoice() {
    return document.querySelector("#bids button:not(:disabled)") || document.querySelector("#hand.live .card:not([aria-disabled])");
  }

  // One polite sentence per event, in order, none twice.
  function say(fresh) {
    const ear = document.getElementById("ear");
    const lines = [...fresh.querySelectorAll("#said li")].filter((line) => Number(line.dataset.n) > lastSaid);
    for (const line of lines) {
      const sentence = document.createElement("p");
      sentence.textContent = line.textContent;
      ear.append(sentence);
      lastSaid = Number(line.dataset.n);
    }
    const turn = fresh.querySelector("#turn");
    if (turn?.dataset.own === "yes" && lines.length) {
      const sentence = document.createElement("p");
      sentence.textContent = turn.innerText || turn.textContent.replace(/\s+/g, " ");
      ear.append(sentence);
    }
    while (ear.children.length > 30) ear.firstElementChild.remove();
  }

  // The countdown is drawn from the server's time sent with the view.
  function tick() {
    clearInterval(clock);
    const time = document.querySelector("#turn .time");
    if (!time || time.dataset.stopped) return;
    const end = performance.now() + Number(time.dataset.left);
    const draw = () => {
      const left = Math.max(0, Math.round((end - performance.now()) / 1000));
      time.querySelector(".digits").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      time.classList.toggle("short", left <= 10);
    };
    draw();
    clock = setInterval(draw, 1000);
  }

  // Where no pointer hovers a slip of the thumb is likely: the first tap lifts a card, the second plays it, and nothing is
  // sent in between. Whoever wants it otherwise says so once; keys play at once.
  const LIFT = "eldest-hand:lift";
  const chosen = () => {
    try { return localStorage.getItem(LIFT); } catch { return null; }
  };
  const lifts = () => (chosen() ?? (window.matchMedia("(hover: none)").matches ? "yes" : "no")) === "yes";

  function offerLift() {
    const label = document.getElementById("lift");
    if (!label) return;
    label.hidden = false;
    label.querySelector("input").checked = lifts();
  }

  function layDown(but) {
    for (const card of document.querySelectorAll("#hand .lifted")) if (card !== but) card.classList.remove("lifted");
  }

  function lift(card) {
    layDown(card);
    card.classList.add("lifted");
    const sentence = document.createElement("p");
    sentence.textContent = (words.lifted || "").replace("{card}", card.querySelector(".vh").textContent.trim());
    document.getElementById("ear").append(sentence);
  }

  document.addEventListener("click", (event) => {
    const card = event.target.closest("#hand button.card");
    if (!card) {
      layDown(null);
    } else if (card.matches("[aria-disabled], #hand:not(.live) button.card")) {
      event.preventDefault(); // it says itself that it may not be played now
      layDown(null);
    } else if (event.detail > 0 && lifts() && !card.classList.contains("lifted")) {
      event.preventDefault();
      lift(card);
    }
  });

  document.addEventListener("change", (event) => {
    if (!event.target.matches("#lift input")) return;
    try { localStorage.setItem(LIFT, event.target.checked ? "yes" : "no"); } catch { /* kept for this page alone */ }
    layDown(null);
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("#bids, #handform, .seatacts, #away") || event.submitter?.value === "link") return;
    event.preventDefault();
    if (acting) return;
    acting = true;
    const body = new FormData(form);
    if (event.submitter?.name) body.append(event.submitter.name, event.submitter.value);
    const seen = form.querySelector("input[name=seen]");
    if (seen) body.set("seen", seen.value);
    const list = document.getElementById("hand");
    if (list) list.dataset.wants = "yes";
    try {
      const fresh = await ask({ url: form.action, method: "POST", body });
      mend(fresh, true);
    } catch {
      const told = document.getElementById("told");
      told.innerHTML = "<p class=\"alert\" role=\"alert\"></p>";
      told.firstChild.textContent = words.lost;
    } finally {
      acting = false;
      goOn();
    }
  });

  // Arrow keys walk along the hand and the bids.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const group = event.target.closest?.("#hand, #bids");
    if (event.key === "Escape") {
      document.querySelector("details.joker[open]")?.removeAttribute("open");
      layDown(null);
    }
    if (!step || !group) return;
    const stops = [...group.querySelectorAll("button:not(:disabled), summary")].filter((one) => one.offsetParent);
    const at = stops.indexOf(event.target);
    if (at < 0) return;
    event.preventDefault();
    stops[(at + step + stops.length) % stops.length].focus();
  });

  document.addEventListener("eldest-hand:changed", (event) => {
    heard = Math.max(heard, event.detail.version);
    if (!busy && !acting) goOn();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
  if (root().dataset.poll) setInterval(() => { if (!document.hidden) refresh(); }, Number(root().dataset.poll));
  if (document.getElementById("middle")?.dataset.full === "yes") fullSince = Date.now();
  offerLift();
  tick();
})();
