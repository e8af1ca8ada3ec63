"""Columns that the public reads otherwise than the staff (`tournaments.audience`).

The other reading is in the SQL of every query that names such a column: what it selects, filters, and puts in order.
So no page can forget it, a search finds nobody by a hidden name, and the order of a list tells nothing.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.expressions import Col

from tournaments import audience

_SIBLING = """(
    SELECT other.public_name FROM tournaments_player other
    WHERE other.identity_id = {row}.%s AND other.public_name <> ''
    ORDER BY other.id DESC LIMIT 1
)"""
# The name that stands for a hidden one; null for whoever is not hidden. Who is hidden in one season of a series is so
# in the others too, else a link between them would tell the name.
OF_PLAYER = f"COALESCE(NULLIF({{row}}.public_name, ''), {_SIBLING % 'identity_id'})"
OF_PERSON = _SIBLING % "id"


class PublicCol(Col):
    """Such a column in a query of the public."""

    target: _ByAudience

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        """What the field says, of the row that the query calls so."""
        column, params = super().as_sql(compiler, connection)
        row = compiler.quote_name_unless_alias(self.alias or self.target.model._meta.db_table)
        return self.target.publicly.format(row=row, column=column), tuple(params)


class _ByAudience(models.Field):  # type: ignore[type-arg]  # no generic when it runs
    """`publicly` is the SQL of the public's reading, made of the `row` and the `column`."""

    def __init__(self, *args: Any, publicly: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.publicly = publicly

    def deconstruct(self) -> Any:
        """A plain column: who reads it how is no matter of the database."""
        name, _path, args, kwargs = super().deconstruct()
        plain = type(self).__mro__[2]
        return name, f"django.db.models.{plain.__name__}", args, kwargs

    def get_col(self, alias: str, output_field: Any = None) -> Any:
        if audience.is_public() and self.publicly:
            return PublicCol(alias, self, output_field)
        return super().get_col(alias, output_field)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """What the public has read is never stored again."""
        assert add or not audience.is_public(), f"{self} is stored as the public reads it"
        return super().pre_save(model_instance, add)


class CharByAudience(_ByAudience, models.CharField):  # type: ignore[type-arg]
    """A text."""


class NumberByAudience(_ByAudience, models.PositiveBigIntegerField):  # type: ignore[type-arg]
    """A number."""
