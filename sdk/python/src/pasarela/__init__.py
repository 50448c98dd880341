"""Client for the merchants' API of Pasarela."""

from . import api
from ._async import Rows as AsyncRows
from ._async_client import AsyncPasarela
from ._charges import NewCharge
from ._client import Pasarela
from ._core import VERSION as __version__
from ._core import Answer
from ._crypto import NewOrder
from ._errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    NotFoundError,
    PasarelaError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TimedOutError,
    ValidationError,
    WebhookVerificationError,
)
from ._paging import Page
from ._sandbox import ChargePlay, OrderPlay, Played
from ._sync import Rows
from ._webhooks import WebhookEvent, sign_webhook, verify_webhook

__all__ = [
    "Answer",
    "AsyncPasarela",
    "AsyncRows",
    "AuthenticationError",
    "ChargePlay",
    "ConflictError",
    "ConnectionFailedError",
    "NewCharge",
    "NewOrder",
    "NotFoundError",
    "OrderPlay",
    "Page",
    "Pasarela",
    "PasarelaError",
    "PermissionDeniedError",
    "Played",
    "RateLimitError",
    "Rows",
    "ServerError",
    "TimedOutError",
    "ValidationError",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "api",
    "sign_webhook",
    "verify_webhook",
]
