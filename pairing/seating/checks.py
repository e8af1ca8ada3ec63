"""Numbers a planner does not take, refused by name."""

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.reasons import Phrase, phrase
from pairing.seating.houses import MOST_HOUSE, house_players

PLAYERS = range(4, 401)
ROUNDS = range(1, 51)
UNEVEN = ("house", "byes")


def check_plan(players: int, rounds: int, rounds_per_day: int | None, uneven: str, house: int) -> None:
    """Raise PairingError for what `plan` does not take."""
    check_range(phrase("players"), players, PLAYERS)
    check_range(phrase("rounds"), rounds, ROUNDS)
    check_day(rounds_per_day)
    check_uneven(uneven)
    check_range(phrase("house players"), house, range(MOST_HOUSE + 1))
    if uneven == "house":
        check_of_four(players)


def check_of_four(players: int) -> None:
    """Raise PairingError for a number of players that needs house players."""
    more = house_players(players)
    if more == 1:
        detail = phrase(
            "{players} is not a multiple of four; add a house player and ask for {total}",
            players=players,
            total=players + more,
        )
        refuse(phrase("players"), detail)
    if more:
        detail = phrase(
            "{players} is not a multiple of four; add {more} house players and ask for {total}",
            players=players,
            more=more,
            total=players + more,
        )
        refuse(phrase("players"), detail)


def check_range(where: Phrase, value: int, allowed: range) -> None:
    """Raise PairingError for a number that is not in the range."""
    if value not in allowed:
        detail = phrase(
            "{value} is not possible here; choose {low} to {high}",
            value=value,
            low=allowed[0],
            high=allowed[-1],
        )
        refuse(where, detail)


def check_day(rounds_per_day: int | None) -> None:
    """Raise PairingError for a day without rounds."""
    if rounds_per_day is not None and rounds_per_day < 1:
        detail = phrase("{value} is not possible here; it must be at least 1", value=rounds_per_day)
        refuse(phrase("rounds per day"), detail)


def check_uneven(uneven: str) -> None:
    """Raise PairingError for a word that is not one of UNEVEN."""
    if uneven not in UNEVEN:
        detail = phrase(
            "{value} is not possible here; choose from {allowed}", value=uneven, allowed=", ".join(UNEVEN)
        )
        refuse(phrase("uneven"), detail)


def refuse(where: Phrase, detail: Phrase) -> None:
    """Raise PairingError naming what is wrong, and how."""
    raise PairingError(BAD_INPUT, where=where, detail=detail)
