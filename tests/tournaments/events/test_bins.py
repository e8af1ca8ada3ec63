"""A deleted event is nowhere for 30 days, comes back whole, and is gone for good after that."""

import datetime
from typing import Any

import pytest
from django.db import connection, router
from django.db.models.deletion import Collector
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.desk.pages import Desk, addresses, text
from tests.factories import make_event, make_user, play_round, refused
from tests.public.pages import running_event
from tests.tournaments.series.test_series import make_series, season_with, winner_is
from tests.tournaments.series.test_series_persons import who_is_who
from tests.tournaments.steps import given
from tournaments.events.selectors.bin import bin_of
from tournaments.events.selectors.events import events_listed, events_of, events_visible
from tournaments.events.services import bin as bins, events
from tournaments.files.services.documents import export_event
from tournaments.hall.services import screens
from tournaments.history.log import step_to_undo
from tournaments.jobs import running
from tournaments.models import Identity, Invitation, LogEntry, Player, Role, Series, Tournament
from tournaments.people.selectors import by_key
from tournaments.people.services import invitations
from tournaments.players.services import players
from tournaments.series.selectors.desk import everybody
from tournaments.series.selectors.series import view_of
from tournaments.series.services import identities, series


def delete(event: Tournament) -> None:
    event.refresh_from_db()
    bins.delete_event(tournament=event, actor=event.owner, confirm_slug=event.slug)


def restore(event: Tournament) -> Tournament:
    binned = Tournament.stored.get(pk=event.pk)
    return bins.restore_event(tournament=binned, actor=binned.owner)


BESIDE = ("_state", "version", "public_version", "people_version")


def everything(event: Tournament) -> set[tuple[str, str]]:
    """Every row that goes with the event when it is deleted for good, but for the version and the bin's own lines."""
    collector = Collector(using=router.db_for_read(Tournament))
    collector.collect([Tournament.stored.get(pk=event.pk)])
    rows: list[Any] = [(model, one) for model, found in collector.data.items() for one in found]
    rows += [(found.model, one) for found in collector.fast_deletes for one in found]
    own = ("event_deleted", "event_restored")
    return {
        (model.__name__, repr(sorted((k, v) for k, v in vars(one).items() if k not in BESIDE)))
        for model, one in rows
        if not (isinstance(one, LogEntry) and one.action in own)
    }


@pytest.fixture
def event() -> Tournament:
    """With all that hangs on an event: staff, invitation, screen, a call, results, a log."""
    made = running_event(5)
    events.set_staff(**given(made), user=make_user("helper"), role=Role.ARBITER)
    invitations.create(tournament=made, actor=made.owner, role=Role.SCOREKEEPER)
    screens.create_screen(**given(made), name="Door")
    return made


def test_what_is_restored_is_whole_and_goes_on_with_its_undo(event: Tournament) -> None:
    before, document, step = everything(event), export_event(event), step_to_undo(event)
    delete(event)
    restore(event)
    assert everything(event) == before
    assert export_event(Tournament.objects.get(pk=event.pk)) == document
    assert step_to_undo(event) == step


def test_a_deleted_event_is_in_no_list_and_nothing_is_written_to_it(event: Tournament) -> None:
    invitation = Invitation.objects.get()
    delete(event)
    owner = event.owner
    for rows in (events_listed(), events_of(owner), events_visible(owner), owner.owned_tournaments.all()):
        assert list(rows) == []
    with pytest.raises(Invitation.DoesNotExist):
        by_key(invitation.key)
    with refused("event_gone"):
        players.add_player(**given(event), name="Too late")
    with refused("event_gone"):
        delete(event)


def test_every_address_of_a_deleted_event_says_that_it_is_gone(event: Tournament, client: Client) -> None:
    """The owner's too; a private event was never there for others."""
    delete(event)
    client.force_login(event.owner)
    of_event = [path for path in addresses(event) if path.startswith(("/e/", f"/desk/{event.slug}/"))]
    assert len(of_event) > 30
    for address in of_event:
        answer = client.get(address)
        if answer.status_code == 405:
            answer = client.post(address)
        assert answer.status_code == 404, address
        assert "This event has been deleted." in text(answer), address
    Tournament.stored.update(visibility="private")
    assert "deleted" not in text(client.get(f"/e/{event.slug}/"))


def test_the_address_stays_taken(event: Tournament) -> None:
    delete(event)
    with refused("slug_taken"):
        make_event(owner=event.owner, slug=event.slug)
    assert make_event(name="Spring").slug.startswith("spring-")
    assert restore(event).slug == "spring"


def test_only_owners_find_it_in_their_bin(event: Tournament) -> None:
    other = make_user()
    events.set_staff(**given(event), user=other, role=Role.OWNER)
    delete(event)
    assert [row.event for row in bin_of(event.owner)] == [row.event for row in bin_of(other)] == [event]
    assert bin_of(event.staff.get(username="helper")) == []


# --- in a series


@pytest.fixture
def league() -> Series:
    """Anna beats Ben in season 1, which is deleted; both are in season 2, and Dora was in season 1 only."""
    league = make_series()
    first = season_with(league, 1, "Anna", "Ben", "Dora")
    season_with(league, 2, "Anna", "Ben")
    play_round(first, winner_is("Anna"))
    series.refresh(league)
    return league


