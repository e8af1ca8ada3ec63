"""What the rules ask about each player of a round: score, colours, preference, floats (C.04.3 article 1), and who may
meet whom (C1, C3) and get the bye (C2). Both editions; who reads it chooses one.
"""

from dataclasses import dataclass, field

from tests.pairing.systems.dutch.position import FORFEITS, GAMES, PAB, Player, Position

NONE, MILD, STRONG, ABSOLUTE = range(4)
OTHER = {"w": "b", "b": "w"}
FROM_2026, UNTIL_2026 = "2026-02", "until-2026-01"


@dataclass(frozen=True, slots=True)
class Person:
    """A player of this round. `place` is 0 for the highest ranked (article 1.2), `colours` those of the games played,
    the latest last; `wants` is "" without a preference. `down` and `up` say of the previous round and of the one two
    before whether it was a downfloat or an upfloat. `number` is the TPN counted anew (section 2.3 of the rules).
    """

    place: int
    tpn: int
    score: int
    number: int
    met: frozenset[int]
    colours: str
    wants: str
    strength: int
    down: tuple[bool, bool]
    up: tuple[bool, bool]
    unplayed: int
    may_have_bye: bool
    top: bool

    @property
    def difference(self) -> int:
        """CD: games with White minus games with Black."""
        return self.colours.count("w") - self.colours.count("b")


@dataclass(slots=True)
class People:
    """Those to be paired, highest ranked first."""

    position: Position
    rules: str = FROM_2026
    all: list[Person] = field(init=False)

    def __post_init__(self) -> None:
        number = self.position.number
        here = [player for player in self.position.players if player.here]
        here.sort(key=lambda player: (-player.score(number), player.tpn))
        numbers = _numbers(self.position)
        self.all = [self._person(place, player, numbers[player.tpn]) for place, player in enumerate(here)]

    def _person(self, place: int, player: Player, number: int) -> Person:
        colours = "".join(entry.kind for entry in player.rounds if entry.kind in GAMES)
        wants, strength = preference(colours)
        score = player.score(self.position.number)
        rounds_so_far = self.position.number - 1
        floats = [
            _float(self.position, player, past, self.rules) for past in (rounds_so_far, rounds_so_far - 1)
        ]
        return Person(
            place=place,
            tpn=player.tpn,
            score=score,
            number=number,
            met=frozenset(e.opponent for e in player.rounds if e.kind in GAMES and e.opponent),
            colours=colours,
            wants=wants,
            strength=strength,
            down=(floats[0] == "down", floats[1] == "down"),
            up=(floats[0] == "up", floats[1] == "up"),
            unplayed=rounds_so_far - len(colours),
            may_have_bye=_may_have_bye(self.position, player, self.rules),
            top=self.position.is_last and 2 * score > rounds_so_far * self.position.win,
        )

    def may_meet(self, a: Person, b: Person) -> bool:
        """C1, with forbidden pairs, and C3."""
        if b.tpn in a.met or frozenset((a.tpn, b.tpn)) in self.position.forbidden:
            return False
        both_absolute = a.strength == b.strength == ABSOLUTE and a.wants == b.wants
        return not both_absolute or a.top or b.top

    def white_of(self, a: Person, b: Person) -> Person:
        """Who of a pair has White (article 5)."""
        higher, lower = sorted((a, b), key=lambda person: person.place)
        colour = self._colour_of_higher(higher, lower)
        return higher if colour == "w" else lower

    def _colour_of_higher(self, higher: Person, lower: Person) -> str:
        if higher.wants != lower.wants:  # 5.2.1
            return higher.wants or OTHER[lower.wants]
        if higher.wants:
            weights = [_weight(person) for person in (higher, lower)]
            if weights[0] != weights[1]:  # 5.2.2
                return higher.wants if weights[0] > weights[1] else OTHER[lower.wants]
            for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
                if mine != theirs:  # 5.2.3
                    return OTHER[mine]
            return higher.wants  # 5.2.4
        odd = higher.number % 2 == 1  # 5.2.5
        return self.position.initial if odd else OTHER[self.position.initial]


def _weight(person: Person) -> tuple[int, int]:
    return person.strength, abs(person.difference) if person.strength == ABSOLUTE else 0


def preference(colours: str) -> tuple[str, int]:
    """The colour wanted, and how strongly (1.7), after games with these colours."""
    if not colours:
        return "", NONE
    difference = colours.count("w") - colours.count("b")
    if abs(difference) > 1:
        return ("b" if difference > 0 else "w"), ABSOLUTE
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return OTHER[colours[-1]], ABSOLUTE
    if difference:
        return ("b" if difference > 0 else "w"), STRONG
    return OTHER[colours[-1]], MILD


def _float(position: Position, player: Player, number: int, rules: str) -> str:
    """`down`, `up` or nothing: how the player floated in a past round (1.4)."""
    if number < 1:
        return ""
    entry = player.rounds[number - 1]
    if entry.kind in GAMES:
        assert entry.opponent is not None
        mine, theirs = (p.score(number) for p in (player, position.player(entry.opponent)))
        return "down" if mine > theirs else "up" if mine < theirs else ""
    if rules == UNTIL_2026 or entry.kind == PAB:
        return "down"
    return "down" if entry.kind in "+FH" and entry.points > position.loss else ""


def _may_have_bye(position: Position, player: Player, rules: str) -> bool:
    """C2."""
    if rules == UNTIL_2026:
        return not any(entry.kind in (PAB, "+") for entry in player.rounds)
    return not any(
        entry.kind == PAB or (entry.kind not in GAMES and entry.points >= position.win)
        for entry in player.rounds
    )


def _numbers(position: Position) -> dict[int, int]:
    """The TPNs counted anew over those who are here or took part in an earlier pairing."""
    counted = (
        player.tpn
        for player in position.players
        if player.here or any(entry.kind in (*GAMES, *FORFEITS, PAB) for entry in player.rounds)
    )
    return {tpn: number for number, tpn in enumerate(counted, start=1)}
