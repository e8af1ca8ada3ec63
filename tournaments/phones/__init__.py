"""What players do on their own phones: reports, claims, their page."""
