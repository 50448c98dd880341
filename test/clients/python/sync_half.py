"""The Python client against the real server, without asyncio."""

from __future__ import annotations

import json
import pickle
import re
import time
import unittest
from collections.abc import Callable
from decimal import Decimal
from typing import Any, get_args

import httpx
from kit import RUN, SALE, options, receiver, silent_server, until, world

import pasarela
from pasarela import Pasarela, sign_webhook, verify_webhook

asked: list[httpx.Request] = []
http = httpx.Client(event_hooks={"request": [asked.append]})
client = Pasarela(**options, http_client=http)
unittest.addModuleCleanup(http.close)


class Between(httpx.BaseTransport):
    """Stands between client and server and does to each request what a test says."""

    real = httpx.HTTPTransport()

    def __init__(self, treat: Callable[[httpx.Request, httpx.HTTPTransport], httpx.Response]) -> None:
        self.treat = treat

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self.treat(request, self.real)


unittest.addModuleCleanup(Between.real.close)


def client_through(
    treat: Callable[[httpx.Request, httpx.HTTPTransport], httpx.Response], **more: Any
) -> Pasarela:
    http = httpx.Client(transport=Between(treat))
    unittest.addModuleCleanup(http.close)
    return Pasarela(**options, http_client=http, **more)


class Money(unittest.TestCase):
    def test_a_charge_is_created_paid_and_given_back_in_part(self) -> None:
        made = client.charges.create(**SALE, order_number="P-1")
        self.assertIn(f"/pay/{made['reference']}", made["url"])
        client.sandbox.charge(made["reference"], "approve")
        refund = client.charges.refund(made["reference"], amount=Decimal("0.30"), reason="too much")
        self.assertRegex(refund["status"], "pending|succeeded")
        answer = client.charges.retrieve.with_response(made["reference"])
        self.assertEqual(answer.response.status_code, 200)
        self.assertEqual(answer.data["status"], "partially_refunded")
        self.assertEqual(answer.data["amount"], Decimal("10.50"))
        self.assertNotIsInstance(answer.data["amount"], float)

    def test_an_authorized_charge_is_captured_in_part(self) -> None:
        made = client.charges.create(**SALE, capture="manual")
        client.sandbox.charge(made["reference"], "approve")
        until(
            lambda: client.charges.retrieve(made["reference"])["status"],
            lambda status: status == "authorized",
        )
        client.charges.capture(made["reference"], amount="4.20")
        charge = until(
            lambda: client.charges.retrieve(made["reference"]), lambda charge: charge["status"] == "approved"
        )
        self.assertEqual(charge["captured"], "4.20")

    def test_what_is_no_amount_is_refused_before_anything_is_sent(self) -> None:
        before = len(asked)
        for amount in (10.5, True, None, float("nan")):
            with self.assertRaises(TypeError):
                client.charges.create(**{**SALE, "amount": amount})
            with self.assertRaises(TypeError):
                client.payouts.create(amount=amount, email="a@b.example", country="COL")  # type: ignore[arg-type]
        for text in ("1e3", "-1", "", "٣", Decimal("NaN"), Decimal("-1"), Decimal("Infinity")):
            with self.assertRaises(ValueError):
                client.charges.refund("x", amount=text)
        with self.assertRaises(TypeError):
            client.payment_links.create(**{"lines": [{"price": 0.1}]})  # type: ignore[arg-type,typeddict-item]
        self.assertEqual([each.url for each in asked[before:] if not each.url.path.endswith("/token")], [])

    def test_a_decimal_never_has_an_exponent(self) -> None:
        seen = []
        through = client_through(
            lambda request, _: (
                seen.append(json.loads(request.read())) or httpx.Response(200, json={"data": {}})
            )
        )
        through.charges.refund("x", amount=Decimal("1E+3"), reason="r")
        through.payment_links.create(
            **{
                "lines": [{"text": "t", "quantity": 2, "price": Decimal("0.10")}],
                "metadata": {"amount": "mine"},
            }
        )
        self.assertEqual(seen[0], {"amount": "1000", "reason": "r"})
        line = {"text": "t", "quantity": "2", "price": "0.10"}
        self.assertEqual(seen[1], {"lines": [line], "metadata": {"amount": "mine"}})

    def test_an_order_is_made_in_one_call_and_its_errors_have_their_codes(self) -> None:
        made = client.orders.create(amount="25.50", email="ana@customer.example", country="COL")
        self.assertIn(made["id"], made["url"])
        self.assertEqual(client.orders.retrieve(made["id"])["status"], "open")
        with self.assertRaises(pasarela.ConflictError) as refused:
            client.orders.refund(made["id"])
        self.assertEqual((refused.exception.code, refused.exception.status), ("order_not_refundable", 409))
        self.assertTrue(refused.exception.request_id)

    def test_a_payout_is_signed_where_its_key_signs(self) -> None:
        payout: Any = {"amount": "5", "email": "eva@recipient.example", "country": "COL"}
        own = {**options, "api_key": world["signing_api_key"]}
        with Pasarela(**own) as careless, self.assertRaises(pasarela.AuthenticationError) as unsigned:
            careless.payouts.create(**payout)
        self.assertEqual(unsigned.exception.code, "signature_missing")
        careful = Pasarela(**own, signing_key=world["signing_key"])
        with careful, self.assertRaises(pasarela.ValidationError) as signed:
            careful.payouts.create(**payout)
        self.assertEqual(signed.exception.code, "insufficient_balance")

    def test_a_payment_link_is_made_and_closed(self) -> None:
        link = client.payment_links.create(
            kind="link",
            title="Pottery",
            country="COL",
            currency="USD",
            amount=Decimal("35.00"),
            methods=["CARDS"],
        )
        self.assertEqual((link["state"], link["amount"]), ("open", "35.00"))
        self.assertEqual(client.payment_links.close(link["id"])["state"], "closed")
        self.assertIn(link["id"], [each["id"] for each in client.payment_links.list()])


