"""Serializers of events."""
