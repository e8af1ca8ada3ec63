"""The rows of the table of rights about staff, invitations, penalties and the second pass over results."""

from tests.api.rights.rows import Row

OWNER = {"username": "helper", "confirm": "club"}
PENALTY = {"player": 1, "kind": "caution", "infraction": "Phone rang"}
SCORES = [42_300, 31_200, 28_000, 18_500]

# fmt: off
#                                                     anon out disp scor arb  dir owner
STAFF = [
    Row("PUT", "events/club/owner/",                  "401 403 403 403 403 403 200", OWNER),
    Row("POST", "events/club/hand-over-pack/",        "401 403 403 403 403 403 200", {"pass_phrase": "twelve letters"}),
    Row("POST", "hand-over-packs/",                   "401 400 400 400 400 400 400",
        {"file": "e30=", "pass_phrase": "twelve letters"}),
    Row("GET", "events/club/invitations/",            "401 403 403 403 403 403 200"),
    Row("POST", "events/club/invitations/",           "401 403 403 403 403 403 201", {"role": "arbiter"}),
    Row("DELETE", "events/club/invitations/{invitation}/", "401 403 403 403 403 403 204"),
    # For an arbiter: directors and the owner have as much already.
    Row("GET", "invitations/{invitation_key}/",       "401 200 200 200 200 200 200"),
    Row("POST", "invitations/{invitation_key}/accept/", "401 200 200 200 409 409 409"),
    Row("GET", "events/club/penalties/",              "401 403 403 403 200 200 200"),
    Row("POST", "events/club/penalties/",             "401 403 403 403 201 201 201", PENALTY),
    Row("POST", "events/club/penalties/{penalty}/revoke/", "401 403 403 403 200 200 200", {"note": "Not his"}),
    Row("GET", "events/club/me/{key}/penalties/",     "200 200 200 200 200 200 200", state="published"),
    Row("GET", "events/club/rounds/1/verification/",  "401 403 403 200 200 200 200", state="entered"),
    Row("POST", "events/club/rounds/1/matches/1/verify/", "401 403 403 200 200 200 200", {"result": "1-0"}, "entered"),
    Row("POST", "events/club/rounds/1/matches/1/verify/", "401 403 403 200 200 200 200", {"scores": SCORES},
        "four_entered"),
    # In a completed round another result is a correction.
    Row("POST", "events/club/rounds/1/matches/1/verify/", "401 403 403 409 200 200 200",
        {"result": "0-1", "seen": "1-0"}, "completed"),
]
# fmt: on
