"""How are the notebooks served as pages, on this computer only, with nothing asked of any other?"""

from __future__ import annotations

import errno
import logging
import sys
from html import escape
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import tornado.ioloop
import tornado.netutil
import tornado.web
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.utils import url_path_join
from tornado.httpserver import HTTPServer
from traitlets.config import Config
from voila import __version__ as voila_version
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from teyra_kit.ui.theme import static, theme_css

TEMPLATES = Path(__file__).parent / "templates" / "teyra"
ICON = Path(__file__).parent / "templates" / "teyra" / "icon.svg"
HOME = "index.ipynb"

# A page may talk to the server it came from, and to nobody else. Widgets are modules loaded from memory (blob:).
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob: data:; "
    "frame-ancestors 'self'; base-uri 'self'; form-action 'none'"
)


EXTENSIONS = ["anywidget", "@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8"]
NO_MATHJAX = "MathJax = new Proxy(function () {}, { get: (it, key, me) => key === 'then' ? undefined : me, apply: () => MathJax });"


class CannotServe(RuntimeError):
    """Why the pages cannot be served, and what to do."""


def notebooks_folder() -> Path:
    """The folder of the published notebooks: the checkout's, or the copy an installed package carries."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / "notebooks", package / "_notebooks"):
        if (folder / HOME).is_file():
            return folder
    raise CannotServe("The folder of notebooks is missing. Install Teyra Kit anew, or run from its repository.")


def serve(
    port: int = 8866,
    host: str = "127.0.0.1",
    notebooks: str | Path | None = None,
    *,
    pool: int = 2,
    base_url: str = "/",
    proxied: bool = False,
    idle: int = 600,
    verbose: bool = False,
) -> None:
    """Serve the pages until interrupted.

    `port` 0 takes any free one. `pool` kernels a page wait for the next visitor; one that nobody uses for `idle`
    seconds is ended. `base_url` is the path that all addresses begin with. `proxied`: a proxy stands in front and lets
    in who may come, so the pages answer under its name. CannotServe says why it cannot start, and what to do.
    """
    folder = Path(notebooks) if notebooks is not None else notebooks_folder()
    if not (folder / HOME).is_file():
        raise CannotServe(f"{folder} has no {HOME}. Name the folder that holds the notebooks.")
    sockets = _listen(port, host)
    port = sockets[0].getsockname()[1]
    if not _is_loopback(host):
        print(
            f"Warning: {host} can be reached from other computers. Everyone who can reach it can use the pages, and "
            "each visitor takes about 80 MB of memory. Leave out --host to serve this computer only.",
            file=sys.stderr,
            flush=True,
        )
    base_url = url_path_join("/", base_url, "/")
    app = Pages(config=_config(port, pool, idle, verbose), port=port, ip=host, base_url=base_url, open_browser=False)
    app.root_dir = str(folder.resolve())
    app.sockets = sockets
    app.proxied = proxied
    app.initialize(argv=[])
    app.log.setLevel(logging.INFO if verbose else logging.WARNING)
    app.log.addFilter(lambda record: verbose or "is not trusted" not in record.getMessage())  # of our own notebooks
    # Jupyter counts its pings in milliseconds and Tornado in seconds: the warning is about a number nobody uses.
    logging.getLogger("tornado.general").addFilter(
        lambda record: verbose or "websocket_ping_timeout" not in record.getMessage()
    )
    try:
        app.start()
    finally:
        for socket in sockets:
            socket.close()


def _listen(port: int, host: str) -> list[Any]:
    try:
        return tornado.netutil.bind_sockets(port, host)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = (
                f"Port {port} is already in use. Stop what uses it, or take another: teyra-kit serve --port {port + 1}"
            )
        elif error.errno == errno.EACCES:
            why = f"Port {port} needs more rights than you have. Take one above 1024: teyra-kit serve --port 8866"
        else:
            why = f"Cannot listen on {host}, port {port}: {error.strerror or error}."
        raise CannotServe(why) from None


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _config(port: int, pool: int, idle: int, verbose: bool) -> Config:
    return Config(
        {
            "Voila": {"log_level": logging.INFO if verbose else logging.WARNING, "config_file_paths": []},
            "VoilaConfiguration": {
                "template": "lab",
                "allow_template_override": "NO",
                "allow_theme_override": "NO",
                "strip_sources": True,
                "show_tracebacks": False,
                "preheat_kernel": pool > 0,
                "default_pool_size": pool,
                "extension_allowlist": EXTENSIONS,
                "file_allowlist": [],
                "multi_kernel_manager_class": "teyra_kit.web.server.WaitingKernels",
                "page_config_hook": _page_config,
                "resources": {"teyra_css": theme_css(), "teyra_session": static("session.js")},
            },
            "VoilaExecutor": {"timeout": 20},
            "IdentityProvider": {"cookie_name": f"teyra-kit-{port}"},  # not the cookie of a Jupyter server in front
            "MappingKernelManager": {
                "cull_interval": max(1, min(60, idle // 2)),
                "cull_idle_timeout": idle,
                "cull_connected": False,
            },
        }
    )


def _page_config(page_config: dict[str, Any], **_about: Any) -> dict[str, Any]:
    # The version in the path lets browsers keep Voila's scripts. Voila insists on a MathJax: it gets one that does nothing.
    page_config["fullStaticUrl"] = url_path_join(page_config["baseUrl"], f"voila/static-{voila_version}")
    page_config["fullMathjaxUrl"] = url_path_join(page_config["baseUrl"], "voila/no-mathjax.js")
    page_config["mathjaxConfig"] = "none"
    return page_config


class WaitingKernels(AsyncMappingKernelManager):
    """Kernels of which those that wait for a visitor are never ended for being idle."""

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """Start a kernel that tells no more than that it breaks: not that it listens on this computer, or is ended."""
        started: str = await super().start_kernel(**{**options, "extra_arguments": ["--log-level=CRITICAL"]})
        return started

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel nobody uses, unless it waits for its first visitor."""
        pools = getattr(self, "_pools", {}).values()
        done = (task for pool in pools for task in pool if task.done() and not task.exception())
        if kernel_id not in {task.result()["kernel_id"] for task in done}:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]


