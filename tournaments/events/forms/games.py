"""What is usual in a game: pairing system, points and tie-breaks, taken in one choice."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from pairing.model.reasons import say_points
from pairing.model.types import FOUR, TWO
from pairing.systems import seats_of
from pairing.tiebreaks import PRESETS
from tournaments.events.forms import phase_presets
from tournaments.forms import scoring


@dataclass(frozen=True, slots=True)
class Game:
    """`chain` names a chain of tie-breaks; `win` and `draw` are points of a match of two, in hundredths. `hint` is what
    the organiser may want to choose besides, `plans` how else it is played.
    """

    label: str | Promise
    system: str
    chain: str
    win: int = 100
    draw: int = 50
    hint: str | Promise = ""
    plans: tuple[str, ...] = phase_presets.FOR_MOST

    @property
    def points(self) -> dict[str, str]:
        """What stands in the boxes of the points. A bye is worth a win in every game here."""
        worth = {"win": self.win, "draw": self.draw, "loss": 0, "bye": self.win}
        typed = scoring.BOXES[TWO].initial(worth)
        return {scoring.SCORING + name: typed.get(scoring.SCORING + name, "") for name in scoring.LABELS}

    @property
    def points_said(self) -> str:
        points = {"win": say_points(self.win), "draw": say_points(self.draw)}
        return gettext("win %(win)s, draw %(draw)s, loss 0, bye %(win)s") % points


class FourGame(Game):
    """A game of four at a table, scored as most do."""

    scored_by = "ema"

    @property
    def points(self) -> dict[str, str]:
        return scoring.preset_values(self.scored_by)

    @property
    def points_said(self) -> str:
        return dict(scoring.presets())[self.scored_by]


GAMES = {
    "chess": Game(_("Chess"), "monrad", "fide_swiss"),
    # FIDE Handbook C.04.3 (system), C.04.1 article 3 (the bye is worth a win), C.07 (tie-breaks).
    "chess_fide": Game(
        _("Chess, FIDE-rated Swiss"),
        "dutch",
        "fide_swiss",
        hint=_("Acceleration (Baku) can be chosen; it is of use from about 100 players."),
        plans=("round_robin", "club_championship"),
    ),
    # Magic Tournament Rules, appendix C; Play! Pokemon tournament rules handbook, 5.3.
    "magic": Game(_("Magic"), "random_swiss", "magic", 300, 100),
    "pokemon": Game(_("Pokemon"), "random_swiss", "pokemon", 300, 100),
    "keizer": Game(
        _("Club evenings, Keizer"),
        "keizer",
        "keizer",
        hint=_("What byes and absences count, and when two players may meet again."),
        plans=("round_robin", "club_championship"),
    ),
    # European Go Federation, Tournament System Rules; rules of the European Cup: McMahon, ties by SOS.
    "go": Game(
        _("Go, McMahon"),
        "mcmahon",
        "go",
        hint=_("The top bar and the bottom bar say who starts on the same score."),
        plans=("round_robin", "knockout"),
    ),
    "shogi": Game(_("Computer shogi"), "wcsc", "wcsc", plans=("shogi_championship", "round_robin")),
    "riichi": FourGame(_("Riichi mahjong"), "mahjong_swiss", "mahjong", plans=phase_presets.FITTING[FOUR]),
    "darts": Game(
        _("Darts, pool, padel"),
        "random_swiss",
        "solkoff",
        plans=(
            "out_after_2",
            "double_elimination",
            "double_elimination_by_match",
            "knockout",
            "round_robin",
            "swiss_top_8",
        ),
    ),
}


def choices() -> list[tuple[str, str]]:
    """The games, and none of them."""
    return [*((slug, str(game.label)) for slug, game in GAMES.items()), ("", gettext("Another game"))]


def plan_choices(slug: str, system: str) -> list[tuple[str, str]]:
    """How a game can be played; of none, what fits the tables of the system."""
    if slug in GAMES:
        return phase_presets.choices(GAMES[slug].plans, GAMES[slug].system)
    return phase_presets.choices(phase_presets.FITTING[seats_of(system)], "")


def chain_of(slug: str) -> tuple[str, ...]:
    """The tie-breaks of a game, best first."""
    return PRESETS[GAMES[slug].chain].chain


def as_typed(slug: str) -> dict[str, Any]:
    """What a game sets, as it stands in the form of an event; nothing for one nobody offered."""
    return {"system": GAMES[slug].system, **GAMES[slug].points} if slug in GAMES else {}


def service_values(slug: str) -> dict[str, Any]:
    """What a game sets, as the services take it."""
    game = GAMES[slug]
    points = scoring.BOXES[seats_of(game.system)].values(game.points)
    return {"system": game.system, "options": {}, "scoring": points, "tiebreaks": list(chain_of(slug))}


def summary(slug: str) -> list[tuple[str, str]]:
    """What a game sets, for people: a heading and its value."""
    if slug not in GAMES:
        return []
    game = GAMES[slug]
    sets = [
        (gettext("Points"), game.points_said),
        (gettext("Tie-breaks"), gettext(PRESETS[game.chain].help)),
    ]
    return sets + ([(gettext("Options"), str(game.hint))] if game.hint else [])
