// What is tapped on this phone: kept in the browser at once, sent within a moment, sent again until it arrives.
(() => {
  "use strict";
  const SOON = 250;
  const BEAT = 4000;
  const MOST_WAIT = 10000;
  const PATIENCE = 10000;
  const HELD = 30000;
  const ORPHANED = 3;

  // `page` shows: changed(), net(kind, time), present(names), contested(list), clock(part), ended(message), stored(). It also says
  // whether a photo still waits(), sends it where there is a network again: photosGo(), and notes that one stays behind: photosLeft().
  const openQueue = (page, data) => {
    const store = `eldest-hand:table:${data.game}`;
    const kept = load();
    const isNumbered = Number.isSafeInteger(kept.number);
    const state = {
      values: { ...data.values },
      version: data.version,
      revision: data.revision,
      dirty: new Map(),
      asked: {},  // typed here, but the desk stored the sheet first: a person decides between both values
      again: [],  // hands dealt anew, for the log
      clientKey: (isNumbered && kept.clientKey) || newKey(),
      // Messages are counted, never timed: a clock that is set back would send later ones behind earlier ones.
      number: isNumbered ? kept.number : 0,
      send: null,
      back: kept.back || null,
      lostAt: "",
    };
    const me = newKey();  // this page, of the pages of this phone
    const settled = new Set();  // sends, misdeals and questions of the store that this page has done with
    let canKeep = true;
    let isBusy = false;
    let isOver = false;
    let wait = 1000;
    let timer = 0;
    let heldSince = 0;
    let orphans = { text: "", times: 0 };

    // A page from before the last visit: what this phone knew since is newer than what the page shows.
    let mine = new Map(Object.entries(kept.dirty || {}));  // cells as this page last put them into the store
    if (kept.revision >= data.revision) {
      if (kept.revision > data.revision || kept.version > data.version) {
        Object.assign(state, { values: kept.values, version: kept.version, revision: kept.revision });
      }
      for (const [cell, value] of Object.entries(kept.dirty || {})) put(cell, value);
      state.send = kept.send || null;
    } else {
      for (const [cell, value] of Object.entries(kept.dirty || {})) askAbout(cell, value);
    }
    for (const [cell, value] of Object.entries(kept.asked || {})) askAbout(cell, value);
    state.again = kept.again || [];
    keep();

    function newKey() {
      return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    }

    function load() {
      try {
        return JSON.parse(localStorage.getItem(store)) || {};
      } catch {
        return {};
      }
    }

    // Pages of one phone share the store: what another one keeps there and has not done yet stays, and nothing goes back
    // to what was older.
    function keep() {
      const stood = load();
      if (stood.revision > state.revision) catchUp(stood);
      else if (stood.revision < state.revision) for (const [cell, value] of Object.entries(theirCells(stood))) askAbout(cell, value);
      const isSame = stood.revision === state.revision;
      const isAhead = isSame && stood.version > state.version;
      const row = {
        revision: state.revision,
        values: isAhead ? stood.values : state.values,
        version: isAhead ? stood.version : state.version,
        clientKey: state.clientKey,
        number: stood.clientKey === state.clientKey ? Math.max(state.number, stood.number || 0) : state.number,
        back: state.back || (stood.back && !settled.has(stood.back.client_key) ? stood.back : null),
        send: state.send || (isSame ? theirSend(stood) : null),
        asked: { ...theirQuestions(stood), ...state.asked },
        again: [...state.again, ...theirMisdeals(stood)],
        dirty: { ...(isSame ? theirCells(stood) : {}), ...Object.fromEntries(state.dirty) },
        names: data.names,  // for the page of an ended link (writer-unsent.js), which the site tells nothing of the table
        address: data.address,
      };
      try {
        localStorage.setItem(store, JSON.stringify(row));
        mine = new Map(state.dirty);
      } catch {
        canKeep = false;
      }
    }

    function theirSend(stood) {
      return stood.send && !settled.has(stood.send.client_key) ? stood.send : null;
    }

    function theirQuestions(stood) {
      return Object.fromEntries(Object.entries(stood.asked || {}).filter(([cell]) => !settled.has(cell)));
    }

    function theirMisdeals(stood) {
      return (stood.again || []).filter(({ id }) => !settled.has(id) && !state.again.some((row) => row.id === id));
    }

    // Also a cell of this page, where another one has typed over it.
    function theirCells(stood) {
      return Object.fromEntries(Object.entries(stood.dirty || {}).filter(([cell, value]) => mine.get(cell) !== value && !state.dirty.has(cell)));
    }

    // Another page knows that the sheet was stored: what this one had not sent is asked about.
    function catchUp(stood) {
      const unsent = [...state.dirty];
      state.dirty.clear();
      mine.clear();
      if (state.send) sendIsDone();
      Object.assign(state, { values: stood.values, version: stood.version, revision: stood.revision });
      for (const [cell, value] of unsent) askAbout(cell, value);
    }

    // What another page of this phone left behind: it was closed, or sleeps in the background, while this one has a network.
    const adopt = () => {
      const stood = load();
      const isSame = stood.revision === state.revision;
      const left = { cells: isSame ? theirCells(stood) : {}, again: theirMisdeals(stood), send: isSame && !state.send ? theirSend(stood) : null };
      const isNone = !Object.keys(left.cells).length && !left.send;
      const text = isNone ? "" : JSON.stringify(left);
      orphans = { text, times: text && text === orphans.text ? orphans.times + 1 : 0 };
      if (orphans.times < ORPHANED) return;
      for (const [cell, value] of Object.entries(left.cells)) put(cell, value);
      state.again.push(...left.again);
      state.send = state.send || left.send;
      keep();
      page.changed();
    };

    // A page that slept while another one adopted and sent what it held must not send it again over what was typed since.
    const yieldToOthers = () => {
      const stood = load();
      if (!canKeep || stood.revision !== state.revision) return;
      for (const [cell, value] of state.dirty) {
        if (mine.has(cell) && stood.dirty?.[cell] !== value) state.dirty.delete(cell);
      }
      if (state.send && stood.send?.client_key !== state.send.client_key) state.send = null;
    };

    function put(cell, value) {
      mine.delete(cell);
      state.dirty.set(cell, value);
      if (value === null) delete state.values[cell];
      else state.values[cell] = value;
    }

    function askAbout(cell, value) {
      if ((state.values[cell] ?? null) === value) return;
      state.asked[cell] = value;
      settled.delete(cell);
    }

    function sendIsDone() {
      settled.add(state.send.client_key);
      state.send = null;
    }

    const decide = (cell, value) => {
      delete state.asked[cell];
      settled.add(cell);
      if ((state.values[cell] ?? null) === value) keep();
      else type({ [cell]: value });
    };

    const dealAgain = (hand, cells) => {
      state.again.push({ hand: hand + 1, id: newKey() });
      type(Object.fromEntries(cells.map((cell) => [cell, null])));
    };

    const type = (changes) => {
      yieldToOthers();
      for (const [cell, value] of Object.entries(changes)) put(cell, value);
      keep();
      page.changed();
      schedule(SOON);
    };

    const schedule = (delay) => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(work, delay);
    };

    // `said` is null where it was not this site that answered: a guest network's own page, a proxy's error.
    const ask = async (address, options) => {
      const abort = new AbortController();
      const patience = setTimeout(() => abort.abort(), PATIENCE);
      try {
        const response = await fetch(address, { credentials: "same-origin", signal: abort.signal, ...options, headers: { Accept: "application/json", ...options.headers } });
        const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
        return { response, said: isJson && !response.redirected ? await response.json() : null };
      } finally {
        clearTimeout(patience);
      }
    };

    const work = async () => {
      if (isBusy) return schedule(200);
      isBusy = true;
      try {
        yieldToOthers();
        await (state.dirty.size ? sendCells() : state.send && !isHeld() ? sendSheet() : listen());
      } catch {
        lost();
      } finally {
        isBusy = false;
      }
      return undefined;
    };

    // The sheet may end the link, and a photo that waits would come too late: it goes first where there is a network,
    // though not for ever.
    const isHeld = () => {
      if (!page.waits()) return false;
      if (!heldSince || state.lostAt) heldSince = performance.now();
      return performance.now() - heldSince < HELD;
    };

    // Another page of this phone may have counted on meanwhile.
    const nextNumber = () => {
      state.number = Math.max(state.number, load().number || 0) + 1;
      keep();
      return state.number;
    };

    const sendCells = async () => {
      const sent = new Map(state.dirty);
      const told = [...state.again];
      const number = nextNumber();
      const body = JSON.stringify({ changes: Object.fromEntries(sent), seen: state.version, revision: state.revision, client_key: state.clientKey, page: me, number, again: told });
      const { response, said } = await ask(data.draft, { method: "POST", body, headers: { "Content-Type": "application/json" } });
      if (response.ok && said) {
        for (const [cell, value] of sent) {
          if (state.dirty.get(cell) === value) state.dirty.delete(cell);
        }
        for (const { id } of told) settled.add(id);
        state.again = state.again.filter(({ id }) => !settled.has(id));
        arrived();
        receive(said);
        page.net("sent", clock());
        schedule(state.dirty.size || state.send ? SOON : BEAT);
      } else refused(response, said);
    };

    const sendSheet = async () => {
      const body = new URLSearchParams({ ...state.send, act: "send", seen: state.version, revision: state.revision });
      const { response, said } = await ask(data.address, { method: "POST", body });
      if (response.ok && said) {
        sendIsDone();  // what was tapped meanwhile stays unsent
        state.revision = said.revision ?? state.revision;
        keep();
        page.photosLeft();
        location.replace(data.address);
      } else if (said && (response.status === 409 || response.status === 422)) {
        // Not as it was seen: the page comes anew, says so, and holds what was typed beside the sheet.
        state.back = { ...state.send, message: said.message || "" };
        sendIsDone();
        keep();
        location.replace(data.address);
      } else refused(response, said);
    };

    const listen = async () => {
      if (document.hidden) return schedule(BEAT);
      const { response, said } = await ask(`${data.draft}?client_key=${state.clientKey}`, { method: "GET" });
      if (response.ok && said) {
        arrived();
        receive(said);
        page.net("quiet", "");
        adopt();
        schedule(state.dirty.size || (state.send && !page.waits()) ? SOON : BEAT);
      } else refused(response, said);
      return undefined;
    };

    const refused = (response, said) => {
      if (!said || response.status >= 500 || response.status === 429) lost();
      else if (response.status === 409 && said.code === "sheet_stored") {
        // The desk was faster. What it stored the same is done; the rest is asked about, with both values.
        const unsent = [...state.dirty];
        state.dirty.clear();
        receive(said);
        for (const [cell, value] of unsent) askAbout(cell, value);
        keep();
        page.stored();
        schedule(SOON);
      } else if (response.status === 410 || response.status === 404) over(said.message || "");
      else {
        // No cell of this sheet: it would be refused for ever.
        state.dirty.clear();
        keep();
        page.net("refused", said.message || "");
        schedule(BEAT);
      }
    };

    const over = (message) => {
      isOver = true;
      page.ended(message, state.dirty.size > 0 || Object.keys(state.asked).length > 0);
    };

    const arrived = () => {
      state.lostAt = "";
      wait = 1000;
      page.photosGo();
    };

    const lost = () => {
      state.lostAt = state.lostAt || clock();
      page.net("lost", state.lostAt);
      schedule(wait);
      wait = Math.min(wait * 2, MOST_WAIT);
    };

    const receive = (said) => {
      const values = { ...said.values };
      for (const [cell, value] of state.dirty) {
        if (value === null) delete values[cell];
        else values[cell] = value;
      }
      const isNew = JSON.stringify(values) !== JSON.stringify(state.values) || said.revision !== state.revision;
      Object.assign(state, { values, version: said.version, revision: said.revision });
      keep();
      page.present(said.present);
      page.contested(said.contested);
      page.clock(said.clock);
      if (isNew) page.changed();
    };

    const { clock } = window.eldestHand;

    const finish = (fields) => {
      state.send = { client_key: newKey(), ...fields };
      keep();
      schedule(0);
    };

    window.addEventListener("online", () => schedule(0));
    document.addEventListener("visibilitychange", () => !document.hidden && schedule(0));
    window.addEventListener("beforeunload", (event) => {
      if (state.dirty.size && !canKeep) event.preventDefault();
    });

    // The message that came back with the page was read.
    const told = () => {
      if (state.back?.client_key) settled.add(state.back.client_key);
      state.back = null;
      keep();
    };

    return { state, type, decide, told, dealAgain, finish, start: () => schedule(state.dirty.size || state.send ? 0 : SOON), canKeep: () => canKeep };
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { openQueue });
})();
