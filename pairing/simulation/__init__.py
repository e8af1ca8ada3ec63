"""The lab: tournaments played by chance, thousands of times, to compare rules.

`Configuration` says what is played, `run_chunk` plays a number of tournaments of it, `Tally.merge` puts chunks
together and `summary` says what came of it. The same seed gives the same numbers, however the work is cut up.
"""
