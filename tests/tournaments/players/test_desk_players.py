"""Players at the desk: one by one, from a list, checked in, withdrawn and back, byes, pairs kept apart."""

import io

import pytest
import tablib
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.desk.pages import Desk, opened, text
from tests.factories import make_event, pair, play_round, publish
from tournaments.models import Bye, ByeRequest, ForbiddenPair, Player, Seat, Tournament
from tournaments.players.services.imports import Plan


@pytest.fixture
def event() -> Tournament:
    return make_event(field=4)


def names(event: Tournament) -> list[str]:
    return list(event.players.order_by("number").values_list("name", flat=True))


# --- one by one ---


def test_players_are_added_one_after_the_other_with_the_cursor_back_in_the_name(desk: Desk) -> None:
    response = desk.post("players", data={"name": "  Søren   Ågård ", "rating": "1850", "club": "大阪"})
    assert response.status_code == 302
    assert b"autofocus" in desk.client.get(response["Location"]).content
    added = Player.objects.get(number=5)
    assert (added.name, added.rating, added.club) == ("Søren Ågård", 1850, "大阪")


def test_the_same_name_needs_a_second_look_and_a_refusal_keeps_what_was_typed(
    desk: Desk, event: Tournament
) -> None:
    page = desk.post("players", data={"name": "player 2", "rating": "1234"})
    assert "already registered" in text(page)
    assert b"allow_duplicate" in page.content
    assert b'value="1234"' in page.content
    assert event.players.count() == 4
    desk.press("players", data={"name": "player 2", "rating": "1234", "allow_duplicate": "on"})
    assert event.players.count() == 5
    desk.press("player", 2, data={"name": "Renamed", "rating": "", "note": "needs a lift"})
    player = Player.objects.get(number=2)
    assert (player.name, player.rating, player.note) == ("Renamed", None, "needs a lift")
    page = desk.post("player", 2, data={"name": "Player 3", "club": "Kept"})
    assert "already registered" in text(page) and b'value="Kept"' in page.content


def test_two_windows_at_one_player_never_overwrite_each_other_without_a_word(
    desk: Desk, event: Tournament
) -> None:
    """What nobody touched here follows, what both changed is shown field by field, and what was typed stays."""
    page = desk.get("player", 2)
    assert b'name="seen"' in page.content
    first = opened(page)
    desk.press("player", 2, data={**first, "club": "Aarhus", "rating": "1500"})
    desk.press("player", 2, data={**first, "note": "needs a lift"})
    player = Player.objects.get(number=2)
    assert (player.club, player.rating, player.note) == ("Aarhus", 1500, "needs a lift")
    mine = {**first, "club": "Odense", "rating": "1600", "title": "FM"}
    page = desk.post("player", 2, data=mine)
    for stored in ("Aarhus", "1500"):
        assert f"This was changed to “{stored}” after you opened this page." in text(page)
    assert b'value="Odense"' in page.content and b'value="FM"' in page.content
    assert b'name="clashing" value="rating,club"' in page.content
    # One of them is taken over: nothing is stored yet, and the other question stays.
    page = desk.post("player", 2, data={**opened(page), "clashing": "rating,club", "take": "rating"})
    assert b'value="1500"' in page.content and b'value="Odense"' in page.content
    assert "This was changed to “Aarhus”" in text(page) and "“1500”" not in text(page)
    assert Player.objects.get(number=2).club == "Aarhus"
    # To save again, having seen it, keeps what is typed.
    desk.press("player", 2, data=opened(page))
    player = Player.objects.get(number=2)
    assert (player.club, player.rating, player.title, player.note) == ("Odense", 1500, "FM", "needs a lift")


def test_a_form_with_the_token_of_an_earlier_sign_in_is_shown_again_if_it_was_one_of_ours(
    event: Tournament,
) -> None:
    desk = Desk(event.owner, event, enforce_csrf_checks=True)
    given = {"name": "New", "note": "long text", "as": str(event.owner.pk)}
    for origin in ("http://evil.example", "null", ""):
        assert desk.post("players", data=given, origin=origin).status_code == 403
    assert b"long text" not in desk.get("players").content
    again = desk.post("players", data=given, origin="http://testserver")
    assert (again.status_code, again["Location"]) == (302, desk.url("players"))
    assert b'value="long text"' in desk.get("players").content
    assert event.players.count() == 4


