"""Orders and payouts in USDT and USDC."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from typing_extensions import TypedDict, Unpack

from . import api
from ._amounts import exact
from ._core import Answer, Core, Flow, Request, data_of, exchange, path_of

ROOT = "/payment"

Asset = Literal["usdt", "usdc"]


class NewOrder(TypedDict):
    id: str
    url: str
    """An order's page for the customer; a payout's secret link for its recipient."""


def create_order(
    core: Core,
    *,
    amount: api.Amount,
    email: str,
    country: str,
    asset: Asset = "usdt",
    description: str | None = None,
    reference: str | None = None,
    return_url: str | None = None,
    metadata: Mapping[str, str] | None = None,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> Flow[NewOrder]:
    """`amount` is in USD, `email` the customer's, `reference` your own number of it."""
    begun = _beginning(amount, email, country, reference)
    ending = {"description": description, "return_url": return_url, "metadata": metadata}
    return _create(core, "cashin", begun, asset, ending, idempotency_key, timeout)


def create_payout(
    core: Core,
    *,
    amount: api.Amount,
    email: str,
    country: str,
    asset: Asset = "usdt",
    description: str | None = None,
    reference: str | None = None,
    metadata: Mapping[str, str] | None = None,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> Flow[NewOrder]:
    """`amount` is in USD, `email` the recipient's, `reference` your own number of it."""
    begun = _beginning(amount, email, country, reference)
    ending = {"description": description, "metadata": metadata}
    return _create(core, "cashout", begun, asset, ending, idempotency_key, timeout)


def _beginning(amount: api.Amount, email: str, country: str, reference: str | None) -> dict[str, Any]:
    body = {"country": country, "origin": "api", "amount": exact(amount), "email": email}
    return body if reference is None else {**body, "merchantIdCustom": reference}


def _create(
    core: Core,
    direction: Literal["cashin", "cashout"],
    begun: dict[str, Any],
    asset: Asset,
    ending: dict[str, Any],
    idempotency_key: str | None,
    timeout: float | None,
) -> Flow[NewOrder]:
    """The two steps of an order, in or out, as one."""
    beginning = Request("POST", f"{ROOT}/create", body=begun)
    order_hash = yield from data_of(core, beginning, timeout=timeout, name="hash")
    body = {
        "hash": order_hash.data,
        "merchantId": core.merchant_id,
        "paymentMethod": asset,
        "typePayment": "wallet",
        "typeTransaction": direction,
        **{name: value for name, value in ending.items() if value is not None},
    }
    request = Request("POST", "/processor", body=body, is_keyed=True, is_signed=direction == "cashout")
    made = yield from exchange(core, request, timeout=timeout, idempotency_key=idempotency_key)
    order: NewOrder = {"id": made.data["orderId"], "url": made.data["url"]}
    return Answer(order, made.response)


def retrieve(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.CryptoOrder]:
    return data_of(core, Request("GET", path_of(ROOT, id)), timeout=timeout, name="order")


def resolve(
    core: Core, id: str, *, timeout: float | None = None, **request: Unpack[api.ResolveCryptoOrderBody]
) -> Flow[api.CryptoOrder]:
    """Decides about money that arrived too late, too little or twice."""
    return data_of(
        core, Request("POST", path_of(ROOT, id, "resolve"), body=request), timeout=timeout, name="order"
    )


def refund(
    core: Core,
    id: str,
    *,
    idempotency_key: str | None = None,
    timeout: float | None = None,
    **request: Unpack[api.RefundCryptoOrderBody],
) -> Flow[api.CryptoRefund]:
    """Without an amount: what came late or short, else all that is left."""
    asked = Request("POST", path_of(ROOT, id, "refunds"), body=request, is_keyed=True)
    return data_of(core, asked, timeout=timeout, idempotency_key=idempotency_key, name="refund")


def cancel(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.CryptoOrder]:
    """Until it is being sent."""
    return data_of(core, Request("POST", path_of(ROOT, id, "cancel")), timeout=timeout, name="order")


def reissue_link(core: Core, id: str, *, timeout: float | None = None) -> Flow[str]:
    """A new link for the recipient; the one before stops working. If the answer is lost, call again."""
    request = Request("POST", path_of(ROOT, id, "link"), is_once=True, is_signed=True)
    return data_of(core, request, timeout=timeout, name="url")


def correct_email(core: Core, id: str, email: str, *, timeout: float | None = None) -> Flow[api.CryptoOrder]:
    request = Request("POST", path_of(ROOT, id, "email"), body={"email": email}, is_signed=True)
    return data_of(core, request, timeout=timeout, name="order")
