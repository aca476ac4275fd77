// Pages that follow what happens. A part of the page says which topic it shows (data-topic) and at which version; the
// server announces newer versions, and the part is fetched again from the address of the page. One stream per page,
// given back while nobody looks; where no stream holds, the versions are asked for. A browser opens six connections to a
// plain http server and no more, so of its pages only a few hold a stream; the others ask.
(() => {
  "use strict";
  const words = document.currentScript.dataset;
  const parts = () => [...document.querySelectorAll("[data-topic]")];
  if (!parts().length) return;

  const ASK = 700; // what is asked for is on the screen within a second, as what is told
  const TRY_AGAIN = 3000;
  const SILENT = 12000; // two beats of five seconds missed
  const FIRST_WAIT = 1000;
  const MOST_WAIT = 30000;
  const JITTER = 250;
  const shown = new Map();
  let stream = null;
  let wait = FIRST_WAIT;
  let failures = 0;
  let retry = 0;
  let poll = 0;
  let watch = 0;
  let lostAt = null;
  let fetching = false;

  const topics = () => [...new Set(parts().map((part) => part.dataset.topic))];
  const query = () => topics().map((topic) => `topic=${encodeURIComponent(topic)}`).join("&");

  // "event" hears of every version after the first; "view" knows the version it shows. Both mend themselves.
  const mendsItself = (part) => part.dataset.live === "event" || part.dataset.live === "view";

  for (const part of parts()) {
    if (part.dataset.live !== "event") shown.set(part.dataset.topic, Number(part.dataset.version) || 0);
  }

  const hear = (versions, jitter = JITTER) => {
    let isNews = false;
    for (const [topic, version] of Object.entries(versions)) {
      if (!shown.has(topic) || version > shown.get(topic)) {
        const isFirst = !shown.has(topic);
        shown.set(topic, version);
        if (!isFirst) document.dispatchEvent(new CustomEvent("eldest-hand:changed", { detail: { topic, version } }));
        isNews = isNews || parts().some((part) => part.dataset.topic === topic && !mendsItself(part));
      }
    }
    if (isNews) setTimeout(refresh, Math.random() * jitter);
  };

  const refresh = async () => {
    if (fetching) {
      setTimeout(refresh, 200);
      return;
    }
    fetching = true;
    try {
      for (const part of parts().filter((item) => !mendsItself(item) && item.id)) {
        const response = await fetch(location.href, {
          credentials: "same-origin",
          headers: { "HX-Request": "true", "HX-Target": part.id },
        });
        if ([403, 404, 410].includes(response.status)) continue;
        const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(part.id);
        if (!fresh) throw new Error(String(response.status)); // a proxy's error, a guest network's own page
        swap(part, fresh);
      }
    } catch {
      setTimeout(refresh, TRY_AGAIN);
      for (const topic of shown.keys()) if (!topic.startsWith("sheet:")) shown.set(topic, 0);
    } finally {
      fetching = false;
    }
  };

  const swap = (part, fresh) => {
    if (part.innerHTML === fresh.innerHTML) { // nothing a reader would see
      part.dataset.version = fresh.dataset.version ?? part.dataset.version;
      return;
    }
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const isTyping = focused?.matches("input, textarea, select");
    if (isTyping || part.querySelector("details[open]:has(input)")) {
      setTimeout(refresh, 3000); // nobody's field is taken away under the hands
      return;
    }
    const said = part.querySelector(":scope > .said"); // what the last act came to is said once; it stays
    if (said && !fresh.querySelector(":scope > .said")) fresh.prepend(said);
    const href = focused?.getAttribute("href");
    part.replaceWith(document.importNode(fresh, true));
    const now = document.getElementById(part.id);
    if (href) now.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus();
    window.htmx?.process(now);
    document.dispatchEvent(new CustomEvent("eldest-hand:swapped", { detail: { part: now } }));
  };

  const line = document.createElement("p");
  line.className = "unconnected";
  line.setAttribute("role", "status");
  line.hidden = true;
  document.querySelector("main")?.before(line);

  const lost = () => {
    lostAt = lostAt || new Date();
    const time = window.eldestHand.clock(lostAt, { second: "2-digit" });
    line.textContent = (words.unconnected || "").replace("{time}", time);
    line.hidden = !line.textContent;
  };
  const found = () => {
    lostAt = null;
    line.hidden = true;
  };

  const PLACES = "eldest-hand:streams";
  const MOST_STREAMS = 3;
  const STALE = 9000;
  const me = Math.random().toString(36).slice(2);
  let keep = 0;

  const places = () => {
    try {
      const all = JSON.parse(localStorage.getItem(PLACES)) || {};
      return Object.fromEntries(Object.entries(all).filter(([id, at]) => id !== me && Date.now() - at < STALE));
    } catch {
      return {};
    }
  };
  const note = (held) => {
    try {
      localStorage.setItem(PLACES, JSON.stringify(held ? { ...places(), [me]: Date.now() } : places()));
    } catch { /* without storage every page holds its own */ }
  };
  // The next question waits for the answer: a slow server is asked less, and one that is away seldom.
  const askAgainAndAgain = () => {
    if (poll) return;
    const again = async () => {
      const mine = poll;
      const isThere = await ask();
      if (poll === mine) poll = setTimeout(again, isThere ? ASK : TRY_AGAIN);
    };
    poll = setTimeout(again, 0);
  };
  const askNoMore = () => {
    clearTimeout(poll);
    poll = 0;
  };

  const open = () => {
    close();
    if (document.hidden) return;
    if (Object.keys(places()).length >= MOST_STREAMS) {
      askAgainAndAgain();
      retry = setTimeout(open, STALE);
      return;
    }
    note(true);
    keep = setInterval(() => note(true), 3000);
    stream = new EventSource(`/live/?${query()}`);
    const beat = () => {
      clearTimeout(watch);
      watch = setTimeout(broken, SILENT);
    };
    beat();
    stream.addEventListener("changed", (event) => {
      beat();
      failures = 0;
      wait = FIRST_WAIT;
      askNoMore();
      found();
      hear(JSON.parse(event.data));
    });
    stream.addEventListener("beat", beat);
    stream.addEventListener("error", broken);
  };

  const close = () => {
    clearTimeout(retry);
    clearTimeout(watch);
    clearInterval(keep);
    if (stream) note(false);
    stream?.close();
    stream = null;
  };

  const broken = () => {
    close();
    failures += 1;
    if (failures >= 2) askAgainAndAgain();
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, MOST_WAIT);
  };

  // Whether the site answered. Pages ask at moments of their own, so that none has to wait for its turn to fetch.
  const ask = async () => {
    if (document.hidden) return true;
    try {
      const response = await fetch(`/live/versions/?${query()}`, { credentials: "same-origin" });
      if (!response.ok) throw new Error(String(response.status));
      found();
      hear(await response.json(), 0);
      return true;
    } catch {
      lost();
      return false;
    }
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      close();
      askNoMore();
    } else {
      failures = 0;
      wait = FIRST_WAIT;
      ask(); // compare first, then listen
      open();
    }
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  open();
})();
