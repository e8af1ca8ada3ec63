"""Who may open and press what at the desk: one table, every address, every role."""

from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Sum
from django.urls import get_resolver

from tests.desk.pages import Desk, addresses, text
from tests.factories import make_user
from tests.sweep import sweep_too
from tests.tournaments.steps import published
from tournaments.events.services import events
from tournaments.models import Job, Role, Tournament
from tournaments.series.desk import urls as series_urls

# Address name, arguments after the slug, method, and who may: see WHO.
RIGHTS = [
    ("event", (), "get", "staff"),
    ("settings", (), "get", "manager"),
    ("settings", (), "post", "manager"),
    ("event_series", (), "get", "manager"),
    ("event_series", (), "post", "manager"),
    ("phases", (), "get", "manager"),
    ("phases", (), "post", "manager"),
    ("next_phase", (), "post", "manager"),
    ("staff", (), "get", "owner"),
    ("staff", (), "post", "owner"),
    ("invite", (), "post", "owner"),
    ("revoke_invitation", (1,), "post", "owner"),
    ("hand_over", (), "post", "owner"),
    ("make_pack", (), "get", "owner"),
    ("rights", (), "get", "staff"),
    ("penalties", (), "get", "judge"),
    ("penalties", (), "post", "judge"),
    ("penalties_csv", (), "get", "judge"),
    ("revoke_penalty", (1,), "post", "judge"),
    ("delete", (), "get", "owner"),
    ("delete", (), "post", "owner"),
    ("copy", (), "get", "manager"),
    ("copy", (), "post", "manager"),
    ("document", (), "get", "manager"),
    ("fide_report", (), "get", "manager"),
    ("follow", (), "get", "manager"),
    ("follow", (), "post", "manager"),
    ("end_following", (), "post", "manager"),
    ("files", (), "get", "manager"),
    ("archive", (), "post", "owner"),
    ("finish", (), "post", "manager"),
    ("reopen", (), "post", "manager"),
    ("players", (), "get", "judge"),
    ("players", (), "post", "manager"),
    ("import", (), "get", "manager"),
    ("import", (), "post", "manager"),
    ("check_in", (), "get", "staff"),
    ("check_in", (), "post", "staff"),
    ("numbers", (), "get", "manager"),
    ("numbers", (), "post", "manager"),
    ("pairs", (), "get", "manager"),
    ("pairs", (), "post", "manager"),
    ("allow_pair", (), "post", "manager"),
    ("player", (1,), "get", "judge"),
    ("player", (1,), "post", "manager"),
    ("remove_player", (1,), "post", "manager"),
    ("forget_player", (1,), "get", "owner"),
    ("forget_player", (1,), "post", "owner"),
    ("withdraw", (1,), "post", "judge"),
    ("return", (1,), "post", "judge"),
    ("bye", (1,), "get", "judge"),
    ("bye", (1,), "post", "judge"),
    ("cancel_bye", (1,), "post", "judge"),
    ("pair", (), "post", "manager"),
    ("job", (1,), "get", "staff"),
    ("round", (1,), "get", "staff"),
    ("publish", (1,), "post", "manager"),
    ("take_back", (1,), "post", "manager"),
    ("start", (1,), "post", "staff"),
    ("complete", (1,), "post", "manager"),
    ("reopen_round", (1,), "post", "manager"),
    ("discard", (1,), "post", "manager"),
    ("repair", (1,), "get", "judge"),
    ("repair", (1,), "post", "judge"),
    ("by_hand", (1,), "get", "judge"),
    ("by_hand", (1,), "post", "judge"),
    ("playing", (1,), "post", "staff"),
    ("impact", (), "get", "judge"),
    ("impact_of", ("result",), "get", "judge"),
    ("impact_of", ("result",), "post", "judge"),
    ("impact_of", ("scoring",), "get", "manager"),
    ("result", (1,), "post", "staff"),
    ("scores", (1,), "post", "staff"),
    ("report", (1,), "post", "staff"),
    ("reports", (), "get", "staff"),
    ("top", (), "get", "staff"),
    ("find", (), "get", "staff"),
    ("standings_file", ("csv",), "get", "staff"),
    ("pairings_file", (1, "xlsx"), "get", "staff"),
    ("print", (), "get", "staff"),
    ("requests", (), "get", "judge"),
    ("request", (1,), "post", "judge"),
    ("calls", (), "get", "judge"),
    ("call", (1,), "post", "judge"),
    ("table_codes", (), "get", "manager"),
    ("table_codes", (), "post", "manager"),
    ("player_code", (1,), "get", "manager"),
    ("player_code", (1,), "post", "manager"),
    ("results_state", (1,), "get", "staff"),
    ("verify", (1,), "get", "staff"),
    ("verify_table", (1,), "post", "staff"),
    ("verify_state", (1,), "get", "staff"),
    ("clock", (1,), "get", "staff"),
    ("hall_tables", (), "get", "manager"),
    ("hall_tables", (), "post", "manager"),
    ("print_player_cards", (), "get", "staff"),
    ("print_players", (), "get", "staff"),
    ("print_place_cards", (), "get", "staff"),
    ("print_table_cards", (), "get", "staff"),
    ("print_poster", (), "get", "staff"),
    ("print_wall", (), "get", "staff"),
    ("message", (), "get", "judge"),
    ("message", (), "post", "judge"),
    ("clear_message", (), "post", "judge"),
    ("screens", (), "get", "judge"),
    ("screens", (), "post", "judge"),
    ("screen", (1,), "get", "judge"),
    ("screen", (1,), "post", "judge"),
    ("show_on_screen", (1,), "post", "judge"),
    ("delete_screen", (1,), "post", "judge"),
    ("bracket", (), "get", "staff"),
    ("registration", (), "get", "manager"),
    ("registration_act", (), "post", "manager"),
    ("take_entries", (), "post", "manager"),
    ("registration_settings", (), "get", "manager"),
    ("registration_settings", (), "post", "manager"),
    ("cash_list", (), "get", "manager"),
    ("queue", (), "get", "staff"),
    ("queue_act", (), "post", "staff"),
    ("outstanding", (1,), "get", "staff"),
    ("print_runner", (1,), "get", "staff"),
    ("asked", (1,), "post", "staff"),
    ("change_clock", (1,), "post", "judge"),
    ("extra_time", (1, 1), "post", "judge"),
    ("arrange", (1, 1), "post", "staff"),
    ("table", (1, 1), "get", "staff"),
    ("table", (1, 1), "post", "staff"),
    ("schedule", (), "get", "staff"),
    ("plan_schedule", (), "post", "manager"),
    ("search_schedule", (), "post", "manager"),
    ("clear_schedule", (), "post", "manager"),
    ("stop_schedule", (1,), "post", "manager"),
    ("keep_schedule", (1,), "post", "manager"),
    ("drop_schedule", (1,), "post", "manager"),
    ("print_cards", (), "get", "staff"),
    ("print_plan_tables", (), "get", "staff"),
    ("print_fixtures", (), "get", "staff"),
    ("print_plan_names", (), "get", "staff"),
    ("undo", (), "get", "manager"),
    ("undo", (), "post", "manager"),
    ("redo", (), "get", "manager"),
    ("redo", (), "post", "manager"),
    ("log", (), "get", "staff"),
    ("log_csv", (), "get", "staff"),
    ("log_json", (), "get", "staff"),
    ("check_log", (), "post", "staff"),
    ("snapshots", (), "get", "manager"),
    ("snapshots", (), "post", "manager"),
    ("snapshot", (1,), "get", "manager"),
    ("snapshot", (1,), "post", "manager"),
    ("snapshot_document", (1,), "get", "manager"),
    ("standings", (), "get", "staff"),
    ("prizes", (), "get", "staff"),
    ("prizes", (), "post", "manager"),
    ("remove_prize", (1,), "post", "manager"),
    ("move_prize", (1,), "post", "manager"),
    ("prize", (1,), "get", "manager"),
    ("prize", (1,), "post", "manager"),
    ("show_prizes", (), "post", "manager"),
    ("print_prizes", (), "get", "staff"),
    ("print_together", (), "get", "staff"),
    ("outlook", (), "get", "staff"),
    ("print_tables", (1,), "get", "staff"),
    ("print_names", (1,), "get", "staff"),
    ("print_slips", (1,), "get", "staff"),
    ("print_standings", (), "get", "staff"),
    ("print_cross", (), "get", "staff"),
]
ROLES = ("stranger", "display", "scorekeeper", "arbiter", "director", "owner")
WHO = {
    "staff": {"scorekeeper", "arbiter", "director", "owner"},
    "judge": {"arbiter", "director", "owner"},
    "manager": {"director", "owner"},
    "owner": {"owner"},
}


