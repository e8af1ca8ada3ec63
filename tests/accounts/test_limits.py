"""What strangers may repeat, and that no limit keeps an owner, a known browser or a hall of phones out."""

from typing import Any

import pytest
import time_machine
from django.conf import settings as defaults
from django.core import mail
from django.test import Client, RequestFactory

from accounts import limits
from accounts.limits import TooOften
from accounts.models import User
from config import env
from tests.accounts.test_pages import SIGN_UP
from tests.answers import Answer
from tests.factories import PASSWORD, make_event, make_user
from tournaments.models import Tournament

SOMEWHERE, ELSEWHERE = "203.0.113.9", "198.51.100.7"


@pytest.fixture
def limit(settings: Any) -> Any:
    def at_most(**most: int) -> None:
        settings.LIMITS = {**settings.LIMITS, **{name: (number, 600) for name, number in most.items()}}

    return at_most


def sign_in(
    username: str, password: str = "wrong", address: str = SOMEWHERE, client: Client | None = None
) -> Answer:
    data = {"username": username, "password": password}
    return (client or Client()).post("/accounts/login/", data, REMOTE_ADDR=address)


def test_a_limit_is_for_one_and_ends_by_itself(limit: Any, settings: Any) -> None:
    """In memory: a Redis has a clock of its own, which no test moves on."""
    in_memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    settings.CACHES = {**settings.CACHES, "limits": in_memory}
    limit(searches=2)
    with time_machine.travel(0, tick=False) as clock:
        for _ in range(2):
            limits.count("searches", "a")
        limits.count("searches", "b")
        clock.shift(599)
        with pytest.raises(TooOften) as refused:
            limits.count("searches", "a")
        assert (refused.value.seconds, "1 minute." in str(refused.value)) == (1, True)
        clock.shift(2)
        limits.count("searches", "a")


