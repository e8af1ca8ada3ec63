"""Public pages of a series: what they show, to whom, and that an unchanged one costs nothing."""

import re

import pytest
from django.test import Client

from tests.factories import make_user
from tests.league import SEASONS, conservative, make_league, make_season, put_in, skills, someone
from tests.public.pages import text_of
from tournaments.models import Match, Series, Tournament
from tournaments.series.services.series import update_series

pytestmark = pytest.mark.django_db


def in_words(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")


def signed_in(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


def test_the_page_of_a_series_shows_seasons_winners_and_ranking(client: Client) -> None:
    series = make_league(description="Every Wednesday.")
    text = text_of(client, "/s/league/")
    assert "Every Wednesday." in text
    assert text.index("Season 2") < text.index("Season 1")
    assert "First after round 2: Ann" in text and "First after round 2: Bo" in text
    expected = skills(SEASONS)
    for name, skill in expected.items():
        assert re.search(rf"\d {name} {re.escape(in_words(conservative(skill)))} ", text), name
    assert "Whole ranking: 5 players" in text
    danish = client.get("/s/league/ranking/", headers={"accept-language": "da"}).content.decode()
    assert in_words(conservative(expected["Bo"])).replace(".", ",") in danish
    for address in ("/s/", "/s/league/", f"/s/league/players/{someone(series, 'Ann').pk}/"):
        answer = client.get(address)
        assert not answer.cookies and "csrf" not in answer.content.decode().lower()
    # The event and its players lead there.
    page = client.get("/e/league-2/").content.decode()
    assert "Season 2 of City League" in page and 'href="/s/league/"' in page
    player = series.events.get(season=2).players.get(name="Bo")
    page = client.get(f"/e/league-2/players/{player.number}/").content.decode()
    assert f'href="/s/league/players/{player.identity_id}/"' in page


def test_a_finished_season_has_a_winner(client: Client) -> None:
    make_league({1: SEASONS[1]})
    Tournament.objects.update(status="finished", version=50, public_version=50)
    assert "Winner: Ann" in text_of(client, "/s/league/")


def test_a_persons_page_shows_course_seasons_and_opponents(client: Client) -> None:
    series = make_league()
    address = f"/s/league/players/{someone(series, 'Ann').pk}/"
    text = text_of(client, address)
    expected = skills(SEASONS)["Ann"]
    assert in_words(expected[0]) in text and f"± {in_words(expected[1])}" in text
    assert "Season 1" in text and "place 1 of 4 after round 2 · 2 won, 0 lost" in text
    assert "Bo 1–1 season 1, round 1: Won season 2, round 1: Lost" in text
    page = client.get(address).content.decode()
    chart = re.search(r'class="chart__line" d="M([^"]+)"', page)
    assert chart and len(chart[1].split(" L")) == 5  # the start and four rated matches
    after_first = skills({1: SEASONS[1][:1]})["Ann"]
    assert in_words(conservative(after_first)) in text


def test_who_has_no_rated_match_is_told_so(client: Client) -> None:
    series = make_league({1: SEASONS[1]})
    put_in(series, make_season(series.owner, 2, [[("Ann", "Bo")]], more=["Zoe"], slug="next"), 2)
    assert "Zoe no rated match yet" in text_of(client, "/s/league/")
    assert "No rated match yet" in text_of(client, f"/s/league/players/{someone(series, 'Zoe').pk}/")


def test_a_private_series_is_not_there_for_others(client: Client) -> None:
    series = make_league(visibility="private")
    for address in ("", "ranking/"):
        assert client.get(f"/s/league/{address}").status_code == 404
        assert signed_in(make_user()).get(f"/s/league/{address}").status_code == 404
        answer = signed_in(series.owner).get(f"/s/league/{address}")
        assert answer.status_code == 200 and answer["Cache-Control"] == "private, no-cache"
    for page in ("", "players/1/"):
        assert "City League" not in text_of(client, f"/e/league-1/{page}")


def test_pages_of_events_follow_a_change_of_the_series(client: Client) -> None:
    series = make_league()
    assert "City League" in text_of(client, "/e/league-1/")
    update_series(series=series, actor=series.owner, slug="town")
    assert 'href="/s/town/"' in client.get("/e/league-1/").content.decode()
    update_series(series=series, actor=series.owner, visibility="private")
    assert "City League" not in text_of(client, "/e/league-1/")


def test_players_of_an_unlisted_event_lead_to_no_page_that_is_missing(client: Client) -> None:
    series = make_league()
    Tournament.objects.filter(season=2).update(visibility="unlisted", version=50, public_version=50)
    eve = series.events.get(season=2).players.get(name="Eve")
    assert "City League" not in text_of(client, f"/e/league-2/players/{eve.number}/")
    assert client.get(f"/s/league/players/{eve.identity_id}/").status_code == 404


def test_private_seasons_are_named_nowhere_but_said_to_count(client: Client) -> None:
    series = make_league()
    Tournament.objects.filter(season=2).update(
        visibility="private", name="Secret cup", version=50, public_version=50
    )
    for address in ("", "ranking/", f"players/{someone(series, 'Ann').pk}/"):
        text = text_of(client, f"/s/league/{address}")
        assert "Secret cup" not in text and " Eve " not in text
        assert "1 season is not shown here. Its results count in the ratings." in text
    owner = signed_in(series.owner)
    assert "Secret cup" in text_of(owner, "/s/league/")
    assert "Secret cup" not in text_of(
        client, "/s/league/"
    )  # nor from the cache, after the owner has seen it
    assert owner.get("/s/league/")["Cache-Control"] == "private, no-cache"


def test_lists_show_public_series_only(client: Client) -> None:
    series = make_league()
    Series.objects.create(slug="b", name="Back room", owner=series.owner, visibility="unlisted")
    Series.objects.create(slug="c", name="Closed room", owner=series.owner, visibility="private")
    for address in ("/", "/s/"):
        text = text_of(client, address)
        assert "City League" in text and "room" not in text
    assert client.get("/s/b/")["X-Robots-Tag"] == "noindex"


def test_an_unchanged_page_is_answered_without_content_and_a_changed_one_is_seen(client: Client) -> None:
    make_league()
    for address in ("/s/league/", "/s/league/ranking/", "/s/"):
        tag = client.get(address)["ETag"]
        same = client.get(address, headers={"if-none-match": tag})
        assert (same.status_code, same.content) == (304, b"")
    tag = client.get("/s/league/")["ETag"]
    Match.objects.filter(round__tournament__season=1).update(result="0-1")
    Tournament.objects.filter(season=1).update(public_version=50)
    answer = client.get("/s/league/", headers={"if-none-match": tag})
    assert answer.status_code == 200 and answer["ETag"] != tag


def test_a_new_series_appears_on_a_front_page_that_is_kept_and_has_nothing_yet(client: Client) -> None:
    tag = client.get("/")["ETag"]
    make_league({})
    assert client.get("/", headers={"if-none-match": tag}).status_code == 200
    assert "No season yet." in text_of(client, "/s/league/")
    assert "No one has played in this series yet." in text_of(client, "/s/league/ranking/")
    for address in ("/s/league/players/1/", "/s/nowhere/"):
        assert client.get(address).status_code == 404
