"""The rating systems there are. A version, once used, is never changed: a new formula is a new version."""

from types import MappingProxyType

from ratings.systems.elo_mp import EloMp
from ratings.systems.errors import UnknownSystem
from ratings.systems.system import System

_ELO_MP_V1: System = EloMp.from_params(
    version=1,
    params={
        "start": 1500,
        "scale": 400,
        "k_min": 20,
        "k_num": 1000,
        "k_off": 10,
        "unit": "0.001",
        "rounding": "half-even",
    },
)

_SYSTEMS = MappingProxyType({(system.code, system.version): system for system in (_ELO_MP_V1,)})


def get_system(code: str, version: int) -> System:
    """The system stored as (code, version), always the same object; `UnknownSystem` if there is none."""
    try:
        return _SYSTEMS[code, version]
    except KeyError:
        known = ", ".join(f"{code}:{version}" for code, version in _SYSTEMS)
        raise UnknownSystem(code, version, known) from None


def list_systems() -> list[System]:
    """All registered systems, oldest first."""
    return list(_SYSTEMS.values())
