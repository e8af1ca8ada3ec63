"""Staff, invitations and displays as people meet them: pages, links, buttons."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.desk.pages import Desk, text
from tests.factories import PASSWORD, make_event, make_user, pair, publish
from tournaments.events.services import events
from tournaments.models import Invitation, Role, Staff, Tournament
from tournaments.people.services import invitations

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(owner=make_user("olga"), field=4, name="Spring open")
    publish(tournament)
    return tournament


def made(event: Tournament, role: str = "arbiter", **options: Any) -> str:
    """The address of a new link."""
    one = invitations.create(tournament=event, actor=event.owner, role=role, **options)
    return reverse("public:invitation", args=[one.key])


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def test_a_link_is_shown_once_and_never_listed(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    form = {"invite-role": "arbiter", "invite-label": "Ida", "invite-uses": "2", "invite-days": "3"}
    response = desk.post("invite", data=form)
    assert response["Location"].endswith("#made")
    page = desk.get("staff")
    (found,) = re.findall(r'value="(http://testserver/join/[\w-]{22}/)"', page.content.decode())
    assert found.endswith(f"/join/{Invitation.objects.get().key}/")
    assert "<svg" in page.content.decode().split("invitation-made__qr")[1][:200]
    again = desk.get("staff")
    assert "/join/" not in again.content.decode()
    assert "Arbiter or judge Ida 2 uses left" in text(again)


def test_an_invitation_with_mistakes_says_where(event: Tournament) -> None:
    form = {"invite-role": "owner", "invite-uses": "0", "invite-days": "400"}
    errors = Desk(event.owner, event).post("invite", data=form).context["invitation_form"].errors
    assert set(errors) == {"role", "uses", "days"}
    assert not Invitation.objects.exists()


def test_a_revoked_link_moves_to_the_earlier_ones(event: Tournament) -> None:
    made(event, label="Ida")
    desk = Desk(event.owner, event)
    pk = Invitation.objects.get().pk
    assert "The invitation is revoked." in desk.press("revoke_invitation", pk)
    page = desk.press("revoke_invitation", pk)  # a second press does no harm
    assert "Earlier invitations Arbiter or judge Ida revoked" in page


def test_signed_out_one_is_led_to_signing_in_or_up_and_back(event: Tournament) -> None:
    link, user = made(event), make_user("ida")
    client = browser()
    page = client.get(link)
    assert "Spring open" in text(page) and "Role: Arbiter or judge" in text(page)
    assert 'data-testid="accept"' not in page.content.decode()
    assert client.post(link).status_code == 200 and not Staff.objects.exists()
    (sign_up,) = re.findall(r'href="(/accounts/new/\?next=[^"]+)"', page.content.decode())
    form = client.get(sign_up).content.decode()
    assert f'name="next" value="{link}"' in form
    assert f"/accounts/login/?next={link}" in form
    (sign_in,) = re.findall(r'href="(/accounts/login/\?next=[^"]+)"', page.content.decode())
    back = client.post(sign_in, {"username": "ida", "password": PASSWORD})
    assert back["Location"] == link
    welcome = client.post(link)
    assert welcome["Location"] == reverse("desk:event", args=[event.slug])
    assert Staff.objects.get(user=user).role == Role.ARBITER
    assert "Welcome to the staff of Spring open" in text(client.get(welcome["Location"]))


def test_looking_at_a_link_uses_nothing_and_one_that_is_used_up_says_so(event: Tournament) -> None:
    link, late = made(event), browser(make_user())
    answer = browser().get(link)
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]
    late.get(link)
    assert Invitation.objects.get().uses_left == 1
    browser(make_user()).post(link)
    assert late.post(link).status_code == 409
    page = late.get(link)
    assert (page.status_code, Staff.objects.count()) == (409, 1)
    assert "This invitation has been used up." in text(page)
    assert 'data-testid="accept"' not in page.content.decode()
    for wrong in (link[:-2] + "/", "/join/nothing/"):
        assert browser(event.owner).get(wrong).status_code == 404


def test_somebody_of_the_staff_is_told_and_keeps_the_role(event: Tournament) -> None:
    director = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=director, role="director")
    link = made(event)
    for user in (director, event.owner):
        client = browser(user)
        assert "You are on the staff of this event already" in text(client.get(link))
        assert client.post(link).status_code == 302
    assert Staff.objects.get().role == Role.DIRECTOR
    assert Invitation.objects.get().uses_left == 1


# --- displays -----------------------------------------------------------------------------------------------------


def screen(event: Tournament) -> str:
    return reverse("public:screen", args=[event.slug])


def test_a_display_shows_the_screens_of_a_private_event_and_nothing_else() -> None:
    event = make_event(field=4, visibility="private")
    publish(event)
    link, beamer = made(event, "display"), browser()
    assert beamer.post(link)["Location"] == screen(event)
    shown = beamer.get(screen(event))
    assert shown.status_code == 200 and "Player 1" in text(shown)
    assert not Staff.objects.exists()
    # Nothing but screens: not the public pages of the private event, not the desk.
    assert beamer.get(reverse("public:players", args=[event.slug])).status_code == 404
    assert beamer.get(reverse("desk:event", args=[event.slug])).status_code == 302


def test_a_display_never_shows_a_draft_takes_one_use_and_revoking_ends_it() -> None:
    event = make_event(field=4, visibility="private")
    pair(event)
    link, beamer = made(event, "display", uses=2), browser()
    for _ in range(3):
        assert beamer.post(link).status_code == 302
    page = beamer.get(screen(event))
    assert page.status_code == 200
    assert "Player 1" not in text(page)
    one = Invitation.objects.get()
    assert one.uses_left == 1
    assert "shows the screens of this event already" in text(beamer.get(link))
    invitations.revoke(tournament=event, actor=event.owner, invitation=one)
    assert beamer.get(screen(event)).status_code == 404
    assert beamer.get(link).status_code == 409


# --- the page of the staff, the owner, the table of rights ----------------------------------------------------------


def test_the_staff_page_names_everybody_by_role(event: Tournament) -> None:
    for name, role in (("sam", "scorekeeper"), ("ari", "arbiter"), ("dir", "director")):
        events.set_staff(tournament=event, actor=event.owner, user=make_user(name), role=role)
    page = text(Desk(event.owner, event).get("staff"))
    places = [page.index(f"({name})") for name in ("olga", "dir", "ari", "sam")]
    assert places == sorted(places)


def test_the_event_is_handed_over_by_its_owner_alone_after_typing_its_address(event: Tournament) -> None:
    heir, second, owner = make_user("heir"), make_user(), event.owner
    events.set_staff(tournament=event, actor=owner, user=second, role="owner")
    desk = Desk(owner, event)
    assert 'data-testid="owner-form"' in desk.get("staff").content.decode()
    assert 'data-testid="owner-form"' not in Desk(second, event).get("staff").content.decode()
    wrong = desk.post("hand_over", data={"owner-username": "heir", "owner-confirm_slug": "no"})
    assert "to hand it over" in str(wrong.context["owner_form"].errors["confirm_slug"])
    page = desk.press("hand_over", data={"owner-username": "heir", "owner-confirm_slug": event.slug})
    assert "The event belongs to heir now; you are a director." in page
    assert Tournament.objects.get(pk=event.pk).owner == heir
    assert desk.get("staff").status_code == 403


def test_the_table_of_rights_marks_the_own_column(event: Tournament) -> None:
    judge = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=judge, role="arbiter")
    page = Desk(judge, event).get("rights")
    assert "Your role in this event: Arbiter or judge." in text(page)
    row = page.content.decode().split('data-testid="right-penalties"')[1].split("</tr>")[0]
    assert re.findall(r">(yes|no)<", row) == ["yes", "yes", "yes", "no", "no", "no", "no"]
    assert row.count("rights__mine") == 1


# --- signing up by invitation ---

ACCOUNT = {"username": "ida", "password1": PASSWORD, "password2": PASSWORD}


def signs_up(link: str) -> int:
    return browser().post("/accounts/new/", {**ACCOUNT, "next": link}).status_code


def test_where_the_site_asks_for_an_invitation_its_link_leads_to_an_account_and_back(
    event: Tournament, settings: Any
) -> None:
    settings.SIGN_UP = "invitation"
    link, client = made(event), browser()
    assert client.get("/accounts/new/").status_code == 403
    assert "/accounts/new/" not in client.get("/accounts/login/").content.decode()
    (sign_up,) = re.findall(r'href="(/accounts/new/[^"]+)"', client.get(link).content.decode())
    assert client.get(sign_up).status_code == 200
    answer = client.post("/accounts/new/", {**ACCOUNT, "next": link})
    assert (answer.status_code, answer["Location"]) == (302, link)
    client.post(link)
    assert Staff.objects.get(user__username="ida").role == Role.ARBITER
    assert signs_up(link) == 403, "its one use is gone"


def test_no_other_link_leads_to_an_account(event: Tournament, settings: Any) -> None:
    settings.SIGN_UP = "invitation"
    revoked, display, expired = made(event), made(event, role="display"), made(event)
    first, _display, last = Invitation.objects.order_by("pk")
    invitations.revoke(tournament=event, actor=event.owner, invitation=first)
    Invitation.objects.filter(pk=last.pk).update(expires_at="2026-01-01T00:00:00Z")
    others = (revoked, display, expired, "/join/guess/", "/desk/", f"//evil.example{made(event)}", "")
    assert [signs_up(link) for link in others] == [403] * len(others)
    assert not User.objects.filter(username="ida").exists()