class LostAnswers(unittest.TestCase):
    def test_a_lost_answer_charges_once(self) -> None:
        keys = []

        def cut(request: httpx.Request, real: httpx.HTTPTransport) -> httpx.Response:
            response = real.handle_request(request)
            if request.url.path.endswith("/charges"):
                keys.append(request.headers["idempotency-key"])
                if len(keys) == 1:
                    response.read()
                    raise httpx.ReadError("the connection was cut")
            return response

        made = client_through(cut).charges.create(**SALE, order_number=f"python-once-{RUN}")
        rows = list(client.charges.list(order_number=f"python-once-{RUN}"))
        self.assertEqual([row["reference"] for row in rows], [made["reference"]])
        self.assertEqual((len(keys), len(set(keys))), (2, 1))

    def test_a_charge_outlives_its_token(self) -> None:
        tokens: list[str] = []

        def late(request: httpx.Request, real: httpx.HTTPTransport) -> httpx.Response:
            response = real.handle_request(request)
            if not request.url.path.endswith("/charges"):
                return response
            tokens.append(request.headers["authorization"])
            response.read()
            if len(tokens) == 1:
                raise httpx.ReadError("the connection was cut")
            if len(tokens) == 2:
                data = {"error": "token_expired", "request_id": "r"}
                return httpx.Response(
                    401, json={"status": "Error", "code": 401, "message": "late", "data": data}
                )
            return response

        made = client_through(late).charges.create(**SALE, order_number=f"python-late-{RUN}")
        rows = list(client.charges.list(order_number=f"python-late-{RUN}"))
        self.assertEqual([row["reference"] for row in rows], [made["reference"]])
        self.assertEqual((len(tokens), len(set(tokens))), (3, 2))

    def test_it_is_reported_at_the_end_and_what_has_no_second_time_is_not_repeated(self) -> None:
        count = 0

        def away(request: httpx.Request, real: httpx.HTTPTransport) -> httpx.Response:
            nonlocal count
            count += 1
            raise httpx.ConnectError("nobody is there")

        lonely = client_through(away, max_retries=1)
        for operation, requests in (
            (lonely.balances, 2),
            (lonely.webhooks.send_test, 1),
            (lambda: lonely.request("POST", "/api/webhooks/test"), 1),
        ):
            count = 0
            with self.assertRaises(pasarela.ConnectionFailedError):
                operation()
            self.assertEqual(count, requests)

    def test_a_success_that_is_not_json_is_no_answer(self) -> None:
        with self.assertRaises(pasarela.ConnectionFailedError):
            client_through(lambda *_: httpx.Response(200, text="<html>"), max_retries=0).balances()

    def test_a_redirect_is_not_followed(self) -> None:
        seen = []

        def redirected(request: httpx.Request, real: httpx.HTTPTransport) -> httpx.Response:
            seen.append(request.url)
            return httpx.Response(307, headers={"location": "http://elsewhere.example/"})

        http = httpx.Client(transport=Between(redirected), follow_redirects=True)
        with self.assertRaises(pasarela.PasarelaError):
            Pasarela(**options, http_client=http).balances()
        self.assertEqual(len(seen), 1)

    def test_it_ends_in_time(self) -> None:
        with silent_server() as url:
            quick = Pasarela(**{**options, "base_url": url}, max_retries=0)
            with quick, self.assertRaises(pasarela.TimedOutError):
                quick.balances(timeout=0.05)

    def test_it_waits_as_long_as_a_busy_server_says(self) -> None:
        answers = [429, 503, 200]
        began = time.monotonic()
        busy = client_through(
            lambda *_: httpx.Response(
                answers.pop(0), json={"status": "Success", "data": []}, headers={"retry-after": "0.05"}
            )
        )
        self.assertEqual(busy.balances(), [])
        self.assertGreaterEqual(time.monotonic() - began, 0.1)
        self.assertEqual(answers, [])


