"""Rows of the table of rights: what players do themselves, and what the staff answer."""

from tests.api.rights.rows import Row

ALL = "200 200 200 200 200 200 200"
# fmt: off
#                                                     anon out disp scor arb  dir owner
PHONES = [
    Row("POST", "events/club/me/{key}/report/",       ALL, {"round": 1, "outcome": "win"}, "published"),
    Row("POST", "events/club/me/{other}/claims/{claim}/confirm/", ALL, state="reported"),
    Row("PUT", "events/club/me/{free}/check-in/",     ALL),
    Row("DELETE", "events/club/me/{free}/check-in/",  ALL),
    Row("POST", "events/club/me/{free}/requests/",    ALL, {"kind": "skip"}),
    Row("DELETE", "events/club/me/{key}/requests/{asked}/", ALL, state="reported"),
    Row("POST", "events/club/me/{key}/call/",         ALL, {"note": "clock"}, "published"),
    Row("DELETE", "events/club/me/{key}/call/",       ALL, state="reported"),
    Row("GET", "events/club/requests/",               "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/requests/{asked}/grant/", "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/requests/{asked}/refuse/", "401 403 403 403 200 200 200", {"answer": "no"}, "reported"),
    Row("GET", "events/club/calls/",                  "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/calls/{call}/take/",     "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/calls/{call}/done/",     "401 403 403 403 200 200 200", state="reported"),
    Row("GET", "events/club/table-codes/",            "401 403 403 403 403 200 200"),
    Row("POST", "events/club/table-codes/",           "401 403 403 403 403 200 200"),
    Row("GET", "events/club/players/1/own-page/",     "401 403 403 403 403 200 200"),
    Row("POST", "events/club/players/1/own-page/",    "401 403 403 403 403 200 200"),
]
# fmt: on
