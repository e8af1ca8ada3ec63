"""Positions in one line, as the worked examples write them.

    E3 | R=4 round 3 initial w | 1: 4w1 5b1; 2: 5b0 3w1; 3: 6w= 2b0; 4: 1b0 6b1; 5: 2w1 1w0; 6: 3b= 4w0 | 1-2 4-3 6-5

The name, the facts, every player with the rounds so far, the answer (White-Black, `4-bye`). `3w1` is a game against 3
with White, won; `=` a draw; `5+` and `4-` forfeits; `bye` the one of the pairing; `F`, `H`, `Z` byes asked for;
`(absent)` is not in this round. R=0: the number of rounds is not declared. What the examples do not need, so that any
position can be written: `forbidden 1-2,3-4` and `worth 3/1/0/...` (the fields of Worth in their order) among the facts,
and `[100 100 50]` for the extra points of a player in rounds 1, 2, 3 (hundredths).
"""

import re
from dataclasses import astuple, dataclass
from fractions import Fraction

from tests.pairing.systems.dutch.position import (
    FORFEITS,
    GAMES,
    NOT_THERE,
    PAB,
    Entry,
    Pairing,
    Player,
    Position,
    pairing,
)

_ENTRY = re.compile(r"(\d+)([wb])([1=0])|(\d+)([+-])|(bye|[FHZ])")
NO_LEGAL_PAIRING = "no legal pairing"


@dataclass(frozen=True, slots=True)
class Worth:
    """What brings how many points (hundredths)."""

    win: int = 100
    draw: int = 50
    loss: int = 0
    bye: int = 100
    half: int = 50
    forfeit_win: int = 100
    forfeit_loss: int = 0

    def game(self, result: str) -> int:
        return {"1": self.win, "=": self.draw, "0": self.loss}[result]

    def other(self, kind: str) -> int:
        """Of a round without a game."""
        return {
            "+": self.forfeit_win, "-": self.forfeit_loss, PAB: self.bye, "F": self.win, "H": self.half, "Z": 0,
        }[kind]  # fmt: skip


USUAL = Worth()


def read(line: str) -> tuple[str, Position, Pairing | None]:
    """A line: its name, the position, the answer (None: no legal pairing)."""
    name, facts, players, answer = (part.strip() for part in line.split("|"))
    worth = _worth(facts)
    given = dict(re.findall(r"(R=|round |initial |forbidden )(\S+)", facts))
    position = Position(
        players=tuple(_player(text, worth) for text in players.split(";")),
        number=int(given["round "]),
        planned=int(given["R="]) or None,
        initial=given["initial "],
        forbidden=frozenset(
            frozenset(map(int, pair.split("-"))) for pair in given.get("forbidden ", "").split(",") if pair
        ),
        win=worth.win,
        loss=worth.loss,
    )
    assert [player.tpn for player in position.players] == list(range(1, len(position.players) + 1))
    return name, position, read_answer(answer)


def read_answer(text: str) -> Pairing | None:
    if text == NO_LEGAL_PAIRING:
        return None
    tables = [table.split("-") for table in text.split()]
    byes = [int(first) for first, second in tables if second == "bye"]
    return pairing(((int(a), int(b)) for a, b in tables if b != "bye"), *byes)


def _worth(facts: str) -> Worth:
    found = re.search(r"worth (\S+)", facts)
    return Worth(*(int(Fraction(value) * 100) for value in found[1].split("/"))) if found else USUAL


def _player(text: str, worth: Worth) -> Player:
    number, _, history = text.partition(":")
    extra = re.search(r"\[([-\d ]*)\]", history)
    words = [word for word in re.sub(r"\[.*\]", "", history).split() if word != "(absent)"]
    return Player(
        int(number),
        tuple(_entry(word, worth) for word in words),
        here="(absent)" not in history,
        extra=tuple(map(int, extra[1].split())) if extra else (),
    )


def _entry(word: str, worth: Worth) -> Entry:
    found = _ENTRY.fullmatch(word)
    assert found, f"cannot read {word!r}"
    opponent, colour, result, absentee, forfeit, bye = found.groups()
    if colour:
        return Entry(colour, worth.game(result), int(opponent), result)
    if forfeit:
        return Entry(forfeit, worth.other(forfeit), int(absentee))
    kind = PAB if bye == "bye" else bye
    return NOT_THERE if kind == "Z" else Entry(kind, worth.other(kind))


def write(position: Position, answer: Pairing | None, worth: Worth = USUAL, name: str = "-") -> str:
    """The line of a position; `worth` is what its entries were given points by."""
    facts = f"R={position.planned or 0} round {position.number} initial {position.initial}"
    if position.forbidden:
        pairs = sorted(tuple(sorted(pair)) for pair in position.forbidden)
        facts += " forbidden " + ",".join(f"{a}-{b}" for a, b in pairs)
    if worth != USUAL:
        facts += " worth " + "/".join(f"{value / 100:g}" for value in astuple(worth))
    players = "; ".join(map(_written, position.players))
    return f"{name} | {facts} | {players} | {write_answer(answer)}"


def write_answer(answer: Pairing | None) -> str:
    if answer is None:
        return NO_LEGAL_PAIRING
    tables = [f"{white}-{black}" for white, black in sorted(answer.pairs)]
    return " ".join(tables + ([f"{answer.bye}-bye"] if answer.bye else []))


def _written(player: Player) -> str:
    words = [f"{player.tpn}:", *map(_word, player.rounds)]
    if any(player.extra):
        words.append("[" + " ".join(map(str, player.extra)) + "]")
    if not player.here:
        words.append("(absent)")
    return " ".join(words)


def _word(entry: Entry) -> str:
    if entry.kind in GAMES:
        return f"{entry.opponent}{entry.kind}{entry.result}"
    if entry.kind in FORFEITS:
        return f"{entry.opponent}{entry.kind}"
    return "bye" if entry.kind == PAB else entry.kind
