"""Lines of the log in sentences. Names are looked up as they are today, so a hidden name is hidden here too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Activity, Player, Role, User
from clubs.templatetags.figures import signed
from tournaments.models import Presence, SeatingWish, Table, Tournament
from tournaments.services.namesakes import tell_apart_at
from tournaments.views.criteria_words import criterion

SENTENCES = {
    "tournament.created": gettext_lazy("made this tournament"),
    "tournament.changed": gettext_lazy("changed the settings: %(settings)s"),
    "tournament.closed": gettext_lazy("closed the evening"),
    "entry.made": gettext_lazy("entered %(entry)s"),
    "presence.noted": gettext_lazy("noted %(entry)s from round %(from_round)s on: %(status)s"),
    "penalty.given": gettext_lazy("gave %(entry)s a penalty: %(points)s"),
    "penalty.cancelled": gettext_lazy("took a penalty of %(entry)s back: %(points)s"),
    "round.drawn": gettext_lazy("drew round %(number)s with seed %(seed)s"),
    "round.discarded": gettext_lazy("threw the draft of round %(number)s away, seed %(seed)s"),
    "round.draw_ordered": gettext_lazy("had round %(number)s drawn in the background"),
    "round.draw_cancelled": gettext_lazy("took the draw of round %(number)s back"),
    "table.started": gettext_lazy("started table %(number)s"),
    "round.joined": gettext_lazy("seated %(people)s at table %(at)s of round %(number)s"),
    "round.left": gettext_lazy("noted who left round %(number)s, and who took the seat: %(people)s"),
    "seat.stop": gettext_lazy("noted who left a game of round %(number)s: %(people)s"),
    "seat.substitute": gettext_lazy("noted who left a game of round %(number)s: %(people)s"),
    "seat.exchanged": gettext_lazy("put two people of one sheet into each other’s column: %(people)s"),
    "seat.void": gettext_lazy("noted who left a game of round %(number)s: %(people)s"),
    "seating.wished": gettext_lazy("wished for every draw: %(wish)s"),
    "seating.wish_dropped": gettext_lazy("took a wish back: %(wish)s"),
    "round.moved": gettext_lazy("moved %(people)s in the draft of round %(number)s"),
    "round.published": gettext_lazy("published round %(number)s"),
    "round.unpublished": gettext_lazy("took round %(number)s back"),
    "round.closed": gettext_lazy("closed round %(number)s"),
    "clock.start": gettext_lazy("started the clock of round %(number)s: %(minutes)s min"),
    "clock.pause": gettext_lazy("paused the clock of round %(number)s"),
    "clock.resume": gettext_lazy("let the clock of round %(number)s run on"),
    "clock.extend": gettext_lazy("gave %(minutes)s min more in round %(number)s, %(where)s"),
    "clock.last-hand": gettext_lazy("called the last hand of round %(number)s"),
    "clock.stop": gettext_lazy("took the clock of round %(number)s away"),
    "cut.made": gettext_lazy("cut after round %(number)s: %(n)s go on"),
    "cut.taken_back": gettext_lazy("took the cut after round %(number)s back"),
    "decider.recorded": gettext_lazy("recorded an extra game of %(n)s"),
    "decider.cancelled": gettext_lazy("took an extra game back"),
    "word.given": gettext_lazy("decided the order of %(n)s level players"),
    "word.taken_back": gettext_lazy("took a decision about level players back"),
    "list.frozen": gettext_lazy("froze the lists after round %(number)s"),
    "list.revealed": gettext_lazy("revealed the list from below, lines shown: %(number)s"),
    "list.shown": gettext_lazy("showed the whole list again"),
    "sheet.recorded": gettext_lazy("saved the sheet of %(table)s"),
    "sheet.corrected": gettext_lazy("corrected the sheet of %(table)s, revision %(revision)s"),
    "sheet.voided": gettext_lazy("voided the sheet of %(table)s"),
    "sheet.verified": gettext_lazy("verified the sheet of %(table)s"),
    "sheet.rejected": gettext_lazy("rejected the sheet of %(table)s"),
    "sheet.reopened": gettext_lazy("opened the sheet of %(table)s again"),
    "photo.added": gettext_lazy("added a photo of the sheet of %(table)s"),
    "photo.removed": gettext_lazy("removed a photo of the sheet of %(table)s"),
    "round.hosted": gettext_lazy("had round %(number)s played on the screen"),
    "link.made": gettext_lazy("made a new link for %(table)s"),
    "link.revoked": gettext_lazy("took the link of %(table)s back"),
    "invitation.made": gettext_lazy("made a link for the role %(role)s"),
    "invitation.taken": gettext_lazy("took the role %(role)s by link"),
    "invitation.revoked": gettext_lazy("took a link for the role %(role)s back"),
    "official.named": gettext_lazy("gave the role %(role)s"),
    "official.dismissed": gettext_lazy("took the role %(role)s back"),
    "sign_up.opened": gettext_lazy("set when players register themselves, and for how many there is room"),
    "sign_up.registered": gettext_lazy("registered %(player)s"),
    "sign_up.admitted": gettext_lazy("a place for %(player)s"),
    "sign_up.withdrawn": gettext_lazy("withdrew %(player)s"),
    "deal.again": gettext_lazy("had hand %(number)s of %(table)s dealt again"),
    "game.moved": gettext_lazy("moved the game of %(table)s to another time"),
}
SETTINGS = {
    "name": gettext_lazy("name"),
    "starts_at": gettext_lazy("start"),
    "rules": gettext_lazy("rules"),
    "table_sizes": gettext_lazy("table sizes"),
    "n_rounds": gettext_lazy("rounds"),
    "draw": gettext_lazy("draw"),
    "table_points": gettext_lazy("table points"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "on_leaving": gettext_lazy("leaving in the middle of a game"),
    "visibility": gettext_lazy("visibility"),
    "season": gettext_lazy("season"),
    "best_of": gettext_lazy("rounds that count"),
    "absent": gettext_lazy("absence"),
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """`who` is empty for a command or an import; `before` and `after` are settings as they were stored."""

    at: datetime
    who: str
    via: str
    text: str
    reason: str
    changes: tuple[tuple[str, str, str], ...]


def told(tournament: Tournament, rows: Sequence[Activity]) -> list[LogLine]:
    """Four queries: the actors, the entries, the players, the tables named; two more for namesakes."""
    users = User.objects.in_bulk({row.actor_id_at for row in rows if row.actor_id_at is not None})
    entry_ids = {int(pk) for row in rows for pk in _entry_ids(row)}
    entries = tournament.entries.select_related("player__merged_into").in_bulk(entry_ids)
    players = Player.objects.in_bulk({int(row.details["player"]) for row in rows if "player" in row.details})
    tell_apart_at(tournament, [entry.player for entry in entries.values()] + list(players.values()))
    games = {int(key) for row in rows if (key := _id_of(row, "game"))}
    tables = {
        table.game_id: table
        for table in Table.objects.filter(tournament=tournament, game__in=games).select_related("round")
    }
    names = {pk: entry.player.display_name for pk, entry in entries.items()}
    # Players beside entries, told apart by the sign of their number.
    names |= {-pk: player.display_name for pk, player in players.items()}
    return [
        LogLine(
            at=row.at,
            who=users[row.actor_id_at].get_username() if row.actor_id_at in users else "",
            via=row.via,
            text=_sentence(row, names, tables),
            reason=row.reason,
            changes=tuple(_changes(row.details)),
        )
        for row in rows
    ]


def _sentence(row: Activity, names: Mapping[int, str], tables: Mapping[int | None, Table]) -> str:
    pattern = SENTENCES.get(row.verb)
    if pattern is None:
        return f"{row.verb} {row.subject}"
    details = row.details
    entry = _id_of(row, "entry")
    table = tables.get(int(_id_of(row, "game") or 0))
    status = str(details.get("status", ""))
    values = {
        "entry": names.get(int(entry), "?") if entry else "?",
        "from_round": details.get("from_round", "?"),
        "status": str(dict(Presence.Status.choices).get(status, status)),
        "number": details.get("number", "?"),
        "seed": details.get("seed", "?"),
        "n": details.get("n", "?"),
        "points": signed(details.get("points")) or "?",
        "minutes": _minutes(details.get("minutes")),
        "where": _("table %(n)s") % {"n": details["table"]} if details.get("table") else _("every table"),
        "role": _role(details),
        "player": names.get(-int(details.get("player", 0)), "?"),
        "revision": details.get("revision", "?"),
        "people": ", ".join(names.get(int(pk), "?") for pk in _entry_ids(row)),
        "at": details.get("table_number", "?"),
        "wish": _wish(details, names),
        "table": _("table %(table)d of round %(round)d")
        % {"table": table.number, "round": table.round.number}
        if table
        else row.subject,
        "settings": ", ".join(str(SETTINGS.get(name, name)) for name in details.get("changed", ())),
    }
    return str(pattern) % values


def _role(details: Mapping[str, Any]) -> str:
    role = str(details.get("role", "?"))
    return str(dict(Role.Kind.choices).get(role, role))


def _minutes(value: object) -> str:
    return f"{value:g}".replace("-", "−") if isinstance(value, int | float) else "?"


def _wish(details: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """`never at one table: Ada, Bo`"""
    kind = str(dict(SeatingWish.Kind.choices).get(str(details.get("kind")), ""))
    told = [names.get(details[key], "?") for key in ("first", "second") if key in details]
    told += [str(details["table_number"])] if "table_number" in details else []
    return f"{kind}: {', '.join(told)}" if told else kind


def _changes(details: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    old, new = details.get("old") or {}, details.get("new") or {}
    for name in sorted(set(old) | set(new)):
        yield str(SETTINGS.get(name, name)), _said(name, old.get(name)), _said(name, new.get(name))


def _said(name: str, value: object) -> str:
    """A setting as its page says it, where the stored word is not what one reads there."""
    if name == "tie_breaks" and isinstance(value, list):
        return _plain([criterion(str(key)) for key in value])
    return _plain(value)


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(part) for part in value)
    return "–" if value in (None, "", {}) else str(value)


def _id_of(row: Activity, kind: str) -> str:
    """The id in `entry:12` when the subject is of that kind, else empty."""
    found, _colon, key = row.subject.partition(":")
    return key if found == kind and key.isdigit() else ""


def _entry_ids(row: Activity) -> list[str]:
    """The entries a line speaks of: its subject, and those a move names."""
    details = row.details
    named = [str(details[key]) for key in ("entry", "first", "second") if isinstance(details.get(key), int)]
    subject = _id_of(row, "entry")
    return [subject, *named] if subject else named
