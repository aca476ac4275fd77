"""What is checked before a search starts (seating.md section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .capacity import rounds_without_repeat
from .errors import SeatingError
from .instance import Instance, Plan, meetings
from .notes import Note, small_table_notes
from .problem import LockedTable, SeatingProblem
from .splitting import best_tables, fewest_sit_outs, no_split, reachable
from .spread import forced_pairs, pairs, repeats_between, table_pairs, with_sit_outs

COLOURING_WORK = 400_000


def seated_tables(problem: SeatingProblem) -> tuple[tuple[int, ...], int]:
    """Table sizes of a round and how many sit out; `no_split` when it cannot be done."""
    n = len(problem.present)
    wanted = problem.sit_outs
    if problem.split is not None:
        return _chosen_tables(problem, problem.split)
    if wanted is None:
        sitting_out = 0
    elif wanted == "fewest":
        fewest = fewest_sit_outs(n, problem.sizes)
        if fewest is None:
            raise no_split(n, problem.sizes)
        sitting_out = fewest
    else:
        assert isinstance(wanted, int)
        sitting_out = wanted
        if sitting_out and reachable(n, problem.sizes) and not problem.volunteers:
            # never a bye while a full seating exists (seating.md section 2), unless asked by name
            sitting_out = 0
    tables = best_tables(n - sitting_out, problem.sizes) if n > sitting_out else None
    if tables is None:
        raise no_split(n, problem.sizes, asked_out=sitting_out)
    return tables, sitting_out


def _chosen_tables(problem: SeatingProblem, tables: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The organiser's own tables; who is left over sits out, if that is allowed."""
    left = len(problem.present) - sum(tables)
    if left < 0 or (left and problem.sit_outs is None):
        n = len(problem.present)
        raise SeatingError(
            "no_split",
            f"{n} players do not fill tables of {'+'.join(map(str, tables))}: those seat {sum(tables)}.",
            players=n,
            split=list(tables),
            seats=sum(tables),
        )
    return tables, left


def check_keep_apart(problem: SeatingProblem, n_tables: int) -> None:
    """Raise `keep_apart_impossible` when the groups cannot be spread over so many tables."""
    present = set(problem.present)
    enemies: dict[str, set[str]] = {}
    for group in problem.keep_apart:
        here = [player for player in group if player in present]
        if len(here) > n_tables:
            raise _apart_error(here, n_tables)
        for player in here:
            enemies.setdefault(player, set()).update(other for other in here if other != player)
    tangled = _tangled(enemies, n_tables)
    if tangled and not _colours(tangled, n_tables):
        raise _apart_error(sorted(tangled), n_tables)


def check_apart_kept(instance: Instance, plan: Plan) -> None:
    """Refuse a result in which a kept-apart pair meets although that seemed possible."""
    apart = set(instance.apart_pairs)
    if not apart:
        return
    for r, tables in enumerate(plan, start=1):
        for pair in meetings([tables]):
            if pair in apart:
                names = [instance.ids[player] for player in pair]
                raise SeatingError(
                    "keep_apart_impossible",
                    f"Found no seating that keeps {names[0]} and {names[1]} apart in round {r};"
                    " drop that rule or unlock a table.",
                    players=names,
                    tables=len(instance.tables),
                    round=r,
                )


def _tangled(enemies: dict[str, set[str]], n_tables: int) -> dict[str, set[str]]:
    """The players who alone can make it impossible: whoever has fewer enemies than there are tables always fits."""
    left = {player: set(others) for player, others in enemies.items()}
    easy = [player for player, others in left.items() if len(others) < n_tables]
    while easy:
        player = easy.pop()
        for other in left.pop(player):
            left[other].discard(player)
            if len(left[other]) == n_tables - 1:
                easy.append(other)
    return left


def _colours(enemies: dict[str, set[str]], n_tables: int) -> bool:
    """Whether the graph can be coloured with so many tables; True when too hard to tell."""
    steps = len(enemies) + COLOURING_WORK // len(enemies) ** 2
    colour: dict[str, int] = {}

    def extend() -> bool:
        nonlocal steps
        if len(colour) == len(enemies):
            return True
        steps -= 1
        if steps <= 0:
            return True
        player = max(
            (p for p in sorted(enemies) if p not in colour),
            key=lambda p: (len({colour[e] for e in enemies[p] if e in colour}), len(enemies[p])),
        )
        used = {colour[other] for other in enemies[player] if other in colour}
        for table in range(min(n_tables, len(set(colour.values())) + 1)):
            if table not in used:
                colour[player] = table
                if extend():
                    return True
                del colour[player]
        return False

    return len(enemies) > 300 or extend()


def _apart_error(players: Sequence[str], n_tables: int) -> SeatingError:
    tables = "1 table" if n_tables == 1 else f"{n_tables} tables"
    return SeatingError(
        "keep_apart_impossible",
        f"{len(players)} players are to be kept apart ({', '.join(players[:12])})"
        f" but there are only {tables}.",
        players=list(players),
        tables=n_tables,
    )