@pytest.fixture(scope="module")
def everybody(shared_database: Any) -> dict[str, Desk]:
    """An event with a published round, and somebody of every role at its desk, signed in."""
    with shared_database.unblock():
        event, _ = published(field=4)
        people = {role: make_user() for role in ROLES if role != "owner"}
        for role in set(people) - {"stranger"}:
            events.set_staff(tournament=event, actor=event.owner, user=people[role], role=Role(role))
        return {role: Desk(user, event) for role, user in {**people, "owner": event.owner}.items()}


@pytest.fixture
def event(everybody: dict[str, Desk]) -> Tournament:
    return Tournament.objects.get()


def test_the_table_names_every_address_of_the_desk() -> None:
    _prefix, resolver = get_resolver().namespace_dict["desk"]
    known = {name for name in resolver.reverse_dict if isinstance(name, str)}
    # Series have an owner of their own: tests/tournaments/series/test_desk_series.py.
    of_series = {pattern.name for pattern in series_urls.urlpatterns} | {"link_player"}
    # The bin is for owners, of events that are not there: tests/tournaments/events/test_bins.py.
    of_nobody = {
        "events", "create", "import_event", "manual", "open_pack", "bin", "restore_event", "purge_event",
    }  # fmt: skip
    assert known - of_nobody - of_series == {name for name, *_rest in RIGHTS}


