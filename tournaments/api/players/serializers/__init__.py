"""Serializers of players."""
