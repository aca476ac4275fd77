"""The OpenAPI document says what every endpoint may refuse, in the one shape of `config.problems`."""

from __future__ import annotations

from typing import Any

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Problem details, RFC 9457. `code` names the kind for programs, `detail` says it to people.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "example": "about:blank"},
        "title": {"type": "string", "example": "Conflict"},
        "status": {"type": "integer", "example": 409},
        "detail": {"type": "string"},
        "code": {"type": "string", "example": "sheet_conflict"},
        "errors": {
            "type": "array",
            "description": "The fields of a body or query at fault.",
            "items": {
                "type": "object",
                "required": ["field", "code", "message"],
                "properties": {
                    "field": {"type": "string", "example": "presences.0.status"},
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                },
            },
        },
        "current": {"description": "What is stored, where somebody else was first."},
        "current_revision": {"type": "integer"},
        "yours": {"description": "What was sent."},
        "conflicts": {
            "type": "array",
            "description": "Cells in which both differ.",
            "items": {
                "type": "object",
                "required": ["cell", "theirs", "yours", "by", "at"],
                "properties": {
                    "cell": {"type": "string"},
                    "theirs": {"description": "The value that stands."},
                    "yours": {"description": "The value that was sent."},
                    "by": {
                        "type": "object",
                        "nullable": True,
                        "description": "Who wrote theirs; null where nobody with an account did.",
                        "required": ["uid", "name"],
                        "properties": {
                            "uid": {
                                "type": "string",
                                "nullable": True,
                                "format": "uuid",
                                "description": "The player; null where the account has none.",
                            },
                            "name": {"type": "string"},
                        },
                    },
                    "at": {
                        "type": "string",
                        "nullable": True,
                        "format": "date-time",
                        "description": "When theirs was written.",
                    },
                },
            },
        },
    },
    "additionalProperties": True,
}

_READING = {
    "400": "A parameter of the query cannot be read.",
    "401": "Nobody is signed in, or the token is none.",
    "403": "The roles of whoever is signed in do not allow it.",
    "404": "Not there, or not to be seen.",
}
_WRITING = {
    "400": "The body is no JSON; the detail names the place.",
    "401": "Nobody is signed in.",
    "403": "The roles of whoever is signed in do not allow it, or the CSRF token is missing.",
    "404": "Not there, or not to be seen.",
    "409": "Somebody else was first, or the state does not allow it; nothing was changed unless the detail says so.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "Something in the body can be mended; see errors, or detail and code.",
}


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """A postprocessing hook of drf-spectacular."""
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    for operations in result["paths"].values():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            for status, description in (_READING if method == "get" else _WRITING).items():
                operation["responses"].setdefault(status, _problem(description))
            operation["responses"].setdefault("default", _problem("Any other refusal."))
    return result


def _problem(description: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}
