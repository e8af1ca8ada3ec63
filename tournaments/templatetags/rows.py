"""A long list is sent in two goes: its first rows with the page, all of them when somebody wants the rest.

The rest is the same address with `rows=all`. On the desk `static/js/desk/whole-lists.js` asks for it as soon as the
page stands, on public pages `static/js/rest.js` once a reader comes near it; without a script it is a link. A form of
a row says that all were there (`components/all_rows.html`), so that its answer leads back to the row (`desk/rows.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.http import QueryDict
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.template.context import Context

register = template.Library()

# As many rows as the heaviest list may have in a page of 300 kB; a few more are not worth a second go.
FIRST, AT_ONCE = 100, 125


# Tables that a list beside others names one by one.
MOST_NAMED = 60


@dataclass(frozen=True, slots=True)
class Portion:
    """The rows of a list that a page shows, of `total`; `rest` is the address with all of them, "" if it shows them.

    `is_asked`: it shows all because they were asked for.
    """

    rows: Sequence[object]
    total: int
    rest: str = ""
    is_asked: bool = False


@register.simple_tag(takes_context=True)
def first_rows(context: Mapping[str, Any], rows: Sequence[object]) -> Portion:
    """The first rows of a long list, or all of them: of a shorter one, or where all were asked for.

    So is a page that comes back with what was typed: its row is on it, wherever it is.
    """
    request = context.get("request")
    query = request.GET.copy() if request else QueryDict(context.get("page_query", ""), mutable=True)
    is_asked = query.get("rows") == "all" or bool(request and request.method == "POST")
    if len(rows) <= AT_ONCE or is_asked:
        return Portion(rows, len(rows), is_asked=is_asked and len(rows) > AT_ONCE)
    query["rows"] = "all"
    return Portion(rows[:FIRST], len(rows), f"?{query.urlencode()}")


@dataclass(frozen=True, slots=True)
class Named:
    """The first of a list that names them one by one, and whether there are more."""

    rows: Sequence[object]
    is_cut: bool


@register.simple_tag
def most_named() -> int:
    """How many: a list that a script keeps up to date says it (`static/js/desk/missing.js`)."""
    return MOST_NAMED


@register.filter
def first_named(rows: Sequence[object]) -> Sequence[object]:
    """The same where nothing says how many more there are."""
    return rows[:MOST_NAMED]


@register.filter
def named(rows: Sequence[object]) -> Named:
    """As many as are named beside others."""
    return Named(rows[:MOST_NAMED], len(rows) > MOST_NAMED)


@dataclass(eq=False)
class Alike(Node):
    """What rows say alike that have the same `keys`: rendered for the first of them, repeated for the others."""

    keys: list[FilterExpression]
    nodelist: NodeList

    def render(self, context: Context) -> str:
        key: Any = (self, *(key.resolve(context) for key in self.keys))
        said: Any = context.render_context
        if key not in said:
            said[key] = self.nodelist.render(context)
        return str(said[key])


@register.tag
def alike(parser: Parser, token: Token) -> Alike:
    """`{% alike KEY … %}…{% endalike %}`: the keys are all that its content depends on and that rows differ in. In an
    `include` for each row nothing is repeated: each has memories of its own.
    """
    keys = [parser.compile_filter(word) for word in token.split_contents()[1:]]
    nodelist = parser.parse(("endalike",))
    parser.delete_first_token()
    return Alike(keys, nodelist)
