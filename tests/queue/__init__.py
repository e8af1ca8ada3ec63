"""The table queue: docs/rules/queue.md."""