class Errors(unittest.TestCase):
    def test_every_code_has_its_class_and_field_in_both_envelopes(self) -> None:
        classes = {
            400: pasarela.ValidationError,
            401: pasarela.AuthenticationError,
            403: pasarela.PermissionDeniedError,
            404: pasarela.NotFoundError,
            409: pasarela.ConflictError,
            413: pasarela.ValidationError,
            415: pasarela.ValidationError,
            422: pasarela.ValidationError,
            429: pasarela.RateLimitError,
            500: pasarela.ServerError,
            503: pasarela.ServerError,
        }
        self.assertEqual(set(world["statuses"]), set(get_args(pasarela.api.ErrorCode)))
        answers: list[httpx.Response] = []
        refusing = client_through(lambda *_: answers.pop(), max_retries=0)
        for code, status in world["statuses"].items():
            fault = {"field": "amount", "message": "too much"}
            inner = {"error": code, "fields": [fault], "request_id": "r-1"}
            for body in (
                {"status": "Error", "code": status, "message": "No.", "data": inner},
                {"status": False, "message": "No.", **inner},
            ):
                answers.append(httpx.Response(status, json=body))
                with self.subTest(code), self.assertRaises(pasarela.PasarelaError) as refused:
                    refusing.balances()
                error = refused.exception
                self.assertIs(type(error), classes.get(status, pasarela.PasarelaError))
                self.assertEqual((error.code, error.status, error.request_id), (code, status, "r-1"))
                self.assertEqual(error.fields, [fault])

    def test_every_fault_of_a_field_is_in_the_error(self) -> None:
        with self.assertRaises(pasarela.ValidationError) as refused:
            client.charges.create(**{**SALE, "currency": "usd", "country": "CO"})
        self.assertEqual([each["field"] for each in refused.exception.fields], ["country", "currency"])
        self.assertIn("country: ", str(refused.exception))
        copy = pickle.loads(pickle.dumps(refused.exception))
        self.assertEqual((copy.code, str(copy)), (refused.exception.code, str(refused.exception)))
        with self.assertRaises(pasarela.NotFoundError) as missing:
            client.charges.retrieve("nothing")
        self.assertNotIn(options["api_key"].encode(), pickle.dumps(missing.exception))

    def test_an_id_cannot_lead_elsewhere(self) -> None:
        for id in ("", "..", "."):
            with self.assertRaises(ValueError):
                client.orders.retrieve(id)
        with self.assertRaises(pasarela.NotFoundError):
            client.charges.retrieve("../balances")

    def test_the_key_is_not_shown(self) -> None:
        self.assertNotIn(options["api_key"], repr(client) + repr(vars(client)) + repr(client._runner.core))
        with self.assertRaises(ValueError):
            Pasarela(**{**options, "api_key": ""})


