"""Events: made, changed, finished, reopened; and who works on them."""

import datetime
import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from pairing.engine.round_seeds import commitment
from pairing.systems import seats_of
from tournaments.events.refusals import refuse
from tournaments.events.selectors.events import usual_place
from tournaments.events.services import cleaners
from tournaments.events.services.fixed import (
    refuse_in_following,
    refuse_in_series,
    refuse_late_changes,
    refuse_rules_of_phases,
)
from tournaments.events.services.points import score_anew
from tournaments.events.services.quotas import refuse_too_many_events
from tournaments.events.services.rules import (
    clean_options,
    clean_points,
    clean_tiebreaks,
    default_tiebreaks,
    fits,
    options_as_stored,
)
from tournaments.events.services.settings import RESERVED_SLUGS, SEED_LENGTH, clean_settings
from tournaments.events.services.timetable import refuse_odd_times
from tournaments.models import Action, Role, RoundState, Staff, Status, Tournament
from tournaments.models.event import new_seed
from tournaments.snapshots import worth_of
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line


def create_event(
    *,
    owner: User,
    name: str,
    system: str,
    rounds_planned: int,
    options: Mapping[str, object] | None = None,
    scoring: Mapping[str, int] | None = None,
    tiebreaks: list[Any] | None = None,
    **fields: object,
) -> Tournament:
    """Make an event. `scoring` is in hundredths, for tables of four in the fields of MahjongScoring; what is left out
    is as usual. `tiebreaks` None means the usual chain of the system, and without a `time_zone` or a `language` it is
    that of the owner's last event. `fields`: the other settings (`events.services.settings`).

    Errors: those of the fields; `needs_date` for times without a date; `slug_taken` for a slug that was asked for.
    """
    given = {"name": name, "system": system, "rounds_planned": rounds_planned, **fields}
    values = {**usual_place(owner), **clean_settings(given)}
    if values.get("secret_seeds") and "draw_seed" in values:
        values["draw_seed"] = _secret_master(values["draw_seed"])
    refuse_odd_times(values)
    values["options"] = clean_options(system, options or {})
    values["scoring"] = clean_points(system, scoring or {})
    usual = default_tiebreaks(system)
    chain = usual if tiebreaks is None else tiebreaks
    values["tiebreaks"] = clean_tiebreaks(chain, system, rounds=values["rounds_planned"], stored=usual)
    with transaction.atomic():
        tournament = create_row(owner=owner, slug=values.pop("slug", None), values=values)
        after = _json(tournament, {**values, "slug": tournament.slug})
        log.write(
            tournament=tournament,
            actor=owner,
            action=Action.EVENT_CREATED,
            subject=tournament.name,
            after=after,
        )
    return tournament


def create_row(*, owner: User, slug: str | None, values: Mapping[str, object]) -> Tournament:
    """Store a new event under `slug`, or under an address made from its name, inside a transaction.

    Errors: `slug_taken`, `too_many_events`.
    """
    refuse_too_many_events(owner)
    given = {**values, "owner": owner}
    return cleaners.create_row(Tournament, given, slug, empty="event", reserved=RESERVED_SLUGS)


def update_event(
    *,
    tournament: Tournament,
    actor: User | None,
    confirmed: bool = False,
    seen_version: int | None = None,
    **changes: object,
) -> Tournament:
    """Change settings. Once a round is paired only harmless ones, and tie-breaks and scoring if `confirmed` (it is
    logged, and all points are given anew): `corrections.services.edits` says first what that changes.

    Errors: `fixed_after_pairing`, `confirm_tiebreaks`, `too_few_rounds`, `last_round_paired`, `cut_fixed`,
    `has_phases`, `needs_date`, `slug_taken`, `event_changed` (with `seen_version`), `schedule_stands` (another system
    while a schedule is stored), `season_of_series` and `needs_two_seats` (in a series), and those of the fields.
    Between tables of two and of four, scoring and tie-breaks become the usual ones unless they are given.
    """
    with changing(
        tournament,
        touches=("settings",),
        later=("matches", "byes"),
        seen_version=seen_version,
        followed_too=True,
    ):
        changed = changes_of(tournament, changes, confirmed=confirmed)
        if not changed:
            raise Unchanged
        before = cleaners.store(tournament, changed)
        if "scoring" in changed and tournament.rounds.exists():
            score_anew(tournament)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.EVENT_CHANGED,
            subject=", ".join(sorted(changed)),
            before=_json(tournament, before),
            after=_json(tournament, changed),
        )
    return tournament


def changes_of(
    tournament: Tournament, settings: Mapping[str, object], *, confirmed: bool = False
) -> dict[str, Any]:
    """Those of the settings that are different from what is stored, as they would be stored. Errors: as above, besides
    `slug_taken`.
    """
    values = clean_settings(settings)
    values |= _clean_rules(tournament, values)
    if values.get("secret_seeds", tournament.secret_seeds):
        values |= _clean_master(tournament, values)
    changed = {key: value for key, value in values.items() if getattr(tournament, key) != value}
    if "system" not in changed and _is_worth_the_same(tournament, changed):
        del changed["scoring"]
    refuse_in_following(tournament, changed)
    refuse_in_series(tournament, changed)
    refuse_rules_of_phases(tournament, changed)
    refuse_odd_times(changed, tournament)
    refuse_late_changes(tournament, changed, confirmed)
    return changed


