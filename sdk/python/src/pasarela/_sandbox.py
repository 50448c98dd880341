"""What customers, banks and networks do, for the tests of your shop. A live installation answers 404.

Each play takes the way of the real thing: wait for its webhook, or read until the status is the one you expect.
"""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

from . import api
from ._amounts import exact
from ._core import Core, Flow, Request, data_of, exchange, path_of

ChargePlay = Literal[
    "approve",
    "refuse",
    "challenge",
    "challenge_failed",
    "unknown",
    "chargeback",
    "dispute",
    "dispute_won",
    "dispute_lost",
    "refund_refused",
    "panel_refund",
    "delay",
    "expire",
]
OrderPlay = Literal["expire", "late", "wrong_token"]


class Played(TypedDict):
    did: str
    """What happened."""
    next: str
    """Where to look for the result."""
    status: NotRequired[str]


def charge(
    core: Core, reference: str, play: ChargePlay, *, method: str | None = None, timeout: float | None = None
) -> Flow[Played]:
    """`method`: the way that the customer of a charge of ALL chooses."""
    body = {"play": play} if method is None else {"play": play, "method": method}
    return _play(core, path_of("/sandbox/charges", reference), body, timeout)


def pay_order(
    core: Core,
    id: str,
    *,
    amount: api.Amount | None = None,
    network: str | None = None,
    timeout: float | None = None,
) -> Flow[Any]:
    """Pays an order, or a charge's order, from the network's funded account: what is missing, or this amount."""
    given = {"amount": None if amount is None else exact(amount), "network": network}
    body = {name: value for name, value in given.items() if value is not None}
    return exchange(
        core, Request("POST", path_of("/sandbox/wallet", id), body=body, is_once=True), timeout=timeout
    )


def order(
    core: Core, id: str, play: OrderPlay, *, network: str | None = None, timeout: float | None = None
) -> Flow[Played]:
    """What the customer or the time does to an order besides paying it. `network`: where it is paid, if it names none."""
    body = {"play": play} if network is None else {"play": play, "network": network}
    return _play(core, path_of("/sandbox/orders", id), body, timeout)


def expire_payment_link(core: Core, token: str, *, timeout: float | None = None) -> Flow[Played]:
    """Moves a payment link's end to now. `token`: the last part of its URL."""
    return _play(core, path_of("/sandbox/payment-links", token), {"play": "expire"}, timeout)


def freeze(
    core: Core, network: str, address: str, *, frozen: bool = True, timeout: float | None = None
) -> Flow[Played]:
    """Freezes an address, or releases it, as the token's issuer can: a payout to a frozen one fails."""
    return _play(core, path_of("/sandbox/networks", network, "freeze"), {"address": address, "frozen": frozen}, timeout)


def mine(core: Core, network: str, blocks: int, *, timeout: float | None = None) -> Flow[Played]:
    return _play(core, path_of("/sandbox/networks", network, "mine"), {"blocks": blocks}, timeout)


def reorganise(core: Core, network: str, blocks: int, *, timeout: float | None = None) -> Flow[Played]:
    """Replaces the latest blocks by empty ones."""
    return _play(core, path_of("/sandbox/networks", network, "reorganise"), {"blocks": blocks}, timeout)


def _play(core: Core, path: str, body: object, timeout: float | None) -> Flow[Any]:
    return data_of(core, Request("POST", path, body=body, is_once=True), timeout=timeout)
