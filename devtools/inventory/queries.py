"""Which query parameters a page reads, found in its source: `request.GET` in the view and in the functions it passes
the request to, the fields of a form filled from there, the patterns of a public page.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

OURS = ("accounts", "config", "tournaments")
READS = ("get", "getlist")


def parameters(view: Any) -> set[str]:
    """Names of the query parameters of a page, whatever its decorators."""
    found: set[str] = set()
    for function in _layers(view):
        found |= _declared(function)
    return found | set().union(*(_read(function, frozenset()) for function in _functions(view)))


def _layers(view: Any) -> Iterator[Any]:
    while view is not None:
        yield view
        view = getattr(view, "__wrapped__", None)


def _functions(view: Any) -> list[Callable[..., Any]]:
    """What the address is answered by: a function, or our own methods of a class."""
    made = getattr(view, "view_class", None)
    if made is None:
        return [inspect.unwrap(view)]
    return [
        inspect.unwrap(method)
        for kind in made.__mro__
        if kind.__module__.startswith(OURS)
        for method in vars(kind).values()
        if inspect.isfunction(method)
    ]


def _declared(function: Any) -> set[str]:
    """The patterns by which `public_page` understands parameters: they are kept beside the function."""
    cells = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    return {
        name
        for cell in cells
        if isinstance(kept := getattr(cell, "patterns", cell), Mapping) and kept
        for name, pattern in kept.items()
        if isinstance(pattern, re.Pattern)
    }


def _read(function: Any, seen: frozenset[Any]) -> set[str]:
    """What a function reads itself, and those it hands its request to."""
    if function in seen or not function.__module__.startswith(OURS):
        return set()
    source = _source(function)
    if source is None:
        return set()
    reader = _Reader(function)
    for loop in ast.walk(source):  # where names come from, before they are used
        if isinstance(loop, ast.comprehension):
            reader.looped(loop)
    reader.visit(source)
    return reader.names.union(*(_read(one, seen | {function}) for one in reader.handed_to))


@cache
def _source(function: Any) -> ast.Module | None:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError):  # made by a library, or not by Python
        return None


class _Reader(ast.NodeVisitor):
    def __init__(self, function: Any) -> None:
        self.known: dict[str, Any] = function.__globals__
        self.where = f"{function.__module__}.{function.__qualname__}"
        self.names: set[str] = set()
        self.handed_to: list[Any] = []
        self.aliases: set[str] = set()
        self.keys: dict[str, ast.expr] = {}

    def visit_Assign(self, node: ast.Assign) -> None:
        self._assigned(node.targets[0], node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._assigned(node.target, node.value)
        self.generic_visit(node)

    def _assigned(self, target: ast.expr, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name) and value is not None:
            self.keys[target.id] = value
            if self._is_query(value):
                self.aliases.add(target.id)

    def looped(self, node: ast.comprehension) -> None:
        """`for name, to in wanted.items()`: the names are the keys of the dictionary."""
        loop = node.iter
        if isinstance(loop, ast.Call) and isinstance(loop.func, ast.Attribute) and loop.func.attr == "items":
            target = node.target.elts[0] if isinstance(node.target, ast.Tuple) else node.target
            if isinstance(target, ast.Name):
                self.keys[target.id] = loop.func.value

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if self._is_query(node.value):
            self._named(node.slice)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if isinstance(node.ops[0], ast.In | ast.NotIn) and self._is_query(node.comparators[0]):
            self._named(node.left)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr in READS
            and self._is_query(node.func.value)
        ):
            self._named(node.args[0])
        given = [*node.args, *(word.value for word in node.keywords)]
        found = self._value(node.func)
        called = list(found.values()) if isinstance(found, Mapping) else [found]
        if any(self._is_query(one) for one in given):
            self.names.update(*(getattr(form, "base_fields", ()) for form in called))
        if any(self._is_request(one) for one in given):
            self.handed_to += [inspect.unwrap(one) for one in called if inspect.isfunction(one)]
        self.generic_visit(node)

    def _named(self, node: ast.expr) -> None:
        value = self.keys.get(node.id, node) if isinstance(node, ast.Name) else node
        value = self.keys.get(value.id, value) if isinstance(value, ast.Name) else value
        if isinstance(value, ast.Constant):
            self.names.add(str(value.value))
        elif isinstance(value, ast.Dict):
            self.names |= {str(key.value) for key in value.keys if isinstance(key, ast.Constant)}
        else:
            where = f"{self.where}, line {node.lineno}"
            raise ValueError(f"{where}: which query parameter is read cannot be told from the source")

    def _is_query(self, node: ast.AST) -> bool:
        """`request.GET`, what was assigned from it, or an expression with it (`request.POST or request.GET`)."""
        if isinstance(node, ast.BoolOp):
            return any(self._is_query(one) for one in node.values)
        if isinstance(node, ast.IfExp):
            return self._is_query(node.body) or self._is_query(node.orelse)
        if isinstance(node, ast.Name):
            return node.id in self.aliases
        return isinstance(node, ast.Attribute) and node.attr == "GET"

    def _is_request(self, node: ast.AST) -> bool:
        return (isinstance(node, ast.Name) and node.id == "request") or (
            isinstance(node, ast.Attribute) and node.attr == "request"
        )

    def _value(self, node: ast.expr) -> Any:
        """What a name in the source stands for; FORMS[kind] stands for all of FORMS."""
        if isinstance(node, ast.Subscript):
            return self._value(node.value)
        if isinstance(node, ast.Attribute):
            return (
                getattr(self._value(node.value), node.attr, None)
                if isinstance(node.value, ast.Name)
                else None
            )
        return self.known.get(node.id) if isinstance(node, ast.Name) else None
