"""What the server refuses, as the Python client raises it. The refused requests come from the test that runs this."""

from __future__ import annotations

import json
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from kit import options

import pasarela
from pasarela import Pasarela, PasarelaError

REFUSED = Path(sys.argv.pop())
CLASSES = {
    401: pasarela.AuthenticationError,
    403: pasarela.PermissionDeniedError,
    404: pasarela.NotFoundError,
    409: pasarela.ConflictError,
    413: pasarela.ValidationError,
    422: pasarela.ValidationError,
    429: pasarela.RateLimitError,
}


def asking_with(headers: dict[str, str]) -> Callable[[httpx.Request], None]:
    """In place of the client's credentials."""

    def replace(request: httpx.Request) -> None:
        for name in ("x-api-key", "x-merchant-id"):
            del request.headers[name]
        request.headers.update(headers)

    return replace


class Refusals(unittest.TestCase):
    def test_each_has_its_class_and_code(self) -> None:
        refused: list[dict[str, Any]] = json.loads(REFUSED.read_text())
        self.assertGreater(len(refused), 30)
        for each in refused:
            with self.subTest(each["code"]), httpx.Client() as http:
                if each.get("headers") is not None:
                    http.event_hooks = {"request": [asking_with(each["headers"])]}
                client = Pasarela(**options, http_client=http, max_retries=0)
                with self.assertRaises(PasarelaError) as raised:
                    client.request(
                        each["method"],
                        each["path"],
                        body=each.get("body"),
                        idempotency_key=each.get("idempotencyKey"),
                    )
                error = raised.exception
                self.assertEqual((error.code, error.status), (each["code"], each["status"]))
                self.assertIs(type(error), CLASSES.get(error.status, PasarelaError))
                self.assertRegex(error.request_id or "", r"^[0-9a-f-]{36}$")


if __name__ == "__main__":
    unittest.main()
