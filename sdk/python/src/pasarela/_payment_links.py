"""Payment links and invoices."""

from __future__ import annotations

from typing import Any

from typing_extensions import Unpack

from . import api
from ._core import Core, Flow, Request, data_of, path_of
from ._paging import Listing

ROOT = "/api/payment-links"


def create(
    core: Core,
    *,
    idempotency_key: str | None = None,
    timeout: float | None = None,
    **request: Unpack[api.PaymentLinkRequest],
) -> Flow[api.PaymentLink]:
    asked = Request("POST", ROOT, body=request, is_keyed=True)
    return data_of(core, asked, timeout=timeout, idempotency_key=idempotency_key)


def retrieve(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.PaymentLink]:
    return data_of(core, Request("GET", path_of(ROOT, id)), timeout=timeout)


def list_all(
    *, timeout: float | None = None, **query: Unpack[api.ListPaymentLinksQuery]
) -> Listing[api.PaymentLinkSummary]:
    return Listing(Request("GET", ROOT, {**query}), "links", timeout)


def change(
    core: Core, id: str, *, timeout: float | None = None, **request: Unpack[api.PaymentLinkRequest]
) -> Flow[api.PaymentLink]:
    return data_of(core, Request("PUT", path_of(ROOT, id), body=request), timeout=timeout)


def payments(id: str, *, timeout: float | None = None) -> Listing[api.PaymentLinkPayment]:
    return Listing(Request("GET", path_of(ROOT, id, "payments")), "payments", timeout)


def close(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.PaymentLink]:
    return _act(core, id, "close", timeout)


def reopen(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.PaymentLink]:
    return _act(core, id, "reopen", timeout)


def remind(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.PaymentLink]:
    """Mails a reminder of an invoice."""
    return _act(core, id, "reminders", timeout, is_once=True)


def _act(core: Core, id: str, verb: str, timeout: float | None, is_once: bool = False) -> Flow[Any]:
    return data_of(core, Request("POST", path_of(ROOT, id, verb), is_once=is_once), timeout=timeout)
