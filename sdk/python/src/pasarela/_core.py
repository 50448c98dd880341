"""What every request needs, without sending anything.

An operation is a generator. It yields what is to be sent and how long to wait, and gets the responses; `_sync` and `_async`
carry it out. So each operation is written once.
"""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx

from ._amounts import as_text, exact_json
from ._errors import ConnectionFailedError, TimedOutError, refusal_of
from ._signature import Signer

T = TypeVar("T")

VERSION = "0.2.0"
FIRST_PAUSE_SECONDS = 0.3
LONGEST_PAUSE_SECONDS = 10.0
LONGEST_RETRY_AFTER_SECONDS = 60.0


@dataclass(frozen=True)
class Core:
    base_url: str
    merchant_id: str
    timeout: float
    max_retries: int
    api_key: str = field(repr=False)
    signer: Signer | None = field(repr=False)


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, object] | None = None
    body: object = None
    headers: Mapping[str, str] | None = None
    """In place of the API key."""
    is_keyed: bool = False
    """The operation takes an idempotency key."""
    is_once: bool = False
    """Doing it twice would do it twice: it is repeated only when it certainly was not done."""
    is_signed: bool = False


@dataclass(frozen=True)
class Send:
    method: str
    url: str
    query: dict[str, str]
    headers: dict[str, str]
    content: bytes | None
    timeout: float

    def build(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        return client.build_request(
            self.method,
            self.url,
            params=self.query or None,
            headers=self.headers,
            content=self.content,
            timeout=self.timeout,
        )

    def unanswered(self, cause: httpx.RequestError) -> ConnectionFailedError:
        asked = f"{self.method} {httpx.URL(self.url).path}"
        if isinstance(cause, httpx.TimeoutException):
            return TimedOutError(f"{asked} had no answer in time.")
        return ConnectionFailedError(f"{asked} could not be sent, or its answer was cut off.")


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Answer(Generic[T]):
    """A result with the response that brought it."""

    data: T
    response: httpx.Response


Step: TypeAlias = Send | Pause
Flow: TypeAlias = Generator[Step, Any, Answer[T]]


def exchange(
    core: Core, request: Request, *, timeout: float | None = None, idempotency_key: str | None = None
) -> Flow[Any]:
    """One request with its repetitions. The data is the whole body."""
    content = None if request.body is None else json.dumps(as_text(request.body)).encode()
    key = (idempotency_key or str(uuid4())) if request.is_keyed else None
    for repetition in count():
        is_last = repetition >= core.max_retries
        pause: float | None
        try:
            response: httpx.Response = yield _prepared(core, request, content, key, timeout)
            body = _parsed(response)
            if response.is_success:
                return Answer(body, response)
            # A request that is refused by 429 has changed nothing, so it is safe to repeat.
            may_repeat = response.status_code == 429 or (response.status_code >= 500 and not request.is_once)
            if is_last or not may_repeat:
                raise refusal_of(response, body)
            pause = _retry_after(response)
        except ConnectionFailedError:
            if is_last or request.is_once:
                raise
            pause = None
        yield Pause(_own_pause(repetition) if pause is None else pause)
    raise AssertionError("unreachable")


def data_of(
    core: Core,
    request: Request,
    *,
    timeout: float | None = None,
    idempotency_key: str | None = None,
    name: str = "data",
) -> Flow[Any]:
    """The data of a success, whichever of the API's two envelopes it came in."""
    answer = yield from exchange(core, request, timeout=timeout, idempotency_key=idempotency_key)
    return Answer(answer.data[name], answer.response)


def path_of(root: str, *segments: str) -> str:
    for segment in segments:
        if segment in ("", ".", ".."):
            raise ValueError(f'"{segment}" is not an id.')
    return "/".join([root, *(quote(segment, safe="") for segment in segments)])


def new_key() -> str:
    return str(uuid4())


def _prepared(
    core: Core, request: Request, content: bytes | None, key: str | None, timeout: float | None
) -> Send:
    own = {"x-api-key": core.api_key, "x-merchant-id": core.merchant_id}
    headers = {
        "accept": "application/json",
        "user-agent": f"pasarela-python/{VERSION}",
        **(own if request.headers is None else request.headers),
    }
    if content is not None:
        headers["content-type"] = "application/json"
    if key is not None:
        headers["idempotency-key"] = key
    if request.is_signed and core.signer:
        headers.update(core.signer.headers(request.method, request.path, content or b""))
    query = {name: _written(value) for name, value in (request.query or {}).items() if value is not None}
    seconds = core.timeout if timeout is None else timeout
    return Send(request.method, core.base_url + request.path, query, headers, content, seconds)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parsed(response: httpx.Response) -> Any:
    try:
        return exact_json(response.text)
    except ValueError:
        if response.is_success:
            raise ConnectionFailedError(
                "The answer was not JSON: something between answered, or cut it off."
            ) from None
        return None


def _own_pause(repetition: int) -> float:
    """Longer each time, and never the same for all who wait."""
    longest: float = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2**repetition)
    return longest * (0.5 + random.random() / 2)


def _retry_after(response: httpx.Response) -> float | None:
    try:
        seconds = float(response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return min(LONGEST_RETRY_AFTER_SECONDS, seconds) if seconds >= 0 else None
