"""The hand-over pack: an event moves to another installation, printed codes stay good, a stranger learns nothing."""

import copy
import json
import unicodedata
from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from django.db.utils import OperationalError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from pairing.engine.standings import rank
from pairing.model.errors import PairingError
from tests.factories import add_player, make_event, make_user, pair, play_round, refused
from tests.tournaments.files.packing import PHRASE, contents_of, elsewhere, opened, packed
from tests.tournaments.history.stirring import Stirred
from tests.tournaments.steps import take_back
from tournaments import snapshots
from tournaments.events.services import events
from tournaments.events.services.bin import delete_event
from tournaments.files import selectors as event_rows
from tournaments.files.services import take_over as take_over_service
from tournaments.files.services.documents import export_event
from tournaments.files.services.hand_over import _take_over, make_pack, open_pack
from tournaments.files.services.take_over import MOST_STAFF, _Writer, write_event
from tournaments.hall.services import screens
from tournaments.history import restore_points, undo
from tournaments.history.log import step_to_redo, step_to_undo
from tournaments.history.replay import replay
from tournaments.history.restore import restore
from tournaments.history.restore_points import keep_by_hand
from tournaments.models import Action, LogEntry, Player, Role, Staff, Tournament
from tournaments.people.services import invitations
from tournaments.players.selectors.table_codes import path_of
from tournaments.players.services.players import remove_player
from tournaments.results.services.penalties import give
from tournaments.sandbox import packs
from tournaments.series.services.series import create_series, put_event
from tournaments.steps.delta import unpack


def printed(event: Tournament) -> list[str]:
    """Every address of the event that hangs in the hall or is in somebody's hands."""
    round_ = event.rounds.last()
    return [
        *(reverse("public:me", args=[event.slug, player.key]) for player in event.players.all()),
        *(path_of(event, match.table) for match in (round_.matches.all() if round_ else ())),
        *(reverse("public:named_screen", args=[event.slug, one.key]) for one in event.screens.all()),
        *(reverse("public:invitation", args=[one.key]) for one in event.invitations.all()),
    ]


def lived() -> Tournament:
    """An event to which anything has happened, with all that stands around it."""
    stirred = Stirred(3)
    for _ in range(50):
        stirred.happen()
    event = Tournament.objects.get(pk=stirred.event.pk)
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    kept = keep_by_hand(**given, note="before lunch")
    add_player(event, "Comes late")
    restore(**given, snapshot=kept, note="never came")
    give(**given, player=event.players.all()[0], kind="warning", infraction="phone rang")
    screens.create_screen(**given, name="Left of the door")
    invitations.create(**given, role="arbiter", label="Ida")
    events.set_staff(**given, user=make_user("arbiter"), role=Role.ARBITER)
    events.set_staff(**given, user=make_user("gone"), role=Role.DIRECTOR)
    return event


def answers(paths: list[str]) -> dict[str, int]:
    """What a stranger's phone gets."""
    return {path: Client().get(path, follow=True).status_code for path in paths}


def told(event: Tournament) -> list[tuple[Any, ...]]:
    rows = LogEntry.objects.filter(tournament=event).order_by("id")
    return list(rows.values_list("at", "user_name", "action", "subject", "note"))


def test_an_event_moves_with_all_that_is_printed_its_log_and_every_step() -> None:
    event = lived()
    lines, pack, paths = told(event), packed(event), printed(event)
    was = export_event(event, drafts=True), rank(snapshots.load(event)), answers(paths)
    assert set(was[2].values()) == {200} and len(paths) > 10
    with elsewhere(event):
        User.objects.get(username="gone").delete()
        done = open_pack(content=pack, pass_phrase=PHRASE, owner=make_user("anna"))
        moved = done.event
        assert printed(moved) == paths
        assert (export_event(moved, drafts=True), rank(snapshots.load(moved)), answers(paths)) == was
        assert told(moved)[:-1] == lines
        people = dict(Staff.objects.filter(tournament=moved).values_list("user__username", "role"))
        assert (moved.owner.username, people, done.without_account) == (
            "anna", {"arbiter": "arbiter", event.owner.username: "director"}, ["gone"],
        )  # fmt: skip
        assert replay(moved).same
        assert_there_and_back(moved)


def assert_there_and_back(event: Tournament) -> None:
    """Every step is taken back, to the empty event, and done again."""
    was = export_event(event, drafts=True)
    while step_to_undo(event) is not None:
        undo.undo_last_step(tournament=event, actor=None)
    assert export_event(event)["rounds"] == []
    while step_to_redo(event) is not None:
        undo.redo_last_step(tournament=event, actor=None)
    event.refresh_from_db()
    assert export_event(event, drafts=True) == was


