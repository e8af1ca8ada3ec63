"""Who meets whom: kept schedules, constructions, searches, and what no schedule can beat."""
