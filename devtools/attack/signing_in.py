"""What a stranger can repeat without an account from one address, with the instance behind a proxy."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django.conf import settings

from devtools.attack import attacked_event
from devtools.attack.asking import Answer, Told, all_at_once, ask

TIMES = 30
STRANGER, OWNER = "203.0.113.9", "198.51.100.7"  # addresses for documentation, RFC 5737
FORGED = "a" * 32
PASSWORD = "never the password of anybody"
LIMIT_OF = {"new account": "sign_ups", "reset letter": "resets_of_address", "search": "searches"}


def knock(address: str) -> Told:
    """Everybody at once; afterwards the owner signs in from where they are."""
    kinds = {
        "guess at one account": _guess,
        "guess at many accounts": _spray,
        "new account": _sign_up,
        "reset letter": _forget,
        "search": _search,
    }
    told = all_at_once([partial(_repeat, name, act, address) for name, act in kinds.items()])
    owner = _sign_in(address, OWNER, attacked_event.OWNER, attacked_event.PASSWORD)
    told.note("the owner signs in", owner)
    if owner.status != 302:
        told.faults.append("a stranger's guesses lock the owner out")
    if "guess at one account 302" in told.answers:
        told.faults.append("a wrong password opens an account")
    told.faults += _beyond_limits(told)
    return told


def _beyond_limits(told: Told) -> list[str]:
    """Without Redis each process counts for itself."""
    processes = 1 if settings.REDIS_URL else int(os.environ["WEB_WORKERS"])
    faults = []
    for name, limit in LIMIT_OF.items():
        allowed = processes * settings.LIMITS[limit][0]
        answered = TIMES - told.answers[f"{name} 429"]
        if answered > allowed or allowed >= TIMES:
            faults.append(f"{name}: {answered} of {TIMES} were answered, {allowed} are allowed")
    return faults


def _repeat(name: str, act: Callable[[str, int], Answer], address: str, told: Told) -> None:
    for number in range(TIMES):
        told.note(name, act(address, number))


def _guess(address: str, number: int) -> Answer:
    return _sign_in(address, STRANGER, attacked_event.OWNER, f"guess {number}")


def _spray(address: str, number: int) -> Answer:
    return _sign_in(address, STRANGER, f"user{number}", "123456789a")


def _sign_up(address: str, number: int) -> Answer:
    fields = {"username": f"made{number}", "password1": PASSWORD, "password2": PASSWORD}
    return _post(address, STRANGER, "/accounts/new/", fields)


def _forget(address: str, number: int) -> Answer:
    return _post(address, STRANGER, "/accounts/forgotten/", {"email": attacked_event.MAIL})


def _search(address: str, number: int) -> Answer:
    asked = urlencode({"q": f"Player {number}"})
    return ask(
        address, "GET", f"/e/{attacked_event.SLUG}/find/?{asked}", headers={"X-Forwarded-For": STRANGER}
    )


def _sign_in(address: str, whence: str, name: str, password: str) -> Answer:
    return _post(address, whence, "/accounts/login/", {"username": name, "password": password})


def _post(address: str, whence: str, path: str, fields: dict[str, str]) -> Answer:
    form = urlencode({**fields, "csrfmiddlewaretoken": FORGED}).encode()
    headers = {
        "X-Forwarded-For": whence,
        "Cookie": f"csrftoken={FORGED}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    return ask(address, "POST", path, form, headers)
