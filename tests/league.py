"""Leagues for tests: seasons whose results are written down, and a TrueSkill of the tests' own."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any

from accounts.models import User
from tests.factories import import_event, make_user
from tournaments.models import Identity, Series, Tournament

# A round is a list of pairs (winner, loser); a season a list of rounds.
Results = Sequence[Sequence[tuple[str, str]]]
Skill = tuple[float, float]
NEW: Skill = (25.0, 25.0 / 3)

# Ann wins everything in season 1; in season 2 Bo beats her, and Eve is new.
SEASONS: Mapping[int, Results] = {
    1: [[("Ann", "Bo"), ("Cy", "Dee")], [("Ann", "Cy"), ("Bo", "Dee")]],
    2: [[("Bo", "Ann"), ("Cy", "Eve")], [("Bo", "Eve"), ("Ann", "Cy")]],
}


def make_season(owner: User, number: int, rounds: Results, **facts: Any) -> Tournament:
    """An event in which exactly this has been played."""
    names = sorted({name for pairs in rounds for pair in pairs for name in pair} | set(facts.pop("more", ())))
    ids = {name: id for id, name in enumerate(names, 1)}
    document = {
        "format": "pairwright-event/1",
        "name": f"Season {number}",
        "system": {"name": "monrad"},
        "rounds_planned": 5,
        "draw_seed": "x",
        "players": [{"id": id, "name": name} for name, id in ids.items()],
        "rounds": [
            {
                "number": n,
                "status": "completed",
                "matches": [
                    {"table": t, "seats": [ids[won], ids[lost]], "result": "1-0"}
                    for t, (won, lost) in enumerate(pairs, 1)
                ],
            }
            for n, pairs in enumerate(rounds, 1)
        ],
    }
    event = import_event(document_data=document, owner=owner)
    Tournament.objects.filter(pk=event.pk).update(**{"visibility": "public", **facts})
    event.refresh_from_db()
    return event


def put_in(series: Series, event: Tournament, season: int) -> None:
    """Make an event a season: everybody is the person of the same name."""
    for player in event.players.all():
        identity, _ = Identity.objects.get_or_create(series=series, name=player.name)
        event.players.filter(pk=player.pk).update(identity=identity)
    Tournament.objects.filter(pk=event.pk).update(series=series, season=season, version=event.version + 1)


def make_league(
    seasons: Mapping[int, Results] = SEASONS, *, owner: User | None = None, **facts: Any
) -> Series:
    """A public series of these seasons, each a public event with the address league-N."""
    owner = owner or make_user()
    series = Series.objects.create(**{"slug": "league", "name": "City League", "owner": owner, **facts})
    for number, rounds in seasons.items():
        put_in(series, make_season(owner, number, rounds, slug=f"{series.slug}-{number}"), number)
    return series


def someone(series: Series, name: str) -> Identity:
    return Identity.objects.get(series=series, name=name)


def skills(seasons: Mapping[int, Results], start: Mapping[str, Skill] | None = None) -> dict[str, Skill]:
    """The ratings after these seasons, by the formulas of the TrueSkill paper, match after match."""
    now = dict(start or {})
    for number in sorted(seasons):
        for pairs in seasons[number]:
            after = [beat(now.get(won, NEW), now.get(lost, NEW)) for won, lost in pairs]
            for (won, lost), (up, down) in zip(pairs, after, strict=True):
                now[won], now[lost] = up, down
    return now


def beat(winner: Skill, loser: Skill) -> tuple[Skill, Skill]:
    """Both after the match: c^2 = 2 beta^2 + sigma_w^2 + sigma_l^2, v = N(t)/Phi(t), w = v (v + t)."""
    beta, tau = 25 / 6, 25 / 300
    var_w, var_l = winner[1] ** 2 + tau**2, loser[1] ** 2 + tau**2
    c = sqrt(2 * beta**2 + var_w + var_l)
    t = (winner[0] - loser[0]) / c
    v = NormalDist().pdf(t) / NormalDist().cdf(t)
    w = v * (v + t)
    return (
        (winner[0] + var_w / c * v, sqrt(var_w * (1 - var_w / c**2 * w))),
        (loser[0] - var_l / c * v, sqrt(var_l * (1 - var_l / c**2 * w))),
    )


def conservative(skill: Skill) -> float:
    return skill[0] - 3 * skill[1]


def by_skill(found: Mapping[str, Skill], names: Iterable[str]) -> list[str]:
    """The names, the surest skill first."""
    return sorted(names, key=lambda name: -conservative(found[name]))
