"""Workbooks that are larger than they look."""

from __future__ import annotations

import io
import zipfile

import pytest
from openpyxl import Workbook

from tests.factories import make_event
from tournaments.services.errors import ServiceError
from tournaments.services.imports import preview_import

pytestmark = pytest.mark.django_db


def test_a_workbook_is_measured_by_all_that_it_unpacks_to() -> None:
    book = Workbook()
    book.active.append(["Åse"])
    out = io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in ("one", "two"):  # each of them is allowed; together they are 120 megabytes
            archive.writestr(name, bytes(60 * 1024 * 1024))
    with pytest.raises(ServiceError, match="far larger than it looks"):
        preview_import(tournament=make_event(), content=out.getvalue())
