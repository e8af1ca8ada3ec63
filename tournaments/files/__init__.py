"""Events in and out: documents, reports, hand-over packs."""
