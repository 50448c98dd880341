"""Charges: create them, read them, give money back."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict, Unpack

from . import api
from ._core import Answer, Core, Flow, Request, data_of, new_key, path_of
from ._errors import AuthenticationError
from ._paging import Listing

ROOT = "/api/transactions"

CATEGORIES = {
    "ALL": "ALL",
    "CARDS": "CARD",
    "PIX": "BANK_TRANSFER",
    "BOLETO": "CASH",
    "PSE": "BANK_TRANSFER",
    "EFECTY": "CASH",
    "NEQUI": "WALLET",
    "SPEI": "BANK_TRANSFER",
    "OXXO": "CASH",
    "PAGOEFECTIVO": "CASH",
    "YAPE": "WALLET",
    "WEBPAY": "BANK_TRANSFER",
    "KHIPU": "BANK_TRANSFER",
    "SERVIPAG": "CASH",
    "RAPIPAGO": "CASH",
    "PAGOFACIL": "CASH",
    "MERCADOPAGO": "WALLET",
    "USDT": "CRYPTO",
    "USDC": "CRYPTO",
}


class NewCharge(TypedDict):
    reference: str
    url: str
    """The page to send the customer to."""
    currency: str


def create(
    core: Core,
    *,
    method: str = "ALL",
    category: str | None = None,
    idempotency_key: str | None = None,
    timeout: float | None = None,
    **request: Unpack[api.CreateChargeBody],
) -> Flow[NewCharge]:
    """Creates a charge and gives the page where the customer pays it.

    `method`: such as CARDS, PIX, PSE or USDT; ALL lets the customer choose on the page. `category` is needed only if this
    version of the client does not know the method.
    """
    known = category or CATEGORIES.get(method)
    if known is None:
        raise ValueError(f'Give the category of the method "{method}", too.')
    body = {"flow": "PAYIN", "method_code": method, "method_category": known, **request}
    key = idempotency_key or new_key()
    try:
        return (yield from _create_with_token(core, body, key, timeout))
    except AuthenticationError as error:
        if error.code != "token_expired":
            raise
    # The repetitions outlasted the minute of the token. The key makes it one charge under a new token, too.
    return (yield from _create_with_token(core, body, key, timeout))


def _create_with_token(core: Core, body: object, key: str, timeout: float | None) -> Flow[NewCharge]:
    token: Answer[Any] = yield from data_of(core, Request("POST", "/api/auth/token"), timeout=timeout)
    headers = {
        "authorization": f"Bearer {token.data['access_token']}",
        "x-session-id": token.data["session_id"],
    }
    request = Request("POST", f"{ROOT}/charges", body=body, headers=headers, is_keyed=True)
    made = yield from data_of(core, request, timeout=timeout, idempotency_key=key)
    charge: NewCharge = {
        "reference": made.data["reference"],
        "url": made.data["urlCheckout"],
        "currency": made.data["currency"],
    }
    return Answer(charge, made.response)


def retrieve(core: Core, reference: str, *, timeout: float | None = None) -> Flow[api.Transaction]:
    return data_of(core, Request("GET", path_of(ROOT, reference)), timeout=timeout)


def list_all(
    *, timeout: float | None = None, **query: Unpack[api.ListTransactionsQuery]
) -> Listing[api.TransactionSummary]:
    """Newest first."""
    return Listing(Request("GET", ROOT, {**query}), "transactions", timeout)


def cancel(core: Core, reference: str, *, timeout: float | None = None) -> Flow[api.Transaction]:
    """While it is open."""
    return _act(core, reference, "cancel", timeout=timeout)


def refund(
    core: Core,
    reference: str,
    *,
    idempotency_key: str | None = None,
    timeout: float | None = None,
    **request: Unpack[api.RefundTransactionBody],
) -> Flow[api.Refund]:
    """All of what is left without an amount."""
    return _act(core, reference, "refunds", request, idempotency_key, timeout)


def capture(
    core: Core,
    reference: str,
    *,
    idempotency_key: str | None = None,
    timeout: float | None = None,
    **request: Unpack[api.CaptureTransactionBody],
) -> Flow[api.Closing]:
    """Takes the money of an authorized card, all of it without an amount."""
    return _act(core, reference, "capture", request, idempotency_key, timeout)


def void(
    core: Core, reference: str, *, idempotency_key: str | None = None, timeout: float | None = None
) -> Flow[api.Closing]:
    """Releases the money of an authorized card."""
    return _act(core, reference, "void", {}, idempotency_key, timeout)


def resolve(
    core: Core,
    reference: str,
    *,
    idempotency_key: str | None = None,
    timeout: float | None = None,
    **request: Unpack[api.ResolveTransactionBody],
) -> Flow[api.UnexpectedPayment]:
    """Decides about money that came late, twice or as another amount."""
    return _act(core, reference, "resolve", request, idempotency_key, timeout)


def _act(
    core: Core,
    reference: str,
    verb: str,
    body: object = None,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> Flow[Any]:
    request = Request("POST", path_of(ROOT, reference, verb), body=body, is_keyed=body is not None)
    return data_of(core, request, timeout=timeout, idempotency_key=idempotency_key)


def bank_details(
    core: Core, reference: str, refund: str, *, timeout: float | None = None
) -> Flow[api.BankDetails]:
    return data_of(core, Request("GET", _at_refund(reference, refund, "bank-details")), timeout=timeout)


def bank_paid(
    core: Core,
    charge: str,
    refund: str,
    *,
    timeout: float | None = None,
    **request: Unpack[api.MarkRefundPaidBody],
) -> Flow[api.Refund]:
    """Says that you made the transfer; `reference` is the bank's."""
    return data_of(core, Request("POST", _at_refund(charge, refund, "paid"), body=request), timeout=timeout)


def bank_withdraw(
    core: Core, reference: str, refund: str, *, timeout: float | None = None
) -> Flow[api.Refund]:
    return data_of(core, Request("POST", _at_refund(reference, refund, "withdraw")), timeout=timeout)


def bank_ask_again(
    core: Core, reference: str, refund: str, *, timeout: float | None = None
) -> Flow[api.Refund]:
    return data_of(core, Request("POST", _at_refund(reference, refund, "ask-again")), timeout=timeout)


def _at_refund(reference: str, refund: str, verb: str) -> str:
    return path_of(ROOT, reference, "refunds", refund, verb)
