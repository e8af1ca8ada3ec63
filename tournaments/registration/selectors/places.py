"""The line of an event as its rows say it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Entry, Player, Registration, Status, Tournament
from tournaments.registration import line
from tournaments.registration.line import ENTERED, Place, Rules
from tournaments.registration.refusals import refuse
from tournaments.steps.version_cache import by_version

SOON, OPEN, OVER = "soon", "open", "over"


def registration_of(tournament: Tournament) -> Registration:
    """How players sign up for this event. Errors: `no_registration`."""
    found = Registration.objects.filter(tournament=tournament).first()
    if found is None:
        raise refuse.no_registration()
    return found


def has_registration(tournament: Tournament) -> bool:
    return Registration.objects.filter(tournament=tournament).exists()


def takes_entries(tournament: Tournament) -> bool:
    """Whether pages lead to the registration: while the event is in preparation."""
    if tournament.status != Status.SETUP:
        return False
    return by_version(tournament, "takes-entries", lambda: has_registration(tournament))


def phase_of(registration: Registration, event: Tournament, now: datetime) -> str:
    """Whether players can sign up: `soon`, `open` or `over`; how full it is is another question."""
    closes = registration.closes_at
    if event.status == Status.FINISHED or (closes is not None and now >= closes):
        return OVER
    opens = registration.opens_at
    return SOON if opens is not None and now < opens else OPEN


def has_started(tournament: Tournament) -> bool:
    """Whether round 1 is paired: places are no longer given by themselves."""
    return tournament.rounds.exists()


def rules_of(tournament: Tournament, registration: Registration) -> Rules:
    """How places are given now."""
    started = has_started(tournament)
    hours = registration.offer_hours
    here = Player.objects.filter(tournament=tournament, house=False, left_after_round=None)
    signed_up = Entry.objects.filter(tournament=tournament, state=ENTERED, player__left_after_round=None)
    return Rules(
        capacity=registration.capacity,
        waiting_most=registration.waiting_most,
        needs_desk=registration.approval or started,
        confirms=registration.confirm_email,
        offered_for=None if hours is None else timedelta(hours=hours),
        others=max(0, here.count() - signed_up.filter(player__number__isnull=False).count()),
        is_open=not started,
    )


def places_of(tournament: Tournament, rules: Rules) -> dict[int, Place]:
    """Every entry of the event by number, as far as its place goes."""
    columns = (
        "number", "state", "line", "expires_at", "passed", "confirmed_at", "doubt", "player__number",
        "player__left_after_round",
    )  # fmt: skip
    rows = Entry.objects.filter(tournament=tournament).order_by("number").values_list(*columns)
    return {
        number: Place(
            number,
            state,
            at,
            expires_at,
            passed,
            confirmed=not rules.confirms or confirmed_at is not None,
            doubtful=bool(doubt),
            is_gone=state == ENTERED and rules.is_open and (player is None or left is not None),
        )
        for number, state, at, expires_at, passed, confirmed_at, doubt, player, left in rows
    }


def is_due(tournament: Tournament) -> bool:
    """Whether the line has to move by now: an offer has run out, or a place is free."""
    registration = Registration.objects.filter(tournament=tournament).first()
    if registration is None or tournament.status == Status.FINISHED:
        return False
    rules = rules_of(tournament, registration)
    places = places_of(tournament, rules)
    return line.settled(places, rules, timezone.now()) != places
