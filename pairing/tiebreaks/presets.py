"""Chains with a name, as an organiser chooses one."""

from dataclasses import dataclass

from pairing.model.reasons import gettext_noop
from pairing.tiebreaks.catalogue import TIEBREAKS


@dataclass(frozen=True, slots=True)
class Preset:
    """A chain with a name. `label` and `help` are English and translatable."""

    slug: str
    label: str
    help: str
    chain: tuple[str, ...]

    @property
    def seats(self) -> tuple[int, ...]:
        """For which tables it is: those every link is for."""
        links = [TIEBREAKS[link.partition(":")[0]] for link in self.chain]
        return tuple(seats for seats in (2, 4) if all(seats in link.seats for link in links))


_PRESETS = (
    Preset(
        "solkoff",
        gettext_noop("Solkoff first"),
        gettext_noop(
            "The strength of the opponents, then of the beaten ones, then the matches among tied players."
        ),
        ("solkoff", "sonneborn_berger", "head_to_head", "wins"),
    ),
    Preset(
        "opponent_median",
        gettext_noop("Opponents' median first"),
        gettext_noop("Leaves many ties to the next tie-break; in simulations Solkoff first did better."),
        ("opponent_median", "sonneborn_berger", "solkoff"),
    ),
    Preset(
        "wcsc",
        gettext_noop("Computer shogi championship"),
        gettext_noop("Solkoff, sum and median of the beaten opponents, head to head, then the list order."),
        ("solkoff", "beaten_sum", "beaten_median", "head_to_head", "list_order"),
    ),
    Preset(
        "fide_swiss",
        gettext_noop("FIDE, Swiss"),
        gettext_noop("Buchholz without the weakest opponent, Buchholz, direct encounter, wins."),
        ("BH:cut=1", "BH", "DE", "WIN"),
    ),
    Preset(
        "fide_round_robin",
        gettext_noop("FIDE, round robin"),
        gettext_noop("Direct encounter, wins, Sonneborn-Berger, Koya; forfeits count as matches."),
        ("DE:forfeits=played", "WIN", "SB:forfeits=played", "KS"),
    ),
    Preset(
        "keizer",
        gettext_noop("Keizer"),
        gettext_noop("Sonneborn-Berger by Keizer scores, then the matches among tied players."),
        ("sonneborn_berger", "head_to_head"),
    ),
    Preset(
        "uschess",
        gettext_noop("US Chess"),
        gettext_noop("Modified median, Solkoff, cumulative."),
        ("MMED", "BH:policy=uschess", "CUM"),
    ),
    Preset(
        "magic",
        gettext_noop("Magic"),
        gettext_noop("Match wins of the opponents, own game wins, game wins of the opponents."),
        ("OMWP", "GW", "OGW"),
    ),
    Preset(
        "pokemon",
        gettext_noop("Pokemon"),
        gettext_noop("Win percentage of the opponents and of their opponents, then head to head."),
        ("OMWP:policy=pokemon", "OOMW:policy=pokemon", "head_to_head"),
    ),
    Preset(
        "go",
        gettext_noop("Go (EGF)"),
        gettext_noop(
            "Scores of the opponents (SOS; McMahon scores in a McMahon event), then the sum of their SOS (SOSOS)."
        ),
        ("SOS", "SOSOS"),
    ),
    Preset(
        "netrunner",
        gettext_noop("Netrunner"),
        gettext_noop("What the opponents scored in a round, then what their opponents did."),
        ("netrunner_sos", "extended_sos"),
    ),
    Preset(
        "mahjong",
        gettext_noop("Mahjong"),
        gettext_noop("First, second and third places, the best game, raw points, the drawn number."),
        ("firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number"),
    ),
    Preset(
        "shared",
        gettext_noop("Shared places"),
        gettext_noop("Players on equal points share their place."),
        (),
    ),
)
# Tie-breaks that need the games won and lost in each match.
BY_GAMES = frozenset({"GW", "OGW"})
PRESETS: dict[str, Preset] = {preset.slug: preset for preset in _PRESETS}