# What is typed in the form of a new player, and what the page says.
REFUSED = [
    ({"name": ""}, "required"),
    ({"name": "   "}, "required"),
    ({"name": "x" * 200}, "120"),
    ({"name": "a\u202eb"}, "control characters"),
    ({"name": "Ann", "rating": "strong"}, "whole number"),
    ({"name": "Ann", "rating": "999999999999"}, "less than or equal"),
    ({"name": "Ann", "fixed_table": "0"}, "greater than or equal"),
    ({"name": "a\x00b"}, "Null characters"),
]


def test_what_cannot_be_is_refused_and_stays_typed(desk: Desk, event: Tournament) -> None:
    for data, says in REFUSED:
        page = desk.post("players", data={**data, "club": "Kept"})
        assert says in text(page)
        assert b'value="Kept"' in page.content
    assert event.players.count() == 4


def test_any_name_is_shown_as_it_is_and_the_note_to_the_staff(desk: Desk, event: Tournament) -> None:
    strange = ["<script>alert(1)</script>", "O'Brien & Söhne", "محمد علي", "👩‍👩‍👧", "{{ 1 }}", "a" * 120]
    for name in strange:
        desk.press("players", data={"name": name, "note": "owes the fee"})
    publish(event)
    for path in ("players", "event", "standings", "log"):
        assert "<script>alert" not in desk.get(path).content.decode()
    assert names(event)[4:] == strange
    assert "owes the fee" in desk.get("players").content.decode()


def test_who_was_never_paired_can_be_removed_others_are_withdrawn(desk: Desk, event: Tournament) -> None:
    desk.press("remove_player", 4)
    assert names(event) == ["Player 1", "Player 2", "Player 3"]
    desk.press("remove_player", 4)
    publish(event)
    assert "Withdraw the player instead" in desk.press("remove_player", 1)
    assert event.players.count() == 3


# --- leaving, coming back, byes, pairs ---


def test_a_player_leaves_and_comes_back_and_a_second_press_is_harmless(desk: Desk, event: Tournament) -> None:
    play_round(event)
    desk.press("withdraw", 3)
    assert "error" not in desk.press("withdraw", 3).lower()
    assert Player.objects.get(number=3).left_after_round == 1
    round_ = play_round(event)
    assert not Seat.objects.filter(round=round_, player__number=3).exists()
    desk.press("return", 3)
    desk.press("return", 3)
    assert Player.objects.get(number=3).left_after_round is None
    assert Bye.objects.get(round=round_, player__number=3).kind == "absent"


def test_nobody_leaves_out_of_a_draft_and_a_bye_is_asked_for_kept_and_cancelled(
    desk: Desk, event: Tournament
) -> None:
    desk.press("bye", 1, data={"round_number": "2", "kind": "half"})
    assert ByeRequest.objects.get().kind == "half"
    desk.press("cancel_bye", 1, data={"round_number": "2"})
    desk.press("cancel_bye", 1, data={"round_number": "2"})
    assert not ByeRequest.objects.exists()
    pair(event)
    assert "in the draft of round 1" in desk.press("withdraw", 1)
    assert Player.objects.get(number=1).left_after_round is None


def test_a_bye_that_cannot_be_is_refused(desk: Desk, event: Tournament) -> None:
    publish(event)
    for number, kind, says in (
        ("1", "half", "rounds 2 to 5"),
        ("9", "half", "rounds 2 to 5"),
        ("", "half", "required"),
        ("2", "triple", "not one of the available choices"),
    ):
        assert says in text(desk.post("bye", 1, data={"round_number": number, "kind": kind}))
    assert not ByeRequest.objects.exists()


def test_two_players_are_kept_apart_and_allowed_again_but_no_strangers(desk: Desk, event: Tournament) -> None:
    first, second = event.players.order_by("number")[:2]
    desk.press("pairs", data={"first": first.pk, "second": second.pk})
    assert ForbiddenPair.objects.count() == 1
    assert "These two are already kept apart." in text(
        desk.post("pairs", data={"first": second.pk, "second": first.pk})
    )
    for _twice in range(2):
        desk.press("allow_pair", data={"number": [1, 2]})
    assert not ForbiddenPair.objects.exists()
    player, stranger = event.players.first(), make_event(field=1).players.first()
    assert player and stranger
    assert "Give two different players." in text(
        desk.post("pairs", data={"first": player.pk, "second": player.pk})
    )
    assert "Select a valid choice" in text(
        desk.post("pairs", data={"first": player.pk, "second": stranger.pk})
    )
    desk.press("allow_pair", data={"number": ["1", "x"]})
    assert not ForbiddenPair.objects.exists()


