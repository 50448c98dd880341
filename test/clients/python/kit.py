"""What both halves of the tests share. The server's addresses and keys come from the environment."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, TypeVar

T = TypeVar("T")

world: dict[str, Any] = json.loads(os.environ["PASARELA_WORLD"])
options = {key: world[key] for key in ("base_url", "api_key", "merchant_id")}
RUN = os.urandom(4).hex()
SALE: Any = {"amount": "10.50", "currency": "USD", "country": "COL", "method": "CARDS"}


def until(look: Callable[[], T], holds: Callable[[T], object]) -> T:
    deadline = time.monotonic() + 60
    while True:
        seen = look()
        if holds(seen):
            return seen
        if time.monotonic() > deadline:
            raise AssertionError(f"still {seen!r}")
        time.sleep(0.05)


@contextmanager
def silent_server() -> Iterator[str]:
    """Accepts connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@contextmanager
def receiver() -> Iterator[tuple[str, list[tuple[bytes, dict[str, str]]]]]:
    """A merchant's receiver of webhooks."""
    received: list[tuple[bytes, dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.append((body, dict(self.headers.items())))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", received
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
