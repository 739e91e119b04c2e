"""How is something counted for some seconds while the page stays alive, so that it can be watched and stopped?"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread

from ...ui.board import logger
from ..odds import Progress, Totals

Count = Callable[[Progress], Totals]


class Stopped(Exception):
    """Nobody waits for this count any more."""


@dataclass(frozen=True)
class Outcome:
    """What came of a count: its totals and how long it took, or why there are none."""

    totals: Totals | None = None
    seconds: float = 0.0
    why_not: str = ""


class Counting:
    """A count in a thread of its own. `told` hears how far it is, `ended` what came of it; neither once it is stopped."""

    def __init__(self, count: Count, told: Progress, ended: Callable[[Outcome], None]) -> None:
        self._count, self._told, self._ended = count, told, ended
        self._stopped = False
        self._thread = Thread(target=self._run, name="counting", daemon=True)

    def start(self) -> None:
        """Begin; comes back at once."""
        self._thread.start()

    def stop(self) -> None:
        """Be heard of no more."""
        self._stopped = True

    def wait(self) -> None:
        """Come back when it has ended."""
        self._thread.join()

    def _run(self) -> None:
        start = time.perf_counter()
        try:
            outcome = Outcome(self._count(self._hear), time.perf_counter() - start)
        except Stopped:
            return
        except ValueError as error:
            outcome = Outcome(why_not=str(error))
        except Exception as error:
            logger.exception("A count failed")
            outcome = Outcome(why_not=f"{type(error).__name__}: {error}")
        if not self._stopped:
            self._ended(outcome)

    def _hear(self, done: int, every: int) -> None:
        if self._stopped:
            raise Stopped
        self._told(done, every)