class Lists(unittest.TestCase):
    def test_a_list_goes_on_from_page_to_page(self) -> None:
        made = {client.charges.create(**SALE, customer_id=f"python-pages-{RUN}")["reference"] for _ in range(3)}
        rows = client.charges.list(customer_id=f"python-pages-{RUN}", limit=2)
        first = rows.first_page()
        self.assertEqual(len(first.rows), 2)
        self.assertTrue(first.next_cursor)
        self.assertEqual({row["reference"] for row in rows}, made)
        self.assertEqual([len(page.rows) for page in rows.pages()], [2, 1])


class Plays(unittest.TestCase):
    def test_a_sandbox_plays_the_customer_and_the_network(self) -> None:
        charge = client.charges.create(amount="20", currency="BRL", country="BRA")
        self.assertTrue(client.sandbox.charge(charge["reference"], "approve", method="PIX")["did"])
        until(
            lambda: client.charges.retrieve(charge["reference"])["status"],
            lambda status: status == "approved",
        )
        order = client.orders.create(amount=5, email="ana@customer.example", country="COL")
        client.sandbox.pay_order(order["id"], network="ERC20")
        until(
            lambda: client.orders.retrieve(order["id"])["status"],
            lambda status: status not in ("open", "awaiting"),
        )
        self.assertIn("3 blocks", client.sandbox.mine("ERC20", 3)["did"])
        with self.assertRaises(pasarela.NotFoundError):
            client.sandbox.reorganise("NONE", 3)


class Webhooks(unittest.TestCase):
    def test_a_webhook_is_verified_as_it_came_and_no_other(self) -> None:
        with receiver() as (url, received):
            endpoint = client.webhooks.endpoints.create(url=url, events=["charge.approved"])
            charge = client.charges.create(**SALE, metadata={"cart": "17"})
            client.sandbox.charge(charge["reference"], "approve")
            until(lambda: received, len)
            client.webhooks.endpoints.remove(endpoint["id"])
        body, headers = received[0]
        secret = endpoint["secret"]
        sent_at = int(headers["webhook-timestamp"])
        event = verify_webhook(body, headers, ["whsec_AAAA", secret])
        assert event["eventType"] == "charge.approved"
        self.assertEqual(event["transactionId"], charge["reference"])
        self.assertEqual(event["metadata"], {"cart": "17"})
        self.assertEqual(event["totalAmount"], Decimal("10.5"))
        for forged in (
            lambda: verify_webhook(body + b" ", headers, secret),
            lambda: verify_webhook(body, headers, "whsec_AAAA"),
            lambda: verify_webhook(body, {**headers, "webhook-id": "other"}, secret),
            lambda: verify_webhook(body, headers, secret, now=sent_at + 301),
            lambda: verify_webhook(body, headers, secret, now=sent_at - 301),
            lambda: verify_webhook(body, {**headers, "webhook-timestamp": "soon"}, secret),
            lambda: verify_webhook(body, {}, secret),
        ):
            with self.assertRaises(pasarela.WebhookVerificationError):
                forged()
        with self.assertRaises(ValueError):
            verify_webhook(body, headers, "")

    def test_a_receiver_can_be_tested(self) -> None:
        own = json.dumps({"eventType": "charge.approved"})
        self.assertEqual(
            verify_webhook(own, sign_webhook(own, "whsec_c2VjcmV0"), "whsec_c2VjcmV0"),
            {"eventType": "charge.approved"},
        )


