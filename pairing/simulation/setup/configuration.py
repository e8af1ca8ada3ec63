"""What is to be simulated: one frozen value, and its JSON form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field as dataclass_field, fields
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

from pairing.engine import find_system
from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.options import parse
from pairing.model.reasons import Phrase, phrase
from pairing.model.types import HUNDRED, Scoring, Snapshot, TiebreakSpec
from pairing.simulation.setup import starting
from pairing.simulation.setup.strengths import DRAWS, OUTCOMES, Arithmetic, FieldModel, Listed, Normal
from pairing.tiebreaks import weighted
from pairing.tiebreaks.chain import dump_chain, options_of, parse_chain, told_apart

Chain = tuple[TiebreakSpec, ...]

MOST_PLAYERS, MOST_ROUNDS, MOST_CHAINS, MOST_LINKS = 1024, 40, 12, 8
MOST_STRENGTH = 1_000_000
MOST_POINTS = 1000
MODELS = {model.model: model for model in (Arithmetic, Normal, Listed)}
POINTS = ("win", "draw", "loss", "bye")
# The tie-breaks with a compiled form, by their numbers in `valuing`. They stand here because whether there are kernels
# is asked before anything is loaded that compiles.
CODES = (
    "solkoff",
    "omw",
    "sonneborn_berger",
    "median",
    "opponent_median",
    "beaten_sum",
    "beaten_median",
    "wins",
    "sum",
)
DOUBLED = ("sonneborn_berger", "opponent_median")  # there, the values of these are


def chains(*written: Sequence[str | dict[str, Any]]) -> tuple[Chain, ...]:
    """Chains as one writes them: chains(["solkoff"], ["omw", "BH:cut=1"])."""
    return tuple(parse_chain(links, 2, sums=True) for links in written)


@dataclass(frozen=True)
class Configuration:
    """A field, how it is paired, and the chains of tie-breaks its standings are made with.

    The order by points and strength alone (no tie-break) is always simulated too, as the first of `orders`; it is what
    differences are taken against. `cut` is how many places make the cut. `draw` and `dropout` are probabilities: of a
    draw in a match, and of leaving after a round. Systems other than random Swiss, and tie-breaks without a compiled
    form, go through the engine and take about a thousand times as long. `brief` leaves out what the paper does not
    measure; only then the fastest kernels can be used.

    With `start` (`starting.position`) the event goes on from there to its round `rounds`, by its own rules where
    `system` and `options` are those of the event. The field is then a list: the strength of everybody, in list order.
    What is measured are the final standings of the whole event, of those who have not left before
    (`starting.contenders`).
    Errors: PairingError `bad_input` that names the place.
    """

    field: FieldModel
    rounds: int
    chains: tuple[Chain, ...] = ()
    system: str = "random_swiss"
    options: Mapping[str, Any] = dataclass_field(default_factory=dict)
    cut: int = 8
    outcome: str = "odds"
    draw: float = 0.0
    draw_model: str = "flat"
    dropout: float = 0.0
    scoring: Scoring = dataclass_field(default_factory=Scoring)
    brief: bool = False
    start: Snapshot | None = None

    def __post_init__(self) -> None:
        check(self)
        object.__setattr__(self, "chains", told_apart(self.chains))

    @cached_property
    def strengths(self) -> tuple[int, ...]:
        """The strongest first: player i is the one with strengths[i], and this is the list order."""
        if self.start is not None:
            return tuple(self.strength_of[id] for id in self.number_of)
        return self.field.strengths()

    @cached_property
    def strength_of(self) -> Mapping[int, int]:
        """The strength of everybody in the event that goes on, by id."""
        if self.start is None or not isinstance(self.field, Listed):
            return {}
        return dict(zip((e.id for e in self.start.entrants), self.field.values, strict=True))

    @cached_property
    def number_of(self) -> Mapping[int, int]:
        """The number of a player in the measures, by id: 0 is the strongest, of equals the first in the list."""
        if self.start is None:
            return {i + 1: i for i in range(self.field.players)}
        ids = [e.id for e in starting.contenders(self.start)]
        return {id: i for i, id in enumerate(sorted(ids, key=lambda id: -self.strength_of[id]))}

    @property
    def goes_on_as_it_is(self) -> bool:
        """Whether the event that goes on keeps its own way of pairing, with its phases if it has any."""
        start = self.start
        return start is not None and (start.system, dict(start.options)) == (self.system, dict(self.options))

    @property
    def orders(self) -> tuple[Chain, ...]:
        """The empty chain, then the others."""
        return ((), *self.chains)

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        scoring = {"scoring": {name: getattr(self.scoring, name) for name in POINTS}}
        return {
            "field": field_to_data(self.field),
            "rounds": self.rounds,
            "chains": [dump_chain(chain) for chain in self.chains],
            "system": {"name": self.system, "options": dict(self.options)},
            "cut": self.cut,
            "outcome": self.outcome,
            "draw": self.draw,
            "draw_model": self.draw_model,
            "dropout": self.dropout,
            **({} if self.start is not None else scoring),
            "brief": self.brief,
            **({} if self.start is None else {"start": starting.to_data(self.start)}),
        }

    @classmethod
    def from_data(cls, data: Any, start: Snapshot | None = None) -> Configuration:
        """From plain JSON data; what is left out has its default, with a start (given here or in the data) that of the
        event. Errors: PairingError.
        """
        _need(isinstance(data, dict), "configuration", phrase("give an object"))
        if start is None and data.get("start") is not None:
            start = starting.from_data(data["start"])
        given = {name: value for name, value in data.items() if name != "start"}
        if start is None:
            return cls(**_read(given))
        return cls(**_read(_going_on(given, start)), scoring=start.scoring, start=start)


def usual_cut(players: int) -> int:
    """The first quarter, at most 8."""
    return max(1, min(8, players // 4))


def field_to_data(model: FieldModel) -> dict[str, Any]:
    """As plain JSON data."""
    given = asdict(model).items()
    return {"model": model.model} | {
        name: list(value) if isinstance(value, tuple) else value for name, value in given
    }


def _read(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a configuration is made of, from plain data."""
    known = [each.name for each in fields(Configuration) if each.name not in ("options", "start")]
    for name in data:
        _need(name in known, str(name), phrase("choose from {allowed}", allowed=", ".join(known)))
    for name in ("field", "rounds"):
        _need(name in data, name, phrase("it is missing"))
    given = dict(data)
    given["field"] = _field(data["field"])
    if "chains" in data:
        _need(isinstance(data["chains"], list), "chains", phrase("give a list of lists"))
        _need(all(isinstance(c, list) for c in data["chains"]), "chains", phrase("give a list of lists"))
        given["chains"] = chains(*data["chains"])
    if "system" in data:
        system = data["system"]
        _need(isinstance(system, dict) and isinstance(system.get("name"), str), "system",
              phrase("give an object with a name"))  # fmt: skip
        given |= {"system": system["name"], "options": system.get("options", {})}
    if "scoring" in data:
        given["scoring"] = _scoring(data["scoring"])
    return given


