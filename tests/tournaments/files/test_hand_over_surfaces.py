"""Making and opening a hand-over pack at the desk, over REST and by command."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from devtools.attack.stored import everything_stored
from tests.api.conftest import Api
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user
from tests.tournaments.files.packing import PHRASE, elsewhere
from tournaments.events.services import events
from tournaments.models import Action, Role, Tournament


def test_the_owner_downloads_the_pack_and_somebody_opens_it_on_another_desk() -> None:
    event = make_event(field=2, slug="club")
    phrases = {"pass_phrase": PHRASE, "again": PHRASE}
    director = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=director, role=Role.DIRECTOR)
    assert Desk(director, event).post("make_pack", data=phrases).status_code == 403
    desk = Desk(event.owner, event)
    assert "The two pass phrases differ" in text(
        desk.post("make_pack", data={**phrases, "again": PHRASE + "!"})
    )
    answer = desk.post("make_pack", data=phrases)
    assert answer["Content-Disposition"] == 'attachment; filename="club.pairwright"'
    assert event.log_entries.latest("id").action == Action.PACK_MADE
    assert "continue the event only there" in text(desk.get("event"))
    with elsewhere(event):
        make_event(slug="club")
        anna = make_user("anna")
        other = Desk(anna)

        def sent(**more: str) -> dict[str, Any]:
            return {
                "file": SimpleUploadedFile("club.pairwright", answer.content),
                "pass_phrase": PHRASE,
                **more,
            }

        assert "The address club is taken here" in text(other.post("open_pack", data=sent()))
        upload = {"file": SimpleUploadedFile("club.json", answer.content)}
        assert "This is a hand-over pack." in text(other.post("import_event", data=upload))
        assert "has moved here with everything in it" in other.press("open_pack", data=sent(slug="club-2"))
        moved = Tournament.objects.get(slug="club-2")
        assert "continue the event only there" not in text(Desk(anna, moved).get("event"))
        assert Tournament.objects.filter(slug="club-2", owner=anna).exists()
        assert PHRASE not in "\n".join(everything_stored())


def test_a_program_of_the_owner_makes_and_opens_a_pack() -> None:
    event = make_event(field=2, slug="club")
    made = Api(event.owner).post("events/club/hand-over-pack/", {"pass_phrase": PHRASE})
    with elsewhere(event):
        given = {**made, "pass_phrase": PHRASE}
        other = Api(make_user())
        assert other.post("hand-over-packs/", {**given, "file": "%"}, status=400)["field"] == "file"
        assert other.post("hand-over-packs/", given, status=201) == {
            "event": "club",
            "without_account": [],
        }


def test_the_commands_take_the_pass_phrase_from_the_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, file = make_event(field=2, slug="club"), tmp_path / "club.pairwright"

    def run(*words: str) -> str:
        monkeypatch.setattr("sys.stdin", StringIO(f"{PHRASE}\n"))
        printed = StringIO()
        call_command(*words, stdout=printed)
        return printed.getvalue()

    assert run("hand_over", "club", "--out", str(file)).startswith(f"{file} (")
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="exists already"):
        run("hand_over", "club", "--out", str(file))
    with pytest.raises(CommandError, match="is already here, with the address club"):
        run("take_over", str(file), "--owner", event.owner.username)
    with elsewhere(event):
        with pytest.raises(CommandError, match="There is no account"):
            run("take_over", str(file), "--owner", "nobody")
        assert run("take_over", str(file), "--owner", event.owner.username) == "Wednesday club: club\n"
