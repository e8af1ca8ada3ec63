"""Forms of the organiser's desk. They ask, the services decide; a refusal goes back to its field."""
