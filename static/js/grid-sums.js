// What a sheet adds up to while somebody types. Points are looked up in the table the engine made; nothing is
// computed here but sums, ranges and the hook.
(() => {
  "use strict";

  const rowsOf = (data, value) => {
    const seats = data.names.map((_, seat) => seat);
    const running = seats.map(() => 0);
    const paperBefore = seats.map(() => 0);
    return data.sizes.map((size, deal) => {
      const row = { state: "untouched", say: "", cells: [], running: [], missed: [], blame: [] };
      if (data.voids[deal]) return { ...row, state: "whole", running: seats.map(() => null), missed: seats.map(() => false) };
      const out = new Set(data.outs[deal]);
      const active = seats.filter((seat) => !out.has(seat));
      const table = data.tables[size] || { points: [], missed: [], hook: false };
      const at = (column, seat) => value(`${deal}.${column}.${seat}`);
      const points = seats.map((seat) => {
        if (out.has(seat)) return null;
        return pointsOf(data, table, size, deal, seat, at, paperBefore);
      });
      seats.forEach((seat) => {
        if (points[seat] !== null) running[seat] += points[seat];
        running[seat] += data.adjusted[deal][seat];
        row.running[seat] = points[seat] === null ? null : running[seat];
        const bid = at("bids", seat);
        const tricks = data.mode === "tricks" ? at("tricks", seat) : null;
        row.missed[seat] = bid !== null && (
          tricks !== null ? bid !== tricks
            : data.mode === "made" ? at("made", seat) === 0
              : points[seat] !== null && missedBy(table, bid, points[seat]));
      });
      Object.assign(row, verdict(data, table, size, deal, active, at, points));
      if (data.mode === "running") {
        active.forEach((seat) => { paperBefore[seat] = at("paper_running", seat); });
        seats.forEach((seat) => { running[seat] = paperBefore[seat] ?? running[seat]; });
      }
      return row;
    });
  };

  const pointsOf = (data, table, size, deal, seat, at, paperBefore) => {
    const bid = at("bids", seat);
    if (data.mode === "points") return at("paper_points", seat);
    if (data.mode === "running") {
      const total = at("paper_running", seat);
      return total === null || paperBefore[seat] === null ? null : total - paperBefore[seat] - data.adjusted[deal][seat];
    }
    if (bid === null || !table.points[bid]) return null;
    const fives = data.fives[0] * (at("plus_fives", seat) || 0) + data.fives[1] * (at("minus_fives", seat) || 0);
    let found = null;
    if (data.mode === "made") {
      const made = at("made", seat);
      found = made === null ? null : made ? table.points[bid][bid] : table.missed[bid];
    } else {
      found = table.points[bid][at("tricks", seat)];
    }
    return found === null || found === undefined ? null : found + fives;
  };

  const missedBy = (table, bid, points) => {
    const row = table.points[bid];
    return Boolean(row) && points !== row[bid] && row.includes(points);
  };

  const verdict = (data, table, size, deal, active, at, points) => {
    const words = data.words;
    const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
    const bids = active.map((seat) => at("bids", seat));
    const known = bids.filter((bid) => bid !== null);
    const nBids = known.reduce((sum, bid) => sum + bid, 0);
    const others = data.columns.filter((column) => column.key !== "bids" && column.main);
    const second = active.map((seat) => at(others[0].key, seat));
    const filled = second.filter((found) => found !== null);
    if (!known.length && !filled.length) return { state: "untouched", say: "", blame: [] };
    const wrong = [];
    for (const column of data.columns) {
      if (column.kind !== "digit") continue;
      for (const seat of active) {
        const found = at(column.key, seat);
        const top = column.key === "bids" || column.key === "tricks" ? size : 99;
        if (found !== null && (Number.isNaN(found) || found < 0 || found > top)) wrong.push(`${deal}.${column.key}.${seat}`);
      }
    }
    if (wrong.length) return { state: "suspect", say: fill(words.range, { size }), blame: wrong };
    const isHook = known.length === active.length && table.hook && nBids === size;
    if (data.mode === "tricks") {
      const sum = filled.reduce((total, found) => total + found, 0);
      const isFull = filled.length === active.length;
      if (filled.length && (sum > size || (isFull && sum !== size))) {
        return { state: "suspect", say: fill(words.tricks, { sum, size }), blame: active.map((seat) => `${deal}.tricks.${seat}`) };
      }
      if (known.length < active.length) return { state: "started", say: "", blame: [] };
      if (isHook) return { state: "suspect", say: fill(words.hook, { sum: nBids }), blame: [] };
      if (isFull) {
        const isZero = size > 0 && nBids === 0 && sum === 0;
        return isZero ? { state: "suspect", say: words.zeros, blame: [] } : { state: "whole", say: fill(words.whole, { sum, size }), blame: [] };
      }
      return { state: "started", say: fill(words.bids, { sum: nBids, size }), blame: [] };
    }
    if (data.mode !== "made") {
      const odd = active.filter((seat) => points[seat] !== null && at("bids", seat) !== null
        && table.points[at("bids", seat)] && !table.points[at("bids", seat)].includes(points[seat]));
      if (odd.length) return { state: "suspect", say: words.neither, blame: odd.map((seat) => `${deal}.${others[0].key}.${seat}`) };
    }
    if (known.length < active.length) return { state: "started", say: "", blame: [] };
    if (isHook) return { state: "suspect", say: fill(words.hook, { sum: nBids }), blame: [] };
    return { state: filled.length === active.length ? "whole" : "started", say: fill(words.bids, { sum: nBids, size }), blame: [] };
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { sumsOf: rowsOf });
})();
