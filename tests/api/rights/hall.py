"""The rows of the table of rights about the hall: clocks, screens, outstanding tables."""

from tests.api.rights.rows import Row

# fmt: off
#                                                     anon out disp scor arb  dir owner
HALL = [
    Row("GET", "events/club/tables/",                 "200 200 200 200 200 200 200"),
    Row("PUT", "events/club/tables/",                 "401 403 403 403 403 200 200", {"ranges": [[1, 9]], "skip": [3]}),
    Row("PUT", "events/club/message/",                "401 403 403 403 200 200 200", {"message": "Lunch at 12"}),
    Row("DELETE", "events/club/message/",             "401 403 403 403 204 204 204"),
    Row("GET", "events/club/queue/",                  "404 404 404 404 404 404 404", state="published"),
    Row("POST", "events/club/queue/",                 "401 403 403 201 201 201 201", {"tables": [1, 2]}, "published"),
    Row("GET", "events/club/queue/moments/",          "404 404 404 404 404 404 404", state="published"),
    Row("POST", "events/club/queue/moments/",         "401 403 403 409 409 409 409", {"moment": {"stop": True}},
        "published"),
    Row("POST", "events/club/queue/calls/",           "401 403 403 409 409 409 409", state="published"),
    Row("GET", "events/club/registration/",           "200 200 200 200 200 200 200", state="registering"),
    Row("GET", "events/club/entries/",                "401 403 403 403 403 200 200", state="registering"),
    Row("POST", "events/club/entries/",               "401 403 403 403 403 201 201", {"name": "Bo"}, "registering"),
    Row("POST", "events/club/entries/acts/",          "401 403 403 403 403 200 200", {"do": "enter", "entries": [1]},
        "registering"),
    Row("GET", "events/club/screens/",                "401 403 403 403 200 200 200"),
    Row("POST", "events/club/screens/",               "401 403 403 403 201 201 201", {"name": "Left"}),
    Row("GET", "events/club/screens/left-of-the-door/",       "401 403 403 403 200 200 200", state="with_screen"),
    Row("PATCH", "events/club/screens/left-of-the-door/",     "401 403 403 403 200 200 200", {"mode": "timer"},
        "with_screen"),
    Row("DELETE", "events/club/screens/left-of-the-door/",    "401 403 403 403 204 204 204", state="with_screen"),
    Row("GET", "events/club/rounds/1/outstanding/",   "401 403 403 200 200 200 200", state="published"),
    Row("GET", "events/club/rounds/1/clock/",         "404 404 404 404 404 404 404", state="published"),
    Row("PUT", "events/club/rounds/1/clock/",         "401 403 403 403 200 200 200", {"minutes": 50}, "published"),
    Row("POST", "events/club/rounds/1/clock/start/",  "401 403 403 403 200 200 200", {"minutes": 50}, "published"),
    Row("POST", "events/club/rounds/1/clock/pause/",  "401 403 403 403 400 400 400", state="published"),
    Row("POST", "events/club/rounds/1/clock/stop/",   "401 403 403 403 400 400 400", state="published"),
    Row("POST", "events/club/rounds/1/clock/add/",    "401 403 403 403 400 400 400", {"minutes": 5}, "published"),
    Row("PUT", "events/club/rounds/1/matches/1/appointment/", "401 403 403 200 200 200 200",
        {"agreed_for": "2026-12-03T19:00", "postponed": True, "why": "ill"}, "published"),
    Row("PUT", "events/club/rounds/1/matches/1/extra-time/", "401 403 403 403 200 200 200",
        {"minutes": 5, "why": "late"}, "published"),
]
# fmt: on
