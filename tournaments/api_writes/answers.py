"""What the endpoints answer beside the shapes of the read API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch
from rest_framework import serializers

from clubs.models import User
from clubs.serializers import PersonShown, person
from games.models import Game, SheetRevision
from games.services import facts
from games.services.drafts import FLAGS, NUMBERS, CellConflict, Value
from games.services.drafts import draft_of as typed_on
from games.services.merging import origins
from tournaments.models import Penalty, Round, RoundSeat, Table
from tournaments.serializers import RoundSerializer
from tournaments.services import results
from tournaments.services.board import fingerprint


class PersonAnswer(serializers.Serializer[Any]):
    uid = serializers.UUIDField()
    name = serializers.CharField()
    apart = serializers.CharField(
        default="", help_text="What tells this person apart from a namesake in the same answer; else empty."
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """As `person` made it, so that the whole answer tells namesakes apart."""
        return instance if isinstance(instance, PersonShown) else super().to_representation(instance)


class NamedAnswer(serializers.Serializer[Any]):
    """People as they stand on the roster now, once each, in the order of the names."""

    players = PersonAnswer(many=True)


class PresenceAnswer(serializers.Serializer[Any]):
    """One line of the roll call; `status` null = nothing was noted yet, which counts as absent."""

    entry = serializers.UUIDField()
    number = serializers.IntegerField()
    player = PersonAnswer()
    status = serializers.CharField(allow_null=True)


class DraftAnswer(RoundSerializer):
    """A round that is not published. `seen` names exactly this seating; acts on the draft must give it."""

    seen = serializers.SerializerMethodField()
    report = serializers.JSONField(
        source="seating_report", help_text="Repeats, bound and reasons of the draw."
    )

    class Meta(RoundSerializer.Meta):
        fields = ["number", "state", "seed", "moved_by_hand", "tables", "sit_outs", "report", "seen"]

    def get_seen(self, drafted: Round) -> str:
        return fingerprint(drafted)


class MoveAnswer(serializers.Serializer[Any]):
    """What the move cost, and the draft after it."""

    cost = serializers.JSONField()
    draft = DraftAnswer()


class ClockAnswer(serializers.Serializer[Any]):
    """Times are milliseconds since 1970; `ends` is null while the clock is off or paused, `left` is in seconds."""

    now = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    ends = serializers.IntegerField(allow_null=True)
    left = serializers.IntegerField(allow_null=True)
    paused = serializers.BooleanField()
    last_hand = serializers.BooleanField()
    tables = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Ends of the tables with time of their own.",
    )
    seen = serializers.IntegerField()


class PenaltyAnswer(serializers.ModelSerializer[Penalty]):
    entry = serializers.UUIDField(source="entry.uid")
    points = serializers.CharField()

    class Meta:
        model = Penalty
        fields = ["id", "entry", "points", "reason", "at"]


class TableSheetAnswer(serializers.Serializer[Any]):
    """The sheet of a table: what is stored (or blank), and what was typed since, cell by cell."""

    number = serializers.IntegerField(help_text="The number printed on the sheet.")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    game = serializers.UUIDField()
    state = serializers.CharField()
    revision = serializers.IntegerField(help_text="0 = nothing is stored yet.")
    draft_version = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Rises with whatever changes the sheet or its people.")
    sheet = serializers.JSONField()
    typed = serializers.JSONField(help_text="Cells that were typed since the last save.")
    score = serializers.JSONField(allow_null=True, help_text="What the engine makes of what is stored.")


class TypedAnswer(serializers.Serializer[Any]):
    """The draft after the cells were stored; `others` changed since the version that had been seen."""

    version = serializers.IntegerField()
    others = serializers.JSONField()


def round_answer(shown: Round) -> dict[str, Any]:
    """A round with tables, seats and sit-outs. Four queries."""
    return dict(RoundSerializer(with_seats(shown)).data)


def draft_answer(drafted: Round) -> dict[str, Any]:
    return dict(DraftAnswer(with_seats(drafted)).data)


def with_seats(shown: Round) -> Round:
    seats = RoundSeat.objects.select_related("entry__player__merged_into").order_by("seat", "entry__number")
    tables = Table.objects.select_related("game").prefetch_related(Prefetch("seats", seats))
    return (
        Round.objects.filter(pk=shown.pk)
        .prefetch_related(
            Prefetch("tables", tables),
            Prefetch("seats", seats.filter(table__isnull=True), to_attr="sit_out_seats"),
        )
        .get()
    )


def people(players: Iterable[Any]) -> dict[str, Any]:
    return {"players": [person(player) for player in players]}


def sheet_answer(
    table: Table,
    game: Game,
    revision: SheetRevision | None = None,
    *,
    typed: tuple[int, dict[str, Value]] | None = None,
) -> dict[str, Any]:
    """What a writer needs to go on from.

    `revision` is the current one, `typed` version and cells of the draft, where they are at hand; else a query more.
    """
    if revision is None and game.revision:
        revision = game.revisions.get(number=game.revision)
    version, cells = typed if typed is not None else typed_on(game)
    return {
        "number": table.sheet_number,
        "round": table.round.number,
        "table": table.number,
        "game": str(game.uid),
        "state": game.state,
        "revision": game.revision,
        "draft_version": version,
        "version": game.version,
        "sheet": revision.sheet if revision is not None else results.blank_sheet(table),
        "typed": cells,
        "score": facts.score_of(game, revision).to_json() if revision is not None else None,
    }


def differing_cells(
    game: Game, theirs: Mapping[str, Any] | None, yours: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The cells in which the stored sheet and a sent one differ: both values, who stored the first, and when.

    One query.
    """
    return differing_values(game, cells_of(theirs or {}), cells_of(yours))


