"""Rows of the table of rights about repairs, changes by hand and edits of the past."""

from tests.api.rights.rows import Row

# fmt: off
#                                                     anon out disp scor arb  dir owner
REPAIRS = [
    Row("GET", "events/club/rounds/1/repairs/",       "401 403 403 403 200 200 200", state="published"),
    Row("POST", "events/club/rounds/1/repairs/",      "401 403 403 403 200 200 200", {"dry_run": True}, "published"),
    Row("POST", "events/club/rounds/1/repairs/",      "401 403 403 403 403 200 200",
        {"dry_run": True, "change": {"new": {"name": "Zoe"}}}, "draft"),
    Row("POST", "events/club/rounds/1/by-hand/",      "401 403 403 403 200 200 200",
        {"kind": "move", "table": 1, "to_table": 9}, "published"),
    Row("POST", "events/club/rounds/1/playing/",      "401 403 403 200 200 200 200", {"tables": None}, "published"),
    Row("GET", "events/club/impact/?kind=result&round=1&table=1&result=0-1", "401 403 403 403 200 200 200",
        state="completed"),
    Row("POST", "events/club/impact/",                "401 403 403 403 200 200 200",
        {"kind": "result", "round": 1, "table": 1, "result": "0-1"}, "completed"),
    Row("POST", "events/club/impact/",                "401 403 403 403 403 200 200",
        {"kind": "rating", "player": 1, "rating": 1500, "note": "typo"}, "completed"),
    Row("POST", "events/club/impact/",                "401 403 403 403 200 200 200",
        {"kind": "adjustment", "player": 1, "points": -0.5, "note": "late"}, "completed"),
    Row("POST", "events/club/impact/",                "401 403 403 403 200 200 200",
        {"kind": "leaving", "player": 6, "after_round": 1, "note": "went home"}, "completed"),
]
# fmt: on
