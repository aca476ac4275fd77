"""One object of a JSON document, asked for its fields; every refusal says where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.standings.errors import Code, StandingsError, quoted, shortened
from tournaments.standings.exact import Exact, read_exact, read_whole
from tournaments.standings.facts import Player

Where = Mapping[str, int | str]

_ABSENT: Final = object()


class Fields:
    """The fields of one object. `allowed` names all of them; any other is a slip of the pen and refused."""

    def __init__(self, value: object, *, name: str, allowed: Iterable[str], where: Where) -> None:
        self.where = where
        if not isinstance(value, Mapping):
            raise self.refusal("bad_field", f"{name} must be an object, not {quoted(value)}")
        self._fields: Mapping[object, object] = value
        for key in value:
            if not isinstance(key, str) or key not in allowed:
                raise self.refusal(
                    "bad_field",
                    f"{name} has no field {quoted(key)}",
                    shortened(key) if isinstance(key, str) else quoted(key),
                )

    def refusal(self, code: Code, message: str, field: str | None = None) -> StandingsError:
        return StandingsError(code, message, self.where if field is None else {**self.where, "field": field})

    def within(self, **where: int | str) -> None:
        """From here on refusals also name this place."""
        self.where = {**self.where, **where}

    def __contains__(self, field: str) -> bool:
        return field in self._fields

    def is_null(self, field: str) -> bool:
        return self._fields.get(field, _ABSENT) is None

    def has(self, field: str) -> bool:
        return self._fields.get(field) is not None

    def get(self, field: str) -> object:
        """The raw value; None when it is missing or null."""
        return self._fields.get(field)

    def list_of(
        self, field: str, *, default: list[object] | None = None
    ) -> list[object] | tuple[object, ...]:
        value = self._fields.get(field, _ABSENT)
        if value is _ABSENT:
            if default is None:
                raise self.refusal("bad_field", f"{field} is missing", field)
            return default
        if not isinstance(value, list | tuple):
            raise self.refusal("bad_field", f"{field} must be a list, not {quoted(value)}", field)
        return value

    def text(self, field: str, *, default: str | None = None) -> str:
        value = self._fields.get(field, default)
        if value is None and field not in self._fields:
            raise self.refusal("bad_field", f"{field} is missing", field)
        return read_text(value, field, self.where)

    def truth(self, field: str, *, default: bool) -> bool:
        value = self._fields.get(field, default)
        if not isinstance(value, bool):
            raise self.refusal("bad_field", f"{field} must be true or false, not {quoted(value)}", field)
        return value

    def whole(self, field: str, *, default: int | None = None, least: int | None = None) -> int:
        value = self._fields.get(field, default)
        if value is None and field not in self._fields:
            raise self.refusal("bad_field", f"{field} is missing", field)
        number = read_whole(value)
        if number is None:
            raise self.refusal("bad_field", f"{field} must be a whole number, not {quoted(value)}", field)
        if least is not None and number < least:
            raise self.refusal("bad_field", f"{field} must be at least {least}, not {quoted(number)}", field)
        return number

    def exact(self, field: str, *, default: Exact | None = None) -> Exact:
        if field not in self._fields:
            if default is None:
                raise self.refusal("bad_field", f"{field} is missing", field)
            return default
        return read_number(self._fields[field], field, self.where)


def known_player(id_: object, players: Mapping[str, Player], field: str, where: Where) -> Player:
    name = read_text(id_, field, where)
    if name not in players:
        where = {**where, "player": shortened(name), "field": field}
        raise StandingsError("unknown_player", f"{quoted(name)} is not in players", where)
    return players[name]


def read_number(value: object, field: str, where: Where) -> Exact:
    number = read_exact(value)
    if number is None:
        raise StandingsError(
            "not_a_number",
            f'{field}: {quoted(value)} is not a number like 28 or "28.7"',
            {**where, "field": field},
        )
    return number


def read_text(value: object, field: str, where: Where) -> str:
    if not isinstance(value, str):
        raise StandingsError(
            "bad_field", f"{field} must be a text, not {quoted(value)}", {**where, "field": field}
        )
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise StandingsError("bad_field", f"{field} holds half a character", {**where, "field": field})
    return value
