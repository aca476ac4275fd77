// Keeps what is typed: in this browser at once, on the server after each hand. Sent again until it arrives.
(() => {
  "use strict";
  const IDLE = 2000;
  const BEAT = 4000;
  const MOST_WAIT = 15000;

  // `grid` shows values: read(cell), put(cell, value, who), conflict(entry), say(text, isBad), present(names),
  // findings(problems, suspects), movedOn().
  const keepDraft = (grid, { url, version, revision, store, clientKey, token, words, mode }) => {
    let seen = version;
    let wait = 1000;
    let timer = 0;
    let isSending = false;
    let isStopped = false;
    let wantsCheck = false;
    let lostAt = "";
    const dirty = new Map();

    const clock = () => new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }).format(new Date());

    const remember = (focus) => {
      const kept = load();
      const cells = Object.fromEntries(dirty);
      try {
        localStorage.setItem(store, JSON.stringify({ revision, cells, focus: focus ?? kept.focus, derived: grid.derived() }));
      } catch { /* a browser without storage still sends */ }
    };

    const load = () => {
      try {
        return JSON.parse(localStorage.getItem(store)) || {};
      } catch {
        return {};
      }
    };

    const typed = (cell, value, focus) => {
      dirty.set(cell, value);
      remember(focus);
      schedule(IDLE);
    };

    const schedule = (delay) => {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(send, delay);
    };

    const ask = async (options, query = "") => {
      const response = await fetch(url + query, { credentials: "same-origin", headers: { "X-CSRFToken": token, Accept: "application/json" }, ...options });
      const said = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : {};
      return { response, said };
    };

    const send = async () => {
      if (isSending) return schedule(200);
      if (!dirty.size && !wantsCheck) return undefined;
      isSending = true;
      const sent = new Map(dirty);
      const check = wantsCheck;
      wantsCheck = false;
      try {
        const body = JSON.stringify({ changes: Object.fromEntries(sent), seen, revision, client_key: clientKey, check, mode });
        const { response, said } = await ask({ method: "POST", body });
        if (response.ok) {
          for (const [cell, value] of sent) {
            if (dirty.get(cell) === value) dirty.delete(cell);
          }
          wait = 1000;
          lostAt = "";
          receive(said);
          grid.settled([...sent.keys()].filter((cell) => !said.conflicts.some((found) => found.cell === cell)));
          remember();
          grid.say(words.saved.replace("{time}", clock()), false);
          if (dirty.size) schedule(IDLE);
        } else if (response.status >= 500 || response.status === 429) {
          failed(check);
        } else {
          isStopped = true;
          grid.say(said.message || words.kept, true);
        }
      } catch {
        failed(check);
      } finally {
        isSending = false;
      }
      return undefined;
    };

    const failed = (check) => {
      wantsCheck = wantsCheck || check;
      lostAt = lostAt || clock();
      grid.say(words.waiting.replace("{time}", lostAt), true);
      schedule(wait);
      wait = Math.min(wait * 2, MOST_WAIT);
    };

    const receive = (said) => {
      seen = Math.max(seen, said.version);
      for (const [cell, entry] of Object.entries(said.others)) {
        if (!dirty.has(cell) || dirty.get(cell) === entry.value) {
          dirty.delete(cell);
          grid.put(cell, entry.value, entry);
        } else {
          // Sent now it would replace what the writer has not seen: a person decides first.
          const yours = dirty.get(cell);
          dirty.delete(cell);
          grid.conflict({ cell, theirs: entry.value, yours, name: entry.name, time: entry.time });
        }
      }
      for (const entry of said.conflicts) {
        dirty.delete(entry.cell);
        grid.conflict(entry);
      }
      grid.present(said.present);
      if (said.problems) grid.findings(said.problems, said.suspects);
      if (said.revision !== revision) grid.movedOn();
    };

    const listen = async () => {
      if (document.hidden || isSending) return;
      try {
        const { response, said } = await ask({ method: "GET" }, `?seen=${seen}`);
        if (response.ok) receive(said);
      } catch { /* the next beat asks again */ }
    };

    setInterval(listen, BEAT);
    listen();
    window.addEventListener("online", () => schedule(0));
    document.addEventListener("visibilitychange", () => (document.hidden ? dirty.size && schedule(0) : listen()));

    return {
      typed,
      remember,
      load,
      listen,
      flush: () => schedule(0),
      check: () => { wantsCheck = true; schedule(0); },
      stop: () => { isStopped = true; clearTimeout(timer); },
      resume: () => { isStopped = false; if (dirty.size) schedule(0); },
      isDirty: (cell) => dirty.has(cell),
    };
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { keepDraft });
})();
