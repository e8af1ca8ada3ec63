"""PUBLIC_DEMO: whoever comes is let in, everything is thrown away again, nothing leaves the site; elsewhere not."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.demo import USERNAME, claim_database, make_organiser
from accounts.models import User
from tests.factories import make_event
from tournaments.management.commands import demo
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SAYS_SO = "thrown away every 30 minutes"


def test_on_every_other_site_there_is_no_way_in_and_nothing_is_thrown_away(client: Client) -> None:
    event = make_event()
    make_organiser(password=None)
    assert client.get("/accounts/demo/").status_code == client.post("/accounts/demo/").status_code == 404
    assert SAYS_SO not in client.get(f"/e/{event.slug}/").content.decode()
    with pytest.raises(CommandError, match="needs PUBLIC_DEMO=1"):
        call_command("demo", again_and_again=True)
    assert Tournament.objects.filter(pk=event.pk).exists()


def test_it_takes_no_database_of_a_site(settings: Any, tmp_path: Path) -> None:
    """Neither when it is prepared nor when it is made anew; the one it began on stays its own, with visitors in it."""
    settings.PUBLIC_DEMO, settings.DATA_DIR = True, tmp_path
    claim_database()
    event = make_event()
    claim_database()
    (tmp_path / "public-demo").write_text("another database")
    with pytest.raises(CommandError, match="holds accounts"):
        call_command("demo", again_and_again=True)
    with pytest.raises(SystemExit, match="holds accounts"):
        call_command("prepare")
    assert Tournament.objects.filter(pk=event.pk).exists()


def test_whoever_comes_is_let_in_as_the_organiser_and_every_page_says_what_this_is(
    client: Client, settings: Any
) -> None:
    settings.PUBLIC_DEMO = True
    event = make_event(owner=make_organiser(password=None))
    for page in ("/", f"/e/{event.slug}/", "/accounts/login/"):
        html = client.get(page).content.decode()
        assert SAYS_SO in html and 'href="/accounts/demo/"' in html
    assert "csrfmiddlewaretoken" in client.get("/accounts/demo/").content.decode()
    answer = client.post("/accounts/demo/", follow=True)
    assert answer.redirect_chain == [("/desk/", 302)] and event.name in answer.content.decode()
    assert SAYS_SO in client.get(f"/desk/{event.slug}/").content.decode()


def test_the_demo_made_anew_holds_nothing_of_what_visitors_left(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_DEMO = True
    left = make_event(name="Left by a visitor", field=4)
    client.force_login(left.owner)
    monkeypatch.setattr(demo, "make_events", lambda owner: make_event(name="Of the demo", owner=owner))
    demo.make_anew()
    (user,) = User.objects.all()
    assert (user.username, user.has_usable_password()) == (USERNAME, False)
    assert [event.name for event in Tournament.objects.all()] == ["Of the demo"]
    assert (
        Tournament.objects.get().pk > left.pk
    )  # else pages kept for the old one would be shown for the new one
    assert client.get("/desk/").status_code == 302  # the visitor's session is gone too


def test_no_mail_leaves_it_whatever_the_mail_settings_say(tmp_path: Path) -> None:
    env = {**os.environ, "PUBLIC_DEMO": "1", "EMAIL_HOST": "mail.example.org", "DATA_DIR": str(tmp_path)}
    code = "from config import settings; print(settings.EMAIL_BACKEND)"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["django.core.mail.backends.dummy.EmailBackend"]
