"""Who sees and may do what: one table of roles, drafts for the staff only, public pages, events that are hidden."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.test import Client

from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, pair, publish
from tests.public.pages import PAGES, READ, running_event, text_of
from tests.tournaments.steps import played
from tournaments import rights as permissions
from tournaments.events.selectors import events as visible
from tournaments.events.services import events
from tournaments.history.log import step_to_undo
from tournaments.history.undo import undo_last_step
from tournaments.models import Action, LogEntry, Role, Round, Tournament, Visibility
from tournaments.rights import TABLE, Holder, Right
from tournaments.rounds.selectors.rounds import round_sheet
from tournaments.series.services import series
from tournaments.web import unchanged

ROLES = ("nobody", "stranger", "display", "scorekeeper", "arbiter", "director", "co-owner", "owner")
STAFF = ROLES[2:]


def people(event: Tournament) -> dict[str, Any]:
    made: dict[str, Any] = {"nobody": AnonymousUser(), "stranger": make_user(), "owner": event.owner}
    for name in STAFF[:-1]:
        made[name] = make_user()
        role = "owner" if name == "co-owner" else name
        events.set_staff(tournament=event, actor=event.owner, user=made[name], role=role)
    return made


# The table once more, as a list of names: what the owner may, the director may not, and so on.
OWNERS = {"owner", "co-owner"}
MANAGERS = OWNERS | {"director"}
JUDGES = MANAGERS | {"arbiter"}
SCORERS = JUDGES | {"scorekeeper"}
RIGHTS: dict[Right, set[str]] = {
    Right.VIEW: set(ROLES),
    Right.OWN_PAGE: set(),  # comes with the key of a player, not with an account
    Right.SEE_DRAFTS: SCORERS,
    Right.ENTER_RESULTS: SCORERS,
    Right.VERIFY_RESULTS: SCORERS,
    Right.CORRECT_RESULTS: JUDGES,
    Right.CHECK_IN: SCORERS,
    Right.CALLS: JUDGES,
    Right.PENALTIES: JUDGES,
    Right.CLOCK: JUDGES,
    Right.SCREENS: JUDGES,
    Right.REQUESTS: JUDGES,
    Right.REPAIR: JUDGES,
    Right.PAIR: MANAGERS,
    Right.PUBLISH: MANAGERS,
    Right.MANAGE_PLAYERS: MANAGERS,
    Right.REGISTRATION: MANAGERS,
    Right.SETTINGS: MANAGERS,
    Right.SNAPSHOTS: MANAGERS,
    Right.UNDO: MANAGERS,
    Right.STAFF: OWNERS,
    Right.DELETE: OWNERS,
}
RULES: dict[Callable[..., bool], set[str]] = {
    permissions.can_see_drafts: SCORERS,
    permissions.can_enter_results: SCORERS,
    permissions.can_manage: MANAGERS,
    permissions.is_owner: OWNERS,
}


def test_each_right_and_each_coarse_rule_belongs_to_its_roles() -> None:
    event = make_event()
    who = people(event)
    for right in Right:
        assert {name for name in ROLES if permissions.may(who[name], event, right)} == RIGHTS[right], right
        assert {name for name in ROLES if permissions.rights_of(who[name], event)[right]} == RIGHTS[right], (
            right
        )
    for rule, roles in RULES.items():
        assert {name for name in ROLES if rule(who[name], event)} == roles, rule


VISIBLE_FROM = [("public", "nobody"), ("unlisted", "nobody"), ("private", "display")]


def test_who_may_look_depends_on_the_visibility() -> None:
    for visibility, first in VISIBLE_FROM:
        event = make_event(visibility=visibility)
        who = people(event)
        allowed = set(ROLES[ROLES.index(first) :])
        for name in ROLES:
            if name in allowed:
                assert visible.event_by_slug(event.slug, who[name]) == event
            else:
                with pytest.raises(Tournament.DoesNotExist):
                    visible.event_by_slug(event.slug, who[name])


def test_nobody_has_rights_elsewhere_or_signed_off() -> None:
    event, stranger = make_event(), make_user()
    assert permissions.can_manage(event.owner, event)
    assert not permissions.can_manage(stranger, event)
    event.owner.is_active = False
    assert not permissions.can_manage(event.owner, event)
    event, other = make_event(visibility="private"), make_event()
    assert not any(permissions.rights_of(other.owner, event).values())


def test_the_front_page_lists_public_events_only() -> None:
    shown = make_event(field=3, visibility="public")
    make_event(visibility="unlisted")
    make_event(visibility="private")
    assert [(e.pk, e.player_count) for e in visible.events_listed()] == [(shown.pk, 3)]  # type: ignore[attr-defined]


def test_a_list_shows_ones_own_events_too_each_once() -> None:
    owner, helper = make_user(), make_user()
    public = make_event(owner=owner, field=2)
    private = make_event(owner=owner, field=5, visibility="private")
    make_event(visibility="private")
    for event in (public, private):
        events.set_staff(tournament=event, actor=owner, user=helper, role="scorekeeper")
    for user in (owner, helper):
        counts = {e.pk: e.player_count for e in visible.events_visible(user)}  # type: ignore[attr-defined]
        assert counts == {public.pk: 2, private.pk: 5}
        assert sorted(e.pk for e in visible.events_of(user)) == sorted([public.pk, private.pk])
    assert [e.pk for e in visible.events_visible(AnonymousUser())] == [public.pk]


def test_a_draft_is_seen_by_the_staff_only() -> None:
    event = played(1, field=6)
    pair(event)
    assert [r.number for r in visible.visible_rounds(event, AnonymousUser())] == [1]
    assert [r.number for r in visible.visible_rounds(event, event.owner)] == [1, 2]
    with pytest.raises(Round.DoesNotExist):
        round_sheet(event, 2)
    assert round_sheet(event, 2, drafts=True).is_draft


# --- the page of the documentation

DOCS = Path(__file__).resolve().parents[3] / "docs"


def rows(page: str) -> dict[str, list[str]]:
    """The cells of each right as they stand on the page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"^\|[^|]+\|(.+)\| `(\w+)` \|$", text, re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for cells, name in found}