def differing_values(
    game: Game, theirs: Mapping[str, Value], yours: Mapping[str, Value]
) -> list[dict[str, Any]]:
    """The same for values by the names of their cells."""
    cells = [cell for cell in sorted({*theirs, *yours}) if theirs.get(cell) != yours.get(cell)]
    stored = origins(game.pk, cells)
    return [
        {"cell": cell, "theirs": theirs.get(cell), "yours": yours.get(cell), **_written(stored.get(cell))}
        for cell in cells
    ]


def _written(revision: SheetRevision | None) -> dict[str, Any]:
    if revision is None:
        return {"by": None, "at": None}
    return {"by": writer(revision.by), "at": revision.at.isoformat(timespec="seconds")}


def typed_twice(found: Iterable[CellConflict]) -> list[dict[str, Any]]:
    """Cells that somebody else typed meanwhile: both values, who typed the first, and when. One query."""
    conflicts = list(found)
    ids = {one.by_id for one in conflicts if one.by_id}
    people = User.objects.select_related("player__merged_into").in_bulk(ids) if ids else {}
    return [
        {
            "cell": one.cell,
            "theirs": one.theirs,
            "yours": one.yours,
            "by": writer(people.get(one.by_id or 0)),
            "at": one.at,
        }
        for one in conflicts
    ]


def writer(user: User | None) -> dict[str, Any] | None:
    """Who wrote a value, by the name a reader may see; None where nobody with an account did."""
    if user is None:
        return None
    player = getattr(user, "player", None)
    return person(player) if player is not None else {"uid": None, "name": user.get_username()}


def cells_of(sheet: Mapping[str, Any]) -> dict[str, Value]:
    """Every cell of a sheet that holds something, by its name."""
    found: dict[str, Value] = {}
    for number, deal in enumerate(sheet.get("deals") or ()):
        for column in (*NUMBERS, *FLAGS):
            for seat, value in enumerate(deal.get(column) or ()):
                if value is not None:
                    found[f"{number}.{column}.{seat}"] = value
    for seat, value in enumerate(sheet.get("paper_totals") or ()):
        if value is not None:
            found[f"total.{seat}"] = value
    return found
