// What a hand asks for next and what it is worth: looked up in the engine's table of points, only added here.
(() => {
  "use strict";

  const readHands = (data, mode) => {
    const { names, sizes, dealers, voids, outs, adjusted, tables, fives, isRage } = data;
    const hands = sizes.map((_size, hand) => hand).filter((hand) => !voids[hand]);

    const order = (hand) => {
      const n = names.length;
      const first = dealers[hand] === null ? 0 : dealers[hand] + 1;
      return names.map((_name, step) => (first + step) % n).filter((seat) => !outs[hand].includes(seat));
    };
    const cells = (hand) => ["bids", mode()].flatMap((column) => order(hand).map((seat) => `${hand}.${column}.${seat}`));
    const blank = (values, hand) => cells(hand).find((cell) => values[cell] === undefined) || "";
    const isBegun = (values, hand) => cells(hand).some((cell) => values[cell] !== undefined);
    const row = (values, hand, column) => order(hand).map((seat) => values[`${hand}.${column}.${seat}`]);
    const sum = (found) => found.reduce((all, value) => all + (value ?? 0), 0);

    const points = (values, hand, seat) => {
      const at = (column) => values[`${hand}.${column}.${seat}`];
      const bid = at("bids");
      const table = tables[sizes[hand]];
      if (bid === undefined || table === undefined || !order(hand).includes(seat)) return null;
      const plain = mode() === "made" && at("tricks") === undefined
        ? at("made") === undefined ? null : at("made") ? table.points[bid]?.[bid] ?? null : table.missed[bid] ?? null
        : table.points[bid]?.[at("tricks")] ?? null;
      if (plain === null) return null;
      return plain + (isRage ? fives[0] * (at("plus_fives") ?? 0) + fives[1] * (at("minus_fives") ?? 0) : 0) + adjusted[hand][seat];
    };

    const total = (values, seat, upto = sizes.length - 1) =>
      hands.filter((hand) => hand <= upto).reduce((all, hand) => all + (points(values, hand, seat) ?? 0), 0);

    const isMade = (values, hand, seat) => {
      const at = (column) => values[`${hand}.${column}.${seat}`];
      if (mode() === "made" && at("made") !== undefined) return at("made");
      return at("bids") === undefined || at("tricks") === undefined ? null : at("bids") === at("tricks");
    };

    // The bid the hook forbids the last bidder, or null.
    const forbidden = (values, hand, seat) => {
      const seats = order(hand);
      const others = row(values, hand, "bids").slice(0, -1);
      if (!tables[sizes[hand]]?.hook || seat !== seats.at(-1) || others.includes(undefined)) return null;
      const left = sizes[hand] - sum(others);
      return left >= 0 && left <= sizes[hand] ? left : null;
    };

    // What is wrong with a written hand, as the words of the page and what is put into them.
    const verdict = (values, hand) => {
      const size = sizes[hand];
      const tricks = row(values, hand, "tricks");
      if (mode() === "tricks" && !tricks.includes(undefined) && sum(tricks) !== size) return ["badSum", { sum: sum(tricks), size }];
      const bids = row(values, hand, "bids");
      if (tables[size]?.hook && !bids.includes(undefined) && sum(bids) === size) return ["hooked", { size }];
      return null;
    };

    return { hands, order, cells, blank, isBegun, row, sum, points, total, isMade, forbidden, verdict };
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { readHands });
})();
