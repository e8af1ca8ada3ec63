"""A small installation with everything in it, dumped for a test that opens it years later.

`python -m devtools.old_database FOLDER` builds it on SQLite and on PostgreSQL, dumps both, and records beside them what
every page answers, the standings, the event documents and the way back of every event. What was committed is never made
again: it is a database of its day (tests/old_databases/README.md).
"""