@pytest.mark.parametrize(("page", "yes"), [("roles.md", "yes"), ("da/roles.md", "ja")])
def test_every_right_stands_on_the_page_that_the_command_writes(page: str, yes: str) -> None:
    columns = [*Role, *Holder]
    written = {
        name: {column for column, cell in zip(columns, cells, strict=True) if cell == yes}
        for name, cells in rows(page).items()
    }
    assert written == {right.value: set(TABLE[right]) for right in Right}
    call_command("roles_docs", "--check")


@pytest.mark.parametrize("page", ["roles.md", "da/roles.md"])
def test_a_page_that_is_out_of_date_is_found(page: str, tmp_path: Path, settings: Any) -> None:
    (tmp_path / "docs" / "da").mkdir(parents=True)
    (tmp_path / "docs" / "roles.md").write_bytes((DOCS / "roles.md").read_bytes())
    copy = tmp_path / "docs" / page
    text = (DOCS / page).read_text(encoding="utf-8")
    settings.BASE_DIR = tmp_path
    copy.write_text(text.replace("| `delete`", "| `deletion`"), encoding="utf-8")
    with pytest.raises(CommandError, match="out of date"):
        call_command("roles_docs", "--check")
    call_command("roles_docs", verbosity=0)
    assert copy.read_text(encoding="utf-8") == text
    copy.write_text("no marks", encoding="utf-8")
    with pytest.raises(CommandError, match="marks"):
        call_command("roles_docs")


# --- the public pages


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    unchanged.forget()


# Beside each page of a running event: what is not there.
NOWHERE = [
    "players/99/", "players/99/card/", "rounds/9/", "rounds/0/", "rounds/1/tables/99/", "rounds/9/tables/1/",
    "standings/?after=9", "standings/99/", "nonsense/",
]  # fmt: skip


def test_every_page_of_a_running_event_answers_to_reading_and_no_other_page(client: Client) -> None:
    running_event()
    for page in PAGES:
        answer = client.get(f"/e/spring/{page}")
        assert (answer.status_code, bool(answer.content)) == (200, True), page
    statuses = {page: client.get(f"/e/spring/{page}").status_code for page in NOWHERE}
    assert statuses == dict.fromkeys(NOWHERE, 404)
    assert client.get("/e/nowhere/").status_code == 404
    assert client.post("/e/spring/").status_code == 405


@pytest.mark.parametrize("field", [0, 1])
def test_an_event_without_rounds_has_every_page_too(client: Client, field: int) -> None:
    make_event(field=field, slug="small")
    pages = [page for page in PAGES if "rounds/" not in page and "after" not in page and "3" not in page]
    if field:
        pages += ["players/1/", "players/1/card/", "standings/1/", "screen/"]
    statuses = {page: client.get(f"/e/small/{page}").status_code for page in pages}
    assert statuses == dict.fromkeys(pages, 200)


