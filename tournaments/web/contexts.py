"""What a page shows, as typed objects: the names its template reads are their fields."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Context = dict[str, Any]
# A page has its own object, and one more for each part that it shares with other pages.
Part: TypeAlias = "DataclassInstance | Mapping[str, Any]"
Shown: TypeAlias = "Part | tuple[Part, ...]"


def context_of(page: Shown) -> Context:
    """What a template reads: the fields as they are, nothing copied; a name of two parts is that of the later one."""
    context: Context = {}
    for part in page if isinstance(page, tuple) else (page,):
        if isinstance(part, Mapping):
            context.update(part)
        else:
            context.update((field.name, getattr(part, field.name)) for field in fields(part))
    return context
