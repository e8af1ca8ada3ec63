"""What the operator allows is held wherever events and players come from, and what is there already stays."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings

from pairing.formats import document
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_players, make_user, publish
from tests.tournaments.files.test_hand_over import PHRASE, elsewhere, opened, packed
from tournaments.corrections.selectors.repairs import Change
from tournaments.corrections.services import repairs
from tournaments.events.services import bin as bins
from tournaments.files.services import documents
from tournaments.models import Tournament
from tournaments.people.services import staff
from tournaments.players.services import bulk, imports, players
from tournaments.steps.refusals import ServiceError

pytestmark = pytest.mark.django_db
LIST = "Name\nAnn\nBo\n"


def refused(code: str, call: Callable[..., object], *args: Any, **given: Any) -> ServiceError:
    before = Tournament.stored.count()
    with pytest.raises(ServiceError) as refusal:
        call(*args, **given)
    assert (refusal.value.code, Tournament.stored.count()) == (code, before)
    return refusal.value


def test_an_owner_has_so_many_events_and_the_bin_counts(settings: Any) -> None:
    settings.MAX_EVENTS_PER_OWNER = 2
    owner = make_user("olga")
    first = make_event(owner=owner, slug="first", field=2)
    bins.delete_event(tournament=first, actor=owner, confirm_slug="first")
    second = make_event(owner=owner, slug="second", field=2)
    refusal = refused("too_many_events", make_event, owner=owner)
    assert "olga has 2 events, including those in the bin. This site allows no more." in str(refusal)
    copy = document.load(documents.export_event(tournament=second))
    refused("too_many_events", documents.store, copy, owner=owner)
    bins.delete_for_good(tournament=first, confirm_slug="first")
    documents.store(copy, owner=owner)


def test_no_event_is_handed_to_an_owner_who_has_as_many_as_allowed(settings: Any) -> None:
    settings.MAX_EVENTS_PER_OWNER = 1
    mine, theirs = make_event(slug="mine"), make_event()
    given = {"tournament": mine, "actor": mine.owner, "user": theirs.owner, "confirm_slug": "mine"}
    refused("too_many_events", staff.hand_over, **given)


def test_a_hand_over_pack_is_an_event_like_any_other() -> None:
    event, owner = make_event(field=3), make_user()
    event.refresh_from_db()  # as a page has it: in plain words
    pack = packed(event)
    with elsewhere(event):
        with override_settings(MAX_PLAYERS_PER_EVENT=2):
            refused("too_many_players", opened, pack, owner=owner, pass_phrase=PHRASE)
        with override_settings(MAX_PLAYERS_PER_EVENT=3, MAX_EVENTS_PER_OWNER=1):
            opened(pack, owner=owner)
            refused("too_many_events", make_event, owner=owner)


def test_the_desk_says_the_limit_and_keeps_what_was_typed(settings: Any) -> None:
    settings.MAX_EVENTS_PER_OWNER = 1
    desk = Desk(make_event().owner)
    form = {"name": "Spring open", "system": "monrad", "rounds_planned": "5"}
    page = desk.post("create", data=form)
    assert "This site allows no more." in text(page) and 'value="Spring open"' in page.content.decode()


def test_an_event_has_so_many_players_however_they_come(settings: Any) -> None:
    event = make_event(field=2)
    settings.MAX_PLAYERS_PER_EVENT = 3
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    file = {"content": LIST, "filename": "list.csv"}
    refusal = refused(
        "too_many_players", bulk.add_players, **given, players=[{"name": "Ann"}, {"name": "Bo"}]
    )
    assert str(refusal) == "An event holds at most 3 players."
    refused("too_many_players", imports.apply_import, **given, **file)
    players.add_player(**given, name="Ann")
    refused("too_many_players", players.add_player, **given, name="Bo")
    settings.MAX_PLAYERS_PER_EVENT = 2
    refused(
        "too_many_players",
        documents.store,
        document.load(documents.export_event(tournament=event)),
        owner=event.owner,
    )
    assert event.players.count() == 3, "what is there stays"


def test_a_late_entry_of_a_repair_counts_too(settings: Any) -> None:
    event = make_event(field=3)
    round_ = publish(event)
    settings.MAX_PLAYERS_PER_EVENT = 3
    change = Change(new={"name": "Late"})
    key = repairs.ways(event, round_, change).proposals[0].key
    given = {"tournament": event, "actor": event.owner, "round_": round_, "key": key, "change": change}
    refused("too_many_players", repairs.repair, **given)
    assert event.players.count() == 3


def test_a_list_that_only_changes_players_is_taken_where_there_are_too_many(settings: Any) -> None:
    event = make_event()
    make_players(event, 3)
    settings.MAX_PLAYERS_PER_EVENT = 2
    content = "Name,Rating\nPlayer 1,1234\n"
    imports.apply_import(tournament=event, actor=event.owner, content=content, filename="list.csv")
    assert event.players.get(number=1).rating == 1234
