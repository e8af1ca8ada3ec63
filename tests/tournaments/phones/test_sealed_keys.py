"""A copy of the database opens nothing: what opens something stands in it sealed, and prints the same card again."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from devtools.attack.stored import everything_stored
from pairing.engine.round_seeds import round_seed
from tests.api.conftest import Api
from tests.factories import add_player, make_event, make_user, pair, play_round
from tournaments.history import restore_points, undo
from tournaments.history.restore import restore
from tournaments.models import EventSnapshot, Invitation, LogEntry, Player, Role, Tournament
from tournaments.people.selectors import by_key
from tournaments.people.services import invitations
from tournaments.phones.selectors import personal
from tournaments.phones.selectors.personal import player_by_key
from tournaments.players.selectors.table_codes import code_of, codes, table_of
from tournaments.players.services import codes as renewing, players
from tournaments.seals import BadSeal, Purpose, Sealed, opened, seal

MASTER = "only the event knows this"


@pytest.fixture
def event(db: None) -> Tournament:
    """An event in which keys have been made, changed and undone, and a draft waits."""
    event = make_event(field=6, slug="spring", draw_seed=MASTER, secret_seeds=True, system="random_swiss")
    play_round(event)
    late = add_player(event, "Late")
    renewing.renew_player_key(tournament=event, actor=event.owner, player=event.players.get(number=1))
    players.remove_player(tournament=event, actor=event.owner, player=late)
    undo.undo_last_step(tournament=event, actor=event.owner)
    restore_points.keep_by_hand(tournament=event, actor=event.owner, note="before the break")
    event.refresh_from_db()
    return event


def test_a_copy_of_the_database_has_nothing_that_opens_something(event: Tournament, client: Client) -> None:
    owner = Api(event.owner)
    link = owner.post("events/spring/invitations/", {"role": "director"}, 201, **{"Idempotency-Key": "one"})[
        "key"
    ]
    renewed = owner.post("events/spring/players/2/own-page/", None, 200, **{"Idempotency-Key": "two"})[
        "address"
    ]
    answer = owner.send("POST", f"invitations/{link}/accept/", {}, **{"Idempotency-Key": "three"})
    assert answer.status_code == 409  # of the staff already
    client.force_login(event.owner)
    event.refresh_from_db()
    secrets = {
        "the link": link,
        "the session": client.cookies["sessionid"].value,
        "the key of tables": event.table_key,
        "the code of a table": code_of(event, 1),
        "the seed of all": MASTER,
        "the seed of the next round": round_seed(MASTER, 2),
        **{f"the key of {player}": player.key for player in event.players.all()},
    }
    assert renewed.endswith(f"/me/{event.players.get(number=2).key}/")
    stored = "\n".join(everything_stored())
    assert "Late" in stored and "before the break" in stored
    assert [what for what, secret in secrets.items() if secret in stored] == []
    # What stands there instead opens nothing either.
    sealed = Player.objects.values_list("key", flat=True)[0]
    assert client.get(f"/e/spring/me/{sealed}/").status_code == 404
    assert client.get(f"/join/{Invitation.objects.values_list('key', flat=True)[0]}/").status_code == 404
    stranger = Client()
    stranger.cookies["sessionid"] = session_rows()[0]
    assert "_auth_user_id" not in stranger.session


def session_rows() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_key FROM django_session")
        return [row[0] for row in cursor.fetchall()]


def test_an_answer_is_repeated_from_what_is_sealed(event: Tournament) -> None:
    owner, key = Api(event.owner), {"Idempotency-Key": "again"}
    first = owner.post("events/spring/invitations/", {"role": "arbiter"}, 201, **key)
    assert owner.post("events/spring/invitations/", {"role": "arbiter"}, 201, **key) == first
    assert Invitation.objects.count() == 1
    # The same key for another address is another request, though its pattern is the same.
    owner.post("events/spring/players/2/own-page/", None, 200, **{"Idempotency-Key": "one"})
    owner.post("events/spring/players/3/own-page/", None, 422, **{"Idempotency-Key": "one"})


def test_cards_printed_again_show_the_same_keys(event: Tournament, client: Client) -> None:
    client.force_login(event.owner)
    first = client.get(reverse("desk:print_player_cards", args=["spring"])).content
    assert first.count(b"<svg") >= 6
    assert client.get(reverse("desk:print_player_cards", args=["spring"])).content == first
    player = event.players.get(number=3)
    assert player_by_key(event, player.key) == player
    assert Player.objects.get(pk=player.pk).key == player.key


def test_undo_and_a_snapshot_bring_a_player_back_with_the_key_that_was_printed(event: Tournament) -> None:
    kept = EventSnapshot.objects.filter(tournament=event).latest("pk")
    printed = event.players.get(name="Late").key

    def remove() -> None:
        gone = event.players.get(name="Late")
        players.remove_player(tournament=event, actor=event.owner, player=gone)
        with pytest.raises(Player.DoesNotExist):
            player_by_key(event, printed)

    remove()
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert player_by_key(event, printed).name == "Late"
    remove()
    restore(tournament=event, actor=event.owner, snapshot=kept, note="removed by mistake")
    assert player_by_key(event, printed).name == "Late"
    assert not any(printed in str(delta) for delta in LogEntry.objects.values_list("delta", flat=True))


def test_a_changed_secret_key_still_opens_what_the_one_before_has_sealed(event: Tournament) -> None:
    player, table = event.players.get(number=1), code_of(event, 1)
    made = invitations.create(tournament=event, actor=event.owner, role=Role.ARBITER)
    key, link = player.key, made.key
    with override_settings(SECRET_KEY="another" * 10, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        again = Tournament.objects.get(pk=event.pk)
        assert player_by_key(again, key) == player and Player.objects.get(pk=player.pk).key == key
        assert table_of(again, table) == 1
        assert by_key(link) == made
        assert again.draw_seed == MASTER


def test_a_wrong_key_opens_no_seals_but_once_a_version(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    monkeypatch.setattr(personal, "is_lost", lambda sealed, purpose: tried.append(sealed))
    for number in range(3):
        with pytest.raises(Player.DoesNotExist):
            player_by_key(event, f"wrong-key-{number}")
    assert len(tried) == event.players.count() > 0


def test_without_the_old_secret_key_everything_goes_on_with_other_keys(event: Tournament) -> None:
    """As after a restore without the secret key: printed cards are void, new ones can be printed."""
    player, printed, table = event.players.get(number=1), event.players.get(number=1).key, code_of(event, 1)
    with override_settings(SECRET_KEY="lost" * 20):
        again = Tournament.objects.get(pk=event.pk)
        with pytest.raises(Player.DoesNotExist):
            player_by_key(again, printed)
        assert table_of(again, table) is None
        key = Player.objects.get(pk=player.pk).key
        assert key != printed and re.fullmatch(r"[\w-]{16}", key)
        assert player_by_key(again, key) == player
        assert len({one.key for one in again.players.all()}) == again.players.count()
        assert table_of(again, code_of(again, 1)) == 1
        pair(again)
    assert player_by_key(event, printed) == player


def test_a_seal_opens_for_its_purpose_only_and_shows_when_it_was_changed(event: Tournament) -> None:
    sealed = seal("some key of a card", Purpose.PLAYER)
    assert opened(sealed, Purpose.PLAYER) == "some key of a card"
    for wrong in (sealed[:-2] + "AA", sealed[2:], "", "no seal", "ø"):
        with pytest.raises(BadSeal):
            opened(wrong, Purpose.PLAYER)
    with pytest.raises(BadSeal):
        opened(sealed, Purpose.INVITATION)


def test_reading_rows_never_gives_a_key_by_accident(event: Tournament) -> None:
    [[sealed]] = event.players.filter(number=1).values_list("key")
    assert isinstance(sealed, Sealed)
    assert sealed != event.players.get(number=1).key
    assert event.players.get(key=event.players.get(number=1).key).number == 1


def test_codes_of_tables_stay_after_everything_is_saved(event: Tournament) -> None:
    before = codes(event, "https://here")
    event.save()
    make_user("someone else")
    assert codes(Tournament.objects.get(pk=event.pk), "https://here") == before
