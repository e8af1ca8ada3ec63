"""A step that is loaded leaves what taking it leaves, and is taken again wherever it might come out otherwise."""

from typing import Any

import pytest
from django.db import connection
from django.test import override_settings

from accounts.models import User
from tests import replayed

pytestmark = pytest.mark.django_db
taken: list[str] = []


@replayed.step
def join(user: User | None, name: str) -> User:
    taken.append(name)
    if user is not None:
        user.first_name = name
        user.save()
    return User.objects.create(username=f"{name} after {user}")


@pytest.fixture(autouse=True)
def _none_known(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite counts the rows that are written")
    monkeypatch.setattr(replayed, "_steps", {})
    monkeypatch.delenv("TAKE_EVERY_STEP", raising=False)
    taken.clear()
    begin_again()


def begin_again() -> None:
    """From the empty database, as the next test does."""
    User.objects.all().delete()
    replayed.begin((), {})


def stored() -> list[Any]:
    return list(User.objects.order_by("pk").values())


def test_what_is_loaded_is_what_was_written_and_the_objects_are_as_they_were() -> None:
    bo = join(join(None, "Ann"), "Bo")
    written = stored()
    begin_again()
    first = join(None, "Ann")
    assert join(first, "Bo") == bo
    assert taken == ["Ann", "Bo"]
    assert stored() == written
    assert first.first_name == "Bo"


def test_other_arguments_another_past_and_any_other_write_have_the_step_taken() -> None:
    join(None, "Ann")
    begin_again()
    join(None, "Bo")
    join(None, "Ann")
    begin_again()
    User.objects.create(username="somebody")
    join(None, "Ann")
    begin_again()
    with override_settings(SECRET_KEY="another" * 10):
        join(None, "Ann")
    join(None, "Bo")
    assert taken == ["Ann", "Bo", "Ann", "Ann", "Ann", "Bo"]
