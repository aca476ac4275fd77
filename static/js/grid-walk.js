// The ways through the grid: which cell comes next as the paper is read, and which stands above, below and beside.
(() => {
  "use strict";

  // `grid` has data, habits, inputOf(cell) and the set derived.
  const gridWalk = ({ data, habits, inputOf, derived }) => {
    const nSeats = data.names.length;
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
    const columnOf = (cell) => data.columns.find((column) => column.key === cell.split(".")[1]) || { key: "total", kind: "number", main: true };
    let order = makeOrder();
    const cells = [...order, ...data.names.map((_, seat) => `total.${seat}`)].filter((cell, at, all) => all.indexOf(cell) === at);

    const step = (cell, by, mayStop = () => true) => {
      for (let at = order.indexOf(cell) + by; at >= 0 && at < order.length; at += by) {
        if (inputOf(order[at]) && mayStop(order[at])) return order[at];
      }
      return null;
    };
    const mayStop = (cell) => (columnOf(cell).main || habits.fives) && !derived.has(cell);

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

    return { cells, seatsOf, columnOf, step, mayStop, vertical, beside, edge, order: () => order, renew: () => { order = makeOrder(); } };
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { gridWalk });
})();
