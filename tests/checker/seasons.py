"""A round of a league of several seasons: all that is checked of its system, and, counted from the answer alone, that
everybody sits once, that nobody has the bye or goes up twice for nothing, and that the tiers have the right size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.checker.bracket import entrants_of
from tests.checker.check import check
from tests.checker.phases import seen_now
from tests.pairing.brute_tiered import League

Json = dict[str, Any]


def check_season(document: Json, answer: Json) -> list[str]:
    """Everything wrong with the answer to a document made by `tests.generator.seasons`."""
    plain = seen_now(document)
    if "refused" in answer:
        return list(_refused(plain, answer["refused"]))
    found = check(plain, answer)
    if plain["system"]["name"] == "tiered" and "impossible" not in answer:
        found += _counted(League(plain), answer)
    return found


def _refused(plain: Json, code: str) -> Iterator[str]:
    """The one thing that is refused: a bracket of less than two."""
    if plain["system"]["name"] != "bracket" or code != "bracket_too_small" or len(entrants_of(plain)) > 1:
        yield f"refused: {code}"


def _counted(league: League, answer: Json) -> Iterator[str]:
    playing = league.playing()
    byes = [b["player"] for b in answer["byes"] if b["player"] in playing]
    seated = Counter([p for m in answer["matches"] for p in m["seats"]] + byes)
    if seated != Counter(playing):
        yield f"seated {sorted(seated.items())} where {sorted(playing)} are to play"
    if len(byes) != len(playing) % 2:
        yield f"{len(byes)} byes for {len(playing)} players"
    for player in byes:
        if player in league.had_bye and set(playing) - league.had_bye:
            yield f"{player} has a second bye while others have had none"
    if not answer["notes"]:  # tiers that were joined are one
        yield from _sizes(league, [p for p in playing if p not in byes], answer)


def _sizes(league: League, playing: list[int], answer: Json) -> Iterator[str]:
    """Every tier is even: an odd one has exactly one guest, from the next one that has players."""
    split = league.options.get("split_by_wins", False)
    tier = {p: (league.losses[p], -league.wins[p] if split else 0) for p in playing}
    members = {key: {p for p in playing if tier[p] == key} for key in sorted(set(tier.values()))}
    guest: dict[tuple[int, int], int] = {}
    for match in answer["matches"]:
        a, b = sorted(match["seats"], key=tier.__getitem__)
        if tier[a] != tier[b]:
            if tier[a] in guest:
                yield f"two players went up to the tier {tier[a]}"
            guest[tier[a]] = b
    keys = list(members)
    for at, key in enumerate(keys):
        if (key in guest) != bool(len(members[key]) % 2):
            yield f"{len(members[key])} in the tier {key}, and guest {guest.get(key)}"
            return
        if key in guest:
            below = next(k for k in keys[at + 1 :] if members[k])
            up = guest[key]
            if up not in members[below]:
                yield f"{up} went up to the tier {key} and is not of the next one, {below}"
                return
            if up in league.paired_up and members[below] - league.paired_up:
                yield f"{up} went up twice while others of the tier {below} had not"
            members[below].remove(up)
