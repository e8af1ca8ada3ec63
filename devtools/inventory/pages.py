"""Addresses of pages with the query parameters they read, and those that lead on."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern
from django.views.generic import RedirectView
from rest_framework.views import APIView

OURS = ("accounts", "config", "tournaments")
QUERY = "request.GET"
API = "/api/v1/"  # what docs/openapi.yaml holds


def lines() -> Iterator[str]:
    for path, view in addresses(get_resolver(), "/"):
        kind = getattr(view, "cls", None) or getattr(view, "view_class", None) or type
        if issubclass(kind, RedirectView):
            yield f"moved {path}"
        elif not (issubclass(kind, APIView) and path.startswith(API)):
            yield f"page {path}"
            yield from (f"page {path} ?{name}" for name in parameters(view))


def addresses(resolver: URLResolver, before: str) -> Iterator[tuple[str, Any]]:
    """With the kinds of the parts that vary, not their names: /e/<slug>/players/<int>/."""
    for pattern in resolver.url_patterns:
        text = str(pattern.pattern)
        if isinstance(pattern.pattern, RegexPattern):
            path = before + (f"<regex {text}>" if text else "")
        else:
            path = before + re.sub(r"<(?:(\w+):)?\w+>", lambda part: f"<{part[1] or 'str'}>", text)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, path)
        elif isinstance(pattern, URLPattern):
            yield path, pattern.callback


def parameters(view: Any) -> set[str]:
    """Query parameters, from the source of the view and of the functions it hands its request to."""
    names = set(_patterns(view))
    kind = getattr(view, "view_class", None)
    methods = [method for base in kind.__mro__ for method in vars(base).values()] if kind else [view]
    waiting, seen = [inspect.unwrap(one) for one in methods if inspect.isfunction(one)], set()
    while waiting:
        function = waiting.pop()
        if function not in seen and function.__module__.startswith(OURS):
            seen.add(function)
            read, asked = _read(function)
            names |= read
            waiting += asked
    return names


def _patterns(view: Any) -> Iterator[str]:
    """Those that `public_page` understands: the decorator holds a pattern for each."""
    while view is not None:
        for cell in view.__closure__ or () if inspect.isfunction(view) else ():
            held = getattr(cell.cell_contents, "patterns", cell.cell_contents)
            if isinstance(held, Mapping):
                yield from (name for name, pattern in held.items() if isinstance(pattern, re.Pattern))
        view = getattr(view, "__wrapped__", None)


def _read(function: Callable[..., Any]) -> tuple[set[str], list[Any]]:
    """The parameters a function reads itself, and the functions it hands its request to."""
    nodes = list(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))))
    assigned = dict(pair for node in nodes for pair in _assigned(node))
    queries = {QUERY}
    queries |= {name for name, value in assigned.items() if _is_query(value, queries)}
    names: set[str] = set()
    asked: list[Any] = []
    for node in nodes:
        match node:
            case (
                ast.Call(func=ast.Attribute(value=read, attr="get" | "getlist"), args=[name, *_])
                | ast.Subscript(value=read, slice=name)
                | ast.Compare(left=name, comparators=[read])
            ) if _is_query(read, queries):
                names |= _constants(name, assigned)
            case ast.Call(func=called):
                given = [*node.args, *(word.value for word in node.keywords)]
                found = _values(called, function.__globals__)
                if any(_is_query(one, queries) for one in given):
                    names.update(*(getattr(form, "base_fields", ()) for form in found))
                if any(ast.unparse(one) in ("request", "self.request") for one in given):
                    asked += [inspect.unwrap(one) for one in found if inspect.isfunction(one)]
    return names, asked


def _is_query(node: ast.AST, queries: set[str]) -> bool:
    """The query or a name for it, also where something else is taken first (`request.POST or request.GET`)."""
    if isinstance(node, ast.BoolOp | ast.IfExp):
        return any(_is_query(one, queries) for one in ast.iter_child_nodes(node))
    return ast.unparse(node) in queries


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Name(name)], value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value):
            yield name, value
        case ast.comprehension(
            target=ast.Tuple(elts=[ast.Name(name), _]), iter=ast.Call(func=ast.Attribute(value))
        ):
            yield name, value  # for name, field in WANTED.items()


def _constants(name: ast.expr, assigned: Mapping[str, ast.expr]) -> set[str]:
    """What a parameter is called. Errors: ValueError where the source does not tell."""
    while isinstance(name, ast.Name) and name.id in assigned:
        name = assigned[name.id]
    match name:
        case ast.Constant(value):
            return {str(value)}
        case ast.Dict(keys):
            return set().union(*(_constants(key, {}) for key in keys if key))
    raise ValueError(f"which query parameter is read cannot be told from {ast.unparse(name)!r}")


def _values(called: ast.expr, known: Mapping[str, Any]) -> list[Any]:
    """What is called: a function or a form, or any of a table of them."""
    match called:
        case ast.Subscript(value=table):
            return [one for value in _values(table, known) for one in value.values()]
        case ast.Attribute(value=ast.Name(module), attr=name):
            return [getattr(known.get(module), name, None)]
        case ast.Name(name):
            return [known.get(name)]
    return []