def test_a_series_counts_a_season_not_while_it_is_in_the_bin_and_again_after(league: Series) -> None:
    first, second = Tournament.objects.get(season=1), Tournament.objects.get(season=2)
    before = who_is_who(league)
    assert {person.name for person in everybody(league)} == {"Anna", "Ben", "Dora"}
    delete(first)
    assert set(Player.objects.filter(tournament=second).values_list("series_mu", flat=True)) == {None}
    assert [person.name for person in everybody(league)] == ["Anna", "Ben"]
    assert [season.season for season in view_of(league, league.owner).events] == [2]
    restore(first)
    assert who_is_who(league) == before


def test_who_was_merged_meanwhile_is_the_same_person_in_what_comes_back(league: Series) -> None:
    first = Tournament.objects.get(season=1)
    third = season_with(league, 3, "Ben Olsen")
    delete(first)
    ben, olsen = Identity.objects.get(name="Ben"), third.players.get().identity
    identities.merge(series=league, keep=olsen, other=ben, actor=None)
    restore(first)
    assert first.players.get(name="Ben").identity == olsen


def test_a_season_that_is_another_event_by_now_is_not_taken_from_it(league: Series) -> None:
    first = Tournament.objects.get(season=1)
    delete(first)
    other = season_with(league, 1, "Cy")
    back = restore(first)
    other.refresh_from_db()
    assert (back.series, other.series) == (None, league)
    assert not back.players.exclude(identity=None, series_mu=None).exists()
    assert [person.name for person in everybody(league)] == ["Anna", "Ben", "Cy"]


def test_a_series_deleted_or_renamed_meanwhile_does_not_stop_it(league: Series) -> None:
    first = Tournament.objects.get(season=1)
    delete(first)
    ben = Identity.objects.get(name="Ben")
    identities.rename(series=league, identity=ben, name="Benny", actor=None)
    series.delete_series(series=league, actor=None, confirm_slug=league.slug)
    assert restore(first).series is None


# --- emptied


def test_after_30_days_it_is_gone_for_good_and_with_it_who_was_only_there(league: Series) -> None:
    first = Tournament.objects.get(season=1)
    delete(first)
    almost = timezone.now() + datetime.timedelta(days=29, hours=23)
    assert bins.empty_bin(almost) == 0
    assert bins.empty_bin(almost + datetime.timedelta(hours=2)) == 1
    assert not Tournament.stored.filter(pk=first.pk).exists()
    assert set(Identity.objects.values_list("name", flat=True)) == {"Anna", "Ben"}


def test_what_its_owner_has_deleted_meanwhile_does_not_stop_the_emptying(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_event(slug="autumn")
    for one in (event, other):
        delete(one)
    purged = bins._purged

    def too_late(first: Tournament, of: Any) -> bool:
        monkeypatch.setattr(bins, "_purged", purged)
        bins.delete_for_good(tournament=first, confirm_slug=first.slug)
        return purged(first, of)

    monkeypatch.setattr(bins, "_purged", too_late)
    assert bins.empty_bin(timezone.now() + datetime.timedelta(days=31)) == 1
    assert not Tournament.stored.exists()


@pytest.mark.postgres
def test_what_is_deleted_for_good_is_locked_before(event: Tournament) -> None:
    """Else somebody could take it out of the bin meanwhile, and be told so."""
    delete(event)
    with CaptureQueriesContext(connection) as asked:
        bins.delete_for_good(tournament=event, confirm_slug=event.slug)
    assert any("FOR UPDATE" in query["sql"] for query in asked.captured_queries)


def test_what_is_too_old_is_not_restored_although_nobody_has_emptied_the_bin(event: Tournament) -> None:
    delete(event)
    Tournament.stored.update(deleted_at=timezone.now() - datetime.timedelta(days=30, minutes=1))
    assert bin_of(event.owner) == []
    with refused("not_in_bin"):
        restore(event)


def test_the_list_of_events_empties_the_bin_once_a_day(
    event: Tournament, desk: Desk, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(running, "ask_worker", lambda task: False)  # where a broker is, a worker does it
    monkeypatch.setattr(running, "in_thread", lambda name, action: action())
    delete(event)
    Tournament.stored.update(deleted_at=timezone.now() - datetime.timedelta(days=31))
    desk.event = None
    for _visit in range(2):
        with django_capture_on_commit_callbacks(execute=True) as started:
            desk.get("events")
    assert len(started) == 0
    assert not Tournament.stored.exists()


# --- at the desk


def test_deleted_and_restored_at_the_desk(event: Tournament, desk: Desk) -> None:
    assert "restore it for 30 days" in text(desk.get("delete"))
    assert "Type the address" in text(desk.post("delete", data={"confirm_slug": "x"}))
    assert "Spring Open is in the bin." in desk.press("delete", data={"confirm_slug": event.slug})
    desk.event = None
    assert "Bin: 1 event" in text(desk.get("events"))
    assert Desk(make_user()).post("restore_event", event.slug).status_code == 404
    # Who has been signed out meanwhile comes back to the bin: there is no page at the address of a button.
    signed_out = Client().post(f"/desk/events/bin/{event.slug}/restore/")
    assert signed_out["Location"].endswith("?next=/desk/events/bin/")
    assert "Spring Open is restored." in desk.press("restore_event", event.slug)
    assert "Bin:" not in text(desk.get("events"))
    delete(event)
    assert "Type the address" in desk.press("purge_event", event.slug, data={"confirm_slug": "x"})
    assert "The bin is empty." in desk.press("purge_event", event.slug, data={"confirm_slug": event.slug})
    assert not Tournament.stored.exists()
