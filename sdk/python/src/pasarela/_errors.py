from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from .api import FieldFault


class PasarelaError(Exception):
    """The server refused a request. `code` says why, and never changes; the message is for a person."""

    status: int
    code: str
    """One of `pasarela.api.ErrorCode`; a newer server may have others."""
    fields: Sequence[FieldFault]
    """Every faulty field of the request, with a message for each."""
    request_id: str | None
    """Stands in the server's log."""
    response: httpx.Response

    def __init__(self, response: httpx.Response, body: object) -> None:
        # The card API keeps its code in `data`, the crypto API beside its message, the legacy token in `status`.
        outer = _record(body)
        inner = _record(outer.get("data"))
        legacy = _record(outer.get("status"))
        source = inner if isinstance(inner.get("error"), str) else outer
        message = _text(outer.get("message")) or _text(legacy.get("message"))
        super().__init__(message or f"The server answered {response.status_code}.")
        self.status = response.status_code
        self.code = _text(source.get("error")) or _text(legacy.get("kind")) or "unknown"
        fields = source.get("fields")
        self.fields = fields if isinstance(fields, list) else []
        self.request_id = _text(source.get("request_id")) or response.headers.get("x-request-id")
        self.response = response
        self._body = body

    def __str__(self) -> str:
        faults = "".join(f"\n  {fault['field']}: {fault['message']}" for fault in self.fields)
        return f"{super().__str__()} ({self.code}, request {self.request_id}){faults}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Queues such as Celery's pickle what a task raises: without the request, which holds the API key."""
        return (type(self), (httpx.Response(self.status, headers=self.response.headers), self._body))


class AuthenticationError(PasarelaError):
    """401: the credentials are missing, wrong or revoked, or a signature is."""


class PermissionDeniedError(PasarelaError):
    """403: the credentials may not do this."""


class NotFoundError(PasarelaError):
    """404"""


class ConflictError(PasarelaError):
    """409: what is there does not allow it now."""


class ValidationError(PasarelaError):
    """400, 413, 415 and 422: the request has to be corrected; see `fields`."""


class RateLimitError(PasarelaError):
    """429"""


class ServerError(PasarelaError):
    """5xx: whether it was done is not known; the same call with the same idempotency key finds out."""


class ConnectionFailedError(Exception):
    """No answer: whether it was done is not known. The same call with the same idempotency key finds out."""


class TimedOutError(ConnectionFailedError):
    """No answer in time."""


class WebhookVerificationError(Exception):
    """A webhook that was not signed by the expected secret, or too long ago. Answer 400 and do nothing."""


_BY_STATUS: Mapping[int, type[PasarelaError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}


def refusal_of(response: httpx.Response, body: object) -> PasarelaError:
    other = ServerError if response.status_code >= 500 else PasarelaError
    return _BY_STATUS.get(response.status_code, other)(response, body)


def _record(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