def _clean_master(tournament: Tournament, values: Mapping[str, Any]) -> dict[str, str]:
    """The master of an event whose seeds are secret, where it changes."""
    if not tournament.secret_seeds and values.get("draw_seed", tournament.draw_seed) == tournament.draw_seed:
        return {"draw_seed": new_seed()}  # somebody may have seen the old one
    return {"draw_seed": _secret_master(values["draw_seed"])} if "draw_seed" in values else {}


def _secret_master(typed: str) -> str:
    """The master of an event with secret seeds for which somebody typed a seed: the text and 128 random bits, since a
    text that people think of is found from the hash that is shown. Errors: `too_long`.
    """
    part = "-" + secrets.token_hex(16)
    return clean_line(typed, field="draw_seed", length=SEED_LENGTH - len(part)) + part


def _is_worth_the_same(tournament: Tournament, changed: Mapping[str, Any]) -> bool:
    """Whether another scoring only says in full what is usual anyway."""
    worth = worth_of(tournament)
    return "scoring" in changed and type(worth)(**changed["scoring"]) == worth


def _clean_rules(tournament: Tournament, values: Mapping[str, Any]) -> dict[str, Any]:
    """Options, scoring and tie-breaks that are given or that another system needs, checked against the system."""
    system = values.get("system", tournament.system)
    cleaned: dict[str, object] = {}
    if "system" in values or "options" in values:
        kept = tournament.options if system == tournament.system else {}
        cleaned["options"] = options_as_stored(tournament, system, values.get("options", kept))
    same_seats = seats_of(system) == seats_of(tournament.system)
    if "scoring" in values or not same_seats:
        cleaned["scoring"] = clean_points(system, values.get("scoring", {}))
    if "tiebreaks" in values:
        rounds = values.get("rounds_planned", tournament.rounds_planned)
        cleaned["tiebreaks"] = clean_tiebreaks(
            values["tiebreaks"], system, rounds=rounds, stored=tournament.tiebreaks
        )
    elif not same_seats and not fits(tournament.tiebreaks, system):
        cleaned["tiebreaks"] = default_tiebreaks(system)
    return cleaned


def finish_event(*, tournament: Tournament, actor: User | None) -> Tournament:
    """The standings are final, and what the players were told of the day goes. Errors: `round_open` (complete or
    discard the last round first), `not_running`.
    """
    with changing(tournament, touches=("settings",)):
        last = tournament.rounds.order_by("-number").first()
        if last is None:
            raise refuse.not_running()
        if last.state != RoundState.COMPLETED:
            raise refuse.round_open(number=last.number)
        told = {"message": ""} if tournament.message else {}
        _set_status(tournament, actor, Status.FINISHED, Action.EVENT_FINISHED, **told)
    return tournament


def reopen_event(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Go on with a finished event. The secret that seeds follow from has been shown: rounds to come get another.

    Errors: `not_finished`.
    """
    with changing(tournament, touches=("settings",), finished_too=True):
        if tournament.status != Status.FINISHED:
            raise refuse.not_finished()
        more = {"draw_seed": new_seed()} if tournament.secret_seeds else {}
        _set_status(tournament, actor, Status.RUNNING, Action.EVENT_REOPENED, **more)
    return tournament


def set_staff(*, tournament: Tournament, actor: User | None, user: User, role: str | None) -> None:
    """Give somebody a role in the event; None takes it away. Errors: `bad_role`, `is_owner`."""
    if role is not None and role not in Role.values:
        raise refuse.bad_role(allowed=", ".join(Role.values))
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        if user.pk == tournament.owner_id:
            raise refuse.is_owner()
        before = Staff.objects.filter(tournament=tournament, user=user).values_list("role", flat=True).first()
        if role is None:
            Staff.objects.filter(tournament=tournament, user=user).delete()
        else:
            Staff.objects.update_or_create(tournament=tournament, user=user, defaults={"role": role})
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.STAFF_CHANGED,
            subject=str(user),
            before={"role": before},
            after={"role": role},
        )
    tournament.__dict__.pop("_roles", None)


def _set_status(tournament: Tournament, actor: User | None, to: Status, action: Action, **more: str) -> None:
    values = {"status": to.value} | more
    before = cleaners.store(tournament, values)
    old, new = _json(tournament, before), _json(tournament, values)
    log.write(tournament=tournament, actor=actor, action=action, before=old, after=new)


def _json(tournament: Tournament, values: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as they are logged; of a seed that is secret only the hash."""
    data = {
        k: v.isoformat() if isinstance(v, datetime.date | datetime.time) else v for k, v in values.items()
    }
    if tournament.secret_seeds and "draw_seed" in data:
        data["draw_seed"] = f"sha256 {commitment(data['draw_seed'])}"
    return data
