"""What cosmic-ray could change in a file. It is in the dependency group `faults`, which only drawing needs."""

from __future__ import annotations

from collections import defaultdict

from devtools import fail
from devtools.faults.drawing import Position, Way

try:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names
except ImportError:
    fail("drawing needs cosmic-ray: `uv sync --inexact --group faults`, or with pip what the group names")

# No operator looks at these; they are a good part of a file.
UNTOUCHED = {"newline", "endmarker", "string", "fstring_start", "fstring_string", "fstring_end"}


class CosmicRay:
    """All operators but those that must be told the names of variables."""

    def sites(self, source: str) -> dict[tuple[Position, Position], list[Way]]:
        nodes = [node for node in ast_nodes(get_ast(source)) if node.type not in UNTOUCHED]
        ways: dict[tuple[Position, Position], list[Way]] = defaultdict(list)
        for name in operator_names():
            if get_operator(name).arguments():
                continue
            operator, occurrence = get_operator(name)(), 0
            for node in nodes:
                for start, end in operator.mutation_positions(node):
                    ways[start, end].append((name, occurrence))
                    occurrence += 1
        return ways

    def changed(self, source: str, way: Way) -> str | None:
        operator, occurrence = way
        found: str | None = mutate_code(source, get_operator(operator)(), occurrence)
        return found
