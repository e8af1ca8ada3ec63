"""How people type scores and penalties, and what that means: the page says it, server and script must both agree."""

from __future__ import annotations

# Up to three digits are hundreds, a point or comma stands after the thousands, four digits and more are the points.
SCORES: dict[str, int | None] = {
    "": None,
    "  ": None,
    "423": 42300,
    "42.3": 42300,
    "42,3": 42300,
    "42,300": 42300,
    "42.300": 42300,
    "42300": 42300,
    "42 300": 42300,
    "４２３": 42300,
    "0": 0,
    "087": 8700,
    "80": 8000,
    "5": 500,
    "-12": -1200,
    "005": 500,
    "400": 40000,
    "0.4": 400,
    "1200": 1200,
    "120000": 120000,
    "120,000": 120000,
    "-012": -1200,
    "−1.2": -1200,
    "ー012": -1200,
    "+423": 42300,
    "-0": 0,
}
NO_SCORES = [
    "x",
    "42x",
    "42.35",
    "1023",
    "42350",
    "1.042.300",
    "1042.3",
    "42.",
    ".3",
    "--5",
    "9999999",
    "1e5",
    "½",
]
PENALTIES: dict[str, int] = {
    "": 0,
    "20": -2000,
    "-20": -2000,
    "−20": -2000,
    "+5": 500,
    "12.5": -1250,
    "12,5": -1250,
    "0": 0,
    "0.25": -25,
}
NO_PENALTIES = ["x", "1.234", "20000", "-", "1.000.0"]
