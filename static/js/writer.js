// The table writer's page: one question, one pad. Each tap answers at once; the queue carries it to the site.
(() => {
  "use strict";
  const { openQueue, readHands, sendPhotos } = window.eldestHand;
  const data = JSON.parse(document.getElementById("writer-data").textContent);
  const { words, names, sizes, dealers } = data;
  const DOUBLE_TAP = 220;
  const query = new URLSearchParams(location.search);
  const $ = (id) => document.getElementById(id);
  const minus = (value) => (value < 0 ? `−${-value}` : `${value}`);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");

  const make = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null) element.setAttribute(name, value);
    }
    element.append(...inside.filter((part) => part !== null));
    return element;
  };
  const hidden = (text) => make("span", { class: "vh" }, text);

  const view = { mode: data.mode, hand: null, cell: "", tappedAt: 0, contested: data.contested, clock: null };
  const hands = readHands(data, () => view.mode);

  const page = {
    changed: () => draw(),
    net: (kind, text) => {
      const waits = queue.state.send ? ` ${words.unsent}` : "";
      const says = { lost: fill(words.noNetwork, { time: text }) + waits, sent: fill(words.sent, { time: text }), refused: text };
      if (kind === "quiet" && $("net").classList.contains("bad")) $("net").textContent = "";
      if (kind !== "quiet") $("net").textContent = says[kind];
      $("net").classList.toggle("bad", kind === "lost" || kind === "refused");
      $("net").classList.toggle("ok", kind === "sent");
    },
    present: (found) => {
      $("present").textContent = found.length ? fill(words.others, { names: found.join(", ") }) : "";
    },
    clock: (part) => {
      if (part === view.clock) return;
      view.clock = part;
      $("clock").innerHTML = part;
      document.dispatchEvent(new CustomEvent("eldest-hand:swapped", { detail: { part: $("clock") } }));
    },
    contested: (found) => {
      if (JSON.stringify(found) === JSON.stringify(view.contested)) return;
      view.contested = found;
      drawContested();
    },
    stored: () => {
      $("net").textContent = words.stored;
      drawContested();
    },
    ended: (message, isUnsent) => {
      $("net").textContent = isUnsent ? words.ended : message;
      $("net").classList.add("bad");
      for (const button of document.querySelectorAll("#hand button, #finish button, #photo button")) button.disabled = true;
    },
    waits: () => photos.waits(),
    photosGo: () => photos.go(),
    photosLeft: () => photos.left(),
  };
  const photos = sendPhotos({
    form: $("photo-form"),
    address: data.photos,
    game: data.game,
    words,
    said: (text, isBad) => {
      $("photo-said").textContent = text;
      $("photo-said").classList.toggle("bad", isBad);
      $("photo").open = true;
    },
    gone: () => queue.start(),
  });
  const queue = openQueue(page, data);
  const { state } = queue;

  const currentHand = () => {
    if (view.hand !== null) return view.hand;
    return hands.hands.find((hand) => hands.blank(state.values, hand)) ?? hands.hands.at(-1) ?? 0;
  };

  const asked = (hand) => (view.cell.startsWith(`${hand}.`) ? view.cell : hands.blank(state.values, hand));

  const tap = (cell, value) => {
    const now = performance.now();
    if (now - view.tappedAt < DOUBLE_TAP) return;
    view.tappedAt = now;
    view.hand = Number(cell.split(".")[0]);
    view.cell = "";
    queue.type({ [cell]: value });
    stayAwake();
  };

  const draw = () => {
    const hand = currentHand();
    const cell = asked(hand);
    const focus = document.activeElement?.dataset?.key;
    drawHead(hand);
    drawLines(hand, cell);
    drawSay(hand, cell);
    drawPad(hand, cell);
    drawFives(hand);
    drawActs(hand, cell);
    drawPast(hand);
    drawFinish();
    if (focus && !document.activeElement?.dataset?.key) (document.querySelector(`[data-key="${focus}"]:not(:disabled)`) || document.querySelector("#pad .numkey:not(:disabled), #acts .act"))?.focus({ preventScroll: true });
  };

  const drawHead = (hand) => {
    $("hand-no").textContent = fill(words.hand, { hand: hand + 1, n: sizes.length });
    $("size").textContent = words.cards[sizes[hand]] ?? "";
  };

  const drawLines = (hand, cell) => {
    const seat = cell ? Number(cell.split(".")[2]) : -1;
    const mended = (column, who, ...inside) => {
      const button = make("button", { type: "button", class: "mend", "data-key": `mend-${column}-${who}` }, ...inside);
      button.addEventListener("click", () => { view.hand = hand; view.cell = `${hand}.${column}.${who}`; draw(); });
      return button;
    };
    const lines = hands.order(hand).map((who) => {
      const bid = state.values[`${hand}.bids.${who}`];
      const took = state.values[`${hand}.${view.mode}.${who}`];
      const shown = typeof took === "boolean" ? (took ? words.made : words.missed) : took;
      const isMissed = hands.isMade(state.values, hand, who) === false;
      return make("li", { class: who === seat ? "on" : null, "aria-current": who === seat ? "true" : null },
        make("span", {}, names[who], dealers[hand] === who ? " " : "", dealers[hand] === who ? make("abbr", { class: "deals", title: words.dealer }, words.dealerMark) : ""),
        make("span", { class: "v" }, hidden(`${words.bidHead} `), bid === undefined ? "" : mended("bids", who, isMissed ? make("span", { class: "blob" }, `${bid}`) : `${bid}`)),
        make("span", { class: "v" }, hidden(`${words.tookHead} `), took === undefined ? "" : mended(view.mode, who, `${shown}`)),
        make("span", { class: "r" }, hidden(`${words.totalHead} `), minus(hands.total(state.values, who, hand))));
    });
    $("who").replaceChildren(make("li", { class: "cap" }, make("span", {}, words.bidOrder), make("span", { class: "n" }, words.bidHead), make("span", { class: "n" }, words.tookHead), make("span", { class: "r" }, words.totalHead)), ...lines);
  };

  const balance = (hand) => {
    const over = hands.sum(hands.row(state.values, hand, "bids")) - sizes[hand];
    return over === 0 ? words.even : (over > 0 ? words.over : words.under)[Math.abs(over)] ?? "";
  };

  const drawSay = (hand, cell) => {
    const [, column, text] = cell.split(".");
    const seat = Number(text);
    const size = sizes[hand];
    const name = names[seat];
    let question = fill(words.written, { hand: hand + 1 });
    let explained = "";
    if (column === "bids") {
      question = fill(hands.order(hand).at(-1) === seat ? words.bidsLast : words.bids, { name });
      explained = fill(words.areBid, { sum: hands.sum(hands.row(state.values, hand, "bids")), size });
      const struck = hands.forbidden(state.values, hand, seat);
      if (struck !== null) explained += ` ${fill(words.forbids, { n: struck, size })}`;
    } else if (column === "tricks") {
      question = fill(words.tookHowMany, { name });
      explained = `${words.left[Math.max(0, left(hand, seat))] ?? ""} ${balance(hand)}`;
    } else if (column === "made") {
      question = fill(words.madeOrMissed, { name });
      explained = balance(hand);
    } else {
      const found = hands.verdict(state.values, hand);
      if (found) explained = fill(words[found[0]], found[1]);
    }
    if ($("say").dataset.says === question + explained) return;
    $("say").dataset.says = question + explained;
    $("say").replaceChildren(make("b", {}, question), ` ${explained}`);
  };

  const left = (hand, seat) =>
    sizes[hand] - hands.sum(hands.order(hand).filter((other) => other !== seat).map((other) => state.values[`${hand}.tricks.${other}`]));

  const drawPad = (hand, cell) => {
    const [, column, text] = cell.split(".");
    const seat = Number(text);
    const now = state.values[cell];
    const key = (value, shown, note, { struck = false, off = false } = {}) => {
      const button = make("button", { type: "button", class: `numkey${struck ? " struck" : ""}${column === "made" ? " wide" : ""}`, disabled: off, "data-key": `pad-${value}`, "aria-current": now === value ? "true" : null },
        struck ? make("s", {}, shown) : shown, note ? make("small", {}, note, struck ? hidden(words.struck) : "") : "");
      button.addEventListener("click", () => tap(cell, value));
      return button;
    };
    if (!cell) return $("pad").replaceChildren();
    if (column === "made") return $("pad").replaceChildren(key(true, words.made), key(false, words.missed));
    const struck = column === "bids" ? hands.forbidden(state.values, hand, seat) : null;
    const most = column === "tricks" && now === undefined ? left(hand, seat) : sizes[hand];
    const bid = state.values[`${hand}.bids.${seat}`];
    const keys = Array.from({ length: sizes[hand] + 1 }, (_none, value) =>
      key(value, `${value}`, value === struck ? fill(words.makes, { n: sizes[hand] }) : column === "tricks" && value === bid ? words.made : "", { struck: value === struck, off: value > most }));
    return $("pad").replaceChildren(...keys);
  };

  const drawFives = (hand) => {
    const written = hands.order(hand).filter((seat) => state.values[`${hand}.tricks.${seat}`] !== undefined);
    if (!data.isRage || !written.length) return $("fives").replaceChildren();
    const counter = (column, text, seat) => {
      const cell = `${hand}.${column}.${seat}`;
      const n = state.values[cell] ?? 0;
      const button = make("button", { type: "button", class: "act small", "data-key": `${column}-${seat}` }, `${text} × ${n}`);
      button.addEventListener("click", () => queue.type({ [cell]: n >= 9 ? null : n + 1 }));
      return button;
    };
    return $("fives").replaceChildren(make("p", { class: "quiet" }, words.fives),
      ...written.map((seat) => make("div", { class: "fives" }, make("span", {}, names[seat]), counter("plus_fives", "+5", seat), counter("minus_fives", "−5", seat))));
  };

  const drawActs = (hand, cell) => {
    const acts = [];
    const button = (text, key, act, isFirst) => {
      const made = make("button", { type: "button", class: isFirst ? "act first" : "act", "data-key": key }, text);
      made.addEventListener("click", act);
      acts.push(made);
    };
    const next = hands.hands.find((other) => other > hand);
    const firstOpen = hands.hands.find((other) => hands.blank(state.values, other));
    const goTo = (other) => { view.hand = other; view.cell = ""; draw(); };
    if (!cell && next !== undefined) {
      if (hands.blank(state.values, next) || firstOpen === undefined) button(fill(words.dealHand, { hand: next + 1 }), "next", () => goTo(next), true);
      else button(fill(words.goOn, { hand: firstOpen + 1 }), "next", () => goTo(firstOpen), true);
    } else if (view.cell) button(fill(words.handShort, { hand: hand + 1 }), "next", () => goTo(hand), false);
    const cells = hands.cells(hand);
    const last = cells[(cell && !view.cell ? cells.indexOf(cell) : cell ? 0 : cells.length) - 1];
    if (last) {
      const [, column, seat] = last.split(".");
      button(fill(column === "bids" ? words.undoBid : words.undoTricks, { name: names[seat] }), "undo", () => tap(last, null), false);
    }
    $("acts").replaceChildren(...acts);
    const dealer = !cell && next !== undefined && dealers[next] !== null ? fill(words.dealsNext, { name: names[dealers[next]], hand: next + 1 }) : "";
    $("next-dealer").textContent = dealer;
    $("again").hidden = !hands.isBegun(state.values, hand);
    $("again-button").textContent = fill(words.dealAgain, { hand: hand + 1 });
  };

  const drawPast = (hand) => {
    const rows = hands.hands.filter((other) => other !== hand && hands.isBegun(state.values, other)).reverse().map((other) => {
      const found = hands.verdict(state.values, other);
      const open = make("button", { type: "button", class: "mend", "data-key": `past-${other}` }, fill(words.handShort, { hand: other + 1 }));
      open.addEventListener("click", () => { view.hand = other; view.cell = ""; draw(); $("hand").scrollIntoView(); });
      return make("tr", {},
        make("th", { scope: "row" }, open, found ? " " : "", found ? make("span", { class: "i i-look", role: "img", "aria-label": fill(words[found[0]], found[1]) }) : ""),
        ...names.map((_name, seat) => {
          const points = hands.points(state.values, other, seat);
          return make("td", { class: "num" }, points === null ? "" : minus(points));
        }));
    });
    document.querySelector("#past tbody").replaceChildren(...rows);
  };

  const same = (one, other) => Object.keys({ ...one, ...other }).every((cell) => one[cell] === other[cell]);
  const stored = { revision: data.isStored ? data.revision : -1, values: data.isStored ? data.values : {} };

  const drawFinish = () => {
    const isWhole = hands.hands.every((hand) => !hands.blank(state.values, hand));
    const totals = names.map((_name, seat) => hands.total(state.values, seat));
    const best = Math.max(...totals);
    const leaders = names.filter((_name, seat) => totals[seat] === best);
    $("finish").classList.toggle("early", !isWhole);
    // A revision that came in while the page was open: what it holds is what stands at the desk.
    if (state.revision > Math.max(stored.revision, data.revision)) Object.assign(stored, { revision: state.revision, values: { ...state.values } });
    const isAtDesk = state.revision > 0 && same(state.values, stored.values) && !state.dirty.size;
    $("finish").hidden = isAtDesk || (!isWhole && state.revision === 0 && !hands.hands.some((hand) => !hands.blank(state.values, hand)));
    $("why").hidden = state.revision === 0;
    $("reason").required = state.revision > 0;
    if (isWhole) {
      $("finish-head").textContent = words.whole;
      $("wins").textContent = leaders.length === 1 ? fill(words.wins, { name: leaders[0], total: minus(best) }) : fill(words.level, { names: leaders.join(", "), total: minus(best) });
    } else $("wins").textContent = "";
    $("early").hidden = isWhole;
    $("ended").required = !isWhole;
    if (isWhole) $("ended").checked = false;
    $("send-button").classList.toggle("first", isWhole);
  };

  const ownQuestions = () => Object.entries(state.asked).map(([cell, mine]) => {
    const [hand, column, seat] = cell.split(".");
    const theirs = state.values[cell] ?? null;
    const shown = (value) => (value === null ? words.blank : value === true ? words.made : value === false ? words.missed : minus(value));
    return {
      cell,
      where: fill(column === "bids" ? words.whereBid : words.whereTricks, { hand: Number(hand) + 1, name: names[seat] }),
      values: [{ value: theirs, text: shown(theirs), name: words.desk }, { value: mine, text: shown(mine), name: words.you }],
      isOwn: true,
    };
  });

  const drawContested = () => {
    $("contested").replaceChildren(...[...view.contested, ...ownQuestions()].map((found) => {
      const acts = found.values.map((value) => {
        const said = [value.name, value.time].filter(Boolean).join(", ");
        const button = make("button", { type: "button", class: "act" }, `${value.text} `, make("small", {}, said));
        button.addEventListener("click", () => {
          view.contested = view.contested.filter((other) => other.cell !== found.cell);
          if (found.isOwn) queue.decide(found.cell, value.value);
          else queue.type({ [found.cell]: value.value });
          drawContested();
          draw();
        });
        return button;
      });
      return make("div", { class: "alert bad", role: "alert" }, make("span", { class: "i i-look", "aria-hidden": "true" }),
        make("div", {}, make("p", {}, make("b", {}, found.where), `: ${words.two}`), make("div", { class: "acts" }, ...acts)));
    }));
  };

  // The screen stays on while somebody writes; the browser lets go of it whenever the page is hidden.
  let lock = null;
  const stayAwake = async () => {
    if (lock || !("wakeLock" in navigator) || document.hidden) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { /* low battery, or not allowed: the page works all the same */ }
  };
  document.addEventListener("visibilitychange", () => !document.hidden && stayAwake());

  const keepPage = async () => {
    if (!("serviceWorker" in navigator)) return;
    await navigator.serviceWorker.register(data.worker);
    const ready = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => new URL(name).pathname.startsWith("/static/"));
    ready.active.postMessage({ keep: [location.origin + location.pathname, ...loaded] });
    document.documentElement.classList.add("kept");
  };

  const sayHowItIsKept = () => {
    const hasWorker = window.isSecureContext && "serviceWorker" in navigator;
    const text = !queue.canKeep() ? words.noStore : !hasWorker ? words.insecure : "wakeLock" in navigator ? words.secure : words.awakeOnly;
    $("keeping").textContent = text;
    if (hasWorker) keepPage().catch(() => { $("keeping").textContent = words.insecure; });
  };

  $("net").after(make("p", { id: "present", role: "status" }));
  $("send").addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = { mode: view.mode };
    if ($("reason").value) fields.reason = $("reason").value;
    if ($("ended").checked) fields.ended_early = "on";
    $("send-button").disabled = true;
    $("net").textContent = words.unsent;
    queue.finish(fields);
  });
  $("again").querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const hand = currentHand();
    const columns = ["bids", "tricks", "made", "plus_fives", "minus_fives"];
    const written = columns.flatMap((column) => names.map((_name, seat) => `${hand}.${column}.${seat}`)).filter((cell) => state.values[cell] !== undefined);
    $("again").open = false;
    view.hand = hand;
    view.cell = "";
    queue.dealAgain(hand, written);
  });
  const wanted = Number(query.get("hand"));
  if (wanted >= 1 && hands.hands.includes(wanted - 1)) view.hand = wanted - 1;
  if (state.send) $("net").textContent = words.unsent;
  draw();
  if (state.back) {
    $("net").textContent = state.back.message;
    $("reason").value = state.back.reason || "";
    $("ended").checked = !$("early").hidden && state.back.ended_early === "on";
    queue.told();
  }
  drawContested();
  sayHowItIsKept();
  stayAwake();
  queue.start();
  document.documentElement.classList.add("scripted");
})();