def check_locks(problem: SeatingProblem, tables: Sequence[int], rounds: int) -> list[dict[int, LockedTable]]:
    """Locked tables per round by their place among the table sizes; raises `lock_conflict`."""
    present = set(problem.present)
    fixed = dict(problem.fixed_tables)
    apart = [set(group) for group in problem.keep_apart]
    placed: list[dict[int, LockedTable]] = [{} for _ in range(rounds)]
    seated: dict[tuple[int, str], int] = {}
    numbers: set[tuple[int, int]] = set()
    for lock in problem.locked:
        if lock.round > rounds:
            raise _conflict(
                lock,
                None,
                "there is only round 1 to plan" if rounds == 1 else f"there are only {rounds} rounds to plan",
            )
        if (lock.round, lock.table) in numbers:
            raise _conflict(lock, None, "the table is locked twice in this round")
        numbers.add((lock.round, lock.table))
        for player in lock.players:
            if player not in present:
                raise _conflict(lock, player, "the player is absent")
            if (lock.round, player) in seated:
                other = seated[lock.round, player]
                raise _conflict(lock, player, f"the player is locked at table {other} as well")
            seated[lock.round, player] = lock.table
            if fixed.get(player, lock.table) != lock.table:
                raise _conflict(lock, player, f"the player's fixed table is {fixed[player]}")
        for group in apart:
            together = sorted(group.intersection(lock.players))
            if len(together) > 1:
                raise _too_near(lock, together)
        here = placed[lock.round - 1]
        free = [k for k, s in enumerate(tables) if s == len(lock.players) and k not in here]
        if not free:
            sizes = "+".join(map(str, tables))
            raise _conflict(lock, None, f"the split {sizes} leaves no table of {len(lock.players)} for it")
        here[free[0]] = lock
    return placed


def check_fixed(problem: SeatingProblem, tables: Sequence[int]) -> None:
    """Raise `lock_conflict` when players fixed to one number cannot sit there together."""
    present = set(problem.present)
    companies: dict[int, list[str]] = {}
    for player, number in problem.fixed_tables:
        if player in present:
            companies.setdefault(number, []).append(player)
    for number, players in companies.items():
        lock = LockedTable(1, number, tuple(players))
        if len(players) > min(tables):
            raise _conflict(
                lock, players[-1], f"{len(players)} players are fixed to this table", players=players
            )
        for group in problem.keep_apart:
            together = sorted(set(group).intersection(players))
            if len(together) > 1:
                raise _too_near(lock, together)
    if sum(1 for players in companies.values() if len(players) > 1) > len(tables):
        raise _conflict(LockedTable(1, max(companies), ()), None, f"there are only {len(tables)} tables")


def _too_near(lock: LockedTable, together: list[str]) -> SeatingError:
    rule = f"{together[0]} and {together[1]} are to be kept apart"
    return _conflict(lock, together[0], rule, players=together)


def _conflict(lock: LockedTable, player: str | None, rule: str, **more: Any) -> SeatingError:
    who = f" ({player})" if player else ""
    fields: dict[str, Any] = {"round": lock.round, "table": lock.table, "rule": rule, **more}
    if player:
        fields["player"] = player
    return SeatingError(
        "lock_conflict",
        f"Round {lock.round}, table {lock.table}{who} cannot stay locked: {rule}.",
        **fields,
    )


def warnings(
    problem: SeatingProblem, tables: Sequence[int], rounds: int, visits: Sequence[int] | None = None
) -> list[Note]:
    """What an organiser should know before he is told it was unavoidable.

    `visits`: how often each player sits at a small table in the rounds that were found.
    """
    n = len(problem.present)
    together = rounds + _rounds_alike(problem, tables)
    return [
        *problem.notes,
        *_repeats_certain(problem, tables, together),
        *_over_capacity(n, tables, together),
        *_large_clubs(problem, tables),
        *small_table_notes(n, tables, rounds, visits),
    ]


def _rounds_alike(problem: SeatingProblem, tables: Sequence[int]) -> int:
    """Rounds behind in which just these people sat at tables of these sizes: no bound for others holds with them."""
    present = set(problem.present)
    sizes = sorted(tables)
    return sum(
        sorted(len(table) for table in past if table) == sizes
        and all(present.issuperset(table) for table in past)
        for past in problem.history
    )


def _repeats_certain(problem: SeatingProblem, tables: Sequence[int], rounds: int) -> list[Note]:
    groups = with_sit_outs(tables, len(problem.present) - sum(tables))
    forced = repeats_between(groups, groups)
    if not forced or rounds < 2:
        return []
    message = (
        f"Tables of {max(tables)} at {len(tables)} tables: at least {forced} repeated pairs in"
        " every two rounds."
    )
    fields: dict[str, Any] = {"tables": list(tables), "per_two_rounds": forced}
    smaller = best_tables(sum(tables), (max(tables) - 1,)) if max(tables) > 3 else None
    if smaller and repeats_between(smaller, smaller) == 0:
        free = rounds_without_repeat(sum(tables), (smaller[0],))
        message += f" With tables of {smaller[0]}: {free} rounds without."
        fields["instead"] = list(smaller)
    return [Note("repeats_certain", "warning", message, fields)]


def _over_capacity(n: int, tables: Sequence[int], rounds: int) -> list[Note]:
    groups = with_sit_outs(tables, n - sum(tables))
    games = n * ((n - 1) // (min(tables) - 1))  # in all, each player as many as there are others to meet
    most = min(pairs(n) // max(1, table_pairs(tables)), games // max(1, sum(tables)))
    if repeats_between(groups, groups):
        most = 1
    if rounds <= most:
        return []
    noun = "round" if most == 1 else "rounds"
    message = f"{n} players can avoid repeats for at most {most} {noun}; {rounds} were asked for."
    fields = {"players": n, "rounds": rounds, "most": most}
    return [Note("rounds_over_capacity", "warning", message, fields)]


def _large_clubs(problem: SeatingProblem, tables: Sequence[int]) -> list[Note]:
    present = set(problem.present)
    found = []
    for name, members in problem.groups:
        size = len(present.intersection(members))
        forced = forced_pairs(size, with_sit_outs(tables, len(present) - sum(tables)))
        if forced:
            message = (
                f"Club {name} has {size} players at {len(tables)} tables:"
                f" at least {forced} club pairings each round."
            )
            fields = {"club": name, "players": size, "tables": len(tables), "per_round": forced}
            found.append(Note("club_too_large", "warning", message, fields))
    return found
