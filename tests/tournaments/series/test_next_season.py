"""The next season of a series: an event like the last one, with the same persons."""

import pytest

from tests.desk.pages import Desk, text
from tests.factories import make_user
from tests.tournaments.series.test_desk_series import event_of, make_league
from tournaments.models import Identity, Player, Tournament
from tournaments.series.selectors.desk import next_name
from tournaments.series.services.identities import merge
from tournaments.series.services.next_season import begin_next_season
from tournaments.series.services.series import create_series
from tournaments.series.services.undo import last_undoable, undo
from tournaments.steps.refusals import ServiceError

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("last", "following"),
    [
        ("Open 7", "Open 8"),
        ("Open 9", "Open 10"),
        ("Open 09", "Open 10"),
        ("Spring 2025", "Spring 2026"),
        ("Season 2025/26", "Season 2026/27"),
        ("Season 1999/00", "Season 2000/01"),
        ("Season 2025–2026", "Season 2026–2027"),
        ("Wednesday club", "Wednesday club"),
        ("5th Open", "5th Open"),
    ],
)
def test_the_number_at_the_end_of_the_name_goes_up(last: str, following: str) -> None:
    assert next_name(last) == following


def test_players_stand_for_the_persons_they_were_whatever_their_names_are() -> None:
    league = make_league(s1=["Søren Ågård"], s4=["agard, Soren", "Jens"])
    keep, other = (Identity.objects.get(name=name) for name in ("Søren Ågård", "agard, Soren"))
    merge(series=league, keep=keep, other=other, actor=league.owner)
    event = begin_next_season(series=league, actor=league.owner, name="Evening 5", starts_on="2027-01-02")
    assert (event.season, event.series, str(event.starts_on)) == (5, league, "2027-01-02")
    before = Player.objects.filter(tournament=event_of(league, 4)).order_by("number")
    after = Player.objects.filter(tournament=event).order_by("number")
    assert [row.identity_id for row in after] == [row.identity_id for row in before]
    assert not after.filter(checked_in=True).exists() and after.count() == 2
    persons = Identity.objects.count()
    undo(series=league, entry=last_undoable(league), actor=league.owner)
    event.refresh_from_db()
    assert (event.series, event.players.count(), Identity.objects.count()) == (None, 2, persons)


def test_a_series_without_a_season_has_no_next_one() -> None:
    league = create_series(owner=make_user(), name="League")
    with pytest.raises(ServiceError) as caught:
        begin_next_season(series=league, actor=league.owner, name="First")
    assert (caught.value.code, Tournament.objects.count()) == ("no_season", 0)
    assert Desk(league.owner).get("series_next", league.slug).status_code == 404


def test_it_begins_at_the_desk_for_who_manages_the_last_season() -> None:
    league = make_league(s1=["Aiko", "Jens"])
    desk = Desk(league.owner)
    assert 'data-testid="next-season"' in desk.get("series", league.slug).content.decode()
    form = desk.get("series_next", league.slug)
    assert form.context["form"]["name"].value() == "Evening 2"
    assert "This field is required." in text(desk.post("series_next", league.slug, data={"name": ""}))
    assert "Evening 2 is season 2." in desk.press("series_next", league.slug, data={"name": "Evening 2"})
    assert event_of(league, 2).players.count() == 2
    Tournament.objects.filter(series=league).update(owner=make_user())
    assert 'data-testid="next-season"' not in desk.get("series", league.slug).content.decode()
    assert desk.get("series_next", league.slug).status_code == 403
    assert Desk(make_user()).get("series_next", league.slug).status_code == 403
