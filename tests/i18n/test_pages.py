"""Every page in every language: it answers, says which language it is in, and leaves nothing in English."""

import json
import re
from collections.abc import Container, Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import translation

from accounts.models import User
from tests.factories import make_event, make_user, pair, play_rounds, publish, table
from tests.i18n.conftest import LANGUAGES
from tests.i18n.reading import left_in_english, read
from tests.sweep import sweep_too
from tournaments.events.services import events
from tournaments.models import Tournament
from tournaments.players.services import attendance, imports, players
from tournaments.results.services import results
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

# Pages for programs, or for whoever builds pages.
NOT_FOR_READERS = {"public:style", "public:robots", "public:qr", "public:manifest", "desk:document"}
# Programs read these, in words of their own.
NOT_PAGES = {"", "api"}
QUERIES = {
    "public:round": ["?by=name"],
    "public:pairings": ["?by=name"],
    "public:screen": ["?show=names", "?show=tables", "?show=standings"],
    "public:standings": ["?after=1"],
    "public:find": ["?q=佐", "?q=qqq"],
    "desk:standings": ["?after=1"],
    "desk:table": ["?result=0-1"],
    "desk:log": ["?round=1"],
}
IMPORT_COLUMNS = (
    "Columns understood: name (or first and last name), sort name, rating, club, "
    "title, federation, ranking, fixed table, note. A player already registered is "
    "updated, never added twice."
)
SURELY = {
    "public:home", "public:event", "public:player", "public:round", "public:why", "public:standings",
    "public:tiebreaks", "public:cross", "public:screen", "public:find", "desk:events", "desk:create", "desk:event",
    "desk:settings", "desk:players", "desk:player", "desk:import", "desk:check_in", "desk:pairs", "desk:round",
    "desk:table", "desk:undo", "desk:log", "desk:standings", "desk:print_tables", "desk:print_names",
    "desk:print_slips", "desk:print_standings", "desk:delete", "accounts:profile", "accounts:tokens",
    "accounts:password",
}  # fmt: skip

# What has words for a draft, for results that come in, and for the end; the other pages only grow with the event.
CHANGING = {
    "public:event", "public:pairings", "public:round", "public:screen", "public:standings", "public:player",
    "desk:event", "desk:round", "desk:table", "desk:standings", "desk:settings", "desk:players", "desk:player",
    "desk:log", "desk:undo", "desk:print", "desk:finish", "desk:repair", "desk:verify", "desk:outstanding",
    "desk:impact", "public:now", "public:why",
}  # fmt: skip


def club() -> Tournament:
    """An event that shows what there is: byes, a late entry, a withdrawal, a float, a correction to be made."""
    owner = make_user("運営", display_name="運営")
    event = make_event(
        owner=owner, name="水曜会", slug="club", venue="公民館", visibility="public", rounds_planned=5,
        tiebreaks=["solkoff", {"name": "omw", "floor": 0.25}, "sonneborn_berger", "head_to_head", "BH:cut=1"],
    )  # fmt: skip
    fields: dict[str, Any] = {"tournament": event, "actor": owner}
    for number in range(1, 10):
        players.add_player(**fields, name=f"佐藤{number}", rating=1500 + number, club="支部")
    play_rounds(event, 2)
    players.add_player(**fields, name="鈴木")
    attendance.withdraw(**fields, player=event.players.get(number=2))
    attendance.request_bye(**fields, player=event.players.get(number=3), round_number=4, kind="half")
    players.forbid_pair(**fields, first=event.players.get(number=4), second=event.players.get(number=5))
    return Tournament.objects.get(pk=event.pk)


@pytest.fixture(params=["ja", *sweep_too(*(code for code in LANGUAGES if code != "ja"))])
def reader(request: pytest.FixtureRequest) -> str:
    """Japanese every day: no sentence of it is written in Latin letters, so one that nobody marked is found too."""
    return str(request.param)


def stages(event: Tournament) -> Iterator[None]:
    """The event step by step from between two rounds on: a draft, results coming in, finished."""
    actor = event.owner
    draft = pair(event)
    yield
    round_ = rounds.publish(tournament=event, actor=actor, round_=draft)
    results.enter_result(tournament=event, actor=actor, match=table(round_), result="1/2-1/2")
    yield
    results.enter_results(
        tournament=event, actor=actor, round_=round_, results={m.table: "0-1" for m in round_.matches.all()}
    )
    rounds.complete(tournament=event, actor=actor, round_=round_)
    events.finish_event(tournament=Tournament.objects.get(pk=event.pk), actor=actor)
    yield


