"""The players of an event document."""

from collections.abc import Mapping
from typing import Any

from pairing.model.lots import HEX_DIGITS
from pairing.model.types import Entrant

# Known of the person, and asked by no rule.
OF_PERSON = ("fide_id", "national_id", "birth_year", "sex", "second_rating", "second_rating_kind")
_OPTIONAL_OF_PLAYER = (
    "ranking",
    "fixed_table",
    "title",
    "federation",
    "mu",
    "sigma",
    "draw_number",
    "sort_name",
    "starting_rank",
    *OF_PERSON,
)


def whole(value: float | None) -> int | None:
    """JSON knows one kind of number: 1.0 is as whole as 1."""
    return None if value is None else int(value)


def load_player(p: Mapping[str, Any]) -> Entrant:
    """A player of a document, which has been validated."""
    return Entrant(
        id=int(p["id"]),
        name=p.get("name", ""),
        rating=whole(p.get("rating")),
        ranking=whole(p.get("ranking")),
        joined_round=int(p.get("joined_round", 1)),
        left_after_round=whole(p.get("left_after_round")),
        club=p.get("club"),
        fixed_table=whole(p.get("fixed_table")),
        title=p.get("title"),
        federation=p.get("federation"),
        mu=p.get("mu"),
        sigma=p.get("sigma"),
        house=p.get("house", False),
        draw_number=whole(p.get("draw_number")),
        sort_name=p.get("sort_name"),
        starting_rank=whole(p.get("starting_rank")),
        fide_id=whole(p.get("fide_id")),
        national_id=p.get("national_id"),
        birth_year=whole(p.get("birth_year")),
        sex=p.get("sex"),
        second_rating=whole(p.get("second_rating")),
        second_rating_kind=p.get("second_rating_kind"),
        lots=tuple((int(n), int(lot, 16)) for n, lot in p.get("lots", {}).items()),
    )


def dump_player(e: Entrant) -> dict[str, Any]:
    """A player as a document has it: what is not known is left out."""
    data: dict[str, Any] = {
        "id": e.id,
        "name": e.name,
        "rating": e.rating,
        "joined_round": e.joined_round,
        "left_after_round": e.left_after_round,
        "club": e.club,
    }
    extra = {name: getattr(e, name) for name in _OPTIONAL_OF_PLAYER} | ({"house": True} if e.house else {})
    if e.lots:
        extra["lots"] = {str(n): f"{lot:0{HEX_DIGITS}x}" for n, lot in e.lots}
    return data | {name: value for name, value in extra.items() if value is not None}
