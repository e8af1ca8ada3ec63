"""The life of a round: paired, published, started, timed, completed."""
