"""Serializers of results."""
