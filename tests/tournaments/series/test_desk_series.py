"""Series at the desk, as the organiser uses it: pages, buttons, and who may press them."""

import pytest
from django.test import Client

from accounts.models import User
from tests.desk.pages import Desk, text
from tests.factories import add_player, make_event, make_table_event, make_user
from tournaments.models import Identity, Player, Series, SeriesAction, Tournament
from tournaments.series.services import series as service

pytestmark = pytest.mark.django_db


def make_league(owner: User | None = None, **seasons: list[str]) -> Series:
    """A series with seasons such as s1=["Aiko"], s3=["Jens"]."""
    league = service.create_series(owner=owner or make_user(), name="Spring league")
    for key, names in seasons.items():
        event = make_event(owner=league.owner, name=f"Evening {key[1:]}")
        for name in names:
            add_player(event, name)
        service.put_event(series=league, tournament=event, season=int(key[1:]), actor=league.owner)
    return league


def event_of(league: Series, season: int) -> Tournament:
    return Tournament.objects.get(series=league, season=season)


def identity(name: str) -> Identity:
    return Identity.objects.get(name=name)


def test_a_series_is_made_and_gets_its_events() -> None:
    owner = make_user()
    event = make_event(owner=owner, field=2)
    desk = Desk(owner)
    assert "No series yet" in text(desk.get("series_list"))
    data = {"name": "Spring league", "visibility": "public", "order": "mu"}
    assert "Spring league is created" in desk.press("series_new", data=data)
    assert Series.objects.get().order == "mu"
    shown = desk.press("series", "spring-league", data={"tournament": event.pk, "season": "4"})
    assert "Wednesday club is season 4." in shown
    shown = desk.press("series_take_out", "spring-league", data={"event": event.pk})
    assert "Wednesday club is removed from the series" in shown and not Identity.objects.exists()
    shown = desk.press(
        "series_undo", "spring-league", data={"step": Series.objects.get().log_entries.first().pk}
    )
    assert "Undone" in shown
    event.refresh_from_db()
    assert event.season == 4 and event.series is not None and Identity.objects.count() == 2


def test_only_own_events_of_two_at_a_table_are_offered_and_no_season_that_is_taken() -> None:
    league = make_league(s1=["Aiko"])
    mine = make_event(owner=league.owner, name="Mine")
    make_event(name="Of somebody else")
    make_table_event(owner=league.owner, name="Of four")
    desk = Desk(league.owner)
    assert list(desk.get("series", league.slug).context["form"].events) == [str(mine.pk)]
    response = desk.post("series", league.slug, data={"tournament": mine.pk, "season": "1"})
    assert "Season 1 is Evening 1. Choose another number." in text(response)


def test_two_spellings_are_hinted_at_compared_and_merged() -> None:
    league = make_league(s1=["Søren Ågård"], s2=["agard, Soren", "Jens"])
    desk = Desk(league.owner)
    page = desk.get("series_players", league.slug)
    (hint,) = page.context["hints"]
    assert {hint.first.name, hint.second.name} == {"Søren Ågård", "agard, Soren"}
    pks = [hint.first.pk, hint.second.pk]
    shown = text(desk.get("series_merge", league.slug, query=f"?person={pks[0]}&person={pks[1]}"))
    assert "Evening 1" in shown and "Evening 2" in shown
    keep = identity("Søren Ågård").pk
    shown = desk.press("series_merge", league.slug, data={"person": pks, "keep": keep})
    assert "are one player now" in shown
    assert identity("Søren Ågård").players.count() == 2
    assert not desk.get("series_players", league.slug).context["hints"]


def test_merging_takes_two() -> None:
    league = make_league(s1=["A", "B", "C"])
    pks = list(Identity.objects.values_list("pk", flat=True))
    for count in (0, 1, 3):
        query = "?" + "&".join(f"person={pk}" for pk in pks[:count])
        assert Desk(league.owner).get("series_merge", league.slug, query=query).status_code == 302