# --- check-in ---


def test_everybody_or_somebody_is_switched_in_and_out_and_the_script_told(
    desk: Desk, event: Tournament
) -> None:
    desk.press("check_in", data={"player": "2:on"})
    assert list(event.players.filter(checked_in=True).values_list("number", flat=True)) == [2]
    desk.press("check_in", data={"player": "2:on"})
    desk.press("check_in", data={"player": "2:off"})
    assert not event.players.filter(checked_in=True).exists()
    desk.press("check_in", data={"all": "on"})
    assert event.players.filter(checked_in=True).count() == 4
    desk.press("check_in", data={"all": "off"})
    assert event.players.filter(checked_in=True).count() == 0
    answer = desk.post("check_in", data={"player": "3:on"}, accept="application/json")
    assert answer.json() == {"here": [3], "not_here": 3}
    assert desk.get("check_in", accept="application/json").json() == {"here": [3], "not_here": 3}


def test_a_switch_of_nobody_is_refused(desk: Desk) -> None:
    for value in ("99:on", "x:on", "", ":", "1e3:on", "-1:on", "9" * 40 + ":on"):
        assert "not in this event" in desk.press("check_in", data={"player": value})
        answer = desk.post("check_in", data={"player": value}, accept="application/json")
        assert answer.status_code == 422


# --- lists ---

LIST = "name;rating;club\nAda;2000;Aarhus\nPlayer 1;1999;\nPlayer 2;2000;Odense\nada;1;\n;5;\nBo;much;\n"


def preview(desk: Desk, pasted: str) -> dict[str, str]:
    """What a browser sends from a preview: its hidden fields, and the columns as they are shown."""
    page = desk.post("import", data={"pasted": pasted})
    assert page.context.get("plan"), text(page)
    return carried(page.context["plan"])


def carried(plan: Plan) -> dict[str, str]:
    columns = {f"column_{index}": column.field for index, column in enumerate(plan.layout)}
    marks = {name: "1" for name in ("header", "plain") if getattr(plan, name)}
    return {"text": plan.text, "digest": plan.digest, "confirm": "1", **columns, **marks}


def test_columns_are_shown_and_changed_before_anything_is_saved(desk: Desk, event: Tournament) -> None:
    page = desk.post("import", data={"pasted": "Ann;1500;North;A1\nBen;1500p;South;B2"})
    words = text(page)
    assert "Column 4 Not used" in words and "A1 · B2" in words
    assert "not imported rating: 1500p" in words
    given = {**carried(page.context["plan"]), "column_2": "note", "column_3": "club"}
    assert "changed since the preview" in text(desk.post("import", data=given))
    assert event.players.count() == 4
    del given["confirm"]
    page = desk.post("import", data={**given, "again": "1", "column_1": "club"})
    assert "Two columns cannot be the same" in text(page)
    assert [c.field for c in page.context["plan"].layout] == ["name", "club", "note", ""]
    again = desk.post("import", data={**given, "again": "1"}).context["plan"]
    desk.press("import", data={**carried(again), "keep_odd": "1"})
    assert list(event.players.filter(number__gt=4).values_list("name", "rating", "club", "note")) == [
        ("Ann", 1500, "A1", "North"),
        ("Ben", None, "B2", "South · rating: 1500p"),
    ]


def test_the_preview_says_what_would_happen_and_confirming_does_exactly_that_once(
    desk: Desk, event: Tournament
) -> None:
    page = desk.post("import", data={"pasted": LIST})
    assert page.context["plan"].counts == {
        "new": 2, "update": 2, "same": 0, "duplicate": 1, "unclear": 0, "error": 1,
    }  # fmt: skip
    assert "Nothing is changed yet" in text(page)
    assert names(event) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert event.log_entries.filter(action="players_imported").count() == 0
    given = preview(desk, LIST)
    assert "2 added, 2 changed, 2 unchanged." in desk.press("import", data=given)
    assert names(event)[4:] == ["Ada", "Bo"]
    assert Player.objects.get(number=2).club == "Odense"
    assert "changed since the preview" in text(desk.post("import", data=given))
    assert names(event).count("Ada") == 1


