"""The bracket as everybody sees it: the picture, the same in words, the file, the sheets and the hall screen."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.factories import add_player, enter_all, make_event, pair, play_round, publish, table
from tests.public.pages import read, text_of
from tests.sweep import sweep_too
from tournaments.brackets.selectors.brackets import bracket_of
from tournaments.brackets.selectors.pictures import WIDTH, Picture, pages_of, picture_of, shortened
from tournaments.events.services import phases
from tournaments.models import Match, Tournament
from tournaments.players.services import attendance
from tournaments.results.services import results
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"
PAGES = ("bracket/", "bracket/print/", "bracket.svg")


def bracket(field: int = 8, *, system: str = "bracket", **options: object) -> Tournament:
    """Seeded as numbered: the players are rated in that order, and nothing has been played before."""
    chosen = {"after_round": 0, "reseed_layers": False, **options}
    return make_event(
        field=field,
        name="Cup",
        slug="cup",
        system=system,
        options=chosen,
        visibility="public",
        rounds_planned=12,
    )


def better_wins(match: Match) -> str:
    one, other = (seat.player.number for seat in match.seats.order_by("position"))
    return "1-0" if one < other else "0-1"


def drawn(event: Tournament) -> Picture:
    found = bracket_of(event)
    assert found is not None
    return picture_of(found)


def test_before_the_first_round_the_page_says_that_it_is_a_projection_and_tells_no_draft(
    client: Client,
) -> None:
    event = bracket(4)
    words = text_of(client, "/e/cup/bracket/")
    assert "The winner goes to match 3. The loser is eliminated." in words
    assert "winner of match 1" in words and "winner of match 2" in words
    pair(event)
    words = read(client, "/e/cup/bracket/")
    assert "The bracket has not begun" in words and "Table" not in words


def test_names_tables_results_and_ways_on_the_page(client: Client) -> None:
    event = bracket(4, third_place=True)
    round_ = publish(event)
    results.enter_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")
    words = text_of(client, "/e/cup/bracket/")
    assert "Match 2 · Table 2" in words and "Match 1 · Table 1" not in words
    assert "The winner goes to match 3. The loser goes to match 4." in words
    assert "loser of match 2" in words and "third place" in words
    enter_all(round_, better_wins)
    event.refresh_from_db()
    assert "Table 2" not in read(client, "/e/cup/bracket/")


def test_the_round_of_now_has_its_sign_and_a_finished_bracket_a_winner(client: Client) -> None:
    event = bracket(4, third_place=True)
    signed = []
    for _ in range(3):
        unchanged.forget()
        signed.append(re.findall(r"▸\s+(\w+)", client.get("/e/cup/bracket.svg").content.decode()))
        page = client.get("/e/cup/bracket/").content.decode()
        # Where the picture starts on a phone, and the round that is shown in words: the final stays when it is over.
        starts = re.findall(r"<i\s*(data-now)?></i>", page)
        assert [bool(start) for start in starts] == [
            "is-now" in tag for tag in re.findall(r'<section\s+class="\s*bracket-round[^>]*', page)
        ]
        if len(signed) < 3:
            play_round(event, better_wins)
    assert signed == [["Semifinals"], ["Final"], []]
    assert [bool(start) for start in starts] == [False, True]
    assert "Won by Player 1" in text_of(client, "/e/cup/bracket/")
    assert "★ Winner" in text_of(client, "/e/cup/bracket.svg")


def test_who_has_left_did_not_come(client: Client) -> None:
    event = bracket(4)
    play_round(event, better_wins)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=2))
    words = text_of(client, "/e/cup/bracket/")
    assert "won by forfeit" in words and "Player 2 no-show" in words


# Of eight with two second byes, four play in, two wait a round and two wait until the semifinals.
@pytest.mark.parametrize(("field", "second_byes", "shown"), [(6, 0, (2, 0)), (8, 2, (2, 2))])
def test_byes_are_shown_and_listed(
    client: Client, field: int, second_byes: int, shown: tuple[int, int]
) -> None:
    bracket(field, second_byes=second_byes)
    assert "Join in a later round: 1 Player 1 , 2 Player 2" in text_of(client, "/e/cup/bracket/")
    file = client.get("/e/cup/bracket.svg").content.decode()
    assert tuple(len(re.findall(rf">\s*{byes}\s*<", file)) for byes in ("1 bye", "2 byes")) == shown


def test_names_are_escaped_cut_in_the_picture_and_whole_in_its_title(client: Client) -> None:
    event = bracket(0)
    name = "<b>Ann & 'Bo'</b> of the very long \"surname\""
    add_player(event, name)
    add_player(event, "Cy")
    for page in PAGES:
        assert "<b>Ann" not in client.get(f"/e/cup/{page}").content.decode()
    root = ElementTree.fromstring(client.get("/e/cup/bracket.svg").content)
    titles = [(title.text or "").strip() for title in root.iter(f"{SVG}title")]
    assert name in titles
    texts = [
        ((text.text or "") + "".join(t.tail or "" for t in text)).strip() for text in root.iter(f"{SVG}text")
    ]
    assert any(text.startswith("<b>Ann") and text.endswith("…") for text in texts)
    assert "Cy" in texts


@pytest.mark.parametrize("text", ["Jens Hansen", "山田太郎", "", "x"])
def test_short_names_are_not_cut(text: str) -> None:
    assert shortened(text, 18) == text


@pytest.mark.parametrize(
    "text", ["Wolfgang Maximilian of Hohenzollern", "山田太郎左衛門尉源朝臣", "W" * 30, "i" * 60]
)
def test_long_names_keep_their_beginning(text: str) -> None:
    cut = shortened(text, 18)
    assert cut.endswith("…") and text.startswith(cut[:-1]) and len(cut) > 5


def lines_of(picture: Picture) -> set[tuple[int, int, int, int]]:
    """Beginning and end of every way."""
    found = re.findall(r"M(\d+) (\d+)H\d+V(\d+)H(\d+)", picture.lines)
    return {(int(x), int(y), int(to_x), int(to_y)) for x, y, to_y, to_x in found}


@pytest.mark.parametrize("system", ["bracket", "double_elimination"])
@pytest.mark.parametrize("field", [2, 5, 10, 33, *sweep_too(3, 8, 64)])
def test_no_two_boxes_touch_and_every_line_ends_where_its_winner_plays(field: int, system: str) -> None:
    picture = drawn(bracket(field, system=system))
    boxes = sorted((box.x, box.y) for box in picture.boxes)
    for (x, y), (next_x, next_y) in pairwise(boxes):
        assert x != next_x or next_y - y >= 40 + 13  # two rows and a caption
    assert all(0 <= x <= picture.width - WIDTH and 0 <= y <= picture.height - 40 for x, y in boxes)
    place = {box.row.game.number: box for box in picture.boxes}
    expected = {
        (place[s.source.number].x + WIDTH, place[s.source.number].y + 20, box.x, box.y + 20 * at + 10)
        for box in picture.boxes
        for at, s in enumerate(box.row.game.sides)
        if s.source.kind == "winner"
    }
    assert lines_of(picture) == expected
    columns = {box.row.game.stage: box.x for box in picture.boxes}
    assert all(box.x == columns[box.row.game.stage] for box in picture.boxes)
    assert sorted(columns.values()) == [columns[stage] for stage in sorted(columns)]


def test_the_losers_part_stands_below_and_the_final_at_the_right() -> None:
    picture = drawn(bracket(16, system="double_elimination"))
    y_of = {part: [b.y for b in picture.boxes if b.row.game.part == part] for part in ("main", "losers")}
    assert max(y_of["main"]) < min(y_of["losers"])
    finals = [box.x for box in picture.boxes if box.row.game.part in ("final", "second_final")]
    assert min(finals) > max(box.x for box in picture.boxes if box.row.game.part in ("main", "losers"))


@pytest.mark.parametrize("system", ["bracket", "double_elimination"])
@pytest.mark.parametrize(
    ("field", "pages"), [(8, 1), (32, 1), (64, 3), pytest.param(100, None, marks=pytest.mark.sweep)]
)
def test_up_to_32_are_one_page_and_larger_ones_are_parts(field: int, pages: int | None, system: str) -> None:
    found = bracket_of(bracket(field, system=system))
    assert found is not None
    parts = pages_of(found)
    if pages is not None and (system == "bracket" or pages == 1):
        assert len(parts) == pages
    numbers = [box.row.game.number for part in parts for box in part.boxes]
    assert sorted(numbers) == [game.number for game in found.view.games]
    if len(parts) > 1:
        assert all(part.height <= 16 * 60 + 100 for part in parts[:-1])


def test_only_an_event_with_a_bracket_has_the_page_and_the_tab(client: Client) -> None:
    make_event(field=8, slug="swiss", visibility="public")
    for page in PAGES:
        assert client.get(f"/e/swiss/{page}").status_code == 404
    assert "/bracket/" not in client.get("/e/swiss/").content.decode()
    assert "board--names" in client.get("/e/swiss/screen/?show=bracket").content.decode()
    client.force_login(bracket(4).owner)
    for root in ("/e/cup/", "/desk/cup/"):
        assert f'href="{root}bracket/"' in client.get(root).content.decode()


def test_with_one_player_the_page_says_what_is_missing(client: Client) -> None:
    bracket(1)
    assert "A bracket needs at least 2 players" in text_of(client, "/e/cup/bracket/")
    assert client.get("/e/cup/bracket/print/").status_code == 200
    assert client.get("/e/cup/bracket.svg").status_code == 404


def test_a_reader_who_has_the_page_is_told_so(client: Client) -> None:
    event = bracket(8)
    tags = {page: client.get(f"/e/cup/{page}")["ETag"] for page in PAGES}

    def statuses() -> set[int]:
        return {
            client.get(f"/e/cup/{page}", headers={"If-None-Match": tags[page]}).status_code for page in PAGES
        }

    assert statuses() == {304}
    publish(event)
    unchanged.forget()
    assert statuses() == {200}


def test_a_bracket_that_is_the_last_phase_is_shown_from_the_beginning(client: Client) -> None:
    """A Monrad of one round in list order, 1-2, 3-4, 5-6, 7-8, then the first four: those who have won it."""
    event = make_event(field=8, name="Cup", slug="cup", visibility="public")
    swiss = {"system": {"name": "monrad", "options": {"order": "registration"}}, "rounds": 1}
    finals = {"system": {"name": "bracket", "options": {}}, "cut": {"rank": 4}}
    phases.set_phases(tournament=event, actor=event.owner, phases=[swiss, finals])
    assert "The bracket has not begun" in text_of(client, "/e/cup/bracket/")
    event.refresh_from_db()
    play_round(event, better_wins)
    unchanged.forget()
    found = bracket_of(event)
    assert found is not None and found.view.is_projected and set(found.view.order) == {1, 3, 5, 7}
    publish(event)
    words = read(client, "/e/cup/bracket/")
    assert "Semifinals Round 2" in words and "Match 1 · Table 1" in words
    assert 'href="/e/cup/bracket/"' in client.get("/e/cup/").content.decode()
