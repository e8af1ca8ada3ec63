"""What a configuration plays, in words: so that a result can be cited, and setups are named by what differs."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from pairing.engine import find_system
from pairing.model.options import describe, parse
from pairing.model.types import HUNDRED
from pairing.simulation import Arithmetic, Configuration, Normal
from tournaments.standings.selectors.columns import column

# The option of the shogi family that pairs every round but the last one ahead.
MODE, MODIFIED = "mode", "MS"
ROUNDS = "rounds"
WITH_PLAYERS = ("strengths", "cut")  # not worth naming where they only follow from the number of players


def system_name(configuration: Configuration) -> str:
    """The way of pairing in the reader's language."""
    name = _(find_system(configuration.system).name)
    return ahead_name(name) if configuration.options.get(MODE) == MODIFIED else name


def ahead_name(name: str) -> str:
    """The modified Swiss of a system."""
    return _("%(system)s, a round ahead") % {"system": name}


def chain_name(configuration: Configuration, order: int) -> str:
    """A chain in the reader's language, its links in order."""
    return ", ".join(column(link).name for link in configuration.orders[order])


def _players(c: Configuration) -> str:
    count = len(c.strengths)
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


def _strengths(c: Configuration) -> str:
    field = c.field
    if isinstance(field, Normal):
        words = {"mean": field.mean, "spread": field.deviation, "seed": field.seed}
        return _("normally distributed around %(mean)s, spread %(spread)s, random seed %(seed)s") % words
    if isinstance(field, Arithmetic):
        least, most = field.first, field.first + (field.players - 1) * field.step
        return _("in equal steps of %(step)s from %(least)s to %(most)s") % {
            "step": field.step, "least": least, "most": most
        }  # fmt: skip
    return _("one by one, from %(least)s to %(most)s") % {"least": min(c.strengths), "most": max(c.strengths)}


OUTCOMES = {
    "odds": gettext_lazy("a beats b with probability a / (a + b)"),
    "elo": gettext_lazy("by Elo’s formula"),
    "stronger": gettext_lazy("the stronger player always"),
}


def _rounds(c: Configuration) -> str:
    return ngettext("%(rounds)s round", "%(rounds)s rounds", c.rounds) % {"rounds": c.rounds}


def _system(c: Configuration) -> str:
    known = {option.name: option for option in describe(find_system(c.system).options)}
    usual = parse(find_system(c.system).options, {})
    others = [
        f"{_(known[name].label)}: {value}"
        for name, value in c.options.items()
        if name in known and name != MODE and value != getattr(usual, name)
    ]
    return system_name(c) + (f" ({', '.join(others)})" if others else "")


def _draws(c: Configuration) -> str:
    if not c.draw:
        return _("no draws")
    close = _("%(percent)s%% draws between equals, fewer the less equal they are")
    return (close if c.draw_model == "close" else _("%(percent)s%% draws")) % {"percent": percent(c.draw)}


def _dropouts(c: Configuration) -> str:
    text = _("%(percent)s%% withdraw after each round")
    return text % {"percent": percent(c.dropout)} if c.dropout else _("no withdrawals")


def percent(share: float) -> str:
    """A share from 0 to 1 in percent, with no more decimals than it takes (at most two)."""
    return number_format(f"{round(100 * share, 2):g}")  # 0.29 times 100 is less than 29


def _points(c: Configuration) -> str:
    numbers = (c.scoring.win, c.scoring.draw, c.scoring.loss, c.scoring.bye)
    win, draw, loss, bye = (f"{points / HUNDRED:g}" for points in numbers)
    return _("win %(win)s, draw %(draw)s, loss %(loss)s, bye %(bye)s") % {
        "win": win, "draw": draw, "loss": loss, "bye": bye
    }  # fmt: skip


def _orders(c: Configuration) -> str:
    return "; ".join(chain_name(c, order) for order in range(1, len(c.orders)))


# In the order in which people read them; the words of each stand alone.
FACTS: Mapping[str, tuple[object, Callable[[Configuration], str]]] = {
    "players": (gettext_lazy("Players"), _players),
    ROUNDS: (pgettext_lazy("number of", "Rounds"), _rounds),
    "system": (gettext_lazy("Pairing system"), _system),
    "strengths": (gettext_lazy("Strengths"), _strengths),
    "outcome": (gettext_lazy("Who wins"), lambda c: str(OUTCOMES[c.outcome])),
    "draws": (gettext_lazy("Draws"), _draws),
    "dropouts": (gettext_lazy("Withdrawals"), _dropouts),
    "points": (gettext_lazy("Points"), _points),
    "cut": (gettext_lazy("Places that advance"), lambda c: _("top %(cut)s") % {"cut": c.cut}),
    "orders": (
        gettext_lazy("Tie-breaks"),
        lambda c: "; ".join(chain_name(c, order) for order in range(1, len(c.orders))),
    ),
}


def facts(configuration: Configuration) -> list[tuple[str, str]]:
    """All that decides what is played and measured, each with its label."""
    return [(str(label), words(configuration)) for label, words in FACTS.values()]


def names(configurations: Sequence[Configuration], apart_from: Sequence[str] = ()) -> list[str]:
    """Every configuration by what differs between them; where nothing does, by rounds and system.

    `apart_from`: facts that are not named, for setups that differ in these too.
    """
    told = {name: [words(c) for c in configurations] for name, (_label, words) in FACTS.items()}
    differing = [name for name, values in told.items() if len(set(values)) > 1]
    players = told["players"]
    differing = [name for name in differing if name not in WITH_PLAYERS or not _follows(told[name], players)]
    shown = [name for name in differing if name not in apart_from]
    shown = shown or [name for name in (ROUNDS, "system") if name not in apart_from]
    return [", ".join(told[name][at] for name in shown) for at in range(len(configurations))]


def _follows(values: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one fact is the same wherever another one is."""
    return len(set(zip(others, values, strict=True))) == len(set(others))
