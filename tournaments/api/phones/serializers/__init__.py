"""Serializers of what players do on their phones."""
