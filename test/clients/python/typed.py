"""Read by mypy, never run: what a merchant's program may write, and what it may not."""

from __future__ import annotations

from decimal import Decimal

from typing_extensions import assert_type

from pasarela import AsyncPasarela, NewCharge, Pasarela, api, verify_webhook

client = Pasarela(base_url="https://pay.example", api_key="k", merchant_id="m")
made = client.charges.create(amount=Decimal("1"), currency="USD", country="COL", order_number="A-1")
assert_type(made, NewCharge)
client.charges.create(amount=1.5, currency="USD", country="COL")  # type: ignore[arg-type]
client.charges.create(amonut="1", currency="USD", country="COL")  # type: ignore[call-arg]
client.charges.create(amount="1", currency="USD", country="COL", capture="later")  # type: ignore[arg-type]
client.charges.create(currency="USD", country="COL")  # type: ignore[call-arg]
assert_type(client.charges.retrieve("r")["amount"], "Decimal | int")
assert_type(client.charges.retrieve.with_response("r").data, api.Transaction)
for row in client.charges.list(status="approved", limit=10):
    assert_type(row, api.TransactionSummary)


async def asynchronously(client: AsyncPasarela) -> None:
    assert_type(await client.charges.refund("r", amount="1"), api.Refund)
    async for event in client.events.list():
        assert_type(event["id"], str)
    client.charges.refund("r", amount=1.5)  # type: ignore[arg-type,unused-coroutine]


event = verify_webhook(b"", {}, "whsec_AAAA")
if event["eventType"] == "charge.approved":
    assert_type(event, api.ChargeNotice)
if event["eventType"] == "payout.failed":
    assert_type(event["orderId"], str)