def test_no_limit_and_an_unknown_address_count_nothing(settings: Any) -> None:
    settings.LIMITS = {"searches": (0, 0), "sign_ups": (1, 60)}
    for _ in range(3):
        limits.count("searches", "a")
        limits.count("sign_ups", "")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_all_addresses_of_one_subscriber_count_as_one(address: str, counted: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    assert limits.address_of(request) == counted


@pytest.mark.parametrize(
    ("text", "meant"), [("50/10min", (50, 600)), ("2/h", (2, 3600)), ("4/6h", (4, 21_600)), ("0", (0, 0))]
)
def test_limits_are_written_as_a_number_per_time(
    monkeypatch: pytest.MonkeyPatch, text: str, meant: tuple[int, int]
) -> None:
    monkeypatch.setattr(env, "READ", {})
    monkeypatch.setenv("LIMIT_TEST", text)
    assert env.limit("LIMIT_TEST", "1/min") == meant


# --- passwords ---


@pytest.mark.django_db
def test_passwords_sprayed_over_many_names_are_stopped_by_address(limit: Any) -> None:
    limit(passwords_of_address=3)
    make_user("ann")
    for number in range(3):
        assert sign_in(f"nobody{number}").status_code == 200
    refused = sign_in("ann", PASSWORD)
    assert (refused.status_code, 0 < int(refused["Retry-After"]) <= 600) == (429, True)
    assert (
        "Try again in 10 minutes." in refused.content.decode() and 'value="ann"' in refused.content.decode()
    )
    assert sign_in("ann", PASSWORD, ELSEWHERE).status_code == 302


@pytest.mark.django_db
def test_one_account_guessed_from_everywhere_lets_its_known_browser_in(limit: Any) -> None:
    limit(passwords_of_account=3, passwords_of_device=2)
    make_user("ann")
    known = Client()
    assert sign_in("ann", PASSWORD, client=known).status_code == 302
    known.post("/accounts/logout/")
    for number in range(3):
        sign_in("ann", address=f"203.0.113.{number + 20}")
    assert sign_in("ann", PASSWORD, ELSEWHERE).status_code == 429
    assert sign_in("ann", PASSWORD, ELSEWHERE, known).status_code == 302
    known.post("/accounts/logout/")
    assert [sign_in("ann", client=known).status_code for _ in range(3)] == [200, 200, 429], (
        "counted by itself"
    )


@pytest.mark.django_db
def test_a_browser_in_which_the_password_is_changed_stays_known(limit: Any) -> None:
    limit(passwords_of_account=1)
    make_user("ann")
    known, new = Client(), "another " + PASSWORD
    sign_in("ann", PASSWORD, client=known)
    known.post("/accounts/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    known.post("/accounts/logout/")
    sign_in("ann", address="203.0.113.20")
    assert sign_in("ann", new, ELSEWHERE).status_code == 429
    assert sign_in("ann", new, client=known).status_code == 302


@pytest.mark.django_db
def test_wrong_passwords_on_the_same_wifi_do_not_lock_a_known_browser(settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    make_user("ann")
    known = Client()
    sign_in("ann", PASSWORD, client=known)
    known.post("/accounts/logout/")
    assert [sign_in("ann").status_code for _ in range(4)] == [200, 200, 429, 429]
    assert sign_in("ann", PASSWORD).status_code == 429
    assert sign_in("ann", PASSWORD, client=known).status_code == 302


@pytest.mark.django_db
def test_trying_on_does_not_keep_a_lock_closed(settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 2
    make_user("ann")
    with time_machine.travel(0, tick=False) as clock:
        for _ in range(2):
            sign_in("ann")
        clock.shift(14 * 60)
        assert sign_in("ann").status_code == 429
        clock.shift(2 * 60)
        assert sign_in("ann", PASSWORD).status_code == 302


@pytest.mark.django_db
def test_a_new_password_makes_known_browsers_strangers(limit: Any) -> None:
    limit(passwords_of_account=1)
    user, known = make_user("ann"), Client()
    sign_in("ann", PASSWORD, client=known)
    known.post("/accounts/logout/")
    user.set_password("another good phrase 7")
    user.save()
    sign_in("ann")
    assert sign_in("ann", "another good phrase 7", client=known).status_code == 429


@pytest.mark.django_db
def test_sprayed_passwords_are_stopped_at_the_api_too(limit: Any) -> None:
    limit(passwords_of_address=1)
    make_user("ann")
    sign_in("nobody")
    basic = {"Authorization": "Basic YW5uOmNvcnJlY3QgaG9yc2UgYmF0dGVyeSBzdGFwbGU="}
    data = {"name": "x"}
    refused = Client().post("/api/v1/tokens/", data, "application/json", headers=basic, REMOTE_ADDR=SOMEWHERE)
    assert (refused.status_code, refused.json()["code"]) == (429, "locked_out")
    assert "Retry-After" in refused.headers


# --- accounts and e-mails ---


@pytest.mark.django_db
def test_accounts_are_made_only_so_often_and_the_names_stay_secret(limit: Any) -> None:
    limit(sign_ups=1)
    make_user("bo")
    assert Client().post("/accounts/new/", SIGN_UP).status_code == 302
    refused = Client().post("/accounts/new/", {**SIGN_UP, "username": "bo"})
    text = refused.content.decode()
    assert refused.status_code == 429 and "Too many attempts." in text and 'value="bo"' in text
    assert "exists already" not in text and User.objects.count() == 2


@pytest.mark.django_db
def test_a_mailbox_is_not_filled_and_the_first_link_still_works(limit: Any) -> None:
    limit(resets_of_account=2, resets_of_address=9)
    make_user("ann", email="ann@example.org")
    for number in range(4):
        asked = {"email": "ann@example.org"}
        answer = Client().post("/accounts/forgotten/", asked, REMOTE_ADDR=f"203.0.113.{number}")
        assert answer["Location"] == "/accounts/forgotten/sent/", "as for an address that nobody has"
    assert len(mail.outbox) == 2
    link = next(word for word in str(mail.outbox[0].body).split() if "/forgotten/" in word)
    assert 'name="new_password1"' in Client().get(link, follow=True).content.decode()


@pytest.mark.django_db
def test_one_address_asks_for_so_many_resets(limit: Any) -> None:
    limit(resets_of_address=1)
    codes = [Client().post("/accounts/forgotten/", {"email": "x@example.org"}) for _ in range(2)]
    assert [answer.status_code for answer in codes] == [302, 429]
    assert 'value="x@example.org"' in codes[1].content.decode() and codes[1]["Retry-After"]


# --- public pages ---


@pytest.fixture
def spring(db: None) -> Tournament:
    return make_event(field=4, slug="spring")


def test_searches_are_counted_by_address_and_somebody_signed_in_by_name(
    spring: Tournament, limit: Any
) -> None:
    limit(searches=1)
    pages = ("/e/spring/find/?q=one", "/e/spring/lots/?player=1")
    anybody, staff = Client(), Client()
    staff.force_login(spring.owner)
    assert anybody.get(pages[0]).status_code == 200
    refused = anybody.get(pages[0])
    assert (refused.status_code, "Too many attempts." in refused.content.decode()) == (429, True)
    assert int(refused["Retry-After"]) <= 600
    assert anybody.get("/e/spring/find/").status_code == 200, "the list without a search"
    assert staff.get(pages[0]).status_code == 200


@pytest.mark.parametrize(
    "address",
    ["/e/spring/me/guess/", "/e/spring/table/1-aaaaaaaaaa/", "/e/spring/screen/guess/", "/join/guess/",
     "/accounts/link/guess/", "/accounts/forgotten/MQ/guess-guess/"],
)  # fmt: skip
def test_guessed_keys_are_counted_and_the_right_one_still_opens(
    spring: Tournament, limit: Any, address: str
) -> None:
    limit(wrong_keys=1)
    first, second = (Client().get(address) for _ in range(2))
    assert (first.status_code in (200, 404), second.status_code) == (True, 429)
    key = spring.players.get(number=1).key
    assert Client().get(f"/e/spring/me/{key}/").status_code == 200


def test_a_phone_that_answers_too_often_is_told_when_to_try_again(spring: Tournament, limit: Any) -> None:
    limit(answers=1)
    address = f"/e/spring/me/{spring.players.get(number=1).key}/"
    answers = [Client().post(address, {"do": "here"}) for _ in range(2)]
    assert answers[-1].status_code == 429 and 0 < int(answers[-1]["Retry-After"]) <= 600


def test_a_hall_behind_one_address_gets_through() -> None:
    """300 phones search twice within a minute; 30 of the staff sign in, each after a slip."""
    for limit, times in (("searches", 600), ("passwords_of_address", 30), ("sign_ups", 30)):
        most, seconds = defaults.LIMITS[limit]
        assert most >= times and seconds >= 60, limit
