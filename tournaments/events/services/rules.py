"""The rules an event is played by, checked against the registries of the core before they are stored."""

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from pairing import engine
from pairing.engine.phases import AFTER_ROUND
from pairing.model.errors import PairingError
from pairing.model.options import describe, dump, parse
from pairing.model.scoring import mahjong
from pairing.model.types import FOUR, TWO, Scoring, Snapshot
from pairing.systems import seats_of
from pairing.tiebreaks import parse_chain, refuse_drops_all
from tournaments.events.refusals import refuse
from tournaments.models import Tournament
from tournaments.steps.fields import is_whole
from tournaments.steps.refusals import CoreError

SCORING_FIELDS = tuple(f.name for f in dataclasses.fields(Scoring))
MAX_POINTS = 1_000_000
MAX_MEETINGS = 20_000


def clean_options(
    system: str, options: Mapping[str, object], *, for_one_round_too: bool = False
) -> dict[str, Any]:
    """All settings of a system, with defaults filled in, as plain JSON.

    Options of a single round are refused, or just left out with `for_one_round_too`.

    Errors: `unknown_system` (field system), `unknown_option`, `bad_option` (field options.NAME).
    """
    try:
        declared = engine.find_system(system).options
    except PairingError as error:
        raise CoreError(error, field="system") from error
    settings = {spec.name for spec in describe(declared) if not spec.per_round}
    try:
        parsed = dump(parse(declared, dict(options)))
    except PairingError as error:
        raise CoreError(error, field=f"options.{error.params.get('name', '')}") from error
    for name in options:
        if name not in settings and not for_one_round_too:
            raise refuse.per_round_option(field=f"options.{name}", name=name)
    return {name: value for name, value in parsed.items() if name in settings}


def options_as_stored(tournament: Tournament, system: str, options: Mapping[str, object]) -> dict[str, Any]:
    """The settings of a system for this event: where its first phase begins is nothing that could be set.

    Errors: as `clean_options`.
    """
    cleaned = clean_options(system, options)
    if tournament.phases and not cleaned.get(AFTER_ROUND):
        cleaned.pop(AFTER_ROUND, None)
    return cleaned


def clean_points(system: str, scoring: Mapping[str, object]) -> dict[str, Any]:
    """The scoring of an event of this system as it is stored. Errors: those of the two below."""
    return _CLEANED[seats_of(system)](scoring)


def clean_scoring(scoring: Mapping[str, object]) -> dict[str, int]:
    """Hundredths of a point by outcome; what is left out follows the usual rules (pairing.model.types.Scoring).

    Errors: `unknown_scoring`, `bad_scoring` (field scoring.NAME).
    """
    cleaned: dict[str, int] = {}
    for name, value in scoring.items():
        field = f"scoring.{name}"
        if name not in SCORING_FIELDS:
            raise refuse.unknown_scoring(field=field, allowed=", ".join(SCORING_FIELDS))
        if value is None:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_POINTS:
            raise refuse.bad_points_in_scoring(field=field)
        cleaned[name] = value
    whole = Scoring(**cleaned)
    if whole.win <= whole.loss:
        raise refuse.win_not_above_loss()
    return cleaned


def clean_table_scoring(scoring: Mapping[str, object]) -> dict[str, Any]:
    """The scoring of tables of four, whole: what is left out is as in the preset `ema`.

    `scoring` is in the fields and units of MahjongScoring (hundredths, raw points as they are). Errors of the core and
    `unknown_scoring`, `bad_scoring` (field scoring.NAME).
    """
    usual = dataclasses.asdict(mahjong.EMA)
    for name, value in scoring.items():
        _check_kind(name, value, usual)
    return scoring_of_document(mahjong.to_json(mahjong.MahjongScoring(**{**usual, **scoring})))


_CLEANED = {
    TWO: clean_scoring,
    FOUR: clean_table_scoring,
}


def _check_kind(name: str, value: object, usual: Mapping[str, object]) -> None:
    field = f"scoring.{name}"
    if name not in usual:
        raise refuse.unknown_scoring(field=field, allowed=", ".join(usual))
    if isinstance(usual[name], int) and not is_whole(value):
        raise refuse.scoring_is_no_number(field=field)


def scoring_of_document(scoring: Mapping[str, object]) -> dict[str, Any]:
    """A scoring of tables of four as the event document has it (points as points, a `preset` and what differs), as it
    is stored. Errors of the core, field scoring.NAME.
    """
    try:
        return dataclasses.asdict(mahjong.from_json(scoring))
    except PairingError as error:
        name = error.params.get("name") or str(error.params.get("where", "")).removeprefix("scoring.")
        raise CoreError(error, field=f"scoring.{mahjong.word_of(str(name))}") from error


def scoring_json(snapshot: Snapshot) -> dict[str, Any]:
    """The scoring that counts in an event, as it is stored."""
    return {name: value for name, value in dataclasses.asdict(snapshot.worth).items() if value is not None}


def hundredths(value: object, field: str) -> int | None:
    """Points as typed or sent (1, 0.5, "0,5") in hundredths; empty is None. Errors: `bad_scoring`."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = Decimal(str(value).strip().replace(",", ".")) * 100
        if not isinstance(value, bool) and number == number.to_integral_value() and 0 <= number <= MAX_POINTS:
            return int(number)
    except (InvalidOperation, ValueError):
        pass
    raise refuse.bad_points_in_scoring(field=field)


def clean_tiebreaks(
    chain: Sequence[Any], system: str, *, rounds: int = 1, stored: Sequence[Any] = ()
) -> list[Any]:
    """The chain as in the event document, checked link by link, for the tables of this system. Links that are not
    `stored` yet have to leave something of so many rounds; of a single one the usual orders leave nothing.

    Errors of the core, field tiebreaks.
    """
    try:
        refuse_drops_all(set(parse_chain(chain, seats_of(system))) - set(parse_chain(stored)), rounds)
    except PairingError as error:
        raise CoreError(error, field="tiebreaks") from error
    return list(chain)


def fits(chain: Sequence[object], system: str) -> bool:
    """Whether a chain can stand in an event of this system."""
    try:
        clean_tiebreaks(chain, system)
    except CoreError:
        return False
    return True


def default_tiebreaks(system: str) -> list[Any]:
    """The chain a new event of this system starts with."""
    return list(engine.find_system(system).default_tiebreaks)


def clean_meetings(meetings: Sequence[object]) -> list[dict[str, Any]]:
    """Meetings of earlier seasons: [{"season": 12, "players": [1, 4]}]. Errors: `bad_meetings`."""
    cleaned: list[dict[str, Any]] = []
    for row in meetings if isinstance(meetings, list | tuple) else [None]:
        players: Any = row.get("players") if isinstance(row, Mapping) else None
        season = row.get("season") if isinstance(row, Mapping) else None
        if not _is_pair(players) or not is_whole(season) or len(cleaned) >= MAX_MEETINGS:
            raise refuse.bad_meetings()
        cleaned.append({"season": season, "players": list(players)})
    return cleaned


def _is_pair(players: object) -> bool:
    return (
        isinstance(players, list | tuple)
        and len(players) == 2
        and players[0] != players[1]
        and all(is_whole(p) and p > 0 for p in players)
    )
