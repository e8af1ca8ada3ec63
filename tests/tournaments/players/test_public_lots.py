"""The page of the lots: hashes before, seeds after, every lot to be recomputed; and nothing told too early."""

import html
import re
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from pairing.engine.recheck import recheck
from pairing.formats import document
from tests.factories import (
    enter_all,
    make_event,
    make_table_event,
    pair,
    play_round,
    play_rounds,
    play_tables,
)
from tests.public.pages import PAGES, hand_made, text_of
from tournaments.events.services import events, phases
from tournaments.files.services.documents import export_event
from tournaments.models import Tournament
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db
MASTER = "nobody may read this before the end"
API = (
    "",
    "document/",
    "rounds/",
    "rounds/1/",
    "standings/",
    "standings/1/",
    "lots/",
    "lots/?round=1",
    "players/",
)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def seed(number: int) -> str:
    return digest(f"{MASTER}|{number}")[:32]


def secret_event(**settings: Any) -> Tournament:
    chosen = {"field": 9, "slug": "spring", "system": "random_swiss", "rounds_planned": 3, **settings}
    return make_event(draw_seed=MASTER, secret_seeds=True, **chosen)


def row(client: Client, number: int, slug: str = "spring") -> list[str]:
    """The cells of one round: hash, seed or what is said instead, how it is drawn."""
    page = client.get(f"/e/{slug}/lots/").content.decode()
    found = re.search(rf'<tr id="seed-{number}">(.*?)</tr>', page, re.DOTALL)
    assert found, f"no round {number}"
    cells = re.findall(r"<td>(.*?)</td>", found[1], re.DOTALL)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", "", cell)).split()) for cell in cells]


def everything(client: Client) -> str:
    """All that a visitor can read of the event, of pages that are there."""
    pages = [f"/e/spring/{page}" for page in (*PAGES, "lots/", "lots/?round=1", "lots/?round=2")]
    answers = [
        client.get(address) for address in (*pages, *(f"/api/v1/events/spring/{part}" for part in API))
    ]
    assert sum(answer.status_code == 200 for answer in answers) > 15
    return "".join(answer.content.decode() for answer in answers)


def test_the_hash_shown_before_is_that_of_the_seed_shown_after(client: Client) -> None:
    event = secret_event()
    for number in (1, 2, 3):
        before, locked, _how = row(client, number)
        assert locked == "when the round is published"
        pair(event)
        assert row(client, number)[:2] == [before, locked]  # a draft tells nothing
        draft = event.rounds.get(number=number)
        rounds.publish(tournament=event, actor=event.owner, round_=draft)
        after, shown, how = row(client, number)
        assert shown == seed(number)
        assert before == after == digest(shown)
        assert how == "its own draw seed"
        enter_all(draft)
        rounds.complete(tournament=event, actor=event.owner, round_=draft)
    events.finish_event(tournament=event, actor=event.owner)
    assert MASTER in client.get("/e/spring/lots/").content.decode()
    outside = client.get("/api/v1/events/spring/document/").json()
    assert all(check.same for check in recheck(document.load(outside)))


def test_nothing_tells_the_secret_before_the_end(client: Client) -> None:
    event = secret_event(rounds_planned=2)
    for number in range(3):
        if number:
            play_round(event)
        if number < 2:
            pair(event)  # the next round stands as a draft
        read = everything(client)
        assert MASTER not in read
        for later in range(number + 1, 4):
            assert seed(later) not in read, f"seed {later} after round {number}"
        outside = client.get("/api/v1/events/spring/document/").json()
        assert [r["seed"] for r in outside["rounds"]] == [seed(n) for n in range(1, number + 1)]
        assert all(check.same for check in recheck(document.load(outside)))
        if number < 2:
            draft = event.rounds.get(number=number + 1)
            rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)


def test_without_secret_seeds_the_seed_follows_at_the_end(client: Client) -> None:
    event = make_event(field=8, slug="spring", draw_seed="of the event")
    assert row(client, 1) == [digest("of the event"), "when the event is finished", "the event's draw seed"]
    play_rounds(event, 2)
    assert "of the event|" not in client.get("/e/spring/lots/").content.decode()
    assert "The lots are listed when the seed is shown." in text_of(client, "/e/spring/lots/?round=1")
    events.finish_event(tournament=event, actor=event.owner)
    assert row(client, 2)[:2] == [digest("of the event"), "of the event"]
    assert "of the event|draw|1|3" in client.get("/e/spring/lots/?round=1").content.decode()
    assert 'id="seed-3"' not in client.get("/e/spring/lots/").content.decode()


