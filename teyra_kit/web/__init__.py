"""How do the kit's pages reach a browser? Voila, with a template of our own, on this computer only."""

from teyra_kit.web.server import serve

__all__ = ["serve"]