def test_a_private_event_looks_like_a_missing_one_except_to_its_staff(client: Client) -> None:
    event = running_event(visibility="private")
    for user in (None, make_user()):
        if user:
            client.force_login(user)
        assert {client.get(f"/e/spring/{page}").status_code for page in PAGES} == {404}
    client.force_login(event.owner)
    for page in PAGES:
        answer = client.get(f"/e/spring/{page}")
        assert (answer.status_code, "private" in answer["Cache-Control"]) == (200, True), page


def test_a_draft_changes_nothing_on_any_page_even_for_the_organiser(client: Client) -> None:
    event = played(2, field=9, slug="spring")
    client.force_login(event.owner)
    before = {page: text_of(client, f"/e/spring/{page}") for page in READ}
    pair(event)
    unchanged.forget()
    assert {page: text_of(client, f"/e/spring/{page}") for page in READ} == before
    for page in ("rounds/3/", "rounds/3/?by=name", "rounds/3/tables/1/", "standings/?after=3"):
        assert client.get(f"/e/spring/{page}").status_code == 404


# --- hidden by the site ---


pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(owner=make_user("olga"), field=4, name="Spring open", slug="spring")
    publish(tournament)
    return tournament


def hide(*options: str) -> str:
    out = io.StringIO()
    call_command("hide_event", "spring", *options, stdout=out)
    unchanged.forget()
    return out.getvalue().strip()


def test_visitors_and_players_read_that_it_is_hidden_until_it_is_shown_again(event: Tournament) -> None:
    key = event.players.get(number=1).key
    addresses = ["/e/spring/", "/e/spring/pairings/", f"/e/spring/me/{key}/", "/e/spring/screen/"]
    visitor = Client()
    tag = visitor.get(addresses[0])["ETag"]
    assert hide("--reason", "Complaint") == "Spring open is hidden."
    for address in addresses:
        answer = visitor.get(address, headers={"If-None-Match": tag})
        assert (answer.status_code, "have hidden this event" in text(answer)) == (404, True), address
    assert visitor.get("/api/v1/events/spring/").status_code == 404
    assert visitor.get("/api/v1/events/").json()["count"] == 0
    assert "Spring open" not in text(visitor.get("/"))
    assert hide() == "Spring open is hidden already."
    hide("--undo")
    assert "Spring open" in text(visitor.get("/")) and visitor.get(addresses[2]).status_code == 200


def test_its_staff_goes_on_and_reads_why(event: Tournament) -> None:
    hide("--reason", "Complaint of 3 May")
    desk = Desk(event.owner, event)
    assert "have hidden this event" in text(desk.get("event"))
    assert "Hidden by the site" in text(desk.client.get("/desk/"))
    line = LogEntry.objects.filter(tournament=event).first()
    assert line is not None and (line.action, line.note) == (Action.EVENT_HIDDEN, "Complaint of 3 May")
    assert "Complaint of 3 May" in text(desk.get("log"))
    page = desk.client.get("/e/spring/")
    assert page.status_code == 200 and page["Cache-Control"] == "private, no-cache"


def test_neither_settings_nor_undo_show_it(event: Tournament) -> None:
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    events.update_event(**given, visibility=Visibility.UNLISTED)
    before = step_to_undo(event)
    hide()
    assert step_to_undo(event) == before
    events.update_event(**given, visibility=Visibility.PUBLIC)
    undo_last_step(**given)
    assert Client().get("/e/spring/").status_code == 404


def test_a_series_does_not_list_it(event: Tournament) -> None:
    league = series.create_series(owner=event.owner, name="League", slug="league")
    series.put_event(series=league, actor=event.owner, tournament=event, season=1)
    assert "Spring open" in text(Client().get("/s/league/"))
    hide()
    assert "Spring open" not in text(Client().get("/s/league/"))


def test_an_event_that_was_private_is_told_to_nobody(event: Tournament) -> None:
    events.update_event(tournament=event, actor=event.owner, visibility=Visibility.PRIVATE)
    hide()
    assert "hidden" not in text(Client().get("/e/spring/"))


def test_what_cannot_be_done_is_said(event: Tournament) -> None:
    with pytest.raises(CommandError, match="There is no event 'autumn'"):
        call_command("hide_event", "autumn")
    with pytest.raises(CommandError, match="at most 500"):
        call_command("hide_event", "spring", "--reason", "x" * 501)
    event.refresh_from_db()
    assert not event.hidden
