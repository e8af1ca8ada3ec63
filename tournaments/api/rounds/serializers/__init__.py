"""Serializers of rounds."""
