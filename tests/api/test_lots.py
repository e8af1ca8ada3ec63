"""Seeds and lots over the API: the hash before the round, the seed after it, the lots with all they are made of."""

import re
from hashlib import sha256

import pytest

from accounts.models import User
from pairing.engine.recheck import recheck
from pairing.formats import document
from tests.api.conftest import Api, staff_of
from tests.factories import make_event, pair, play_round
from tests.i18n.reading import strings
from tournaments.models import Role, Tournament

MASTER = "settled before the event"
SETTINGS = {"name": "Secret", "slug": "secret", "system": "monrad", "rounds_planned": 3}


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def seed(number: int, master: str = MASTER) -> str:
    return digest(f"{master}|{number}")[:32]


@pytest.mark.parametrize("role", [*Role])
def test_no_document_lets_the_staff_compute_the_next_round(owner: User, role: Role) -> None:
    """Every text of the document is tried as the seed: none gives the hash that stands before the round."""
    event = make_event(field=8, owner=owner, draw_seed=MASTER, secret_seeds=True, system="random_swiss")
    play_round(event)
    reader = Api(owner if role is Role.OWNER else staff_of(event, role))
    pair(event)
    read = reader.get(f"events/{event.slug}/document/")
    hashes = {row["hash"] for row in reader.get(f"events/{event.slug}/lots/")["seeds"]}
    assert {digest(seed(1)), digest(seed(2))} <= hashes
    found = {digest(text) for text in strings(read)} & hashes
    assert found == {digest(seed(1))}


def test_a_whole_event_by_its_hashes(api: Api, anybody: Api) -> None:
    made = api.post("events/", {**SETTINGS, "secret_seeds": True, "draw_seed": "lucky"}, 201)
    assert made["secret_seeds"] is True and made["draw_seed"] is None
    master = Tournament.objects.get(slug="secret").draw_seed
    assert re.fullmatch("lucky-[0-9a-f]{32}", master)
    seeds = {number: seed(number, master) for number in (1, 2)}
    names = [{"name": name} for name in ("Ann", "Bo", "Cy", "Dee")]
    api.post("events/secret/players/bulk/", {"players": names}, 201)
    for number in (1, 2):
        before = anybody.get("events/secret/lots/")["seeds"][-1]
        assert before == {
            "round": number, "hash": digest(seeds[number]), "seed": None, "drawn_with": number, "is_next": True,
        }  # fmt: skip
        sheet = api.post("events/secret/rounds/pair/", {}, 201)
        assert anybody.get("events/secret/lots/")["seeds"][-1] == before
        anybody.get(f"events/secret/lots/?round={number}", 404)
        api.post(f"events/secret/rounds/{number}/publish/")
        found = anybody.get(f"events/secret/lots/?round={number}")
        after = found["seeds"][number - 1]
        assert after["seed"] == seeds[number]
        assert after["hash"] == before["hash"] == digest(after["seed"])
        drawn = [lot for lot in found["lots"] if lot["purpose"] == "draw"]
        assert [lot["text"] for lot in drawn] == [f"{seeds[number]}|draw|{number}|{n}" for n in (1, 2, 3, 4)]
        assert [(lot["sha256"], lot["lot"]) for lot in found["lots"]] == [
            (digest(lot["text"]), digest(lot["text"])[:16]) for lot in found["lots"]
        ]
        played = [{"table": row["table"], "result": "1-0"} for row in sheet["matches"]]
        api.post(f"events/secret/rounds/{number}/results/", {"results": played})
        api.post(f"events/secret/rounds/{number}/complete/")
        outside = anybody.get("events/secret/document/")
        assert "draw_seed" not in outside
        assert all(check.same for check in recheck(document.load(outside)))
    api.post("events/secret/finish/")
    assert anybody.get("events/secret/")["draw_seed"] == master
    assert len(anybody.get("events/secret/lots/")["seeds"]) == 2
    checks = recheck(document.load(anybody.get("events/secret/document/")))
    assert [check.same for check in checks] == [True, True]


def test_a_bad_question_is_refused_and_private_events_have_no_lots_for_others(
    anybody: Api, owner: User
) -> None:
    make_event(owner=owner, slug="open")
    for query in ("round=0", "round=x", "colour=red"):
        anybody.get(f"events/open/lots/?{query}", 400)
    make_event(owner=owner, slug="hidden", visibility="private")
    anybody.get("events/hidden/lots/", 404)
