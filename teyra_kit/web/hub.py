"""How does a Jupyter server, such as Binder's or a JupyterHub's, show the pages? By jupyter-server-proxy, if it has it."""

from __future__ import annotations

import sys
from typing import Any

from teyra_kit.web.server import ICON


def pages() -> dict[str, Any]:
    """What jupyter-server-proxy asks: how to start the pages, and what JupyterLab's launcher calls them.

    They begin at `teyra-kit/` below the server's own address. No kernel waits: there is one visitor.
    """
    serve = "serve --port {port} --base-url {base_url}teyra-kit/ --proxied --pool 0"
    return {
        "command": [sys.executable, "-m", "teyra_kit", *serve.split()],
        "absolute_url": True,
        "timeout": 60,
        "launcher_entry": {"title": "Teyra Kit", "icon_path": str(ICON), "path_info": "teyra-kit/"},
    }
