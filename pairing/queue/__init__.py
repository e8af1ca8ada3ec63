"""The table queue: which match is called next to which table (docs/rules/queue.md). Who meets whom is the
system's.
"""
