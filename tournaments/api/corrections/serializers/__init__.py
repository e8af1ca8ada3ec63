"""Serializers of corrections."""
