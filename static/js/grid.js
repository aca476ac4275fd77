// The entry grid by keyboard: a digit sets the cell and goes on; everything else as on the page of keys.
// Without this file the form is a plain one and saves all the same.
(() => {
  "use strict";
  const form = document.getElementById("grid");
  if (!form) return;
  const data = JSON.parse(document.getElementById("grid-data").textContent);
  const { gridLooks, gridFindings, keepDraft, keepSaving, leaving } = window.eldestHand;
  const { words } = data;
  const $ = (id) => document.getElementById(id);
  const idOf = (cell) => `c-${cell.replaceAll(".", "-")}`;
  const inputOf = (cell) => $(idOf(cell));
  const nSeats = data.names.length;
  const flags = new Set(data.columns.filter((column) => column.kind === "flag").map((column) => column.key));
  const base = { ...data.base };
  const derived = new Set();
  const contested = new Map();
  let swallow = false;
  let plus = null;
  let lastCell = "";

  const habits = { advance: true, fast: false, pairs: false, fives: false, rest: false };
  try { Object.assign(habits, JSON.parse(localStorage.getItem("eldest-hand:habits")) || {}); } catch { /* none yet */ }
  for (const box of form.querySelectorAll("#habits input")) {
    const habit = box.name.replace("habit-", "");
    box.checked = habits[habit];
    box.addEventListener("change", () => {
      habits[habit] = box.checked;
      try { localStorage.setItem("eldest-hand:habits", JSON.stringify(habits)); } catch { /* for this page only */ }
      order = makeOrder();
      if (habit === "fast") data.sizes.forEach((_, deal) => derive(deal));
      redraw();
    });
  }

  const seatsOf = (deal) => (data.voids[deal] ? [] : data.names.map((_, seat) => seat).filter((seat) => !data.outs[deal].includes(seat)));
  const makeOrder = () => {
    const cells = [];
    if (data.mode === "points") {
      // Slips: one player down, then his total, then the next.
      for (let seat = 0; seat < nSeats; seat += 1) {
        data.sizes.forEach((_, deal) => {
          if (seatsOf(deal).includes(seat)) for (const column of data.columns) cells.push(`${deal}.${column.key}.${seat}`);
        });
        cells.push(`total.${seat}`);
      }
      return cells;
    }
    data.sizes.forEach((_, deal) => {
      const seats = seatsOf(deal);
      if (habits.pairs) for (const seat of seats) for (const column of data.columns) cells.push(`${deal}.${column.key}.${seat}`);
      else for (const column of data.columns) for (const seat of seats) cells.push(`${deal}.${column.key}.${seat}`);
    });
    // Where the paper has only running totals, its last line is the totals.
    if (data.mode !== "running") for (let seat = 0; seat < nSeats; seat += 1) cells.push(`total.${seat}`);
    return cells;
  };
  let order = makeOrder();
  const columnOf = (cell) => data.columns.find((column) => column.key === cell.split(".")[1]) || { key: "total", kind: "number", main: true };
  const cells = [...order, ...data.names.map((_, seat) => `total.${seat}`)].filter((cell, at, all) => all.indexOf(cell) === at);

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
  const step = (cell, by, mayStop = () => true) => {
    for (let at = order.indexOf(cell) + by; at >= 0 && at < order.length; at += by) {
      if (inputOf(order[at]) && mayStop(order[at])) return order[at];
    }
    return null;
  };
  const mayStop = (cell) => (columnOf(cell).main || habits.fives) && !derived.has(cell);
  const advance = (cell) => { if (go(step(cell, 1, mayStop))) swallow = true; };

  const vertical = (cell, by) => {
    const [first, column, seat] = cell.split(".");
    if (first === "total") return by < 0 ? findDown(data.sizes.length, -1, data.columns[data.columns.length - 1].key, column) : null;
    const found = findDown(Number(first), by, column, seat);
    return found || (by > 0 ? `total.${seat}` : null);
  };
  const findDown = (deal, by, column, seat) => {
    for (let at = deal + by; at >= 0 && at < data.sizes.length; at += by) {
      const cell = `${at}.${column}.${seat}`;
      if (inputOf(cell)) return cell;
    }
    return null;
  };
  const beside = (cell, by) => {
    const inputs = [...inputOf(cell).closest("tr").querySelectorAll("input")];
    return inputs[inputs.indexOf(inputOf(cell)) + by]?.name;
  };
  const edge = (cell, isEnd) => {
    const inputs = [...inputOf(cell).closest("tr").querySelectorAll("input")];
    return inputs[isEnd ? inputs.length - 1 : 0].name;
  };

  const nextSuspect = () => go(lists.next([...form.querySelectorAll("tr.suspect .blamed input")].map((input) => input.name)));

  const set = (cell, text) => {
    inputOf(cell).value = text;
    plus = null;
    changed(cell);
  };

  const toggleMade = (cell) => {
    const [deal, , seat] = cell.split(".");
    const flag = `${deal}.made.${seat}`;
    if (data.mode !== "made" || !inputOf(flag)) return;
    set(flag, read(flag) === 1 ? "0" : "1");
  };

  const onCell = (event, cell) => {
    const { key } = event;
    const kind = columnOf(cell).kind;
    const wasSwallowing = swallow;
    swallow = false;
    if (key === "Enter" && habits.rest && restMade(cell)) {
      event.preventDefault();
      return;
    }
    if (key === "Tab" || key === "Enter") {
      event.preventDefault();
      if (wasSwallowing && !event.shiftKey) return;
      leave(cell, event.shiftKey ? -1 : 1, key);
      return;
    }
    const input = inputOf(cell);
    if (key === "Backspace") {
      if (input.value !== "") {
        if (kind === "number" && !isAllSelected(input)) return;
        event.preventDefault();
        set(cell, "");
      } else {
        event.preventDefault();
        go(step(cell, -1, (other) => columnOf(other).main || habits.fives));
      }
      return;
    }
    if (key === "Delete" || key === "." || key === ",") {
      event.preventDefault();
      set(cell, "");
      return;
    }
    if (key === "Escape") {
      event.preventDefault();
      plus = null;
      set(cell, input.dataset.saved ?? "");
      input.select();
      return;
    }
    if (key === "*") {
      event.preventDefault();
      toggleMade(cell);
      return;
    }
    if (key === "ArrowUp" || key === "ArrowDown") {
      event.preventDefault();
      go(vertical(cell, key === "ArrowUp" ? -1 : 1));
      return;
    }
    if (kind === "number") {
      if (key === "-" && input.value !== "" && !isAllSelected(input)) {
        event.preventDefault();
        nextSuspect();
      } else if (key.length === 1 && !/[-−+\d]/.test(key)) event.preventDefault();
      return;
    }
    if (key === "ArrowLeft" || key === "ArrowRight") {
      event.preventDefault();
      go(beside(cell, key === "ArrowLeft" ? -1 : 1));
    } else if (key === "Home" || key === "End") {
      event.preventDefault();
      go(edge(cell, key === "End"));
    } else if (key === "-" || key === "−") {
      event.preventDefault();
      nextSuspect();
    } else if (key === "+") {
      event.preventDefault();
      plus = cell;
      input.value = "1";
      input.title = words.ten;
    } else if (/^\d$/.test(key) && (habits.advance || plus === cell)) {
      event.preventDefault();
      if (kind === "flag" && key > "1") return;
      input.title = "";
      set(cell, String(Number(key) + (plus === cell ? 10 : 0)));
      if (habits.advance) advance(cell);
    } else if (/^[a-f]$/i.test(key)) {
      event.preventDefault();
      set(cell, String(10 + "abcdef".indexOf(key.toLowerCase())));
      if (habits.advance) advance(cell);
    } else if (key.length === 1 && !/^\d$/.test(key)) event.preventDefault();
  };

  // Enter = the rest of this hand made their bids; only where bids are known and this cell is blank.
  const restMade = (cell) => {
    const [deal, column] = cell.split(".");
    if (!["tricks", "made"].includes(column) || read(cell) !== null) return false;
    const blank = seatsOf(Number(deal)).filter((seat) => read(`${deal}.${column}.${seat}`) === null);
    if (blank.some((seat) => read(`${deal}.bids.${seat}`) === null)) return false;
    for (const seat of blank) set(`${deal}.${column}.${seat}`, column === "made" ? "1" : String(read(`${deal}.bids.${seat}`)));
    go(step(`${deal}.${column}.${blank[blank.length - 1]}`, 1, mayStop));
    return true;
  };

  const isAllSelected = (input) => input.selectionStart === 0 && input.selectionEnd === input.value.length;

  const leave = (cell, by, key) => {
    const next = step(cell, by, (other) => by < 0 || habits.fives || columnOf(other).main);
    if (next) {
      go(next);
      return;
    }
    if (by < 0) return;
    if (key === "Tab") {
      $("save").focus();
      return;
    }
    // The key after the last total saves; with warnings it stops at the button, so that they are read.
    inputOf(cell).blur();
    redraw();
    const nWarnings = Number($("save").dataset.warnings);
    if (nWarnings) draft.check();
    if (nWarnings || data.revision > 0) ($("reason") && !$("reason").value ? $("reason") : $("save")).focus();
    else form.requestSubmit();
  };

  document.addEventListener("keydown", (event) => {
    const cell = event.target.name;
    const isCell = event.target instanceof HTMLInputElement && form.contains(event.target) && event.target.id === idOf(cell || "-");
    if (event.ctrlKey && event.key === "Enter") {
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isText = !isCell && event.target.matches("input:not([type=checkbox], [type=radio]), textarea");
    if (event.key === "/" && !isText) {
      event.preventDefault();
      $("sheet-number").focus();
      $("sheet-number").select();
    } else if (event.key === "?" && !isText && $("keys")) {
      event.preventDefault();
      $("keys").open = !$("keys").open;
      if ($("keys").open) $("keys").querySelector("summary").focus();
      else go(lastCell);
    } else if (isCell) onCell(event, cell);
  });

  // Keyboards of phones send no keys, only what came of them.
  form.addEventListener("input", (event) => {
    const cell = event.target.name;
    if (event.target.id !== idOf(cell || "-")) return;
    const kind = columnOf(cell).kind;
    const ten = kind === "number" ? null : /^\+(\d?)$/.exec(event.target.value);
    if (ten?.[1] === "") return; // "+" alone waits for its digit
    if (ten) event.target.value = String(10 + Number(ten[1]));
    plus = null;
    changed(cell);
    if (ten && habits.advance) advance(cell);
    if (kind !== "number" && habits.advance && /^\d$/.test(event.target.value)) advance(cell);
  });

  form.addEventListener("focusin", (event) => {
    if (event.target.id !== idOf(event.target.name || "-")) return;
    event.target.select();
    lastCell = event.target.name;
    if (plus !== null && plus !== event.target.name) plus = null;
    draft.remember(event.target.name);
    redraw();
  });
  form.addEventListener("focusout", (event) => {
    if (!event.target.name?.startsWith("total.")) return;
    redraw();
    if (event.target.classList.contains("off") || lists.hasProblems()) draft.check();
  });
  form.addEventListener("click", (event) => {
    swallow = false;
    const link = event.target.closest("a[data-cell]");
    if (link && inputOf(link.dataset.cell)) {
      event.preventDefault();
      go(link.dataset.cell);
    }
  });
  keepSaving({ form, draft, leaving, say: (time) => say(words.not_saved.replace("{time}", time), true) });
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
    go((inputOf(kept.focus || "-") && kept.focus) || (inputOf(data.look || "-") && data.look) || order.find((cell) => inputOf(cell)?.value === "" && columnOf(cell).main) || order[0]);
  }
  // Keys that came before this script did. On a page that asks something they could answer the wrong question.
  const isAsked = data.revision > 0 || document.querySelector("#errors, .alert.bad") !== null;
  window.eldestHand.typedAhead((key) => {
    if (isAsked) return;
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  document.documentElement.classList.add("scripted");
})();