@pytest.mark.parametrize("asked", ["at the edge", *sweep_too("everybody")])
def test_only_who_may_gets_in(asked: str, everybody: dict[str, Desk]) -> None:
    """Who may least of those who may, and who may most of those who may not; in the sweep all of them."""
    for name, args, method, who in RIGHTS:
        first = next(at for at, role in enumerate(ROLES) if role in WHO[who])
        roles = ROLES if asked == "everybody" else ROLES[first - 1 : first + 1]
        got_in = set()
        for role in roles:
            desk = everybody[role]
            with transaction.atomic():
                status = getattr(desk, method)(name, *args).status_code
                transaction.set_rollback(True)  # the next one finds the event as it was
            assert status < 500, (name, role)
            if status != 403:
                got_in.add(role)
        assert got_in == WHO[who] & {*roles}, (name, method)


def test_nobody_gets_in_without_signing_in(event: Tournament) -> None:
    desk = Desk(None, event)
    for name, args, method, _who in RIGHTS:
        response = getattr(desk, method)(name, *args)
        assert (response.status_code, name) == (302, name)
        assert response["Location"].startswith("/accounts/")


def test_a_private_event_does_not_exist_for_strangers(event: Tournament) -> None:
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    desk = Desk(make_user(), event)
    statuses = {name: getattr(desk, method)(name, *args).status_code for name, args, method, _who in RIGHTS}
    assert {name: status for name, status in statuses.items() if status != 404} == {}


def test_every_button_needs_the_token_of_its_form(event: Tournament) -> None:
    desk = Desk(event.owner, event, enforce_csrf_checks=True)
    posted: list[tuple[Any, ...]] = [(name, *args) for name, args, method, _who in RIGHTS if method == "post"]
    assert {where: desk.post(*where).status_code for where in posted} == dict.fromkeys(posted, 403)


def test_opening_an_address_changes_nothing_and_the_address_of_a_button_says_that_it_is_one(
    event: Tournament, desk: Desk
) -> None:
    """Every address of the site, opened by the owner from a link; work may be asked for (a `Job`)."""

    def stored() -> dict[str, int]:
        models = set(apps.get_app_config("tournaments").get_models()) - {Job}
        versions = Tournament.objects.aggregate(version=Sum("version"))
        return {model.__name__: model._default_manager.count() for model in models} | versions

    before, buttons = stored(), 0
    for address in addresses(event):
        answer = desk.client.get(address)
        assert answer.status_code in (200, 204, 302, 404, 405), (address, answer.status_code)
        if answer.status_code == 405:
            buttons += 1
            assert "This address is for a button." in text(answer), address
    assert stored() == before
    assert desk.get("undo").status_code == 200 and buttons > 30


def test_what_does_not_exist_is_not_found(event: Tournament, desk: Desk) -> None:
    for path in (
        "rounds/9/",
        "rounds/1/tables/99/",
        "players/99/",
        "jobs/99/",
        "print/9/tables/",
        "rounds/0/",
    ):
        assert desk.client.get(desk.url("event") + path).status_code == 404
    response = Desk(None, event).save(1, 1, "1-0", "")
    assert (response.status_code, response.json()["code"]) == (401, "signed_out")


def test_the_list_and_a_new_event_need_an_account() -> None:
    nobody, somebody = Desk(), Desk(make_user())
    for name in ("events", "create", "import_event"):
        assert (nobody.get(name).status_code, somebody.get(name).status_code) == (302, 200), name
    assert nobody.get("manual", "hall").status_code == 200
