"""Where the tests of the core find what they read: documents, vectors, and the data of others beside the project."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
VECTORS = ROOT / "tests" / "vectors"
SHARED = ROOT.parent / "shared"
CONFORMANCE = SHARED / "data" / "conformance"
