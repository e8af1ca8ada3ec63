"""Serializers of what belongs to no event."""