class Operations(unittest.TestCase):
    def test_it_calls_every_operation_of_the_description(self) -> None:
        # The server writes it at the first request for it.
        description = httpx.get(f"{options['base_url']}/openapi.json", timeout=60).json()
        id = "01998c60-1a2b-7000-8000-000000000001"
        link: Any = {
            "kind": "link",
            "title": "T",
            "country": "COL",
            "currency": "USD",
            "amount": "5",
            "methods": ["CARDS"],
        }
        charges, bank, orders, payouts = (
            client.charges,
            client.charges.bank_refunds,
            client.orders,
            client.payouts,
        )
        links, events, replays, hooks = (
            client.payment_links,
            client.events,
            client.events.replays,
            client.webhooks,
        )
        operations: list[Callable[[], object]] = [
            lambda: charges.create(**SALE),
            lambda: charges.retrieve(id),
            lambda: charges.list().first_page(),
            lambda: charges.cancel(id),
            lambda: charges.refund(id),
            lambda: charges.capture(id, amount=1),
            lambda: charges.void(id),
            lambda: charges.resolve(id, payment=id, decision="accept"),
            lambda: bank.details(id, id),
            lambda: bank.paid(id, id, reference="T-1"),
            lambda: bank.withdraw(id, id),
            lambda: bank.ask_again(id, id),
            lambda: orders.create(amount="5", email="ana@customer.example", country="COL"),
            lambda: orders.retrieve(id),
            lambda: orders.resolve(id, decision="accept"),
            lambda: orders.refund(id, amount="1"),
            lambda: payouts.cancel(id),
            lambda: payouts.reissue_link(id),
            lambda: payouts.correct_email(id, "eva@recipient.example"),
            lambda: links.create(**link),
            lambda: links.list().first_page(),
            lambda: links.retrieve(id),
            lambda: links.change(id, **link),
            lambda: links.payments(id).first_page(),
            lambda: links.close(id),
            lambda: links.reopen(id),
            lambda: links.remind(id),
            lambda: events.list().first_page(),
            lambda: events.retrieve(id),
            lambda: events.redeliver(id),
            lambda: replays.create(dry_run=True),
            lambda: replays.retrieve(id),
            lambda: replays.cancel(id),
            lambda: hooks.send_test(),
            lambda: hooks.endpoints.list(),
            lambda: hooks.endpoints.create(url="no address"),
            lambda: hooks.endpoints.change(id, description="x"),
            lambda: hooks.endpoints.rotate_secret(id, overlap_hours=1),
            lambda: hooks.endpoints.remove(id),
            lambda: client.balances(),
            lambda: client.key(),
            lambda: client.payment_methods(country="COL", currency="USD"),
        ]
        asked.clear()
        for operation in operations:
            try:
                operation()
            except pasarela.PasarelaError as error:
                self.assertIn(error.code, get_args(pasarela.api.ErrorCode))
                self.assertLess(error.status, 500)
        done = [f"{each.method} {each.url.path}" for each in asked]
        left = [
            f"{method.upper()} {path}"
            for path, methods in description["paths"].items()
            for method in methods
            if not any(
                re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", f"{method.upper()} {path}"), each) for each in done
            )
        ]
        # The contract's older way to a token, in place of which the client uses its key.
        self.assertEqual(left, ["GET /v1/api/authenticate"])


if __name__ == "__main__":
    unittest.main()
