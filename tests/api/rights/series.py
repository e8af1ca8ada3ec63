"""The rows of the table of rights about series: they have an owner of their own."""

from tests.api.rights.rows import Row

# fmt: off
#                                                     anon out disp scor arb  dir owner
SERIES = [
    Row("GET", "series/",                             "200 200 200 200 200 200 200"),
    Row("POST", "series/",                            "401 201 201 201 201 201 201", {"name": "League"}),
    Row("GET", "series/league/",                      "200 200 200 200 200 200 200", state="series"),
    Row("PATCH", "series/league/",                    "401 403 403 403 403 403 200", {"description": "New"}, "series"),
    Row("DELETE", "series/league/?confirm=league",    "401 403 403 403 403 403 204", state="series"),
    Row("GET", "series/league/events/",               "200 200 200 200 200 200 200", state="series"),
    Row("POST", "series/league/next-season/",         "401 403 403 403 403 403 201", {"name": "Club 2"}, "series"),
    Row("PUT", "series/league/events/club/",          "401 403 403 403 403 403 200", {"season": 7}, "series"),
    Row("DELETE", "series/league/events/club/",       "401 403 403 403 403 403 204", state="series"),
    Row("PUT", "series/league/events/club/players/1/", "401 403 403 403 403 403 200", {"person": None}, "series"),
    Row("GET", "series/league/ranking/",              "200 200 200 200 200 200 200", state="series"),
    Row("GET", "series/league/persons/",              "200 200 200 200 200 200 200", state="series"),
    Row("GET", "series/league/persons/{person}/",     "200 200 200 200 200 200 200", state="series"),
    Row("PATCH", "series/league/persons/{person}/",   "401 403 403 403 403 403 200", {"name": "Ann"}, "series"),
    Row("POST", "series/league/persons/{person}/merge/", "401 403 403 403 403 403 409",
        lambda event: {"other": event.players.get(number=2).identity_id}, "series"),
    Row("POST", "series/league/persons/{person}/split/", "401 403 403 403 403 403 409", {"seasons": [1], "name": "Ann"},
        "series"),
    Row("GET", "series/league/log/",                  "401 403 403 403 403 403 200", state="series"),
    Row("GET", "series/league/undo/",                 "401 403 403 403 403 403 200", state="series"),
    Row("POST", "series/league/undo/",                "401 403 403 403 403 403 200", state="series"),
]
# fmt: on