def _going_on(data: Mapping[str, Any], start: Snapshot) -> dict[str, Any]:
    """With what the event says itself."""
    _need("scoring" not in data, "scoring", phrase("leave it out: the event continues with its own"))
    system = {"name": start.system, "options": dict(start.options)}
    cut = usual_cut(len(starting.contenders(start)))
    given: dict[str, Any] = {"outcome": "elo", "system": system, "cut": cut, **data}
    if "field" not in given:
        known = starting.ratings(start)
        _need(
            known is not None,
            "field",
            phrase("no player has a rating: give a list with the strength of every player"),
        )
        given["field"] = {"model": "list", "values": list(known or ())}
    return given


def check(configuration: Configuration) -> None:
    """Raise PairingError `bad_input` for what cannot be simulated."""
    c = configuration
    _whole(c.field.players, "field.players", 2, MOST_PLAYERS)
    _check_field(c.field, c.outcome)
    if c.start is None:
        players = c.field.players
        _whole(c.rounds, "rounds", 1, min(MOST_ROUNDS, players - 1 + players % 2))
        _whole(c.cut, "cut", 1, players)
    else:
        _check_start(c, c.start)
    _one_of(c.outcome, "outcome", OUTCOMES)
    _one_of(c.draw_model, "draw_model", DRAWS)
    for name in ("draw", "dropout"):
        value = getattr(c, name)
        fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        _need(fits, name, phrase("give a number from 0 to 1"))
    _whole(len(c.chains), "chains", 0, MOST_CHAINS)
    for chain in c.chains:
        _whole(len(chain), "chains", 1, MOST_LINKS)
    for name in POINTS:
        _whole(getattr(c.scoring, name), f"scoring.{name}", 1 if name == "win" else 0, MOST_POINTS)
    _need(isinstance(c.brief, bool), "brief", phrase("give true or false"))
    system = find_system(c.system)
    _need(
        system.seats.rules.is_simulated, "system", phrase("only systems for matches of two can be simulated")
    )
    _need(isinstance(c.options, Mapping), "system.options", phrase("give an object"))
    parse(system.options, dict(c.options))


