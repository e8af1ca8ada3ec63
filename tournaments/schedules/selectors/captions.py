"""What the pictures of a schedule say, in one sentence each, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from tournaments.schedules.selectors.facts import Facts


def about_meetings(facts: Facts) -> str:
    """Who meets whom."""
    most = facts.most_meetings
    if most > 1:
        pairs = facts.counted.pairs_by_meetings[most]
        return ngettext(
            "No two players meet more than %(most)s times; %(count)s pair meets that often.",
            "No two players meet more than %(most)s times; %(count)s pairs meet that often.",
            pairs,
        ) % {"most": most, "count": pairs}
    fewest, highest = _range(facts.different)
    if fewest == highest:
        return ngettext(
            "No two players meet twice; all meet %(count)s other.",
            "No two players meet twice; all meet %(count)s others.",
            highest,
        ) % {"count": highest}
    return gettext("No two players meet twice; all meet %(low)s to %(high)s others.") % {
        "low": fewest,
        "high": highest,
    }


def about_different(facts: Facts) -> str:
    """How many different opponents."""
    fewest, highest = _range(facts.different)
    if fewest == highest:
        return ngettext(
            "All players have the same number of different opponents: %(count)s.",
            "All players have the same number of different opponents: %(count)s.",
            highest,
        ) % {"count": highest}
    return gettext("Each player meets %(low)s to %(high)s different others.") % {
        "low": fewest,
        "high": highest,
    }


def about_winds(facts: Facts) -> str:
    """Who sits where."""
    every = [count for counts in facts.winds for count in counts]
    low, high = min(every, default=0), max(every, default=0)
    if low == high:
        return ngettext(
            "All players have every wind once.", "All players have every wind %(count)s times.", high
        ) % {"count": high}
    if low == 0:
        return _about_missing_winds(sum(0 in counts for counts in facts.winds), high)
    return gettext("All players have every wind at least %(low)s and at most %(high)s times.") % {
        "low": low,
        "high": high,
    }


def _about_missing_winds(players: int, most: int) -> str:
    if most == 1:
        said = ngettext(
            "%(count)s player never has one of the winds; no one has one twice.",
            "%(count)s players never have one of the winds; no one has one twice.",
            players,
        )
    else:
        said = ngettext(
            "%(count)s player never has one of the winds; no one has one more than %(most)s times.",
            "%(count)s players never have one of the winds; no one has one more than %(most)s times.",
            players,
        )
    return said % {"count": players, "most": most}


def about_tables(facts: Facts) -> str:
    """Who stays at a table."""
    two = sum(strip.longest >= 2 for strip in facts.strips)
    three = sum(strip.longest >= 3 for strip in facts.strips)
    if not two:
        return gettext("No one stays at a table: all move after every round of a day.")
    said = ngettext(
        "%(count)s player stays at a table for two rounds in a row",
        "%(count)s players stay at a table for two rounds in a row",
        two,
    ) % {"count": two}
    if not three:
        return gettext("%(two_in_a_row)s; no one for three.") % {"two_in_a_row": said}
    more = ngettext("%(count)s of them even for three", "%(count)s of them even for three", three)
    return gettext("%(two_in_a_row)s, %(three_in_a_row)s.") % {
        "two_in_a_row": said,
        "three_in_a_row": more % {"count": three},
    }


def _range(values: Sequence[int]) -> tuple[int, int]:
    return min(values, default=0), max(values, default=0)
