"""Teyra Kit: learn four tabletop games by acting on an exact rules engine.

A game is a folder of this package and one line in GAMES.
"""

__version__ = "0.1.0"

GAMES = ("tekeli_li", "teyra", "terakh", "teratozoic")