def _check_start(c: Configuration, start: Snapshot) -> None:
    everybody, still_in = len(start.entrants), len(starting.contenders(start))
    _need(isinstance(c.field, Listed), "field.model", phrase("choose from {allowed}", allowed=Listed.model))
    _whole(c.field.players, "field.values", everybody, everybody)
    _need(still_in > 1, "start", phrase("fewer than two players are left"))
    _whole(c.rounds, "rounds", max(starting.first_to_play(start), len(start.rounds)), MOST_ROUNDS)
    _whole(c.cut, "cut", 1, still_in)


def _check_field(model: FieldModel, outcome: str) -> None:
    least = -MOST_STRENGTH if outcome == "elo" else 1
    if isinstance(model, Arithmetic):
        _whole(model.step, "field.step", 0, MOST_STRENGTH)
        _whole(model.first, "field.first", least, MOST_STRENGTH)
    elif isinstance(model, Normal):
        _whole(model.mean, "field.mean", -MOST_STRENGTH, MOST_STRENGTH)
        _whole(model.deviation, "field.deviation", 1, MOST_STRENGTH)
        _whole(model.seed, "field.seed", 0, (1 << 63) - 1)
    else:
        for value in model.values:
            _whole(value, "field.values", least, MOST_STRENGTH)


def _field(data: Any) -> FieldModel:
    _need(isinstance(data, dict), "field", phrase("give an object with a model"))
    _one_of(data.get("model"), "field.model", MODELS)
    model = MODELS[data["model"]]
    given = {name: value for name, value in data.items() if name != "model"}
    names = [each.name for each in fields(model)]
    for name in given:
        _need(name in names, f"field.{name}", phrase("choose from {allowed}", allowed=", ".join(names)))
    first = names[0]
    _need(first in given, f"field.{first}", phrase("it is missing"))
    if model is Listed:
        _need(isinstance(given["values"], list), "field.values", phrase("give a list of whole numbers"))
        return Listed(tuple(given["values"]))
    built: FieldModel = model(**given)
    return built


def _scoring(data: Any) -> Scoring:
    _need(isinstance(data, dict), "scoring", phrase("give an object"))
    for name in data:
        _need(name in POINTS, f"scoring.{name}", phrase("choose from {allowed}", allowed=", ".join(POINTS)))
    return Scoring(**data)


def _whole(value: Any, where: str, least: int, most: int) -> None:
    fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    _need(fits, where, phrase("give a whole number from {least} to {most}", least=least, most=most))


