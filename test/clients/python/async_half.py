"""What the Python client does otherwise in asyncio. The operations themselves are the same functions."""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from kit import RUN, SALE, options, silent_server

import pasarela
from pasarela import AsyncPasarela, Pasarela

Treat = Callable[[httpx.Request, httpx.AsyncHTTPTransport], Awaitable[httpx.Response]]


class Between(httpx.AsyncBaseTransport):
    """Stands between client and server and does to each request what a test says."""

    def __init__(self, treat: Treat) -> None:
        self.real = httpx.AsyncHTTPTransport()
        self.treat = treat

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self.treat(request, self.real)


def client_through(treat: Treat, **more: Any) -> AsyncPasarela:
    return AsyncPasarela(**options, http_client=httpx.AsyncClient(transport=Between(treat)), **more)


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_money_moves_as_without_asyncio(self) -> None:
        async with AsyncPasarela(**options) as client:
            made = await client.charges.create(**SALE)
            await client.sandbox.charge(made["reference"], "approve")
            await client.charges.refund(made["reference"], amount="0.30")
            answer = await client.charges.retrieve.with_response(made["reference"])
            self.assertEqual(
                (answer.data["status"], answer.response.status_code), ("partially_refunded", 200)
            )
            order = await client.orders.create(amount="25.50", email="ana@customer.example", country="COL")
            with self.assertRaises(pasarela.ConflictError):
                await client.orders.refund(order["id"])

    async def test_requests_run_beside_each_other_and_a_list_goes_on(self) -> None:
        async with AsyncPasarela(**options) as client:
            made = await asyncio.gather(
                *(client.charges.create(**SALE, customer_id=f"async-pages-{RUN}") for _ in range(3))
            )
            rows = client.charges.list(customer_id=f"async-pages-{RUN}", limit=2)
            self.assertEqual(len((await rows.first_page()).rows), 2)
            self.assertEqual({row["reference"] async for row in rows}, {each["reference"] for each in made})

    async def test_a_lost_answer_charges_once(self) -> None:
        lost = 0

        async def cut(request: httpx.Request, real: httpx.AsyncHTTPTransport) -> httpx.Response:
            nonlocal lost
            response = await real.handle_async_request(request)
            if request.url.path.endswith("/charges"):
                lost += 1
                if lost == 1:
                    await response.aread()
                    raise httpx.ReadError("the connection was cut")
            return response

        made = await client_through(cut).charges.create(**SALE, order_number=f"async-once-{RUN}")
        async with AsyncPasarela(**options) as client:
            rows = [row["reference"] async for row in client.charges.list(order_number=f"async-once-{RUN}")]
        self.assertEqual((rows, lost), ([made["reference"]], 2))

    async def test_it_ends_in_time_and_when_its_caller_no_longer_wants_it(self) -> None:
        with silent_server() as url:
            async with AsyncPasarela(**{**options, "base_url": url}, max_retries=0) as client:
                with self.assertRaises(pasarela.TimedOutError):
                    await client.balances(timeout=0.05)
                waiting = asyncio.create_task(client.balances())
                await asyncio.sleep(0)
                waiting.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await waiting

    async def test_it_waits_as_long_as_a_busy_server_says(self) -> None:
        answers = [429, 503, 200]

        async def busy(*_: object) -> httpx.Response:
            headers = {"retry-after": "0.01"}
            return httpx.Response(answers.pop(0), json={"status": "Success", "data": []}, headers=headers)

        self.assertEqual(await client_through(busy).balances(), [])

    def test_both_clients_have_the_same_operations(self) -> None:
        def operations(owner: object, path: str = "") -> dict[str, object]:
            found: dict[str, object] = {}
            for name, value in vars(type(owner)).items():
                if hasattr(value, "flow"):
                    found[path + name] = value.flow
            for name, value in vars(owner).items():
                if not name.startswith("_"):
                    found.update(operations(value, f"{path}{name}."))
            return found

        plain = operations(Pasarela(**options))
        self.assertEqual(plain, operations(AsyncPasarela(**options)))
        self.assertGreater(len(plain), 40)


if __name__ == "__main__":
    unittest.main()
