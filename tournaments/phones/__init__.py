"""What players do on their own phones: reports, answers, their page."""