def _one_of(value: Any, where: str, allowed: Mapping[str, Any]) -> None:
    fits = isinstance(value, str) and value in allowed
    _need(fits, where, phrase("choose from {allowed}", allowed=", ".join(allowed)))


def _need(fits: bool, where: str, detail: Phrase) -> None:
    if not fits:
        raise PairingError(BAD_INPUT, where=where, detail=detail)


def is_fast(configuration: Configuration) -> bool:
    """Whether there are kernels for all of it: then a tournament takes microseconds, otherwise milliseconds."""
    c = configuration
    return c.start is None and c.system == "random_swiss" and not c.options and has_measures(c)


# Systems whose kernels ask the engine for single rounds.
GROUPED = ("monrad", "wcsc")


def is_grouped(configuration: Configuration) -> bool:
    """Whether kernels play it as long as no score group gets stuck; the engine pairs the other rounds."""
    return configuration.system in GROUPED and has_measures(configuration)


def has_measures(configuration: Configuration) -> bool:
    """Whether its tie-breaks have a compiled form."""
    c = configuration
    return all(_is_compiled(link, c) for chain in c.chains for link in chain) and _fits(c)


def _is_compiled(link: TiebreakSpec, configuration: Configuration) -> bool:
    """A sum only of values that are whole there, and as long as it is a number of 31 bits."""
    if link.code != weighted.CODE:
        return link.code in CODES
    parts = [part.code for part, _weight in options_of(link).parts]
    if not all(code in CODES and code != "omw" for code in parts):
        return False
    largest = 2 * configuration.rounds**2 * max(worth(configuration))
    return sum(map(abs, whole_weights(link, configuration).values())) * largest < 1 << 31


def whole_weights(link: TiebreakSpec, configuration: Configuration) -> dict[TiebreakSpec, int]:
    """Of a weighted sum, what its parts are multiplied by where they are whole numbers, up to a common factor."""
    point = Fraction(configuration.scoring.win, worth(configuration)[2] * HUNDRED)
    found: dict[TiebreakSpec, Fraction] = defaultdict(Fraction)
    for part, weight in options_of(link).parts:
        scale = Fraction(1) if part.code == "wins" else point / (2 if part.code in DOUBLED else 1)
        found[part] += weight * scale
    common = lcm(*(weight.denominator for weight in found.values()))
    return {part: int(weight * common) for part, weight in found.items()}


def _fits(configuration: Configuration) -> bool:
    """Whether the largest value of OMW, before it is divided, is a number of 63 bits."""
    floors = [floor_of(link) for chain in configuration.chains for link in chain if link.code == "omw"]
    if not floors:
        return True
    parts = parts_of_mean(configuration, floors)
    return largest_mean(configuration, floors, parts) * configuration.rounds**3 < 1 << 62


def largest_mean(configuration: Configuration, floors: Sequence[Fraction], parts: int) -> Fraction:
    """No mean of shares is more, in these parts of a point."""
    points = worth(configuration)
    return max(Fraction(max(points), points[2]), *floors, Fraction(1)) * parts


def floor_of(link: TiebreakSpec) -> Fraction:
    """The least share that counts."""
    return Fraction(options_of(link).floor)


def parts_of_mean(configuration: Configuration, floors: Sequence[Fraction]) -> int:
    """What makes all shares of points whole, and the floors."""
    win = worth(configuration)[2]
    numbers = range(1, configuration.rounds + 1)
    return lcm(*(floor.denominator for floor in floors), *(win * number for number in numbers))


def worth(configuration: Configuration) -> list[int]:
    """The points of a loss, a draw, a win and a bye, as small as they can be."""
    scoring = configuration.scoring
    points = [scoring.loss, scoring.draw, scoring.win, scoring.bye]
    divisor = gcd(*points)
    return [number // divisor for number in points]