def names(
    resolver: URLResolver, namespace: str = "", outer: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of every address of a page, and what it needs to be filled in."""
    for part in resolver.url_patterns:
        needed = (*outer, *part.pattern.converters)
        if isinstance(part, URLResolver):
            yield from names(part, part.namespace or namespace, needed)
        elif isinstance(part, URLPattern) and part.name and namespace not in NOT_PAGES:
            yield f"{namespace}:{part.name}", needed


def addresses(*round_numbers: int) -> list[tuple[str, str]]:
    """Every page there is, by its name, filled in; those that have nothing to do with a round are there once."""
    return list(dict.fromkeys(page for number in round_numbers for page in addresses_of_round(number)))


def addresses_of_round(round_number: int) -> Iterator[tuple[str, str]]:
    """What else an address needs is somebody else's test."""
    known: dict[str, Any] = {"slug": "club", "table": 1}
    # `number` is a round in some addresses and a player in others.
    by_number = {"desk:player": 3, "public:player": 3, "public:tiebreaks": 3, "public:card": 3}
    for name, needed in names(get_resolver()):
        values = {**known, "number": by_number.get(name, round_number)}
        if name not in NOT_FOR_READERS and set(needed) <= set(values):
            url = reverse(name, kwargs={key: values[key] for key in needed})
            yield from ((name, url + query) for query in ["", *QUERIES.get(name, [])])


def check(client: Client, name: str, url: str, language: str) -> bool:
    """Whether there is such a page; if so it is in the language, altogether."""
    answer = client.get(url, headers={"accept-language": language})
    if answer.status_code in {302, 404, 405} or not answer["Content-Type"].startswith("text/html"):
        return False
    assert answer.status_code == 200, (url, answer.status_code)
    page = answer.content.decode()
    if "<html" in page:
        assert read(page).lang == language, url
    assert left_in_english(page, language) == [], url
    return True


class Readers:
    """The desk and a phone, in front of all pages of the event `club`, in one language."""

    def __init__(self, owner: User, language: str) -> None:
        self.desk, self.phone, self.language = Client(), Client(), language
        self.desk.force_login(owner)

    def look(self, *round_numbers: int, among: Container[str] | None = None) -> set[str]:
        """The names of all pages there are, or of those of the event `among` these, each in the language altogether."""
        return {
            name
            for name, url in addresses(*round_numbers)
            if (among is None or (name in among and "/club/" in url))
            and check(self.phone if name.startswith("public:") else self.desk, name, url, self.language)
        }


def test_every_page_is_in_the_language_of_its_reader(reader: str) -> None:
    """Round 2 is over, round 3 is played."""
    event = club()
    readers = Readers(event.owner, reader)
    pages = readers.look(2, 3)
    assert pages >= SURELY
    for _stage in stages(event):
        readers.look(3, among=CHANGING if reader == "ja" else pages)


def test_pages_of_an_event_that_is_paired_ahead(reader: str) -> None:
    """Two rounds at once: what was assumed, now and next."""
    event = make_event(name="水曜会", slug="club", field=7, system="wcsc", options={"mode": "MS"})
    event.players.update(name="佐藤")
    readers = Readers(event.owner, reader)
    publish(event)
    draft = pair(event)
    readers.look(1, 2, among=CHANGING)
    rounds.publish(tournament=event, actor=event.owner, round_=draft)
    readers.look(2, among=CHANGING)


def desk_in(language: str, **event: Any) -> Client:
    """The desk of an event `club`."""
    desk = Client(headers={"accept-language": language})
    desk.force_login(make_event(owner=make_user("運営"), name="水曜会", slug="club", **event).owner)
    return desk


def test_studies_are_in_the_language(language: str) -> None:
    lab = desk_in(language)
    field = {"teams": 8, "rounds": 3, "table": "list", "top": 3, "published": "on", "missing": "refuse"}
    answer = lab.post("/lab/studies/", field)
    assert answer.status_code == 302
    assert check(lab, "lab:study", answer["Location"], language)
    assert check(lab, "lab:studies", "/lab/studies/", language)
    refused = lab.post("/lab/studies/", {**field, "table": "results", "teams": "x"}).content.decode()
    assert 'class="field__error"' in refused
    assert left_in_english(refused, language) == []


def test_pages_for_somebody_who_is_not_signed_in(language: str) -> None:
    for name in ("sign_in", "sign_up", "forgotten", "forgotten_sent"):
        assert check(Client(), name, reverse(f"accounts:{name}"), language), name
    answer = Client().get("/e/nowhere/", headers={"accept-language": language})
    assert answer.status_code == 404
    assert read(answer.content.decode()).lang == language
    assert left_in_english(answer.content.decode(), language) == []


def test_forms_that_are_refused_say_why_in_the_language(language: str) -> None:
    desk = desk_in(language, field=2)
    listed = "name;rating;zodiac\n佐藤;1500;x\n佐藤;;\n鈴木;abc;\nPlayer 1;1999;"
    for url, data in (
        ("/desk/new/", {"name": "", "rounds_planned": "x", "options_elimination": "0", "scoring_win": "-1"}),
        ("/desk/club/players/", {"name": ""}),
        ("/desk/club/players/", {"name": "Player 1"}),
        ("/desk/club/players/import/", {"text": ""}),
        ("/desk/club/players/import/", {"text": listed, "pasted": listed}),
        ("/accounts/password/", {"old_password": "x", "new_password1": "1", "new_password2": "2"}),
    ):
        answer = desk.post(url, data)
        page = answer.content.decode()
        assert answer.status_code in {200, 409, 422}, (url, answer.status_code)
        assert data.get("pasted") or 'class="field__error"' in page or 'class="message' in page, url
        assert set(left_in_english(page, language)) <= {"Player 1", "zodiac"}, url


def test_a_desk_in_danish() -> None:
    """A refusal names a field as its reader knows it, and the log says states in words."""
    desk = desk_in("da", field=2)
    page = desk.post("/desk/club/players/", {"name": "佐藤", "club": "x" * 121}).content.decode()
    assert "Klub" in page
    assert "club:" not in page
    listed = "navn;fast bord\n佐藤;abc"
    page = desk.post("/desk/club/players/import/", {"text": listed, "pasted": listed}).content.decode()
    assert re.search(r"fast bord:\s*<q><bdi\s*>abc", page)
    publish(Tournament.objects.get())
    assert "Kladde → Offentliggjort" in desk.get("/desk/club/log/").content.decode()


@pytest.mark.parametrize(
    ("code", "subject", "body"),
    [
        ("da", "En ny adgangskode til testserver", "Vælg en her:"),
        ("ja", "testserverの新しいパスワード", "設定してください"),
    ],
)
def test_the_letter_for_a_forgotten_password_is_in_the_language(code: str, subject: str, body: str) -> None:
    make_user("運営", email="me@example.org")
    client = Client(headers={"accept-language": code})
    client.post(reverse("accounts:forgotten"), {"email": "me@example.org"})
    (letter,) = mail.outbox
    assert letter.subject == subject
    assert body in letter.body


def test_the_api_in_danish() -> None:
    """What the core declares, and what it refuses."""
    client = Client(headers={"accept-language": "da"})
    (monrad,) = [system for system in client.get("/api/v1/systems/").json() if system["slug"] == "monrad"]
    options = {option["name"]: option for option in monrad["options"]}
    assert monrad["name"] == "Schweizer-Monrad"
    assert options["elimination"]["label"] == "Elimination"
    assert options["elimination"]["allowed"] == "et helt tal fra 1, eller none"
    body = {"format": "pairwright-event/1", "system": {"name": "monrad"}, "players": [{"id": 0.5}]}
    answer = client.post("/api/v1/tools/pair/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    assert "det skal være et helt tal" in answer.content.decode()


def test_public_pages_are_published_in_each_readers_language() -> None:
    """What is remembered for one reader must not be shown to one with another language."""
    event = make_event(name="水曜会", slug="club", visibility="public", field=4)
    publish(event)
    for code in ("da", "ja", "en", "da"):
        page = Client().get("/e/club/pairings/", headers={"accept-language": code}).content.decode()
        assert read(page).lang == code


@pytest.mark.parametrize("code", ["en", "da", "ja"])
def test_the_columns_that_the_import_page_names_are_understood(code: str) -> None:
    """Each title in the sentence of the page, in the page's language, is one that a list may use."""
    with translation.override(code):
        sentence = translation.gettext(IMPORT_COLUMNS)
    titles = re.split(r"[,、]\s*", re.search(r"[:] ?(.+?)[.。]", re.sub(r"[(](.+?)[)]", "", sentence))[1])
    assert len(titles) == 9
    event = make_event()
    for title in titles:
        plan = imports.preview_import(tournament=event, content=f"last name;{title}\n佐藤;1")
        assert plan.ignored_columns == (), title
        assert len(set(plan.columns)) == 2
