"""The Kindred lab: lay any table, play a card, and watch the chain of Kindred Effects, one step at a time."""

from .lab import KindredLab
from .situation import Plot, Situation
from .words import SHORT, join, name

__all__ = ["SHORT", "KindredLab", "Plot", "Situation", "join", "name"]