def test_a_pack_tells_a_stranger_nothing_and_says_in_a_sentence_why_it_does_not_open() -> None:
    event = make_event(field=0)
    add_player(event, "Søren Østergaard")
    pack, player = packed(event), event.players.get()
    for secret in ("Søren", player.key, event.table_key, event.name, event.slug):
        assert secret.encode() not in pack
    with elsewhere(event):
        for content, phrase, code in (
            (pack, PHRASE + "?", "wrong_pass_phrase"),
            (pack[:-1], PHRASE, "pack_damaged"),
            (pack[:-1] + bytes([pack[-1] ^ 1]), PHRASE, "pack_damaged"),
            (pack.replace(b"/1\n", b"/2\n", 1), PHRASE, "pack_newer"),
            (b"{}", PHRASE, "not_a_pack"),
            (b"", PHRASE, "not_a_pack"),
            (b"0" * 5_000_001, PHRASE, "too_large"),
        ):
            with refused(code):
                opened(content, pass_phrase=phrase)
        assert not Tournament.stored.filter(name=event.name).exists()
        assert opened(pack, pass_phrase=unicodedata.normalize("NFD", PHRASE)).name == event.name


def test_a_pass_phrase_is_twelve_to_two_hundred_characters() -> None:
    event = make_event()
    for phrase, code in (("eleven char", "pass_phrase_short"), ("x" * 201, "too_long")):
        with refused(code, field="pass_phrase"):
            make_pack(tournament=event, actor=event.owner, pass_phrase=phrase)
    assert not LogEntry.objects.filter(tournament=event, action=Action.PACK_MADE).exists()


def test_no_file_unpacks_to_more_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = packs.locked("0" * 2_000_000, PHRASE)
    assert len(bomb) < 3_000
    monkeypatch.setattr(packs, "MOST_BYTES", 1_000_000)
    with pytest.raises(PairingError) as refusal:
        packs.unlocked(bomb, PHRASE)
    assert refusal.value.code == "pack_too_large"
    with pytest.raises(PairingError):
        packs.locked("0" * 2_000_000, PHRASE)


def test_an_event_that_is_here_is_not_taken_over_twice_not_even_from_the_bin() -> None:
    event = make_event(field=3)
    contents = contents_of(event)
    with refused("event_here_already", slug=event.slug):
        write_event(contents, owner=make_user(), limited=True)
    delete_event(tournament=event, actor=event.owner, confirm_slug=event.slug)
    with refused("event_here_already", slug=event.slug):
        write_event(contents, owner=make_user(), limited=True)
    # Other codes for its tables: the players' keys still tell.
    Tournament.stored.filter(pk=event.pk).update(table_key="renewed")
    with refused("event_here_already"):
        write_event(contents, owner=make_user(), limited=True)


def test_a_pack_that_somebody_else_opens_meanwhile_is_not_called_damaged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contents = contents_of(make_event(field=2))
    looks = iter([lambda writer: None, _Writer.refuse_known])  # the other event comes after the first look
    monkeypatch.setattr(_Writer, "refuse_known", lambda writer: next(looks)(writer))
    with refused("event_here_already"):
        write_event(contents, owner=make_user(), slug="another", limited=True)


def test_a_kept_state_that_follows_from_nothing_is_damage() -> None:
    event = make_event(field=2)
    pair(event)
    contents = contents_of(event)
    for row in contents["rows"]["EventSnapshot"]:
        row["state"] = None
    with elsewhere(event), refused("pack_damaged"):
        write_event(contents, owner=make_user(), limited=True)


def test_a_full_disk_is_no_damage_of_the_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(field=2)
    contents = contents_of(event)

    def full(self: Any, **how: Any) -> None:
        raise OperationalError("database or disk is full")

    with elsewhere(event):
        monkeypatch.setattr(Player, "save_base", full)
        with pytest.raises(OperationalError):
            write_event(contents, owner=make_user(), limited=True)


def test_an_address_that_is_taken_is_asked_for_and_the_log_tells_of_the_new_one() -> None:
    event = make_event(field=4, slug="club")
    events.update_event(tournament=event, actor=event.owner, slug="club-evening")
    contents = contents_of(event)
    with elsewhere(event):
        make_event(slug="club-evening")
        with refused("slug_taken", field="slug", slug="club-evening"):
            write_event(contents, owner=make_user(), limited=True)
        moved = write_event(contents, owner=make_user(), slug="club-2026", limited=True).event
        assert moved.slug == "club-2026" and replay(moved).same
        take_back(moved)
        moved.refresh_from_db()
        assert moved.slug == "club"


