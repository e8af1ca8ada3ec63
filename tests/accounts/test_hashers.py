"""Passwords are hashed with bounded memory, few at a time, and those stored with more are hashed again."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth import hashers as django_hashers
from django.contrib.auth.hashers import check_password, make_password
from django.test import override_settings

from accounts.hashers import AT_ONCE, Argon2PasswordHasher
from config import settings

PASSWORD = "correct horse battery staple"


@pytest.fixture(autouse=True)
def as_on_a_server() -> object:
    with override_settings(PASSWORD_HASHERS=settings.PASSWORD_HASHERS):
        yield


def test_a_password_takes_the_memory_that_owasp_asks_for_and_no_more() -> None:
    # Password Storage Cheat Sheet: Argon2id, 19 MiB, an iteration count of 2, one degree of parallelism.
    stored = make_password(PASSWORD)
    assert stored.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password(PASSWORD, stored) and not check_password("another", stored)


def test_one_stored_with_more_memory_still_opens_and_is_stored_anew() -> None:
    old, new = django_hashers.Argon2PasswordHasher().encode(PASSWORD, "salt" * 4), list[str]()
    assert "m=102400," in old
    assert check_password(PASSWORD, old, setter=lambda password: new.append(make_password(password)))
    assert [stored.split("$")[3] for stored in new] == ["m=19456,t=2,p=1"]


@pytest.mark.parametrize("what", ["encode", "verify"])
def test_few_are_hashed_at_once_and_the_others_wait(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running, most, lock, full = 0, 0, threading.Lock(), threading.Event()

    def slow(*_given: object) -> str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
            if running == AT_ONCE:
                full.set()
        full.wait(timeout=10)
        with lock:
            running -= 1
        return ""

    monkeypatch.setattr(django_hashers.Argon2PasswordHasher, what, slow)
    with ThreadPoolExecutor(8) as people:
        list(people.map(lambda _n: getattr(Argon2PasswordHasher(), what)("x", "y"), range(8)))
    assert most == AT_ONCE
