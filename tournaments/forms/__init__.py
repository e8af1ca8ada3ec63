"""Fields and forms of several pages. They ask, the services decide; a refusal goes back to its field."""
