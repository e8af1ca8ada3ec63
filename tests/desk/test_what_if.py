"""“What if?” as an organiser uses it: a form, a page that fills with results, a link to pass on."""

import csv
import io
import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from pairing.simulation import Configuration, run_chunk, summary
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_table_event, make_user, play_round
from tournaments.lab import jobs
from tournaments.lab.selectors.simulations import configurations_of
from tournaments.lab.services import kernels, simulation_work, simulations
from tournaments.lab.services.simulated_events import document_of
from tournaments.models import Simulation, Tournament
from tournaments.series.services import series

pytestmark = pytest.mark.django_db
URL = "/lab/what-if/"
FIELDS = {
    "field": "normal", "players": 16, "deviation": 200, "outcome": "chance", "draws": 10, "dropouts": 0, "rounds": "4",
    "systems": ["random_swiss"], "chains": ["solkoff"], "runs": 200, "seed": 3, "do": "compare",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test plays itself."""
    monkeypatch.setattr(jobs, "_slices_in_thread", lambda simulation_id: None)
    monkeypatch.setattr(jobs, "warm_up", lambda: None)


@pytest.fixture
def person() -> User:
    return make_user("curious")


@pytest.fixture
def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def event(person: User) -> Tournament:
    return make_event(
        owner=person,
        field=10,
        slug="club",
        system="random_swiss",
        rounds_planned=5,
        tiebreaks=["median", "wins"],
    )


def asked(browser: Client, **more: Any) -> Simulation:
    """The simulation these fields ask for; nothing of it is played."""
    given = {key: value for key, value in {**FIELDS, **more}.items() if value is not None}
    answer = browser.post(URL, given)
    assert answer.status_code == 302, text(answer)
    return Simulation.objects.get(key=urlsplit(answer["Location"]).path.rstrip("/").rpartition("/")[2])


def played(browser: Client, **more: Any) -> Simulation:
    simulation = asked(browser, **more)
    simulation_work.play_all(simulation.pk)
    return simulation


def numbers_of(browser: Client, simulation: Simulation) -> list[dict[str, str]]:
    """The lines of the file for spreadsheets."""
    answer = browser.get(f"{URL}{simulation.key}/simulation.csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def page_of(browser: Client, simulation: Simulation, query: str = "") -> Any:
    answer = browser.get(f"{URL}{simulation.key}/{query}")
    assert answer.status_code == 200
    return answer


def rounds_of(simulation: Simulation) -> list[int]:
    return [configuration["rounds"] for configuration in simulation.document["configurations"]]


# --- asking
def test_what_is_typed_becomes_configurations(browser: Client) -> None:
    simulation = asked(browser, rounds="3-4, 6", systems=["random_swiss", "monrad"], chains=["solkoff", "omw"],
                       own_chains="BH:cut=1, BH", cut=4, dropouts=5)  # fmt: skip
    assert rounds_of(simulation) == [3, 4, 6, 3, 4, 6]
    one = simulation.document["configurations"][0]
    assert one["field"] == {"model": "normal", "players": 16, "mean": 1500, "deviation": 200, "seed": 0}
    assert (one["outcome"], one["draw"], one["dropout"], one["cut"]) == ("elo", 0.1, 0.05, 4)
    assert one["chains"] == [["solkoff"], ["omw"], ["BH:cut=1", "BH"]]
    assert {c["system"]["name"] for c in simulation.document["configurations"][3:]} == {"monrad"}
    sizes = asked(browser, players="8, 16", win_points=3, draw_points=1, own_chains="solkoff + 0.5*SB, wins")
    assert [c["field"]["players"] for c in sizes.document["configurations"]] == [8, 16]
    one = sizes.document["configurations"][0]
    assert one["scoring"] == {"win": 300, "draw": 100, "loss": 0, "bye": 300}
    assert one["chains"][1] == [{"sum": [["solkoff", 1], ["SB", 0.5]]}, "wins"]
    assert (simulation.document["seed"], simulation.document["runs"]) == (3, 200)


def test_the_modified_swiss_is_tried_beside_the_plain_one(browser: Client) -> None:
    simulation = played(browser, systems=["wcsc", "wcsc:ahead"], rounds="3", runs=20)
    systems = [c["system"] for c in simulation.document["configurations"]]
    assert systems == [{"name": "wcsc", "options": {}}, {"name": "wcsc", "options": {"mode": "MS"}}]
    page = text(page_of(browser, simulation))
    assert "Shogi championship, a round ahead" in page and "3 rounds, Shogi" not in page
    assert (
        "the fewest pairs of players in the wrong order" in page or "No measurable difference between" in page
    )


def test_the_field_may_be_a_list_or_that_of_the_study(browser: Client) -> None:
    listed = asked(browser, field="list", ratings="2000, 1900\n1500 -100", rounds="2", players=None)
    assert listed.document["configurations"][0]["field"]["values"] == [2000, 1900, 1500, -100]
    study = asked(browser, field="arithmetic", outcome="chance")
    assert study.document["configurations"][0]["outcome"] == "odds"
    assert asked(browser, outcome="stronger").document["configurations"][0]["outcome"] == "stronger"


def test_an_event_gives_its_players_rounds_and_rules(browser: Client, event: Tournament) -> None:
    event.players.filter(number=10).update(rating=None)
    event.players.filter(number=1).update(left_after_round=1)
    form = browser.get(f"{URL}?event=club").context["form"]
    assert form["field"].value() == "event" and form["rounds"].value() == 5
    simulation = asked(browser, event="club", field="event", rounds="5", chains=["event"], do="compare")
    one = simulation.document["configurations"][0]
    # Players 2 to 9 are rated 1990 to 1920; who has no rating counts like the one in the middle.
    assert one["field"]["values"] == [*range(1990, 1910, -10), 1960]
    assert (one["rounds"], one["chains"]) == (5, [["median", "wins"]])
    assert simulation.tournament == event


def test_how_many_rounds_and_which_tiebreak_are_asked_with_one_press(
    browser: Client, event: Tournament
) -> None:
    rounds = asked(browser, event="club", field="event", rounds="5", chains=["event"], do="rounds")
    assert rounds_of(rounds) == [3, 4, 5, 6, 7, 8]
    ties = asked(browser, event="club", field="event", rounds="5", chains=["event"], do="tiebreaks")
    (one,) = ties.document["configurations"]
    assert one["chains"] == [
        ["median", "wins"], ["solkoff"], ["omw"], ["sonneborn_berger"], ["median"], ["opponent_median"],
    ]  # fmt: skip
    # Ten players can play nine rounds at most, and nobody plays fewer than one.
    assert rounds_of(asked(browser, players=4, rounds="2", do="rounds")) == [1, 2, 3]


def test_an_event_that_has_begun_goes_on_from_now(browser: Client, event: Tournament) -> None:
    play_round(event)
    form = browser.get(f"{URL}?event=club").context["form"]
    assert form["begin"].value() == "now" and "How many more rounds" in text(browser.get(f"{URL}?event=club"))
    more = played(
        browser, event="club", begin="now", field="event", chains=["event"], rounds="5", runs=20, do="rounds"
    )
    assert rounds_of(more) == [3, 4, 5, 6, 7, 8]
    assert len(more.document["start"]["rounds"]) == 1
    assert all("scoring" not in c for c in more.document["configurations"])
    said = text(page_of(browser, more, "?at=2"))
    assert "From round 2 on" in said and "With 4 more rounds, the winner is" in said
    assert re.search(r"Play (at least )?\d rounds? in all", said)
    assert {row["from_round"] for row in numbers_of(browser, more)} == {"2"}
    kept = json.loads(browser.get(f"{URL}{more.key}/simulation.json").content)
    assert "Player 1" not in json.dumps(kept) and len(kept["start"]["players"]) == 10


def test_an_event_that_has_begun_can_be_played_anew_too(browser: Client, event: Tournament) -> None:
    play_round(event)
    anew = asked(browser, event="club", begin="beginning", field="event", chains=["event"], rounds="5")
    assert "start" not in anew.document
    # By other strengths than their ratings: whoever stands better now is taken for stronger.
    usual = asked(browser, event="club", begin="now", field="arithmetic", chains=["event"], rounds="5")
    values = usual.document["configurations"][0]["field"]["values"]
    assert sorted(values) == list(range(4, 14)) and values[0] > values[-1]
    listed = asked(browser, event="club", begin="now", field="list", ratings=" ".join(map(str, range(10, 0, -1))),
                   rounds="5")  # fmt: skip
    assert listed.document["configurations"][0]["field"]["values"] == list(range(10, 0, -1))


def test_an_event_of_a_series_goes_on_by_its_own_rules(browser: Client, person: User) -> None:
    league = make_event(owner=person, field=8, slug="season", system="tiered", rounds_planned=4)
    made = series.create_series(owner=person, name="League", slug="league")
    series.put_event(series=made, tournament=league, season=1, actor=person)
    league.refresh_from_db()
    play_round(league)
    simulation = asked(browser, event="season", begin="now", field="event", rounds="4", systems=["tiered"],
                       chains=["event"])  # fmt: skip
    (configuration,) = configurations_of(simulation.document)
    assert configuration.goes_on_as_it_is and configuration.options["ratings"] == "replayed"
    (by_program,) = configurations_of(simulations.checked(document_of(league)).document)
    assert configuration.chains == by_program.chains


def test_from_now_on_what_cannot_be_is_said(browser: Client, event: Tournament) -> None:
    play_round(event)
    now = {**FIELDS, "event": "club", "begin": "now", "field": "event"}
    for given, said in (
        ({"rounds": "1"}, "whole number from 2 to 40"),
        ({"field": "list", "ratings": "5 4"}, "whole number from 10 to 10"),
        ({"begin": ""}, "This field is required"),
    ):
        answer = browser.post(URL, {**now, **given})
        assert answer.status_code == 200 and said in text(answer), said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rounds": "1-7"}, "These are 7 setups (systems times numbers of rounds and players)."),
        ({"rounds": "x"}, "Give numbers from 1 to 40"),
        ({"rounds": "9-3"}, "Give numbers from 1 to 40"),
        ({"rounds": "16"}, "whole number from 1 to 15"),
        ({"rounds": ""}, "This field is required"),
        ({"players": ""}, "Enter the number of players"),
        ({"players": 1}, "Give numbers from 2 to 1024"),
        ({"players": "8, 16", "rounds": "3-6"}, "These are 8 setups"),
        ({"win_points": 0}, "greater than or equal to 0.01"),
        ({"own_chains": "solkoff + x*wins"}, "a weight is a number"),
        ({"field": "list", "ratings": "1500"}, "at least two players"),
        ({"field": "list", "ratings": "1500 strong"}, "Only whole numbers"),
        ({"field": "event"}, "not one of the available choices"),
        ({"cut": 17}, "whole number from 1 to 16"),
        ({"own_chains": "nonsense"}, "nonsense"),
        ({"own_chains": "\n".join(["BH"] * 12)}, "These are 13 tie-break orders."),
        ({"systems": ["mahjong_swiss"]}, "not one of the available choices"),
        ({"systems": ["monrad"], "runs": 1_000_000}, "at most"),
        ({"draws": 100}, "less than or equal to 99"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    browser: Client, given: dict[str, Any], said: str
) -> None:
    answer = browser.post(URL, {**FIELDS, "own_chains": "BH", **given})
    assert answer.status_code == 200 and not Simulation.objects.exists()
    assert said in text(answer)
    content = answer.content.decode()
    assert 'name="seed" value="3"' in content
    assert ">\n" + str(given.get("own_chains", "BH")).split("\n")[0] in content


def test_the_desk_leads_here_and_only_who_works_on_an_event_may_take_it(
    browser: Client, event: Tournament
) -> None:
    desk = Desk(event.owner, event)
    assert f'href="{URL}?event=club"' in desk.get("event").content.decode()
    make_event(field=4, slug="other")
    four = make_table_event(owner=event.owner, slug="riichi")
    assert f"{URL}?event" not in Desk(event.owner, four).get("event").content.decode()
    for slug in ("other", "riichi", "none"):
        assert browser.get(f"{URL}?event={slug}").status_code == 404
    assert Client().get(URL).status_code == 302
    event.players.update(rating=None)
    page = browser.get(f"{URL}?event=club")
    assert "No player in this event has a rating" in text(page)
    form = page.context["form"]
    assert (form["field"].value(), form["players"].value()) == ("normal", 10)


# --- looking
def test_results_come_as_slices_are_played(browser: Client) -> None:
    simulation = asked(browser, rounds="3-4", runs=20_000)
    first = page_of(browser, simulation)
    assert "0 of 40000 events played" in text(first) and "on their way" in text(first)
    assert (
        'hx-trigger="every 1s"' in first.content.decode() and 'http-equiv="refresh"' in first.content.decode()
    )
    ids = simulation_work.free_chunks(simulation.pk)
    simulation_work.play(ids[0])
    done = simulation.chunks.get(pk=ids[0]).count
    second = text(page_of(browser, simulation))
    assert f"{done} of 40000 events played" in second and "nothing played yet" in second
    simulation_work.play_all(simulation.pk)
    last = page_of(browser, simulation)
    assert "events played" not in text(last) and "every 1s" not in last.content.decode()
    for part in ("conclusion", "curves", "hills", "ties", "measures", "link", "csv", "json"):
        assert f'data-testid="{part}"' in last.content.decode()


def test_the_numbers_on_the_page_are_those_of_the_core(browser: Client) -> None:
    simulation = played(browser, rounds="4", chains=["solkoff", "omw"], runs=5000)
    found = Configuration.from_data(simulation.document["configurations"][0])
    said = summary(found, run_chunk(found, 3, 0, 5000))
    best = said.orders[1].measures["best_wins_by_lot"]
    page = text(page_of(browser, simulation))
    assert f"the strongest player wins in {100 * best.mean:.1f} %" in page
    rows = numbers_of(browser, simulation)
    assert [row["tiebreaks"] for row in rows] == ["solkoff", "omw"]
    assert float(rows[1]["inversions"]) == said.orders[2].measures["inversions"].mean
    assert float(rows[0]["best_wins_by_lot_low"]) == best.low
    assert "normally distributed around 1500, spread 200" in page and "10% draws" in page
    data = json.loads(browser.get(f"{URL}{simulation.key}/simulation.json").content)
    assert data["results"] == [said.to_data()] and data["state"] == "done"


def test_the_link_is_for_everybody_and_the_button_for_who_started_it(
    browser: Client, event: Tournament
) -> None:
    simulation = asked(browser, event="club", field="event", rounds="5", chains=["event"])
    Tournament.objects.update(visibility="private")
    stranger = Client()
    page = page_of(stranger, simulation)
    assert 'data-testid="cancel"' not in page.content.decode()
    assert "Wednesday club" not in text(page) and "Wednesday club" in text(page_of(browser, simulation))
    other = Client()
    other.force_login(make_user())
    assert other.post(f"{URL}{simulation.key}/cancel/").status_code == 403
    assert other.get(f"{URL}{simulation.key}/events.csv").status_code == 403
    assert stranger.post(f"{URL}{simulation.key}/cancel/").status_code == 302
    assert browser.get(f"{URL}{simulation.key}/cancel/").status_code == 405
    assert browser.post(f"{URL}{simulation.key}/cancel/").status_code == 302
    assert "Stopped after 0 of 200 events" in text(page_of(browser, simulation))
    assert browser.get(f"{URL}no-such-key/").status_code == 404


def test_any_configuration_can_be_looked_at(browser: Client) -> None:
    simulation = played(browser, rounds="3,4", runs=50)
    for query in ("?at=0", "?at=9", "?at=x", "?at=²", "?at=-1"):
        page_of(browser, simulation, query)
    single = browser.get(f"{URL}{simulation.key}/events.csv").content.decode().splitlines()
    assert len(single) == 1 + 2 * 50 * 2 and single[2].startswith("3 rounds,16,0,solkoff,")


# --- what it says
@pytest.mark.parametrize(
    ("given", "said"),
    [
        # Without chance the strongest always wins: 100 %, and no difference between numbers of rounds.
        (
            {"rounds": "4-5", "outcome": "stronger", "draws": 0, "runs": 2000},
            (
                r"the strongest player wins in 100\.00? %",
                r"No measurable difference between 4 rounds and 5 rounds\.",
            ),
        ),
        # Without draws, players with as many points have as many wins: the second link decides nothing.
        (
            {"draws": 0, "chains": [], "own_chains": "solkoff\nsolkoff, wins", "runs": 500},
            (
                r"No measurable difference between Solkoff and Solkoff, Wins\.",
                "All leave equally many pairs tied",
            ),
        ),
    ],
)
def test_where_chance_decides_nothing_nothing_else_is_said(
    browser: Client, given: dict[str, Any], said: tuple[str, ...]
) -> None:
    page = text(page_of(browser, played(browser, **given), "?at=0"))
    for pattern in said:
        assert re.search(pattern, page)


def test_a_failure_is_said(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = asked(browser)

    def broken(*_given: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(simulation_work, "run_chunk", broken)
    simulation_work.play_all(simulation.pk)
    assert "Something went wrong on the server" in text(page_of(browser, simulation))


def test_the_list_is_ones_own_and_a_fourth_one_at_once_has_to_wait(browser: Client) -> None:
    for _ in range(simulations.MOST_AT_WORK):
        asked(browser)
    assert "1 setup, 200 events" in text(browser.get(URL))
    assert "still running" in text(browser.post(URL, FIELDS))
    other = Client()
    other.force_login(make_user())
    assert "Earlier simulations" not in text(other.get(URL))


def test_who_waits_for_the_first_simulation_on_a_machine_is_told_why(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = asked(browser)
    for compiled in (False, True):
        monkeypatch.setattr(kernels, "are_compiled", lambda there=compiled: there)
        assert (b'data-testid="compiling"' in page_of(browser, simulation).content) is not compiled
