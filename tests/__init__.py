"""The test suite; `python -m tests.bench` measures."""
