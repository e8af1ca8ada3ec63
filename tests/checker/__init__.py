"""An independent checker: it reads event documents and plans as plain JSON and shares no code with the
engine.
"""

from __future__ import annotations

from tests.checker.check import check

__all__ = ["check"]