class Pages(Voila):  # type: ignore[misc]
    """Voila with our template, a home page instead of a list of files, and only the paths the pages need."""

    sockets: list[Any]
    proxied: bool

    def setup_template_dirs(self) -> None:
        """Look for templates in our own folder first."""
        super().setup_template_dirs()
        self.template_paths.insert(0, str(TEMPLATES))

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, with our policy and our page for what is not there."""
        settings: dict[str, Any] = super().init_settings()
        settings["headers"] = {
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
        }
        settings["allow_remote_access"] = self.proxied or not _is_loopback(self.ip)
        settings["local_hostnames"] = ["localhost"]
        settings["default_handler_class"] = NotHere
        settings["default_handler_args"] = {}
        return settings

    def init_handlers(self) -> list[Any]:
        """The pages, what they load, their kernels' channels; no list of files and no files."""
        url = self.server_url
        shut = ("/voila/tree", "/voila/api/contents", "/voila/files", "/login", "/logout", "/api/me")
        kept = []
        for handler in super().init_handlers():
            path = str(handler[0])
            if path == url or any(path.startswith(url_path_join(url, part)) for part in shut):
                continue
            if handler[1] is VoilaShutdownKernelHandler:
                handler = (path, LeavePage)
            if handler[1] is TornadoVoilaHandler:
                handler = (path, OnePage, *handler[2:])
            kept.append(handler)
        kept_static = (
            url_path_join(url, rf"/voila/static-{voila_version}/(.*)"),
            KeptStatic,
            {"paths": self.static_paths},
        )
        return [
            (url, Home),
            (url_path_join(url, "/health"), Health),
            (url_path_join(url, "/favicon.ico"), Icon),
            (url_path_join(url, "/voila/icon.svg"), Icon),
            (url_path_join(url, "/voila/no-mathjax.js"), NoMathJax),
            kept_static,
            *kept,
        ]

    def listen(self) -> None:
        """Answer on the sockets that are already ours, and say where."""
        self.server = HTTPServer(self.app)
        self.server.add_sockets(self.sockets)
        shown = f"[{self.ip}]" if ":" in self.ip else self.ip
        print(
            f"Teyra Kit is served at http://{shown}:{self.port}{self.base_url}   (Ctrl+C stops it)",
            flush=True,
        )
        self.ioloop = tornado.ioloop.IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.server.stop()
            self.stop()


