"""Teratozoic: a card game of building monsters from parts, for 2 to 6 players."""
