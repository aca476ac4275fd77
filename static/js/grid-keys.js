// The keys of the grid, as on the page of keys: a digit sets the cell and goes on.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);

  // `grid` has form, data, habits, walk (grid-walk.js), read(cell), inputOf(cell), go(cell), changed(cell), redraw(),
  // check() and nextSuspect().
  const gridKeys = ({ form, data, habits, walk, read, inputOf, go, changed, redraw, check, nextSuspect }) => {
    const { words } = data;
    const { seatsOf, columnOf, step, mayStop, vertical, beside, edge } = walk;
    const isCell = (node) => node instanceof HTMLInputElement && form.contains(node) && node === inputOf(node.name || "-");
    let swallow = false;
    let plus = null; // the cell whose "+" waits for its digit
    let stood = "";
    let lastCell = "";

    const advance = (cell) => { if (go(step(cell, 1, mayStop))) swallow = true; };

    const set = (cell, text) => {
      if (plus !== cell) dropPlus();
      inputOf(cell).value = text;
      plus = null;
      changed(cell);
    };

    // A "+" without its digit is no value.
    const dropPlus = () => {
      if (plus && ["1", "+"].includes(inputOf(plus).value)) {
        inputOf(plus).value = stood;
        inputOf(plus).title = "";
      }
      plus = null;
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
        if (plus !== cell) stood = input.value;
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
      if (by < 0) {
        if (key === "Tab") inputOf(cell).closest(".leaf").focus(); // and from there to whatever stands above
        return;
      }
      const end = $("reason") && !$("reason").value ? $("reason") : $("save");
      if (key === "Tab") {
        end?.focus();
        return;
      }
      // The key after the last total saves; with warnings it stops at the button, so that they are read.
      inputOf(cell).blur();
      redraw();
      const nWarnings = Number($("save")?.dataset.warnings);
      if (nWarnings) check();
      if (nWarnings || data.revision > 0) end?.focus();
      else form.requestSubmit();
    };

    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey && event.key === "Enter") {
        event.preventDefault();
        dropPlus();
        form.requestSubmit();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const isText = !isCell(event.target) && event.target.matches("input:not([type=checkbox], [type=radio]), textarea");
      if (event.key === "/" && !isText) {
        event.preventDefault();
        $("sheet-number").focus();
        $("sheet-number").select();
      } else if (event.key === "?" && !isText && $("keys")) {
        event.preventDefault();
        $("keys").open = !$("keys").open;
        if ($("keys").open) $("keys").querySelector("summary").focus();
        else go(lastCell);
      } else if (event.key === "-" && !isText && !isCell(event.target)) {
        // From the button where the key after the last total stops, as from any cell.
        event.preventDefault();
        nextSuspect();
      } else if (isCell(event.target)) onCell(event, event.target.name);
    });

    // Keyboards of phones send no keys, only what came of them.
    form.addEventListener("input", (event) => {
      const cell = event.target.name;
      if (!isCell(event.target)) return;
      const kind = columnOf(cell).kind;
      const ten = kind === "number" ? null : /^\+(\d?)$/.exec(event.target.value);
      if (ten?.[1] === "") { // "+" alone waits for its digit
        plus = cell;
        return;
      }
      if (ten) event.target.value = String(10 + Number(ten[1]));
      plus = null;
      stood = event.target.value;
      changed(cell);
      if (ten && habits.advance) advance(cell);
      if (kind !== "number" && habits.advance && /^\d$/.test(event.target.value)) advance(cell);
    });

    form.addEventListener("focusin", (event) => {
      if (!isCell(event.target)) return;
      lastCell = event.target.name;
      stood = event.target.value;
    });
    form.addEventListener("focusout", dropPlus);
    form.addEventListener("click", () => { swallow = false; });
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { gridKeys });
})();
