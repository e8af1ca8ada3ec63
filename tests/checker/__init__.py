"""An independent checker: it reads event documents and plans as plain JSON and shares no code with the
engine.
"""

from tests.checker.check import check

__all__ = ["check"]
