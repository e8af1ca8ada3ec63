"""Completion (C4) by plain search: can all of these be paired, with one over for the bye if their number is odd?"""

from collections.abc import Iterable

from tests.pairing.systems.dutch.people import UNTIL_2026, People


def mask_of(players: Iterable[int]) -> int:
    """The bit set of some players."""
    return sum(1 << player for player in players)


def members(players: int) -> list[int]:
    """The players of a bit set, highest ranked first."""
    return [place for place in range(players.bit_length()) if players >> place & 1]


class Completion:
    """Searches in one field, each set of players looked at once.

    `partners` are those whom each player may meet (C1, C3), `may_have_bye` those who may get the bye: by C2, and since
    2026 by C5 those with the score S* only. `bye_score` is S*; None where there is no bye, or nobody can have it.
    """

    def __init__(self, people: People) -> None:
        self.people = people
        self.everybody = mask_of(range(len(people.all)))
        self.partners = [
            mask_of(b.place for b in people.all if a is not b and people.may_meet(a, b)) for a in people.all
        ]
        self._paired: dict[tuple[int, int], bool] = {}
        self._completed: dict[int, bool] = {}
        self.may_have_bye = mask_of(person.place for person in people.all if person.may_have_bye)
        self.bye_score: int | None = None
        if people.rules != UNTIL_2026 and len(people.all) % 2:
            self.bye_score = self._lowest_score_of_bye()
            self.may_have_bye = self._with_score(self.may_have_bye, self.bye_score)

    def _lowest_score_of_bye(self) -> int | None:
        over = (p for p in members(self.may_have_bye) if self.can_be_paired(self.everybody & ~(1 << p)))
        return min((self.people.all[place].score for place in over), default=None)

    def _with_score(self, players: int, score: int | None) -> int:
        return mask_of(place for place in members(players) if self.people.all[place].score == score)

    def can_be_completed(self, players: int) -> bool:
        """Whether they can all be paired; of an odd number all but one who may have the bye."""
        if players.bit_count() % 2 == 0:
            return self.can_be_paired(players)
        if players not in self._completed:
            self._completed[players] = any(
                self.can_be_paired(players & ~(1 << over)) for over in members(players & self.may_have_bye)
            )
        return self._completed[players]

    def can_be_paired(self, players: int, mdps: int = 0) -> bool:
        """Whether an even number of players can all be paired with each other, none of `mdps` with another of them."""
        key = players, players & mdps
        if key not in self._paired:
            self._paired[key] = self._search(*key)
        return self._paired[key]

    def _search(self, players: int, mdps: int) -> bool:
        if not players:
            return True
        choices = {place: self._choices(place, players, mdps) for place in members(players)}
        hardest = min(choices, key=lambda place: choices[place].bit_count())
        return any(
            self.can_be_paired(players & ~(1 << hardest | 1 << partner), mdps)
            for partner in members(choices[hardest])
        )

    def _choices(self, place: int, players: int, mdps: int) -> int:
        return self.partners[place] & players & ~(mdps if mdps >> place & 1 else 0)
