"""What the engine refuses, each with a stable code."""


class EngineError(ValueError):
    """A refusal: `code` for programs, `message` for people, `where` for the place in the document.

    `where` holds whatever locates the fault, such as `deal` or `event`.
    """

    def __init__(self, code: str, message: str = "", **where: object) -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message or code
        self.where = where

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (type(self), self.code, self.message, self.where))

    def to_json(self) -> dict[str, object]:
        """The object printed under `error` (rules.md 5.2)."""
        return {"code": self.code, "message": self.message, **self.where}


class RulesError(EngineError):
    """A rules value that cannot be read or that contradicts itself."""


class SheetError(EngineError):
    """A malformed sheet/1 document; what merely looks wrong on a sheet is a problem, not an error."""


class LogError(EngineError):
    """A deal/1 or game/1 document, or an act in it, that the rules do not allow."""


def _restore(kind: type[EngineError], code: str, message: str, where: dict[str, object]) -> EngineError:
    return kind(code, message, **where)
