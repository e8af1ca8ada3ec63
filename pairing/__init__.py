"""The pure core of Pairwright: pairing, seating, ranking and tie-breaks.

Nothing here imports Django, reads a clock, or keeps state. A `Snapshot` goes in; a `RoundPlan` or a tuple of
`Standing` comes out, always the same for the same snapshot, on any machine.
"""