def test_the_button_counts_what_the_choices_say(desk: Desk, event: Tournament) -> None:
    """A namesake of another club is added unless somebody decides otherwise, and counted so."""
    event.players.filter(number=1).update(club="Odense")
    page = desk.post("import", data={"pasted": "name;club\nPlayer 1;Aarhus\nAda;\nAda;"})
    assert "Import: 2 new, 0 changed" in text(page)
    assert "a registered player has this name, but another club: Odense" in text(page)
    given = {**carried(page.context["plan"]), "decision_1": "update", "decision_3": "new"}
    again = {name: value for name, value in given.items() if name != "confirm"}
    assert "Import: 2 new, 1 changed" in text(desk.post("import", data={**again, "again": "1"}))
    assert "2 added, 1 changed, 0 unchanged." in desk.press("import", data=given)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"decision_1": "explode"}, "choose one of these: add the player, leave out."),
        ({"decision_1": "update"}, "choose one of these: add the player, leave out."),
        ({"text": "Somebody\tElse\t1"}, "changed since the preview"),
    ],
)
def test_what_the_preview_did_not_offer_is_refused(
    desk: Desk, event: Tournament, changed: dict[str, str], says: str
) -> None:
    words = text(desk.post("import", data={**preview(desk, LIST), **changed}))
    assert says in words
    assert "Somebody" in words or "text" not in changed
    assert names(event) == ["Player 1", "Player 2", "Player 3", "Player 4"]


def upload(desk: Desk, content: bytes, name: str) -> str:
    return text(desk.client.post(desk.url("import"), {"file": SimpleUploadedFile(name, content)}))


def test_files_are_read_like_pasted_lists_and_broken_ones_refused_in_words(
    desk: Desk, event: Tournament
) -> None:
    book = tablib.Dataset(["Ada", 2000], ["佐々木 翔太", 1900], headers=["name", "rating"]).export("xlsx")
    for content, name in (("Ada,2000\nÅse,1900".encode("latin-1"), "list.csv"), (book, "list.xlsx")):
        assert "Import: 2 new" in upload(desk, content, name)
    broken = {
        "x.xlsx": b"PK\x03\x04 this is no workbook",
        "empty.csv": b"",
        "blank.csv": b"\n\n\n",
        "x.csv": bytes(range(256)) * 4,
        "open-quote.csv": b'name,rating\n"Ann,1\nBo,2',
        "half.csv": b"\xff\xfea",
        "large.csv": b"x" * (5 * 1024 * 1024),
    }
    for name, content in broken.items():
        assert "Show the preview" in upload(desk, content, name), name
    assert event.players.count() == 4


def test_each_line_can_be_decided_and_a_workbook_is_carried_to_the_confirmation(
    desk: Desk, event: Tournament
) -> None:
    book = tablib.Dataset(["佐々木 翔太", 1900], headers=["name", "rating"]).export("xlsx")
    plan = desk.client.post(desk.url("import"), {"file": io.BytesIO(book)}).context["plan"]
    desk.press("import", data=carried(plan))
    assert Player.objects.get(number=5).name == "佐々木 翔太"
    given = preview(desk, LIST)
    desk.press("import", data={**given, "decision_2": "skip", "decision_3": "new", "decision_4": "new"})
    assert names(event)[5:] == ["Ada", "Player 2", "ada", "Bo"]
    assert Player.objects.get(number=1).rating == 2000


def test_nothing_at_all_is_refused_at_the_field_and_not_every_line_of_a_long_list_is_shown(
    desk: Desk, event: Tournament
) -> None:
    assert "Paste a list, or choose a file" in text(desk.post("import", data={"pasted": "  "}))
    page = text(desk.post("import", data={"pasted": "Ann\0"}))
    assert "Null characters" in page and "Paste a list, or choose a file" not in page
    page = text(desk.post("import", data={"pasted": "\n".join(f"Player number {i}" for i in range(1_000))}))
    assert "more lines" in page
    assert event.players.count() == 4
