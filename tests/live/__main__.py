"""`python -m tests.live --days 50 --seed 100 --steps 150`: many random live days, none of which is kept."""

from __future__ import annotations

import argparse
import os
import sys


def main() -> int:
    wanted = argparse.ArgumentParser(prog="python -m tests.live", description=__doc__)
    wanted.add_argument("--days", type=int, default=20)
    wanted.add_argument("--seed", type=int, default=1000)
    wanted.add_argument("--steps", type=int, default=150)
    wanted.add_argument("--kind", choices=["Day", "DayOfFour", "HallDay"], default="HallDay")
    given = wanted.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.db import connection

    connection.creation.create_test_db(verbosity=0)
    failed = 0
    for seed in range(given.seed, given.seed + given.days):
        failed += not live(given.kind, seed, given.steps)
    print(f"{given.days} days of {given.steps} steps, {failed} with a fault")
    return bool(failed)


def live(kind: str, seed: int, steps: int) -> bool:
    from django.core.cache import cache
    from django.db import transaction

    from tests.live.day import Day, DayOfFour
    from tests.live.hall_day import HallDay

    kinds = {"Day": Day, "DayOfFour": DayOfFour, "HallDay": HallDay}
    cache.clear()  # every day's event has the same key: the one before it is rolled back
    with transaction.atomic():
        try:
            rounds = kinds[kind](seed).live(steps)
            print(f"day {seed}: sound, {rounds} rounds", flush=True)
            return True
        except Exception as fault:
            print(f"day {seed}: {type(fault).__name__}: {str(fault)[:3000]}", flush=True)
            return False
        finally:
            transaction.set_rollback(True)


if __name__ == "__main__":
    sys.exit(main())
