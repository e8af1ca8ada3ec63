"""When Python looks for garbage in cycles: seldom, and never in what stays.

A request that reads the rounds of 5,000 players makes some 100,000 objects and hardly a cycle. Looked through after
every 700 of them, as is the default, they cost half of its time.
"""

import gc

NEW, YOUNG, OLD = 50_000, 20, 100
"""Objects until the new ones are looked through, and how often that is done until the older ones are, too."""


def seldom() -> None:
    gc.set_threshold(NEW, YOUNG, OLD)


def set_aside() -> None:
    """Keep what has been loaded by now out of it for good."""
    gc.collect()
    gc.freeze()
