"""What the public reads of a name, on every surface there is."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from pairing.model.types import TWO
from pairing.systems import SYSTEMS, seats_of
from tests.factories import make_event, make_user, publish, refused, table
from tests.forgetting import forget_all
from tests.public.pages import read
from tests.sweep import sweep_too
from tests.tournaments.files.packing import elsewhere, opened, packed
from tests.tournaments.privacy.crawl import OTHER_NAMES, answers, hide, leaks, surfaces
from tournaments import audience
from tournaments.events.services import events
from tournaments.events.services.prizes import set_prizes
from tournaments.files.services.copies import copy_event
from tournaments.hall.services.screens import create_screen
from tournaments.history import undo
from tournaments.models import Player, Tournament
from tournaments.names.redaction import redacted
from tournaments.players.services import players
from tournaments.results.services import results
from tournaments.series.services import series
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "sort_name", "first_initial", "initials"),
    [
        ("Anna Karlsen", "", "Anna K.", "A. K."),
        ("Karlsen, Anna Maria", "", "Anna K.", "A. K."),
        ("Jan van der Berg", "", "Jan B.", "J. B."),
        ("Anna Berg Karlsen", "Berg Karlsen, Anna", "Anna B.", "A. B."),
        ("Åse Ødegård", "", "Åse Ø.", "Å. Ø."),
        ("Madonna", "", "M.", "M."),
        ("山田 太郎", "", "山. 太郎", "山. 太."),
        ("山田 太郎", "やまだ たろう", "山. 太郎", "山. 太."),
        ("山田太郎", "", "山.", "山."),
        ("王小明", "", "王.", "王."),
        ("(!)", "", "–", "–"),
    ],
)
def test_names_by_their_forms(name: str, sort_name: str, first_initial: str, initials: str) -> None:
    assert redacted(name, sort_name, 17, "full") == name
    assert redacted(name, sort_name, 17, "first_initial") == first_initial
    assert redacted(name, sort_name, 17, "initials") == initials
    assert redacted(name, sort_name, 17, "code") == "#17"


def running(system: str = "monrad") -> Tournament:
    """A round is over, the next is played; three are hidden, there are prizes, a screen and somebody's own page."""
    is_of_two = seats_of(system) == TWO
    event = make_event(field=9, slug="spring", system=system, rounds_planned=4, visibility="public")
    hide(event)
    set_prizes(tournament=event, actor=event.owner, prizes=[{"name": "First", "places": 9}])
    events.update_event(tournament=event, actor=event.owner, show_prizes=True)
    create_screen(tournament=event, actor=event.owner, name="Wall")
    round_ = publish(event, after=1 if is_of_two else 0)
    if is_of_two:
        results.enter_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")
    return Tournament.objects.get(pk=event.pk)


@pytest.mark.parametrize("system", ["tiered", *sweep_too(*sorted(SYSTEMS.keys() - {"tiered"}))])
def test_no_surface_tells_a_hidden_name(system: str) -> None:
    assert leaks(running(system)) == {}


def test_the_crawl_finds_a_planted_leak_on_each_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running()
    monkeypatch.setattr(audience, "is_public", lambda: False)
    forget_all()
    found = leaks(event)
    kinds = {kind.partition(":")[0] for kind in found.values()}
    assert kinds == {surface.kind for surface in surfaces(event)}
    assert len(found) > 40


def test_other_names_of_the_hidden_change_nothing_for_the_public() -> None:
    """So neither the order of a list tells a name, nor a search, nor anything else."""
    event = running()
    before = answers(event)
    hide(event, OTHER_NAMES)
    assert answers(event) == before


def shown(event: Tournament) -> list[str]:
    """The names as the public reads them, in the order of the players."""
    with audience.public():
        return list(Player.objects.filter(tournament=event).order_by("number").values_list("name", flat=True))


def test_a_wish_of_a_player_goes_before_that_of_the_event_and_undo_brings_back_both() -> None:
    event = make_event()
    fields: dict[str, Any] = {"tournament": event, "actor": event.owner}
    players.add_player(**fields, name="Anna Karlsen")
    ben = players.add_player(**fields, name="Ben Olsen", name_form="code")
    assert shown(event) == ["Anna Karlsen", "#2"]
    events.update_event(**fields, name_form="first_initial")
    assert shown(event) == ["Anna K.", "#2"]
    players.edit_player(**fields, player=ben, name="Bo Olsen", name_form="full")
    assert shown(event) == ["Anna K.", "Bo Olsen"]
    players.edit_player(**fields, player=ben, name_form="")
    assert shown(event) == ["Anna K.", "Bo O."]
    for expected in (["Anna K.", "Bo Olsen"], ["Anna K.", "#2"], ["Anna Karlsen", "#2"]):
        undo.undo_last_step(tournament=event, actor=event.owner)
        assert shown(event) == expected
    with refused("bad_name_form", field="name_form"):
        players.edit_player(**fields, player=ben, name_form="none")


def test_a_copy_and_a_hand_over_pack_hide_whom_the_event_hides() -> None:
    event = make_event(name_form="initials")
    players.add_player(tournament=event, actor=event.owner, name="Anna Karlsen")
    players.add_player(tournament=event, actor=event.owner, name="Ben Olsen", name_form="code")
    copy = copy_event(tournament=event, owner=event.owner, name="Again", with_players=True)
    pack = packed(event)
    with elsewhere(event):
        for other in (copy, opened(pack)):
            assert shown(other) == ["A. K.", "#2"]
            assert other.has_hidden_names


@pytest.mark.django_db(transaction=True)
def test_somebody_hidden_in_one_season_is_hidden_in_the_others(client: Client) -> None:
    owner = make_user()
    league = series.create_series(owner=owner, name="League", slug="league", visibility="public")
    for season in (1, 2):
        event = make_event(owner=owner, slug=f"s{season}", visibility="public")
        players.add_player(tournament=event, actor=owner, name="Ψωθδη Χξηφι")
        series.put_event(series=league, tournament=event, season=season, actor=owner)
    pages = ("/e/s1/players/", "/e/s2/players/", "/s/league/", "/s/league/ranking/")
    assert any("Ψωθδη" in read(client, page) for page in pages)
    second = Tournament.objects.get(slug="s2")
    players.edit_player(tournament=second, actor=owner, player=second.players.get(), name_form="initials")
    assert [page for page in pages if "Ψωθδη" in read(client, page)] == []
    assert "Ψ. Χ." in read(client, "/e/s1/players/")


def test_the_own_page_has_the_own_name_and_others_as_the_public_reads_them(client: Client) -> None:
    event = make_event(slug="spring", name_form="initials", visibility="public")
    for name in ("Ψωθδη Χξηφι", "Ζθωξα Φψηδυ"):
        players.add_player(tournament=event, actor=event.owner, name=name)
    publish(event)
    page = client.get(f"/e/spring/me/{event.players.get(number=1).key}/").content.decode()
    assert "Ψωθδη Χξηφι" in page
    assert "Ζθωξα" not in page and "Ζ. Φ." in page


def test_pages_ask_search_engines_to_stay_out_until_the_event_is_open_to_them(client: Client) -> None:
    event = make_event(slug="spring", visibility="public")
    assert client.get("/e/spring/")["X-Robots-Tag"] == "noindex"
    events.update_event(tournament=event, actor=event.owner, for_search_engines=True)
    unchanged.forget()
    answer = client.get("/e/spring/")
    assert "X-Robots-Tag" not in answer and b'content="noindex"' not in answer.content