def test_a_person_is_split_and_renamed_but_not_by_ticking_nothing_or_all() -> None:
    league = make_league(s1=["Jens"], s2=["Jens"])
    desk, pk = Desk(league.owner), identity("Jens").pk
    page = desk.post("series_player", league.slug, pk, data={"split-name": "Another"})
    assert "Tick the seasons" in text(page)
    both = list(Player.objects.values_list("pk", flat=True))
    page = desk.post("series_player", league.slug, pk, data={"split-name": "Another", "split-players": both})
    assert "These are all seasons of Jens" in text(page) and Identity.objects.count() == 1
    second = Player.objects.get(tournament=event_of(league, 2))
    data = {"split-players": [second.pk], "split-name": "Jens of Aarhus"}
    said = desk.press("series_player", league.slug, pk, data=data)
    assert "Jens of Aarhus and Jens are now two players." in said
    assert identity("Jens of Aarhus").players.get() == second
    said = desk.press("series_player", league.slug, pk, data={"name": "Jens of Odense"})
    assert "is called Jens of Odense" in said


def test_the_list_of_players_says_who_came_before() -> None:
    league = make_league(s1=["Aiko"], s2=["Aiko", "Jens"], s5=["Aiko"])
    page = text(Desk(league.owner, event_of(league, 2)).get("players"))
    assert "also in seasons 1, 5" in page and page.count("also in season") == 1


def test_a_player_is_linked_to_another_person() -> None:
    league = make_league(s1=["Jens Hansen"], s2=["J. Hansen"])
    desk = Desk(league.owner, event_of(league, 2))
    assert "in no other season" in text(desk.get("player", 1))
    shown = desk.press("link_player", 1, data={"identity": identity("Jens Hansen").pk})
    assert "J. Hansen is linked." in shown and "also in season 1" in shown
    desk.press("link_player", 1, data={"identity": ""})
    assert Identity.objects.count() == 2


def test_the_event_leads_to_its_series() -> None:
    league = make_league()
    event = make_event(owner=league.owner)
    desk = Desk(league.owner, event)
    assert "This event is in no series" in text(desk.get("settings"))
    shown = desk.press("event_series", data={"series": league.pk, "season": "7"})
    assert "The event is season 7 of Spring league." in shown
    assert "season 7 of Spring league" in text(desk.get("settings"))
    shown = desk.press("event_series", data={"out": "1"})
    assert "removed from the series" in shown


def test_the_log_takes_back_only_the_step_that_was_shown_and_a_series_is_deleted_by_its_typed_address() -> (
    None
):
    league = make_league(s1=["Aiko"], s2=["Jens"])
    first, latest = league.log_entries.filter(action=SeriesAction.EVENT_ADDED).order_by("pk")
    desk = Desk(league.owner)
    shown = desk.press("series_undo", league.slug, data={"step": first.pk})
    assert "Only the latest step can be undone" in shown
    assert event_of(league, 1) and latest.subject == "Evening 2"
    said = [
        desk.press("series_delete", league.slug, data={"confirm_slug": s}) for s in ("other", league.slug)
    ]
    assert "Type the address" in said[0] and "Its events stay" in said[1]
    assert not Series.objects.exists()
    assert set(Tournament.objects.values_list("series", flat=True)) == {None}


PAGES = ["series", "series_players", "series_settings", "series_log", "series_merge"]


def test_pages_are_for_the_owner() -> None:
    league = make_league(s1=["Aiko"])
    for name in PAGES:
        assert Desk(make_user()).get(name, league.slug).status_code == 403
        response = Client().get(Desk().url(name, league.slug))
        assert response.status_code == 302 and "/login" in response["Location"].replace("sign-in", "login")
    service.update_series(series=league, actor=league.owner, visibility="private")
    for name in PAGES:
        assert Desk(make_user()).get(name, league.slug).status_code == 404


def test_who_only_runs_an_event_cannot_link_its_players() -> None:
    league = make_league(s1=["Aiko"], s2=["Aiko"])
    organiser = make_user()
    event = event_of(league, 2)
    event.staff_rows.create(user=organiser, role="director")
    desk = Desk(organiser, event)
    assert desk.post("link_player", 1, data={"identity": ""}).status_code == 403
    assert desk.post("event_series", data={"out": "1"}).status_code == 403
    assert "Only the owner of the series" in text(desk.get("event_series"))