def test_undo_brings_back_a_player_taken_off_before_the_move_under_the_old_key_and_place() -> None:
    event = make_event(field=3)
    first = event.players.get(number=1)
    key, name = first.key, first.name
    remove_player(tournament=event, actor=event.owner, player=first)
    contents = contents_of(event)
    with elsewhere(event):
        moved = write_event(contents, owner=make_user(), limited=True).event
        assert moved.players.count() == 2
        take_back(moved)
        back = moved.players.order_by("pk")[0]
        assert (back.name, back.key, back.number) == (name, key, 1)


def test_a_season_moves_without_its_series_and_goes_on_with_the_ratings_it_had_there() -> None:
    event = make_event(field=4, system="tiered", rounds_planned=3)
    series = create_series(owner=event.owner, name="Lantern League")
    put_event(series=series, tournament=event, season=1, actor=event.owner)
    play_round(event)
    was = export_event(event)
    pack = packed(event)
    with elsewhere(event):
        moved = opened(pack)
        now = export_event(moved)
        assert was.pop("series") == "Lantern League" and now == was
        assert moved.log_entries.latest("id").note == "Lantern League"


def changed(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(contents: dict[str, Any]) -> None:
        inner: Any = contents
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = to

    return change


MADE_BY_HAND = [
    (changed("event", "visibility", to="everywhere"), "pack_damaged"),
    (changed("event", "name", to="x" * 121), "pack_damaged"),
    (changed("event", "slug", to="new"), "bad_slug"),
    (changed("event", "options", to={"speed": 1}), "pack_damaged"),
    (changed("event", "warp", to=1), "pack_newer"),
    (changed("rows", "Warp", to=[]), "pack_newer"),
    (changed("rows", "Player", 1, "number", to=1), "pack_damaged"),
    (changed("rows", "Player", 0, "name", to=None), "pack_damaged"),
    (changed("rows", "Seat", 0, "player_id", to=10**6), "pack_damaged"),
    (changed("rows", "Seat", 0, "position", to="left"), "pack_damaged"),
    (changed("rows", "Match", to={}), "pack_damaged"),
    (changed("states", to={}), "pack_damaged"),
    (changed("event", "season", to=inf), "pack_damaged"),
    (changed("rows", "Player", 0, "number", to=1e308), "pack_damaged"),
    (changed("event", "tiebreaks", to=["x"]), "pack_damaged"),
    (changed("series", to="\ud800"), "pack_damaged"),
    (changed("rows", to=None), "pack_damaged"),
    (lambda contents: contents.pop("series"), "pack_damaged"),
    (
        changed("rows", "Staff", to=[{"user_id": f"name{n}", "role": "arbiter"} for n in range(MOST_STAFF)]),
        "pack_too_large",
    ),
]


def test_a_pack_made_by_hand_is_refused_as_a_whole() -> None:
    event = make_event(field=4)
    play_round(event)
    contents, owner = contents_of(event), make_user()
    with elsewhere(event):
        for change, code in MADE_BY_HAND:
            made = copy.deepcopy(contents)
            change(made)
            with refused(code):
                _take_over(made, owner, "", True)
            assert not Tournament.stored.filter(name=event.name).exists()
        # Whoever has the machine itself may ask about as many accounts as there are.
        change(made := copy.deepcopy(contents))
        assert len(_take_over(made, owner, "", False).without_account) > MOST_STAFF - 2


def test_all_kept_states_together_are_counted_before_they_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row stands in the pack once, and in the database with every state."""
    event = make_event(field=4)
    monkeypatch.setattr(restore_points, "WHOLE_EVERY", -1)
    for note in ("first", "second", "third"):
        keep_by_hand(tournament=event, actor=event.owner, note=note)
    pack, told_once = packed(event), len(json.dumps(contents_of(event)["states"]))
    with elsewhere(event):
        first = opened(pack)
        states = [unpack(bytes(kept.state)) for kept in first.snapshots.all()]
        size = sum(
            len(json.dumps(row)) for state in states for rows in state.values() for row in rows.values()
        )
        assert size > 2 * told_once
        Tournament.stored.filter(pk=first.pk).delete()
        monkeypatch.setattr(take_over_service, "MOST_BYTES_OF_STATES", size - 1)
        with refused("pack_too_large"):
            opened(pack)
        assert not Tournament.stored.filter(name=event.name).exists()
        monkeypatch.setattr(take_over_service, "MOST_BYTES_OF_STATES", size)
        assert opened(pack).snapshots.count() == 4  # and the state before the first


def test_every_table_that_belongs_to_an_event_moves_or_is_named_as_staying() -> None:
    belonging: set[Any] = set()
    found: set[Any] = {Tournament}
    while found:
        belonging |= found
        found = {
            one.related_model
            for model in found - event_rows.STAYS
            for one in model._meta.get_fields(include_hidden=True)
            if one.auto_created and (one.one_to_many or one.one_to_one)
        } - belonging
    assert belonging - {Tournament} == event_rows.ROWS.keys() | event_rows.STAYS
