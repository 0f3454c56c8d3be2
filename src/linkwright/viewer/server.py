"""The server of a live page, on this machine only: who may connect, and one tab for each connection.

Before any answer a request must name the right Host, no foreign Origin, and the token (128 bits) that is in the printed
address: a page of another site can neither read nor move anything, whatever name it has for this machine. Messages are
read one by one; those that arrive while the machine is moving are taken together, and each is answered.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import hmac
import json
import logging
import secrets
import socket
import threading
import time
from collections.abc import Mapping
from functools import cached_property
from http import HTTPStatus
from importlib.resources import files
from string import Template
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qs, urlsplit

import numpy as np

from linkwright.analysis.kinematics import Closing
from linkwright.arrays import PlainData
from linkwright.drawing.plots import text as escape
from linkwright.viewer.runs import Running, replay
from linkwright.viewer.subject import Subject
from linkwright.viewer.tab import LARGEST, Nonsense, Tab, is_number, parse

if TYPE_CHECKING:
    from websockets.http11 import Request, Response
    from websockets.sync.server import ServerConnection

HOST = "127.0.0.1"
MOST_TABS = 16
"""Connections at a time: each has a thread and a pose of its own."""
READ_AND_DROPPED = 64 * LARGEST
"""Bytes of a message up to which it is read, refused in words and dropped; a longer one ends the connection."""
MOST_MESSAGES = 256
"""Messages that are taken together at most."""
MISSING = (
    "the live page needs the package websockets, which is not installed; install it with: "
    'python -m pip install "linkwright[live]"'
)


class Server:
    """A live page of a subject, served from a thread of its own as long as it is open; `url` is its address.

    `port` 0 takes any that is free; one that is taken is refused in words.
    """

    def __init__(self, subject: Subject, *, port: int = 0) -> None:
        try:
            from websockets.sync.server import serve
        except ImportError as error:
            raise ImportError(MISSING) from error
        if isinstance(port, bool) or not isinstance(port, int) or not 0 <= port <= 65535:
            raise ValueError(f"port {port!r}: expected a whole number from 1 to 65535, or 0 for any that is free")
        self.subject = subject
        self.token = secrets.token_urlsafe(16)  # 128 bits
        self.lock = threading.Lock()  # one pose is computed at a time: they share compiled functions
        self.tabs = 0
        listening = _listen(port)
        self.port = int(listening.getsockname()[1])
        # Before the first connection: whoever opens the page need not wait, and refusals are told here.
        self.closing = Closing.of(subject.dynamics) if subject.dynamics is not None else None
        self.first = Tab.of(subject, self.closing)
        self.greeting = json.dumps(self.first.greeting() | replay(subject))
        quiet = logging.getLogger("linkwright.viewer")
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False  # connections that break off are no news
        self._server = serve(
            self._handle,
            sock=listening,
            process_request=self._admit,
            compression=None,
            max_size=READ_AND_DROPPED,
            server_header=None,
            logger=quiet,
            ping_interval=None,
        )
        # Threads of connections are daemons like the one that starts them, so that Ctrl-C ends all at once.
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True, name="linkwright live page")
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """The address of the page, with the token."""
        return f"http://{HOST}:{self.port}/?token={self.token}"

    def close(self) -> None:
        """End all connections, and free the port."""
        self._server.shutdown()

    # -- who may connect ---------------------------------------------------------------------------------------------

    def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """None for a websocket that may be opened, else the answer: the page, or a refusal in words."""
        from websockets.datastructures import Headers
        from websockets.http11 import Response

        status, body, kind = self._refusal(request) or self._reply(request)
        if status is None:
            return None
        content = body.encode("utf-8")
        headers = Headers(
            {
                "Content-Type": f"text/{kind}; charset=utf-8",
                "Content-Length": str(len(content)),
                "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
                "X-Frame-Options": "DENY",
                "Cross-Origin-Resource-Policy": "same-origin",
                "Connection": "close",
            }
        )
        return Response(status.value, status.phrase, headers, content)

    def _refusal(self, request: Request) -> tuple[HTTPStatus, str, str] | None:
        """Status, body and kind of the answer to a request that is not allowed; None for one that is."""
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        own = f"{HOST}:{self.port}"
        if hosts != [own]:
            return HTTPStatus.FORBIDDEN, f"This page is at {own} only.\n", "plain"
        if origins not in ([], [f"http://{own}"]):
            return HTTPStatus.FORBIDDEN, "Pages of other sites may not use this one.\n", "plain"
        try:
            address = urlsplit(request.path)
            tokens = parse_qs(address.query, keep_blank_values=True, max_num_fields=8).get("token", [])
        except ValueError:
            return HTTPStatus.BAD_REQUEST, "This is not an address of this page.\n", "plain"
        if len(tokens) != 1 or not hmac.compare_digest(tokens[0].encode(), self.token.encode()):
            return HTTPStatus.FORBIDDEN, "Open the address that linkwright printed, with its token.\n", "plain"
        return None

    def _reply(self, request: Request) -> tuple[HTTPStatus | None, str, str]:
        """The same for a request that is allowed; no status for a websocket, which is opened."""
        address = urlsplit(request.path)
        if address.path == "/live":
            upgrade = [word.lower() for word in request.headers.get_all("Upgrade")]
            if upgrade != ["websocket"]:
                return HTTPStatus.UPGRADE_REQUIRED, "Here is a websocket, which this request did not open.\n", "plain"
            if self.tabs >= MOST_TABS:
                return HTTPStatus.SERVICE_UNAVAILABLE, f"{MOST_TABS} tabs are open; close one first.\n", "plain"
            return None, "", ""
        if address.path == "/":
            return HTTPStatus.OK, self._page, "html"
        return HTTPStatus.NOT_FOUND, "There is no such page; open the address that linkwright printed.\n", "plain"

    @cached_property
    def _page(self) -> str:
        """The page: one file that asks for nothing else but the websocket."""
        script, style = _packaged("bundle", "live.js"), _packaged("bundle", "live.css")
        digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
        return Template(_packaged("templates", "live.html")).substitute(
            allowed=f"'sha256-{digest}'",
            socket=f"ws://{HOST}:{self.port}",
            title=escape(self.subject.title),
            style=style,
            script=script,
        )

    # -- tabs --------------------------------------------------------------------------------------------------------

    def _handle(self, connection: ServerConnection) -> None:
        """Greet a tab, then answer its messages until it goes away."""
        from websockets.exceptions import ConnectionClosed

        with self.lock:
            self.tabs += 1
        running = Running(lambda data: connection.send(json.dumps(data)))
        try:
            connection.send(self.greeting)
            tab = self.first
            while True:
                messages = [connection.recv(decode=False)]
                messages += _waiting(connection)
                tab = self._answer_all(connection, tab, messages, running)
        except ConnectionClosed:
            return
        finally:
            running.stop()
            with self.lock:
                self.tabs -= 1

    def _answer_all(self, connection: ServerConnection, tab: Tab, messages: list[bytes], running: Running) -> Tab:
        """Answer messages in their order; of settings that follow each other the pose is found once."""
        read: list[dict[str, Any] | Nonsense] = []
        for message in messages:
            try:
                read.append(parse(message.decode("utf-8")) if len(message) <= LARGEST else parse(" " * len(message)))
            except UnicodeDecodeError:
                read.append(Nonsense("a message that is no text in UTF-8; send a text of JSON"))
            except Nonsense as nonsense:
                read.append(nonsense)
        k = 0
        while k < len(read):
            data = read[k]
            end = k + 1
            try:
                if isinstance(data, Nonsense):
                    raise data
                if "set" in data and isinstance(data["set"], Mapping):
                    # Values of names that come again are overtaken by the last ones.
                    while end < len(read) and _sets(read[end], data["set"]):
                        end += 1
                    data = read[end - 1]
                    assert isinstance(data, dict)
                tab, found = self._answer(tab, data, running)
            except Nonsense as nonsense:
                found = {"refused": str(nonsense)}
            for each in read[k:end]:
                own = each.get("id") if isinstance(each, dict) else None
                tagged = found if not isinstance(own, int | str) else found | {"id": own}
                connection.send(json.dumps(tagged))
            k = end
        return tab

    def _answer(self, tab: Tab, data: dict[str, Any], running: Running) -> tuple[Tab, PlainData]:
        """The tab after one message, and the answer."""
        if "stop" in data:
            running.stop()
            return tab, {"run": {"words": "stopping"}}
        if "command" in data:
            with self.lock:
                return tab, {"command": tab.command(tab.request(data["command"]))}
        if "run" in data:
            request = tab.request(data["run"])
            return tab, running.start(tab, request)
        begun = time.perf_counter()
        try:
            # Numbers that nobody would set may overflow; what is not finite then is refused.
            with self.lock, np.errstate(all="ignore"):
                tab, found = tab.answer(data)
        except Nonsense:
            raise
        except (ArithmeticError, RuntimeError, ValueError) as error:
            raise Nonsense(f"that cannot be computed: {error}") from error
        return tab, {"answer": found | {"seconds": time.perf_counter() - begun}}


def _sets(data: dict[str, Any] | Nonsense, before: Mapping[str, Any]) -> bool:
    """Whether a message gives other numbers to the names of the one before it."""
    wanted = data.get("set") if isinstance(data, dict) else None
    return isinstance(wanted, Mapping) and set(wanted) == set(before) and all(map(is_number, wanted.values()))


def _waiting(connection: ServerConnection) -> list[bytes]:
    """Messages that have arrived already."""
    found: list[bytes] = []
    while len(found) < MOST_MESSAGES:
        try:
            found.append(connection.recv(timeout=0, decode=False))
        except TimeoutError:
            break
    return found


def _listen(port: int) -> socket.socket:
    """A socket of this machine only; a port that is taken is refused in words."""
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = f"port {port} is taken by another program; choose another one, or leave --port out for any"
        elif error.errno in {errno.EACCES, errno.EPERM}:
            why = f"port {port} needs rights that this program does not have; choose one above 1023"
        else:
            why = f"port {port} cannot be used ({error.strerror or error}); choose another one"
        raise ValueError(why) from error


def _packaged(folder: str, name: str) -> str:
    return files("linkwright.viewer").joinpath(folder, name).read_text(encoding="utf-8")
