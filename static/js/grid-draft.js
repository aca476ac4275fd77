// Keeps what is typed: in this browser at once, on the server after each hand. Sent again until it arrives.
(() => {
  "use strict";
  const IDLE = 2000;
  const BEAT = 4000;
  const MOST_WAIT = 15000;

  // `grid` shows values: put(cell, value, who), contested(entries), say(text, isBad), present(names), derived(),
  // findings(problems, suspects), photos(uids), settled(cells), movedOn(), signedOut(isOut), renewed(token).
  const keepDraft = (grid, { url, isApart, version, revision, store, clientKey, writer, sent, token, words, mode }) => {
    const load = () => {
      try {
        return JSON.parse(localStorage.getItem(store)) || {};
      } catch {
        return {};
      }
    };

    // What this browser still keeps. Of a sheet that was saved since by somebody else, every cell is a question.
    const kept = load();
    const isSaved = sent.includes(kept.key);
    const isCurrent = kept.revision === revision && !isSaved;
    const older = new Map(isSaved || isCurrent ? [] : Object.entries({ ...kept.older, ...kept.cells }));
    if (isCurrent) for (const [cell, value] of Object.entries(kept.older || {})) older.set(cell, value);
    const dirty = new Map(isCurrent ? Object.entries(kept.cells || {}) : []);
    // What lay here unsent was typed before the page saw the newest version: the server asks where it was changed.
    let seen = dirty.size ? Math.min(kept.seen ?? version, version) : version;
    let wait = 1000;
    let timer = 0;
    let due = 0; // when the timer goes off; 0 = none runs
    let isSending = false;
    let isStopped = false;
    let isSignedOut = false;
    let isRenewed = false;
    let wantsCheck = false;
    let lostAt = "";
    let line = new AbortController();
    let focused = isCurrent ? kept.focus : undefined;
    let mine = new Set(dirty.keys());

    const { clock } = window.eldestHand;

    // Windows of one person share the store: what another one keeps there stays.
    const remember = (focus) => {
      focused = focus ?? focused;
      const stood = load();
      const theirs = stood.revision === revision && !sent.includes(stood.key) ? Object.entries(stood.cells || {}).filter(([cell]) => !mine.has(cell) && !dirty.has(cell)) : [];
      mine = new Set(dirty.keys());
      try {
        localStorage.setItem(store, JSON.stringify({
          revision, key: clientKey, focus: focused, derived: grid.derived(),
          seen: theirs.length ? Math.min(seen, stood.seen ?? seen) : seen,
          cells: Object.fromEntries([...theirs, ...dirty]), older: Object.fromEntries(older),
        }));
      } catch { /* a browser without storage still sends */ }
    };

    // The next key puts nothing off: a slip that is typed without a pause goes on its way as well.
    const typed = (cell, value, focus) => {
      dirty.set(cell, value);
      older.delete(cell);
      remember(focus);
      if (!due || due > Date.now() + IDLE) schedule(IDLE);
    };

    const schedule = (delay) => {
      clearTimeout(timer);
      due = isStopped ? 0 : Date.now() + delay;
      if (!isStopped) timer = setTimeout(send, delay);
    };

    // `said` is null where it was not this site that answered: a guest network's own page, a proxy's error.
    const ask = async (options, query = "") => {
      const response = await fetch(url + query, { credentials: "same-origin", headers: { "X-CSRFToken": token, Accept: "application/json" }, signal: line.signal, ...options });
      const isAnswer = !response.redirected && response.headers.get("Content-Type")?.startsWith("application/json");
      return { response, said: isAnswer ? await response.json() : null };
    };

    const send = async () => {
      due = 0;
      if (isSending) return schedule(200);
      if (isApart || (!dirty.size && !wantsCheck)) return undefined; // what is keyed to compare is nobody's draft
      isSending = true;
      const sending = new Map(dirty);
      const check = wantsCheck;
      wantsCheck = false;
      try {
        const body = JSON.stringify({ changes: Object.fromEntries(sending), seen, revision, client_key: writer, check, mode });
        const { response, said } = await ask({ method: "POST", body });
        if (response.ok && said) {
          for (const [cell, value] of sending) {
            if (dirty.get(cell) === value) dirty.delete(cell);
          }
          wait = 1000;
          lostAt = "";
          isRenewed = false;
          receive(said);
          grid.settled([...sending.keys()].filter((cell) => !said.contested.some((found) => found.cell === cell)));
          grid.say(words.saved.replace("{time}", clock()), false);
          remember();
          if (dirty.size) schedule(IDLE);
        } else if (said?.code === "signed_out") {
          wantsCheck = wantsCheck || check;
          signOut(true);
        } else if (!said && response.status === 403 && !isRenewed) {
          wantsCheck = wantsCheck || check;
          isRenewed = true;
          isSending = false;
          if (await listen()) schedule(0); // the sign-in was a new one: its token is known now
          else if (!isSignedOut) failed(check);
        } else if (!said || response.status >= 500 || response.status === 429) {
          failed(check);
        } else {
          isStopped = true;
          grid.say(said.message || words.kept, true);
        }
      } catch {
        if (!isStopped) failed(check);
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
      token = said.token;
      grid.renewed(token);
      // Two wrote one cell: what is typed here goes with the old version, so that the server keeps both.
      const others = Object.entries(said.others);
      const isClash = others.some(([cell, entry]) => dirty.has(cell) && dirty.get(cell) !== entry.value);
      if (isClash) schedule(0);
      else seen = Math.max(seen, said.version);
      const asked = new Set(said.contested.map((entry) => entry.cell));
      for (const [cell, entry] of others) {
        if (!dirty.has(cell) && !asked.has(cell)) grid.put(cell, entry.value, entry);
      }
      grid.contested(said.contested.filter((entry) => !dirty.has(entry.cell)));
      grid.present(said.present);
      grid.photos(said.photos);
      if (said.problems) grid.findings(said.problems, said.suspects);
      if (said.revision !== revision) grid.movedOn();
    };

    const signOut = (isOut) => {
      if (isOut !== isSignedOut) {
        isSignedOut = isOut;
        grid.signedOut(isOut);
        if (!isOut && dirty.size) schedule(0);
      }
    };

    // What others typed; true if the server answered this person.
    const listen = async (isAsked = false) => {
      if (isSending || (isStopped && !isAsked)) return false;
      try {
        const { response, said } = await ask({ method: "GET" }, `?seen=${seen}&key=${encodeURIComponent(writer)}`);
        if (said?.code === "signed_out") signOut(true);
        if (!response.ok || !said) return false;
        signOut(false);
        if (isApart) {
          token = said.token;
          grid.renewed(token);
          grid.photos(said.photos);
        } else receive(said);
        return true;
      } catch {
        return false; // the next beat asks again
      }
    };

    setInterval(() => document.hidden || listen(), BEAT);
    setTimeout(() => listen(), 0);
    window.addEventListener("online", () => schedule(0));
    document.addEventListener("visibilitychange", () => (document.hidden ? dirty.size && schedule(0) : listen()));
    if (dirty.size) schedule(0);

    return {
      typed,
      remember,
      listen,
      kept: { cells: [...dirty], older: [...older], focus: focused, derived: isCurrent ? kept.derived || [] : [] },
      decided: (cell) => { older.delete(cell); remember(); },
      flush: () => schedule(0),
      check: () => { wantsCheck = true; schedule(0); },
      signedOut: () => signOut(true),
      // True if the site knows this person: then the newest token is known too.
      renew: () => listen(true),
      // The form carries everything: what is still under way would only be late.
      stop: () => { isStopped = true; clearTimeout(timer); line.abort(); line = new AbortController(); },
      resume: () => { isStopped = false; if (dirty.size) schedule(0); },
    };
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { keepDraft });
})();
