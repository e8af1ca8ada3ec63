"""Names in lists: from A to Z by the family name; and the word that tells players of one name apart."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.desk.pages import Desk, text
from tests.factories import import_event, make_event, make_user, pair, publish
from tests.public.pages import text_of
from tests.tournaments.steps import given
from tournaments.events.services.events import update_event
from tournaments.files.services.documents import export_event
from tournaments.hall.services.screens import create_screen, update_screen
from tournaments.history.people import about_player
from tournaments.models import LogEntry, Player, Seat, Tournament
from tournaments.names.alphabets import collated
from tournaments.names.namesakes import Known, extra_words, names_in
from tournaments.phones.services import reports
from tournaments.players.services import attendance, players
from tournaments.players.services.imports import apply_import, preview_import
from tournaments.results.desk.penalties import PenaltyForm
from tournaments.rounds.services import rounds
from tournaments.steps.names import guessed_sort_name

GUESSES = {
    "Lars Toft": "Toft, Lars",
    "Toft, Lars": "Toft, Lars",
    "Jan van der Berg": "Berg, Jan van der",
    "Charles de Gaulle": "Gaulle, Charles de",
    "Sammy Davis Jr.": "Davis, Sammy Jr.",
    "山田太郎": "山田太郎",
    "山田 太郎": "山田 太郎",
    "Anna": "Anna",
    "Player 12": "Player 12",
    "Lars Toft (2)": "Toft, Lars (2)",
}


def test_the_family_name_is_guessed_as_the_last_word_where_the_name_does_not_have_it_first() -> None:
    assert {name: guessed_sort_name(name) for name in GUESSES} == GUESSES


@pytest.fixture
def event(db: None) -> Tournament:
    event = make_event(slug="spring", owner=make_user("olga"))
    for name, sort_name in (
        ("Gabriel García Márquez", "García Márquez, Gabriel"),
        ("Anna Åkesson", ""),
        ("Bo Hein", ""),
    ):
        players.add_player(**given(event), name=name, sort_name=sort_name)
    return event


def test_lists_from_a_to_z_go_by_sort_names_on_paper_in_the_hall_and_on_phones(
    client: Client, event: Tournament
) -> None:
    """By the alphabet of the event, which is that of the language its owner reads unless told otherwise."""
    client.force_login(event.owner)
    publish(event)
    assert event.language == "en"
    first, *others = ("Åkesson, Anna", "García Márquez, Gabriel", "Hein, Bo")
    for language, order in (("en", (first, *others)), ("da", (*others, first))):
        update_event(**given(event), language=language)
        for url in (
            "/desk/spring/print/1/names/", "/desk/spring/players/check-in/", "/e/spring/screen/?show=names",
            "/e/spring/rounds/1/?by=name", "/e/spring/find/",
        ):  # fmt: skip
            text = text_of(client, url)
            places = [text.find(name) for name in order]
            assert places == sorted(places) and -1 not in places, (url, language)


def test_screens_share_the_list_by_name_by_the_letters_of_the_alphabet_of_the_event(
    event: Tournament,
) -> None:
    """In Danish Å is the last letter and Aa is one (Retskrivningsordbogen, section 5). Letters go before tables."""
    update_event(**given(event), language="da")
    for name in ("Ib Hald", "Bo Zahl", "Ib Aagaard"):
        players.add_player(**given(event), name=name)
    publish(event)
    screen = create_screen(**given(event), name="Left", mode="names", first_table=1, last_table=1)
    everyone = ("García Márquez", "Hald", "Hein", "Zahl", "Åkesson", "Aagaard")
    shares = {("", "Ha"): everyone[:2], ("Hb", "z"): everyone[2:4], ("Å", ""): everyone[4:]}
    for (first, last), expected in shares.items():
        update_screen(**given(event), screen=screen, first_letter=first, last_letter=last)
        page = text_of(Client(), f"/e/spring/screen/{screen.key}/")
        assert tuple(name for name in everyone if f"{name}, " in page) == expected
        assert f"· {first}–{last} ·" in page
        assert f"By name {first}–{last}" in text(Desk(event.owner, event).get("screens"))


# Names in their order. Danish and Norwegian: Retskrivningsordbogen, section 5; the others: the alphabets of CLDR.
ALPHABETS = {
    "en": "Aa Ågård Ahl Äijö Berg, Ulla Berg Hansen, Bo Müller Munk Øst Østergaard Zahl",
    "da": "Ahl Berg, Ulla Berg Hansen, Bo Munk Myhre Müller Mørk Zahl Äijö Ærø Öst Østergaard Aaby Ågård Åse",
    "nb": "Zahl Ærø Østergaard Aaby Ågård",
    "sv": "Ahl Andersson Ottosson Zahl Åberg Ägir Ærø Öberg Østergaard",
    "fi": "Virtanen Zahl Åberg Äijö Öberg",
    "de": "Ägir Ahl Muller Müllner Munk Straßer Strauß Zahl",
    "is": "Ari Árni Davíð Eva Zahl Þór Ægir Örn",
    "pl": "Adam Azor Ąbel Cybis Ćwik Lyra Łoś Zych Źródło Żak",
    "es": "Nunez Nzo Ñandú Oca",
    "cs": "Cyril Čech Hus Chalupa Ivan Šum Zima Žák",
    "ja": "かとう がもう きだ サイトウ さとう",
}


@pytest.mark.parametrize("language", ALPHABETS)
def test_names_stand_in_the_order_of_the_alphabet(language: str) -> None:
    names = re.split(r" (?!Ulla|Hansen|Bo)", ALPHABETS[language])
    assert sorted({*names}, key=lambda name: collated(name, language)) == names


def test_a_name_with_a_reading_stands_as_it_is_written_and_the_desk_finds_it_by_both(client: Client) -> None:
    """In the place of its reading, on paper and on phones too."""
    event = make_event(slug="riichi", system="mahjong_swiss", owner=make_user("olga"))
    for name, sort_name in (
        ("Tove Ravn", ""),
        ("佐々木 太郎", "Sasaki Taro"),
        ("Bo Hein", ""),
        ("Ulla Toft", ""),
    ):
        players.add_player(**given(event), name=name, sort_name=sort_name)
    client.force_login(event.owner)
    order = "Hein, Bo Ravn, Tove 佐々木 太郎 Sasaki Taro Toft, Ulla"
    assert order in text_of(client, "/desk/riichi/players/numbers/")
    assert order in re.sub(r" \d", "", text_of(client, "/desk/riichi/players/check-in/"))
    player: Any = PenaltyForm(event).fields["player"]
    offered = [name for _number, name in player.choices]
    assert offered[1:] == ["Hein, Bo", "Ravn, Tove", "佐々木 太郎", "Toft, Ulla"]
    publish(event)
    for url in ("/desk/riichi/print/1/names/", "/e/riichi/find/"):
        text = text_of(client, url)
        assert "佐々木 太郎" in text and "Sasaki" not in text, url


def test_a_sort_name_is_stored_and_written_only_where_it_says_more_than_the_guess(event: Tournament) -> None:
    bo = event.players.get(number=3)
    players.edit_player(**given(event), player=bo, sort_name="Hein, Bo")
    bo.refresh_from_db()
    assert bo.sort_name == ""
    document = export_event(event)
    assert [player.get("sort_name") for player in document["players"]] == [
        "García Márquez, Gabriel",
        None,
        None,
    ]
    again = import_event(document_data=document, owner=event.owner)
    assert export_event(again)["players"] == document["players"]
    players.edit_player(**given(event), player=event.players.get(number=1), name="García Márquez, Gabriel")
    assert event.players.get(number=1).sort_name == ""


def test_a_list_with_the_parts_of_a_name_says_the_sort_name(event: Tournament) -> None:
    rows = "first name;last name\nJuan Carlos;Ruiz Peña\nIda;Holm\n"
    plan = preview_import(tournament=event, content=rows)
    apply_import(**given(event), content=rows, digest=plan.digest)
    read = "名前;よみ\n山田 花子;Yamada Hanako\n"
    apply_import(**given(event), content=read, digest=preview_import(tournament=event, content=read).digest)
    assert event.players.get(number=6).sort_name == "Yamada Hanako"
    added = event.players.filter(number__in=(4, 5)).order_by("number").values_list("name", "sort_name")
    assert list(added) == [("Juan Carlos Ruiz Peña", "Ruiz Peña, Juan Carlos"), ("Ida Holm", "")]


# --- players of one name: the word that tells each apart ---


def test_the_club_tells_apart_else_the_rating_else_the_number() -> None:
    people = [
        Known(1, "Lars Toft", "Odense", 1500),
        Known(2, "Lars Toft", "Odense", 1600),
        Known(3, "Lars Toft", "Aarhus", 1600),
        Known(4, "lars  toft", "", None),
        Known(5, "Anna Berg", "Odense", 1500),
        Known(6, "Søren Holm", "Vejle", None),
        Known(7, "Soren Holm", "Vejle", None),
    ]
    words = {number: str(word) for number, word in extra_words(people).items()}
    assert words == {1: "1500", 2: "no. 2", 3: "Aarhus", 4: "no. 4", 6: "no. 6", 7: "no. 7"}


DESK = (
    "/desk/spring/players/", "/desk/spring/players/check-in/", "/desk/spring/rounds/1/", "/desk/spring/players/pairs/",
    "/desk/spring/rounds/1/by-hand/", "/desk/spring/rounds/1/repair/", "/desk/spring/print/1/tables/",
    "/desk/spring/print/1/names/", "/desk/spring/print/1/slips/", "/desk/spring/print/standings/",
)  # fmt: skip
PUBLIC = (
    "/e/spring/find/", "/e/spring/rounds/1/", "/e/spring/rounds/1/?by=name", "/e/spring/players/",
    "/e/spring/standings/", "/e/spring/screen/?show=names", "/e/spring/screen/?show=tables",
    "/e/spring/screen/?show=standings",
)  # fmt: skip


@pytest.fixture
def two_of_a_name(db: None) -> Tournament:
    event = make_event(slug="spring", owner=make_user("olga"))
    for name, club in (("Lars Toft", "Odense"), ("Lars Toft", "Vejle"), ("Lars Toft", ""), ("Bo Ask", "")):
        players.add_player(tournament=event, actor=None, name=name, club=club, allow_duplicate=True)
    return event


def test_every_page_tells_players_of_one_name_apart(client: Client, two_of_a_name: Tournament) -> None:
    event = two_of_a_name
    client.force_login(event.owner)
    round_ = pair(event)
    draft = text_of(client, "/desk/spring/rounds/1/")
    rounds.publish(tournament=event, actor=event.owner, round_=round_)
    bare = {
        url: text
        for url in (*DESK, *PUBLIC)
        if not all(word in (text := text_of(client, url)) for word in ("Odense", "Vejle", "no. 3"))
    }
    assert not bare
    assert "Lars Toft (Odense)" in draft and "Lars Toft (no. 3)" in draft and "Bo Ask (" not in draft
    assert "You: Lars Toft (no. 3)" in text_of(client, "/e/spring/players/3/card/")
    assert names_in(event)[2] == "Lars Toft (Vejle)"
    with translation.override("da"):
        assert names_in(event)[3] == "Lars Toft (nr. 3)"
    assert "Code of Lars Toft (Vejle)" in text_of(client, "/desk/spring/players/2/code/")
    reporter = Player.objects.get(tournament=event, number=2)
    seat = Seat.objects.get(player=reporter)
    reports.report_result(tournament=event, player=reporter, match=seat.match, outcome="draw")
    assert "Lars Toft (Vejle): ½–½ – not confirmed yet" in text_of(client, "/desk/spring/rounds/1/")
    assert "Lars Toft (Vejle) has withdrawn" in Desk(event.owner, event).press("withdraw", 2)
    assert "Lars Toft (Vejle): withdrawn after round" in text_of(client, "/desk/spring/undo/")


def test_the_log_tells_them_apart_and_finds_the_lines_of_each(two_of_a_name: Tournament) -> None:
    event = two_of_a_name
    for club in ("Odense", "Ribe"):
        players.add_player(tournament=event, actor=None, name="Ib Lund", club=club, allow_duplicate=True)
    people = list(event.players.order_by("number"))
    for first, second in ((0, 1), (2, 4)):
        players.forbid_pair(tournament=event, actor=None, first=people[first], second=people[second])
    attendance.withdraw(tournament=event, actor=None, player=people[1])
    with translation.override("da"):
        attendance.withdraw(tournament=event, actor=None, player=people[2])

    def lines(number: int) -> list[str]:
        rows = LogEntry.objects.filter(about_player(event, number), tournament=event).exclude(
            action="player_added"
        )
        return list(rows.order_by("pk").values_list("subject", flat=True))

    kept_apart = "Lars Toft (Odense) – Lars Toft (Vejle)"
    assert lines(1) == [kept_apart]
    assert lines(2) == [kept_apart, "Lars Toft (Vejle)"]
    between = "Lars Toft (no. 3) – Ib Lund (Odense)"
    assert (lines(3), lines(5)) == ([between, "Lars Toft (nr. 3)"], [between])
    assert lines(6) == []
