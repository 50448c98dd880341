"""The client, and which operations it has. `_async_client` has the same; a test compares them."""

from __future__ import annotations

from types import TracebackType

import httpx
from typing_extensions import Self

from . import _account, _charges, _crypto, _events, _payment_links, _sandbox
from ._options import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_SECONDS, core_of
from ._sync import Resource, Runner, call, rows


class BankRefunds(Resource):
    """Refunds that you transfer yourself, to the bank details that the customer gives."""

    details = call(_charges.bank_details)
    paid = call(_charges.bank_paid)
    withdraw = call(_charges.bank_withdraw)
    ask_again = call(_charges.bank_ask_again)


class Charges(Resource):
    create = call(_charges.create)
    retrieve = call(_charges.retrieve)
    list = rows(_charges.list_all)
    cancel = call(_charges.cancel)
    refund = call(_charges.refund)
    capture = call(_charges.capture)
    void = call(_charges.void)
    resolve = call(_charges.resolve)

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.bank_refunds = BankRefunds(runner)


class Orders(Resource):
    """Customers pay in USDT or USDC."""

    create = call(_crypto.create_order)
    retrieve = call(_crypto.retrieve)
    resolve = call(_crypto.resolve)
    refund = call(_crypto.refund)


class Payouts(Resource):
    """USDT or USDC from your balance to a recipient."""

    create = call(_crypto.create_payout)
    retrieve = call(_crypto.retrieve)
    cancel = call(_crypto.cancel)
    reissue_link = call(_crypto.reissue_link)
    correct_email = call(_crypto.correct_email)


class PaymentLinks(Resource):
    """Payment links and invoices."""

    create = call(_payment_links.create)
    retrieve = call(_payment_links.retrieve)
    list = rows(_payment_links.list_all)
    change = call(_payment_links.change)
    payments = rows(_payment_links.payments)
    close = call(_payment_links.close)
    reopen = call(_payment_links.reopen)
    remind = call(_payment_links.remind)


class Replays(Resource):
    """Many events, sent again."""

    create = call(_events.create_replay)
    retrieve = call(_events.retrieve_replay)
    cancel = call(_events.cancel_replay)


class Events(Resource):
    """The events sent to your webhooks. They can be sent again."""

    list = rows(_events.list_all)
    retrieve = call(_events.retrieve)
    redeliver = call(_events.redeliver)

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.replays = Replays(runner)


class WebhookEndpoints(Resource):
    """The addresses that webhooks go to, beside the merchant's own."""

    list = call(_events.list_endpoints)
    create = call(_events.create_endpoint)
    change = call(_events.change_endpoint)
    remove = call(_events.remove_endpoint)
    rotate_secret = call(_events.rotate_secret)


class Webhooks(Resource):
    send_test = call(_events.send_test)

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.endpoints = WebhookEndpoints(runner)


class Sandbox(Resource):
    """Plays for tests, in a sandbox."""

    charge = call(_sandbox.charge)
    pay_order = call(_sandbox.pay_order)
    order = call(_sandbox.order)
    expire_payment_link = call(_sandbox.expire_payment_link)
    freeze = call(_sandbox.freeze)
    mine = call(_sandbox.mine)
    reorganise = call(_sandbox.reorganise)


class Pasarela(Resource):
    """The merchants' API of one Pasarela installation.

    `base_url`: its address, such as https://pay.company.example. `signing_key`: the private key (PKCS #8, PEM) of an API key
    that signs its payouts. `timeout`: seconds to wait for a connection, and for each part of an answer. `max_retries`: how
    often a request is repeated after a connection fault, 429 or 5xx. `http_client`: one of your own, such as for a proxy;
    you close it.
    """

    key = call(_account.key)
    balances = call(_account.balances)
    payment_methods = call(_account.payment_methods)
    request = call(_account.request)

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        merchant_id: str,
        signing_key: str | None = None,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        core = core_of(base_url, api_key, merchant_id, signing_key, timeout, max_retries)
        self._http = http_client or httpx.Client()
        self._is_own = http_client is None
        runner = Runner(core, self._http)
        super().__init__(runner)
        self.charges = Charges(runner)
        self.orders = Orders(runner)
        self.payouts = Payouts(runner)
        self.payment_links = PaymentLinks(runner)
        self.events = Events(runner)
        self.webhooks = Webhooks(runner)
        self.sandbox = Sandbox(runner)

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
