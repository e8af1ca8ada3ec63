"""The lab: tournaments played by chance, thousands of times, to compare rules.

`Configuration` says what is played, `run_chunk` plays a number of tournaments of it, `Tally.merge` puts chunks
together and `summary` says what came of it. The same seed gives the same numbers, however the work is cut up.
"""

from pairing.simulation.run import refuse_without_lab, run_chunk
from pairing.simulation.setup.configuration import Configuration, chains, is_fast
from pairing.simulation.setup.strengths import Arithmetic, Listed, Normal
from pairing.simulation.summary import Estimate, OrderSummary, Summary, summary
from pairing.simulation.tally import Tally

__all__ = [
    "Arithmetic",
    "Configuration",
    "Estimate",
    "Listed",
    "Normal",
    "OrderSummary",
    "Summary",
    "Tally",
    "chains",
    "is_fast",
    "refuse_without_lab",
    "run_chunk",
    "summary",
]
