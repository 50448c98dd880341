"""What belongs to no resource."""

from __future__ import annotations

from typing import Any

from typing_extensions import Unpack

from . import api
from ._core import Core, Flow, Request, data_of, exchange


def key(core: Core, *, timeout: float | None = None) -> Flow[api.ReadKeyData]:
    """What the client's API key may do."""
    return data_of(core, Request("GET", "/api/key"), timeout=timeout)


def balances(core: Core, *, timeout: float | None = None) -> Flow[api.ListBalancesData]:
    """Your available and reserved money, by currency and asset."""
    return data_of(core, Request("GET", "/api/balances"), timeout=timeout)


def payment_methods(
    core: Core, *, timeout: float | None = None, **query: Unpack[api.ListPaymentMethodsQuery]
) -> Flow[api.ListPaymentMethodsData]:
    """How your customers can pay there."""
    return data_of(core, Request("GET", "/api/payment-methods", {**query}), timeout=timeout)


def request(
    core: Core,
    method: str,
    path: str,
    *,
    query: dict[str, object] | None = None,
    body: object = None,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> Flow[Any]:
    """Any other request, with the client's credentials, repetitions and errors. Gives the whole body.

    Without an idempotency key, a request that may have been done is repeated only if it is a GET.
    """
    is_once = method.upper() != "GET" and idempotency_key is None
    asked = Request(method.upper(), path, query, body, is_keyed=idempotency_key is not None, is_once=is_once)
    return exchange(core, asked, timeout=timeout, idempotency_key=idempotency_key)
