"""What everybody may know of the lots of an event: hashes before a round, seeds after it, and every lot drawn."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from pairing.engine import find_system, of_next_round
from pairing.engine.drawn_lots import drawn_for, lots_of_round, lots_to_json
from pairing.engine.round_seeds import commitment, drawn_with, draws_lots, round_seed
from pairing.formats import document
from pairing.formats.document_phases import load_phases
from pairing.model.errors import PairingError
from pairing.model.lots import LEAGUE, lots_of_event
from pairing.model.options import describe
from pairing.model.types import Snapshot
from tournaments import snapshots
from tournaments.models import Round, RoundInput, RoundState, Status, Tournament
from tournaments.steps.version_cache import by_key

LOT_DIGITS = 16
# What stands behind the seed in the text of a lot.
PURPOSES: Mapping[str, object] = {
    "draw": _("Order of the players"),
    "first_mover": _("Who moves first"),
    "bye": _("Who has the bye"),
    "float": _("Who meets the next score group"),
    "pair": _("Opponents on the same score"),
    "join": _("Opponents of several score groups"),
    "berger": _("Numbers of the round robin"),
    "number": _("Numbers of the schedule"),
    "schedule": _("Where the search for a schedule begins"),
    "tables": _("Where the search for tables begins"),
    "first": _("Order of the first round"),
    "standing": _("Order of players tied in the standings"),
    "cut": _("Tables of the cut"),
    "wind": _("Winds"),
}


@dataclass(frozen=True, slots=True)
class SeedRow:
    """The seed of one round. `seed` is "" while it is secret; `drawn_with` is the round whose seed it is."""

    number: int
    hash: str
    seed: str = ""
    drawn_with: int = 0
    is_next: bool = False

    @property
    def is_own(self) -> bool:
        return self.drawn_with == self.number


@dataclass(frozen=True, slots=True)
class LotGroup:
    """Lots of one purpose; those that put something in order come in that order."""

    purpose: str
    lots: tuple[Mapping[str, object], ...]

    @property
    def label(self) -> str:
        return str(PURPOSES.get(self.purpose, self.purpose or _("Order of the players")))


@dataclass(frozen=True, slots=True)
class RoundLots:
    """The lots of a round. `is_league`: computed from names; `is_secret`: the seed has not been shown yet; `lots` is
    None where the round cannot be paired again.
    """

    number: int
    is_league: bool = False
    is_secret: bool = False
    lots: Sequence[Mapping[str, object]] | None = ()

    def groups(self, limit: int) -> list[LotGroup]:
        """The first `limit` lots, those that belong together next to each other."""
        found: dict[tuple[str, str], list[Mapping[str, object]]] = {}
        for lot in (self.lots or ())[:limit]:
            found.setdefault(_belongs_to(lot), []).append(lot)
        return [LotGroup(purpose, _in_order(lots)) for (purpose, _text), lots in found.items()]


def has_seeds(tournament: Tournament) -> bool:
    """Whether anything in the event is drawn from a seed."""
    return draws_lots(_rules(tournament))


def seed_rows(tournament: Tournament) -> list[SeedRow]:
    """Every published round, and the next one while there may be one: its hash stands before it is paired."""
    rules, master = _rules(tournament), tournament.draw_seed
    finished = tournament.status == Status.FINISHED
    rounds = list(_published(tournament).values_list("number", "seed"))
    rows = [
        SeedRow(
            number,
            commitment(seed),
            seed if finished or seed != master else "",
            drawn_with(rules, number) if tournament.secret_seeds else 1,
        )
        for number, seed in rounds
    ]
    following = len(rows) + 1
    if not finished and following <= tournament.rounds_planned:
        of = drawn_with(rules, following) if tournament.secret_seeds else 1
        seed = round_seed(master, of) if tournament.secret_seeds else master
        if of < following and tournament.secret_seeds:
            seed = rounds[of - 1][1]
        known = seed if any(row.seed == seed for row in rows) else ""
        rows.append(SeedRow(following, commitment(seed), known, of, is_next=True))
    return rows


def shown_seeds(tournament: Tournament) -> set[str]:
    """The seeds anybody may see before the event is finished: those of published rounds."""
    return set(_published(tournament).values_list("seed", flat=True)) - {tournament.draw_seed}


def follow_from_one(tournament: Tournament) -> bool:
    """Whether all seeds follow from the secret the event has now: an event that was reopened got another one."""
    rules, master = _rules(tournament), tournament.draw_seed
    return all(
        seed == round_seed(master, drawn_with(rules, number))
        for number, seed in _published(tournament).values_list("number", "seed")
    )


def lots_of(tournament: Tournament, number: int) -> RoundLots:
    """The lots of a published round, worked out once. Errors: Round.DoesNotExist."""
    round_ = _published(tournament).get(number=number)
    is_league = round_.system == LEAGUE
    secret = round_.seed == tournament.draw_seed and tournament.status != Status.FINISHED
    if not is_league and not find_system(round_.system).draws_lots:
        return RoundLots(number)
    if secret and not is_league:
        return RoundLots(number, is_secret=True)
    stored = RoundInput.objects.filter(round=round_).first()
    # Without what it was paired from (an imported round) a correction may change what there is to pair again.
    # The names of now are those of the public.
    version = tournament.people_version if stored else tournament.version
    key = f"lots:{round_.pk}:{round_.created_at.timestamp()}:{commitment(round_.seed)[:16]}:{version}"
    try:
        lots = by_key(key, lambda: _from_input(round_, stored) if stored else _from_event(tournament, number))
    except PairingError:
        return RoundLots(number, is_league, lots=None)
    return RoundLots(number, is_league, lots=lots)


def latest_round(tournament: Tournament) -> int | None:
    """The number of the latest published round."""
    return _published(tournament).order_by("-number").values_list("number", flat=True).first()


def hashed(text: str) -> dict[str, str]:
    """A lot of any text: what is hashed (in Unicode NFC), its sum, and the lot."""
    normal = unicodedata.normalize("NFC", text)
    digest = sha256(normal.encode()).hexdigest()
    return {"text": normal, "sha256": digest, "lot": digest[:LOT_DIGITS]}


def _from_input(round_: Round, stored: RoundInput) -> list[dict[str, Any]]:
    known = snapshots.for_reader(round_.tournament, document.load(stored.document))
    seen = of_next_round(known)
    if seen.system == LEAGUE:
        return lots_to_json(lots_of_event(seen, round_.number), known)
    per_round = {spec.name for spec in describe(find_system(seen.system).options) if spec.per_round}
    overrides = {name: value for name, value in round_.options.items() if name in per_round}
    return lots_to_json(drawn_for(known, overrides), known)


def _from_event(tournament: Tournament, number: int) -> list[dict[str, Any]]:
    snapshot = snapshots.load(tournament)
    return lots_to_json(lots_of_round(snapshot, number), snapshot)


def _published(tournament: Tournament) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament).exclude(state=RoundState.DRAFT).order_by("number")


def _rules(tournament: Tournament) -> Snapshot:
    """As much of the event as says which round is drawn from which seed."""
    return Snapshot(
        (), system=tournament.system, options=tournament.options, phases=load_phases(tournament.phases)
    )


def _belongs_to(lot: Mapping[str, Any]) -> tuple[str, str]:
    """Lots with the same text but for its end put things in order."""
    return lot.get("purpose", ""), str(lot["text"]).rpartition("|")[0] if lot.get("purpose") else ""


def _in_order(lots: list[Mapping[str, object]]) -> tuple[Mapping[str, object], ...]:
    """Players in the order of their lots; numbers a system draws as it goes on stay in the order they were drawn."""
    if all("player" in lot for lot in lots):
        return tuple(sorted(lots, key=lambda lot: str(lot["lot"])))
    return tuple(lots)