def test_the_lots_of_a_round_are_listed_with_their_texts(client: Client) -> None:
    event = secret_event(system="monrad")
    play_rounds(event, 2)
    page = client.get("/e/spring/lots/?round=2").content.decode()
    for number in range(1, 10):
        text = f"{seed(2)}|draw|2|{number}"
        assert text in page
        assert f"<b>{digest(text)[:16]}</b>{digest(text)[16:]}" in page
    order = sorted(range(1, 10), key=lambda number: digest(f"{seed(2)}|draw|2|{number}"))
    at = [page.index(f"{seed(2)}|draw|2|{number}<") for number in order]
    assert at == sorted(at)


def test_a_schedule_says_that_its_draw_stays_the_same(client: Client) -> None:
    event = make_table_event(field=16, slug="spring", draw_seed=MASTER, secret_seeds=True)
    play_tables(event)
    assert row(client, 2) == [digest(seed(1)), seed(1), "the draw seed of round 1: the same draw continues"]


def test_a_league_lists_names_and_no_seeds_and_the_bracket_behind_it_draws_nothing(client: Client) -> None:
    event = make_event(field=8, slug="spring", season=13)
    league = [
        {"system": {"name": "tiered"}, "rounds": 1},
        {"system": {"name": "bracket"}, "cut": {"rank": 4}},
    ]
    phases.set_phases(tournament=event, actor=event.owner, phases=league)
    play_rounds(event, 2)
    page = client.get("/e/spring/lots/?round=1").content.decode()
    assert 'id="seed-1"' not in page
    names = [f"Player {number}" for number in range(1, 9)]
    at = [page.index(f"{name}|13|1<") for name in sorted(names, key=lambda name: digest(f"{name}|13|1"))]
    assert at == sorted(at)
    assert digest("Player 1|13|1")[16:] in page
    assert "Nothing was drawn by lot in this round." in text_of(client, "/e/spring/lots/?round=2")


def test_an_imported_event_lists_its_lots_too(client: Client) -> None:
    event = hand_made()
    assert "when the event is finished" in row(client, 1, event.slug)[1]
    events.finish_event(tournament=event, actor=event.owner)
    page = client.get(f"/e/{event.slug}/lots/?round=1").content.decode()
    assert f"<b>{digest('x|draw|1|1')[:16]}</b>" in page


def test_any_lot_can_be_computed(client: Client) -> None:
    make_event(field=4, slug="spring")
    for text in ("Kinseth|13|1", "a b", "Zoé|1|1", "<script>|1"):
        page = client.get("/e/spring/lots/", {"text": text}).content.decode()
        assert f'data-testid="sha256">{digest(text)}<' in page
        assert f'data-testid="lot">{digest(text)[:16]}<' in page
        assert "<script>|1" not in page
    # docs/event-format.md: `printf '%s' 'Kinseth|13|1' | sha256sum | cut -c1-16`, by coreutils.
    assert digest("Kinseth|13|1")[:16] == "64de78767e804b66"


def test_the_pages_of_a_published_round_lead_there_and_the_desk_never_shows_the_secret(
    client: Client,
) -> None:
    event = secret_event()
    play_rounds(event, 2)
    for page in ("rounds/1/", "rounds/1/tables/1/"):
        assert 'href="/e/spring/lots/?round=1#drawn"' in client.get(f"/e/spring/{page}").content.decode()
    pair(event)
    for number in (9, 3):
        assert client.get(f"/e/spring/lots/?round={number}").status_code == 404
    assert MASTER not in str(export_event(event)) and MASTER not in str(export_event(event, drafts=True))
    client.force_login(event.owner)
    for page in ("settings/", "history/", ""):
        assert MASTER not in client.get(f"/desk/{event.slug}/{page}").content.decode()
    assert client.get("/api/v1/events/spring/").json()["draw_seed"] is None
    assert MASTER not in client.get("/api/v1/events/spring/log/").content.decode()
