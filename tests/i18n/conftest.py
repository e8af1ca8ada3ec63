"""What the tests of the translations share."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation

from devtools import site
from tournaments.web import unchanged

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]


@pytest.fixture(scope="session", autouse=True)
def _built() -> None:
    """The .mo files as the .po files say, also where nobody ran `dev.py` first."""
    site.translations()


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """The version of an event is remembered for a second; the language of a test ends with it."""
    unchanged.forget()
    with translation.override("en"):
        yield
    unchanged.forget()


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Every language but the one of the message ids."""
    return str(request.param)
