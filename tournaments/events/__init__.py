"""An event and its rules: made, set up, in phases, finished, in the bin."""
