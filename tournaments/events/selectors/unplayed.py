"""Tables without a result."""

from django.db.models import QuerySet

from tournaments.models import Match, Round


def missing_tables(round_: Round) -> list[int]:
    """Table numbers of a round without a result, in order."""
    return list(
        unplayed(Match.objects.filter(round=round_)).order_by("table").values_list("table", flat=True)
    )


def unplayed(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those without a result: two seats have it on the match, four have a raw score on every seat."""
    return matches.filter(result__isnull=True, seats__raw__isnull=True).distinct()


def has_result(row: Match) -> bool:
    """Whether a table, as it is stored, has its result."""
    return row.result is not None or not unplayed(Match.objects.filter(pk=row.pk)).exists()
