"""What must stay secret: the draw of an unpublished round, and keys in a copy of the database."""

from __future__ import annotations

from django.test import Client

from accounts.models import User
from accounts.tokens import create_token
from devtools.attack import attacked_event
from devtools.attack.asking import Told, ask
from devtools.attack.stored import everything_stored
from pairing.engine.round_seeds import round_seed
from tournaments.events.services import events
from tournaments.models import Invitation, Role, Tournament
from tournaments.people.services import invitations
from tournaments.players.selectors.table_codes import code_of

SLUG, PASSWORD = "secrets", "of the scorekeeper, in clear nowhere"
READ_BY_STAFF = (
    f"/api/v1/events/{SLUG}/document/",
    f"/api/v1/events/{SLUG}/",
    f"/api/v1/events/{SLUG}/rounds/2/",
    f"/desk/{SLUG}/log/list.json",
    f"/desk/{SLUG}/rounds/2/",
    f"/e/{SLUG}/lots/",
)


def look(address: str) -> Told:
    """A round is published, the next one a draft; keys, codes, an invitation, a session and a token are in use."""
    told, event = Told(), _event()
    helper = User.objects.create_user("scorekeeper", password=PASSWORD)
    events.set_staff(tournament=event, actor=event.owner, user=helper, role=Role.SCOREKEEPER)
    browser = Client()
    browser.force_login(helper)
    session, token = browser.cookies["sessionid"].value, create_token(user=helper, name="x", expiry=None)
    master = event.draw_seed
    ahead = {"the seed of all rounds": master, "the seed of a round to come": round_seed(master, 3)}
    seeds = ahead | {"the seed of the draft": round_seed(master, 2)}
    for path in READ_BY_STAFF:
        headers = {"Cookie": f"sessionid={session}"}
        if path.startswith("/api/"):
            headers = {"Authorization": f"Token {token}"}
        answer = ask(address, "GET", path, headers=headers)
        told.note("read by a scorekeeper", answer)
        if answer.status != 200:
            told.faults.append(f"{path}: {answer.word}")
        told.faults += [f"{what} stands in {path}" for what, seed in seeds.items() if seed in answer.text]
    keys = ahead | _keys(event) | {"a session": session, "a token": token, "a password": PASSWORD}
    stored = "\n".join(everything_stored())
    told.answers[f"keys looked for in a copy of the database: {len(keys)}, found"] += sum(
        key in stored for key in keys.values()
    )
    told.faults += [f"a copy of the database shows {what}" for what, key in keys.items() if key in stored]
    if event.name not in stored:
        told.faults.append("the copy of the database is empty")
    return told


def _event() -> Tournament:
    owner = User.objects.create_user(SLUG, password=None)
    event = attacked_event.begun(owner, SLUG, 8, system="random_swiss", secret_seeds=True)
    attacked_event.play_first_round(event)
    attacked_event.pair(event)
    invitations.create(tournament=event, actor=owner, role=Role.DIRECTOR)
    event.refresh_from_db()
    return event


def _keys(event: Tournament) -> dict[str, str]:
    invited = Invitation.objects.get(tournament=event)
    people = {f"the key of {player}": player.key for player in event.players.all()}
    return people | {
        "the key of tables": event.table_key,
        "a table's code": code_of(event, 1),
        "an invitation": invited.key,
    }
