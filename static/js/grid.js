// The entry grid: what is typed is kept, checked and merged. Its keys are in grid-keys.js, the ways through it in grid-walk.js.
// Without this file the form is a plain one and saves all the same.
(() => {
  "use strict";
  const form = document.getElementById("grid");
  if (!form) return;
  const data = JSON.parse(document.getElementById("grid-data").textContent);
  const { gridFindings, gridKeys, gridLooks, gridPhotos, gridWalk, keepDraft, keepSaving, leaving } = window.eldestHand;
  const { words } = data;
  const $ = (id) => document.getElementById(id);
  const idOf = (cell) => `c-${cell.replaceAll(".", "-")}`;
  const inputOf = (cell) => $(idOf(cell));
  const nSeats = data.names.length;
  const flags = new Set(data.columns.filter((column) => column.kind === "flag").map((column) => column.key));
  const base = { ...data.base };
  const derived = new Set();
  const contested = new Map();

  const habits = { advance: true, fast: false, pairs: false, fives: false, rest: false };
  try { Object.assign(habits, JSON.parse(localStorage.getItem("eldest-hand:habits")) || {}); } catch { /* none yet */ }
  for (const box of form.querySelectorAll("#habits input")) {
    const habit = box.name.replace("habit-", "");
    box.checked = habits[habit];
    box.addEventListener("change", () => {
      habits[habit] = box.checked;
      try { localStorage.setItem("eldest-hand:habits", JSON.stringify(habits)); } catch { /* for this page only */ }
      walk.renew();
      if (habit === "fast") data.sizes.forEach((_, deal) => derive(deal));
      redraw();
    });
  }

  const walk = gridWalk({ data, habits, inputOf, derived });
  const { cells, seatsOf, columnOf } = walk;

  const read = (cell) => {
    const text = inputOf(cell)?.value.trim() ?? "";
    if (text === "") return null;
    return /^[-−+]?\d{1,6}$/.test(text) ? Number(text.replace("−", "-")) : NaN;
  };
  const sent = (cell) => {
    const value = read(cell);
    return value !== null && flags.has(cell.split(".")[1]) ? value === 1 : value;
  };
  const written = (value) => (value === null || value === undefined ? "" : String(Number(value)));

  const say = (text, isBad) => { setText($("kept"), text); $("kept").classList.toggle("bad", isBad); };
  const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };
  const redraw = gridLooks({ form, data, cells, read, inputOf, derived, contested });

  const decide = (entry, value) => {
    contested.delete(entry.cell);
    inputOf(entry.cell).value = written(value);
    decided(entry.cell);
    draft.decided(entry.cell);
    drawContested();
    changed(entry.cell);
    inputOf(entry.cell).focus();
  };

  // A save that is faster than the draft says so too: nothing is asked twice.
  const decided = (cell) => {
    const { asked } = form.elements;
    asked.value = [...new Set([...asked.value.split(" "), cell])].join(" ").trim();
    form.querySelector(`input[type=hidden][name="decide.${cell}"]`)?.remove();
    form.querySelectorAll(`input[name="decide.${cell}"]`).forEach((radio) => { radio.checked = radio.value === "yours"; });
    if (form.querySelector(`input[name="decide.${cell}"]`)) return;
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: `decide.${cell}`, value: "yours" });
    form.append(input);
  };

  const lists = gridFindings({ words, inputOf, written, contested, decide: (entry, value) => decide(entry, value) });
  const { drawContested } = lists;

  const writeBase = () => { form.elements.base.value = JSON.stringify(base); };

  // One window of one person: what it typed it may change without being asked, also after a reload.
  try {
    sessionStorage.setItem("eldest-hand:window", sessionStorage.getItem("eldest-hand:window") || form.elements.client_key.value);
    form.elements.writer.value = sessionStorage.getItem("eldest-hand:window");
  } catch {
    form.elements.writer.value = form.elements.client_key.value;
  }

  const draft = keepDraft({
    derived: () => [...derived],
    put: (cell, value, who) => {
      const input = inputOf(cell);
      if (!input) return;
      input.value = written(value);
      input.dataset.saved = input.value;
      input.title = words.changed.replace("{name}", who.name).replace("{time}", who.time);
      input.parentElement.classList.add("theirs");
      derived.delete(cell);
      if (value === null) delete base[cell];
      else base[cell] = value;
      writeBase();
      redraw();
    },
    contested: (entries) => {
      const found = new Map(entries.filter((entry) => inputOf(entry.cell)).map((entry) => [entry.cell, entry]));
      const isSame = JSON.stringify([...contested].filter(([, entry]) => !entry.older)) === JSON.stringify([...found]);
      if (isSame) return;
      for (const [cell, entry] of [...contested]) if (!entry.older && !found.has(cell)) contested.delete(cell);
      for (const [cell, entry] of found) contested.set(cell, entry);
      drawContested();
      redraw();
    },
    signedOut: (isOut) => { $("signed-out").hidden = !isOut; },
    renewed: (token) => { form.elements.csrfmiddlewaretoken.value = token; },
    settled: (list) => { for (const cell of list) if (inputOf(cell)) inputOf(cell).dataset.saved = written(sent(cell)); },
    say,
    present: (names) => {
      $("present").hidden = !names.length;
      if (names.length) setText($("present").querySelector("p"), words.open_too.replace("{names}", names.join(", ")));
    },
    findings: lists.show,
    photos: gridPhotos(),
    movedOn: () => { setText($("kept"), words.moved_on); $("kept").classList.add("bad"); },
  }, {
    url: form.dataset.draft,
    isApart: "apart" in form.dataset,
    version: Number(form.dataset.version),
    revision: data.revision,
    store: data.store,
    clientKey: form.elements.client_key.value,
    writer: form.elements.writer.value,
    sent: data.sent,
    token: form.elements.csrfmiddlewaretoken.value,
    words,
    mode: data.mode,
  });

  const dealOf = (cell) => (cell.startsWith("total") ? null : Number(cell.split(".")[0]));
  const isWholeRow = (deal) => data.columns.filter((column) => column.main).every((column) => seatsOf(deal).every((seat) => read(`${deal}.${column.key}.${seat}`) !== null));

  const changed = (cell) => {
    derived.delete(cell);
    const deal = dealOf(cell);
    if (deal !== null) derive(deal, cell);
    if (contested.delete(cell)) {
      decided(cell);
      drawContested();
    }
    redraw();
    const value = sent(cell);
    if (!Number.isNaN(value)) draft.typed(cell, value, cell);
    if (deal === null ? allTotals() : isWholeRow(deal)) draft.flush();
  };

  const allTotals = () => data.names.every((_, seat) => read(`total.${seat}`) !== null);

  // Fast mode: the last trick of a hand is what the others leave.
  const lastTrick = (deal) => {
    const seats = seatsOf(deal);
    return habits.fast && data.mode === "tricks" && seats.length ? `${deal}.tricks.${seats[seats.length - 1]}` : null;
  };
  const derive = (deal, typedCell) => {
    const cell = lastTrick(deal);
    if (!cell || cell === typedCell) return;
    const input = inputOf(cell);
    if (input.value !== "" && !derived.has(cell)) return;
    const others = seatsOf(deal).map((seat) => `${deal}.tricks.${seat}`).filter((other) => other !== cell).map(read);
    const left = others.some((value) => value === null || Number.isNaN(value)) ? null : data.sizes[deal] - others.reduce((sum, value) => sum + value, 0);
    const value = left !== null && left >= 0 ? left : null;
    if (value === null) derived.delete(cell);
    else derived.add(cell);
    if (input.value !== written(value)) {
      input.value = written(value);
      draft.typed(cell, value);
    }
  };

  const go = (cell) => {
    const input = cell && inputOf(cell);
    if (!input) return false;
    input.focus();
    input.select();
    return true;
  };
  const nextSuspect = () => go(lists.next([...form.querySelectorAll("tr.suspect .blamed input")].map((input) => input.name)));

  gridKeys({ form, data, habits, walk, read, inputOf, go, changed, redraw, nextSuspect, check: () => draft.check() });

  form.addEventListener("focusin", (event) => {
    if (event.target.id !== idOf(event.target.name || "-")) return;
    event.target.select();
    draft.remember(event.target.name);
    redraw();
  });
  form.addEventListener("focusout", (event) => {
    if (!event.target.name?.startsWith("total.")) return;
    redraw();
    if (event.target.classList.contains("off") || lists.hasProblems()) draft.check();
  });
  form.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-cell]");
    if (link && inputOf(link.dataset.cell)) {
      event.preventDefault();
      go(link.dataset.cell);
    }
  });
  keepSaving({ form, draft, leaving, say: (time) => say(words.not_saved.replace("{time}", time), true), refused: (text) => say(text, true) });
  document.addEventListener("eldest-hand:changed", (event) => {
    if (event.detail.topic === form.dataset.topic) draft.listen();
  });

  for (const cell of cells) {
    const input = inputOf(cell);
    if (input) input.dataset.saved = written(base[cell]);
  }
  const { kept } = draft;
  for (const [cell, value] of kept.cells) if (inputOf(cell)) inputOf(cell).value = written(value);
  for (const cell of kept.derived) if (inputOf(cell)?.value) derived.add(cell);
  for (const [cell, value] of kept.older) {
    if (!inputOf(cell) || written(sent(cell)) === written(value)) draft.decided(cell);
    else contested.set(cell, { cell, theirs: sent(cell), yours: value, older: true });
  }
  if (contested.size) drawContested();
  redraw();
  if (form.querySelector("#reason[aria-invalid='true']")) $("reason").focus();
  else if ($("errors")) $("errors").focus();
  else if (!location.hash) {
    go((inputOf(kept.focus || "-") && kept.focus) || (inputOf(data.look || "-") && data.look) || walk.order().find((cell) => inputOf(cell)?.value === "" && columnOf(cell).main) || walk.order()[0]);
  }
  // Keys that came before this script did. On a page that asks something they could answer the wrong question.
  const isAsked = data.revision > 0 || document.querySelector("#errors, .alert.bad") !== null;
  window.eldestHand.typedAhead((key) => {
    if (isAsked) return;
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  document.documentElement.classList.add("scripted");
})();
