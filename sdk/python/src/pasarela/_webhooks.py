from __future__ import annotations

import hmac
import re
import time
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from uuid import uuid4

from ._amounts import exact_json
from ._errors import WebhookVerificationError
from .api import ChargeNotice, CryptoNotice, SettlementNotice

WebhookEvent: TypeAlias = ChargeNotice | CryptoNotice | SettlementNotice
"""What a webhook says. `eventType` tells which one: `charge.approved`, `order.success`, `payout.failed` …"""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a webhook, if one of the secrets signed it.

    Give the body exactly as it arrived, before any parser. The same event may come again: `eventId` tells. `now` is in
    seconds since 1970.
    """
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    timestamp = given.get("webhook-timestamp", "")
    seconds = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(seconds - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The webhook is too old, or the clock of this machine is wrong.")
    signatures = given.get("webhook-signature", "").split(" ")
    for each in [secret] if isinstance(secret, str) else secret:
        expected = _signature(raw, each, given.get("webhook-id", ""), timestamp).encode()
        if any(hmac.compare_digest(expected, signature.encode(errors="replace")) for signature in signatures):
            event: WebhookEvent = exact_json(raw.decode())
            return event
    raise WebhookVerificationError("The webhook was not signed by this secret.")


def sign_webhook(
    body: bytes | str, secret: str, *, id: str | None = None, now: float | None = None
) -> dict[str, str]:
    """The headers of a webhook, as the server would send them: for the tests of your receiver."""
    raw = body.encode() if isinstance(body, str) else body
    name = f"test_{uuid4()}" if id is None else id
    timestamp = str(int(time.time() if now is None else now))
    return {
        "webhook-id": name,
        "webhook-timestamp": timestamp,
        "webhook-signature": _signature(raw, secret, name, timestamp),
    }


def _signature(body: bytes, secret: str, id: str, timestamp: str) -> str:
    try:
        key = b64decode(secret.removeprefix("whsec_"), validate=True)
    except (Base64Error, ValueError):
        key = b""
    if not key:
        raise ValueError('A webhook secret begins with "whsec_".')
    message = f"{id}.{timestamp}.".encode() + body
    return f"v1,{b64encode(hmac.digest(key, message, 'sha256')).decode()}"