class Spoken(JupyterHandler):
    """A handler whose errors are a page in words."""

    def write_error(self, status_code: int, **_how: Any) -> None:
        """Say what is wrong, with a way home."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(error_page(status_code, self.base_url))


def error_page(status: int, base_url: str) -> str:
    """The page a visitor gets instead of the one asked for."""
    if status == 404:
        title, text = (
            "There is no such page.",
            "The link is old, or has a slip in it. Everything the kit has starts at home.",
        )
    elif status < 500:
        title, text = (
            "This page is not open.",
            "What you asked for is not served here. Everything the kit has starts at home.",
        )
    else:
        title, text = (
            "This page could not be made.",
            "It is our fault, not yours. Reload it; if that does not help, start at home.",
        )
    template = (TEMPLATES / "plain.html").read_text(encoding="utf-8")
    values = {
        "css": theme_css(),
        "title": title,
        "text": text,
        "status": str(status),
        "base": escape(base_url),
    }
    for name, value in values.items():
        template = template.replace("{{" + name + "}}", value)
    return template


class NotHere(Spoken):
    """Whatever no other handler knows."""

    async def prepare(self, **_how: Any) -> None:
        """Refuse before anything else is done."""
        raise tornado.web.HTTPError(404)


class OnePage(TornadoVoilaHandler):  # type: ignore[misc]
    """One notebook as a page; a name that is none is answered in words."""

    write_error = Spoken.write_error

    async def get(self, path: str | None = None) -> None:
        """Render the notebook called `path`, if it is one of ours."""
        folder = Path(self.settings["voila"].root_dir)
        if path not in {file.name for file in folder.glob("*.ipynb")}:
            raise tornado.web.HTTPError(404)
        await super().get(path)


class Home(JupyterHandler):
    """The address without a path."""

    def get(self) -> None:
        """Go to the home page."""
        self.redirect(url_path_join(self.base_url, "voila/render", HOME))


class Health(tornado.web.RequestHandler):
    """Is the server up? Costs no kernel."""

    def get(self) -> None:
        """Answer in one word."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("ok")


class Icon(tornado.web.RequestHandler):
    """The kit's mark in the browser's tab."""

    def get(self) -> None:
        """Answer with the picture."""
        self.set_header("Content-Type", "image/svg+xml")
        self.set_header("Cache-Control", "max-age=86400")
        self.finish(ICON.read_bytes())


class NoMathJax(tornado.web.RequestHandler):
    """A MathJax that does nothing: our pages have no formulas, and ask no other host for what would draw them."""

    def get(self) -> None:
        """Answer with the script."""
        self.set_header("Content-Type", "text/javascript")
        self.set_header("Cache-Control", "max-age=86400")
        self.finish(NO_MATHJAX)


class KeptStatic(MultiStaticFileHandler):  # type: ignore[misc]
    """Voila's scripts under an address that names their version, so browsers may keep them."""

    def set_extra_headers(self, path: str) -> None:
        """Keep for a year."""
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")


class LeavePage(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """A visitor who leaves a page ends its kernel. The browser must send this from one of our own pages."""

    def check_xsrf_cookie(self) -> None:
        """Accept what comes from the same address; a page of another site has another origin."""
        if urlparse(self.request.headers.get("Origin", "")).netloc != self.request.host:
            raise tornado.web.HTTPError(403)
