"""The Rulings page: every open ruling of Terakh, and which reading is in force."""

from __future__ import annotations

from ...core import Rulings, rulebook
from ...ui import RulingsPanel, columns, heading
from ...ui.shared import Shared
from ..board import KEY


class RulingsLab:
    """Every open ruling with its readings; the labs and the next game follow."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.panel = RulingsPanel(rulebook(KEY), self.shared.rulings, page=True, title="")
        self.panel.on_change(lambda rulings: self.shared.set(rulings, self._ruled_elsewhere))
        self.shared.listeners.append(self._ruled_elsewhere)
        lede = (
            "Where the rulebook is silent, the kit chooses a reading and says so. Switch one: the labs and Play follow."
        )
        self.widget = columns([self.panel], top=[heading("Rulings", lede)])

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.panel.show(rulings=rulings)
