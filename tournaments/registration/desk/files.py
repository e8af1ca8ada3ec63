"""Files of the registration: the cash list."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournaments.desk.base import DeskRequest, page_for
from tournaments.desk.downloads import csv_file
from tournaments.models import Tournament
from tournaments.registration.selectors.overview import cash_list
from tournaments.registration.selectors.places import has_registration
from tournaments.rights import Right


@page_for(Right.REGISTRATION)
def cash(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who owes and who has paid, with the numbers of the receipts: for the door, and for whoever keeps the books."""
    if not has_registration(tournament):
        raise Http404
    titles = [
        gettext("receipt"), gettext("name"), gettext("club"), gettext("state"), gettext("fee"), gettext("amount"),
        gettext("paid"),
    ]  # fmt: skip
    return csv_file([map(capfirst, titles), *cash_list(tournament)], f"{tournament.slug}-cash.csv")
