"""The shapes of requests, answers and webhooks.

Made from the published description by test/clients/python.test.ts: run it with --update.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict

Amount: TypeAlias = Decimal | str | int
"""Money in a request: text or a Decimal, never a float."""

Number: TypeAlias = Decimal | int
"""A number of an answer, exactly as it was sent."""


ErrorCode: TypeAlias = Literal["bad_request", "request_timeout", "headers_too_large", "invalid_json", "credentials_missing", "credentials_invalid", "token_missing", "token_invalid", "token_expired", "session_mismatch", "invalid_signature", "signature_missing", "scope_missing", "source_not_allowed", "sign_in_required", "sign_in_refused", "permission_missing", "second_factor_missing", "proof_required", "foreign_origin", "account_not_found", "merchant_disabled", "method_not_available", "not_found", "method_not_allowed", "session_already_used", "idempotency_key_reused", "charge_not_cancelable", "charge_not_refundable", "charge_not_authorized", "payment_not_resolvable", "charge_in_progress", "order_already_processed", "order_not_resolvable", "order_not_refundable", "payouts_not_enabled", "payout_limit_exceeded", "insufficient_balance", "payout_not_cancelable", "payout_not_open", "payout_not_in_review", "sweep_not_cancelable", "link_not_open", "link_changed", "evidence_not_open", "receipt_missing", "payout_made_by_you", "approver_too_new", "payout_has_arrived", "webhook_url_missing", "replay_running", "replay_count_changed", "replay_finished", "settlement_decided", "destination_waits", "merchant_in_the_red", "body_too_large", "unsupported_media_type", "validation_failed", "replay_too_large", "rate_limited", "rate_unavailable", "service_unavailable", "internal_error"]


class FieldFault(TypedDict):
    field: str
    message: str


class ChargeResult(TypedDict):
    urlCheckout: str
    """Page where the customer completes the payment"""
    amount: Number
    currency: str
    reference: str
    """The transaction id: transactionId in notifications"""


class TransactionSummary(TypedDict):
    reference: str
    status: Literal["open", "authorized", "approved", "declined", "canceled", "voided", "expired", "partially_refunded", "refunded", "charged_back"]
    method_code: str
    country: str
    amount: Number
    amount_exact: str
    """The same amount as a decimal"""
    capture: Literal["automatic", "manual"]
    captured: str | None
    """With manual capture: what was captured, as a decimal; null: nothing yet, or the capture is automatic"""
    refunded: str
    """What was given back, as a decimal"""
    currency: str
    description: str | None
    customer_id: str | None
    order_number: str | None
    email: str | None
    metadata: dict[str, str] | None
    statement_descriptor: str | None
    created_at: str
    expires_at: str
    decided_at: str | None
    """When it reached its status"""
    approved_at: str | None
    """When it was paid, whatever became of it since"""
    refunded_at: str | None
    """When something was last refunded"""


Origin: TypeAlias = Literal["own", "external"]


class Closing(TypedDict):
    id: str
    reference: str
    kind: Literal["capture", "void"]
    amount: Number
    """To be captured, or captured; of a void, what was held"""
    currency: str
    status: Literal["pending", "succeeded", "failed"]
    origin: Origin
    failure: str | None
    created_at: str


class Authorization(TypedDict):
    authorized_at: str
    expires_at: str | None
    """Until when it can be captured; null: the processor tells no time"""
    closings: list[Closing]
    """The captures and voids that were requested"""


class RefundBank(TypedDict):
    status: Literal["asked", "given", "paid", "withdrawn"]
    """asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)"""
    account: str | None
    """Enough to recognise it"""
    reference: str | None
    """Of your transfer"""
    asked_at: str
    given_at: str | None


class Refund(TypedDict):
    id: str
    reference: str
    amount: Number
    currency: str
    status: Literal["pending", "succeeded", "failed"]
    origin: Origin
    reason: str | None
    failure: str | None
    bank: RefundBank | None
    """Of a refund that the processor cannot make; null: the processor makes it"""
    created_at: str


class Dispute(TypedDict):
    id: str
    status: Literal["inquiry", "open", "won", "lost"]
    amount: Number
    """What the bank took; it came back if the dispute was won, and is not taken by an inquiry"""
    currency: str
    reason: str | None
    reason_text: str | None
    """The same in words"""
    evidence_due_at: str | None
    """Until when it can be answered; null: the processor tells no time"""
    opened_at: str
    closed_at: str | None


class Warning(TypedDict):
    kind: Literal["fraud", "claim"]
    """fraud: the card's bank or the processor takes the payment for fraud; claim: the customer complained to the processor"""
    reason: str | None
    """In the processor's words"""
    text: str
    """What it means and what to do"""
    told_at: str


class UnexpectedPayment(TypedDict):
    id: str
    """Names it in POST /api/transactions/{reference}/resolve"""
    kind: Literal["late", "second", "other_amount"]
    """late: it came after its attempt had ended. second: the transaction was paid already. other_amount: it is not what was asked for"""
    status: Literal["waiting", "accepted", "returning", "returned"]
    """waiting: for your decision. accepted: in your balance. returning: the processor is giving it back. returned: it gave it back"""
    amount: Number
    """What came"""
    currency: str
    pays: bool
    """It was accepted as the payment of the transaction"""
    failure: str | None
    """Why the processor refused to give it back; null: it did not"""
    text: str
    """What happened, in words"""
    arrived_at: str
    """When it was found"""
    decided_at: str | None
    ended_at: str | None


class Conversion(TypedDict):
    price: str
    """What the charge asks for, in its currency"""
    currency: str
    """ISO 4217"""
    usdAmount: str
    """What the price was worth in USD, rounded up to the cent"""
    received: str
    """What was received, in the currency of the price, rounded down"""
    localRate: str
    """What one USD cost in the currency"""
    localRateAt: str
    """The time of the oldest quote in localRate"""
    localRateSources: list[str]
    rate: str
    """What one USDT or USDC cost in USD"""
    rateAt: str
    """The time of the oldest quote in rate"""
    rateSources: list[str]


class ChargeCrypto(TypedDict):
    asset: str
    """USDT or USDC, of the amounts here"""
    network: str
    expected: str
    """To be paid"""
    received: str
    """All that came and stayed, also late and as dust"""
    credited: str
    """Yours, before the fee"""
    fee: str
    """Kept of what was credited"""
    conversion: Conversion | None
    """null: the price is in USD"""


class TransactionAttemptsItemCard(TypedDict):
    brand: str
    first6: str | None
    last4: str


class TransactionAttemptsItem(TypedDict):
    id: str
    status: Literal["created", "authenticating", "awaiting", "pending", "unknown", "approved", "refused"]
    processor: str
    """Which card processor was asked"""
    route: str | None
    """Why that one"""
    refusal: str | None
    refusal_text: str | None
    """The same in words"""
    card: TransactionAttemptsItemCard | None
    instalments: int | None
    """In how many the customer pays; null: as chosen on the processor's own page"""
    created_at: str


class Transaction(TransactionSummary):
    attempts: list[TransactionAttemptsItem]
    authorization: Authorization | None
    """null: it was never authorized for a later capture"""
    refunds: list[Refund]
    disputes: list[Dispute]
    warnings: list[Warning]
    """What the processor warned of; nothing was taken by it"""
    unexpected_payments: list[UnexpectedPayment]
    """Money that came late, a second time or as another amount"""
    crypto: ChargeCrypto | None
    """How it is paid in USDT or USDC; null: it is not, or no network was chosen yet"""


class BankDetailsDetailsItem(TypedDict):
    field: Literal["holder", "document", "pix_key", "clabe", "cbu", "cci", "bank", "branch", "account_kind", "account"]
    value: str


class BankDetails(TypedDict):
    refund: str
    details: list[BankDetailsDetailsItem] | None


class PaymentMethodBoundsValue(TypedDict):
    min: str
    max: str


class PaymentMethod(TypedDict):
    method_code: str
    method_category: str
    way: Literal["card", "redirect", "instructions", "chain"]
    """card: on a card form. redirect: on the page of a bank or a wallet. instructions: the customer is shown a code, an account or a voucher and pays elsewhere. chain: to an address"""
    payable_hours: int | None
    """instructions: how long the customer may take to pay"""
    countries: list[str]
    """Empty: every country"""
    currencies: list[str]
    """Empty: every currency"""
    bounds: dict[str, PaymentMethodBoundsValue]
    """Amounts by currency, for the currencies named and those with bounds of their own"""


class EventDelivery(TypedDict):
    status: Literal["pending", "delivered", "undeliverable", "no_endpoint"]
    failures: int
    """Sends that failed since it began, or was put back to work"""
    next_attempt_at: str | None
    """Set while it is pending, unless its endpoint is paused"""


class EventAttemptsItemRequest(TypedDict):
    headers: dict[str, str]


class EventAttemptsItemResponse(TypedDict):
    headers: dict[str, str]
    body_excerpt: str


class EventAttemptsItem(TypedDict):
    sent_at: str
    url: str
    request: EventAttemptsItemRequest
    http_status: int | None
    """Null: there was no answer"""
    response: EventAttemptsItemResponse
    duration_ms: int
    cause: str
    """A stable code; ok: it was confirmed"""
    explanation: str
    """For a person: what happened and what to mend"""


class Event(TypedDict):
    id: str
    """The webhook-id of every send; of a message to a further endpoint its own"""
    endpoint: str | None
    """The further endpoint that gets it"""
    status: str
    """What it tells"""
    reference: str
    """The transaction it tells of"""
    created_at: str
    payload: dict[str, object]
    """The body that is sent"""
    delivery: EventDelivery
    attempts: list[EventAttemptsItem]
    """The latest 20 sends, oldest first, as far back as the log is kept"""


class WebhookEndpoint(TypedDict):
    id: str
    url: str
    description: str
    events: list[str]
    """Empty: all"""
    paused: bool
    created_at: str
    previous_secret_until: str | None
    """Until then the old secret signs, too"""
    secret: NotRequired[str]
    """Shown once"""


class ReplayFilter(TypedDict):
    delivery_status: NotRequired[Literal["pending", "delivered", "undeliverable", "no_endpoint"]]
    status: NotRequired[Literal["authorized", "approved", "declined", "canceled", "voided", "expired", "partially_refunded", "refunded", "charged_back", "pending", "success", "failed", "settlement_paid", "settlement_refused", "settlement_returned", "test"]]
    """What the event tells"""
    reference: NotRequired[str]
    """The transaction the event tells of"""
    endpoint: NotRequired[str]
    """The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses"""
    created_from: NotRequired[str]
    """ISO 8601, inclusive"""
    created_to: NotRequired[str]
    """ISO 8601, exclusive"""


class Replay(TypedDict):
    id: str
    status: Literal["running", "finished", "canceled"]
    filter: ReplayFilter
    per_second: int
    total: int
    """Events that the filter found when the replay was made"""
    done: int
    """Events put back to work so far; in the end it differs from total by those whose delivery changed meanwhile"""
    created_at: str


class PaymentLinkSummary(TypedDict):
    id: str
    kind: Literal["link", "invoice"]
    state: Literal["open", "partly_paid", "paid", "closed", "expired", "sold_out"]
    is_overdue: bool
    """For an invoice: the due date has passed and it is not paid"""
    number: str
    """The order number of its payments"""
    title: str
    url: str
    """Where customers pay"""
    amount: str | None
    """A decimal, exact; null: whoever pays says how much"""
    min_amount: str | None
    max_amount: str | None
    min_quantity: int | None
    max_quantity: int | None
    stock: int | None
    currency: str
    country: str
    methods: list[str]
    language: str | None
    once: bool
    partial_payments: bool
    paid: str | None
    """Of an invoice"""
    left: str | None
    """What is not paid of an invoice"""
    expires_at: str | None
    customer_name: str | None
    customer_email: str | None
    due_on: str | None
    created_by: str
    created_at: str


class PaymentLinkLinesItem(TypedDict):
    text: str
    quantity: str
    price: str
    total: str


class PaymentLinkAdjustmentsItem(TypedDict):
    kind: Literal["discount", "tax"]
    name: str
    percent: str | None
    amount: str | None
    total: str


class PaymentLinkMailingsItem(TypedDict):
    kind: Literal["invoice", "invoice_reminder"]
    at: str
    status: Literal["queued", "sent", "rejected", "dropped"]


class PaymentLink(PaymentLinkSummary):
    lines: list[PaymentLinkLinesItem]
    subtotal: str | None
    adjustments: list[PaymentLinkAdjustmentsItem]
    mailings: list[PaymentLinkMailingsItem]
    remind_at: str | None
    sold: int
    """Of a stock"""
    reserved: int
    """Of a stock: by payments under way"""
    being_paid: str | None
    """Of an invoice that may be paid in parts: by payments under way"""
    went_back: str | None
    """Of what is paid: by refunds and chargebacks of whole parts"""
    version: int


class PaymentLinkRequestLinesItem(TypedDict):
    text: str
    """No card numbers"""
    quantity: Amount
    price: Amount


class PaymentLinkRequestAdjustmentsItem(TypedDict):
    kind: Literal["discount", "tax"]
    name: str
    """No card numbers"""
    percent: NotRequired[Amount]
    amount: NotRequired[Amount]


class PaymentLinkRequest(TypedDict):
    kind: Literal["link", "invoice"]
    title: str
    """No card numbers"""
    number: NotRequired[str]
    """No card numbers"""
    country: str
    currency: str
    amount: NotRequired[Amount]
    min_amount: NotRequired[Amount]
    max_amount: NotRequired[Amount]
    min_quantity: NotRequired[int]
    """Whoever pays chooses how many; `amount` is the price of one"""
    max_quantity: NotRequired[int]
    stock: NotRequired[int]
    """How many there are to sell in all"""
    methods: list[str]
    language: NotRequired[Literal["es", "pt", "en", "fr"]]
    once: NotRequired[bool]
    """Whether it can be paid only once; an invoice always is"""
    partial_payments: NotRequired[bool]
    """Whether the customer of an invoice may pay it in several payments"""
    expires_at: NotRequired[str]
    customer_name: NotRequired[str]
    """No card numbers"""
    customer_email: NotRequired[str]
    due_on: NotRequired[str]
    lines: NotRequired[list[PaymentLinkRequestLinesItem]]
    adjustments: NotRequired[list[PaymentLinkRequestAdjustmentsItem]]
    """Discounts of the sum of the lines, by percentage or amount; taxes of what is left"""
    reminders: NotRequired[bool]
    """Whether the customer is reminded: 3 days before, on the day, and a week after"""
    version: NotRequired[int]
    """Of a change: the one that was read"""


class PaymentLinkPayment(TypedDict):
    id: str
    """The id that readPayment takes"""
    state: Literal["waiting", "authorized", "paid", "unpaid", "returned"]
    status: str
    method: str
    amount: str
    currency: str
    email: str | None
    quantity: int
    created_at: str


class AlreadyPaid(TypedDict):
    reference: str
    """The charge that paid it"""
    method: str
    """The method_code of that charge"""
    paidAt: str
    """ISO 8601, UTC"""


class Stray(TypedDict):
    network: str
    """Where it came"""
    currency: str
    """What came: USDT or USDC"""
    amount: str
    """In currency"""
    transactionHash: str
    at: str
    """The time of its block; ISO 8601, UTC"""
    orderId: NotRequired[str]
    """returned: the order made to give it back; its refunds say how far that is"""
    state: Literal["seen", "waiting", "adopted", "returned"]
    """seen: not final yet. waiting: the operator decides. adopted: counted for the order as a payment. returned: the operator gives it back"""


class CryptoRefundTransactionsItem(TypedDict):
    transactionHash: str
    amount: str
    orphaned: bool
    """It did not stay on the chain, or was replaced"""


class CryptoRefund(TypedDict):
    id: str
    """GET /payment/{id} reads it; its link, e-mail and cancelling go by it, too"""
    refundOf: str
    """The order"""
    reason: str | None
    status: Literal["open", "review", "queued", "sending", "pending", "success", "failed"]
    """open: the customer was mailed a link and has not confirmed a wallet yet"""
    amount: str
    """In currency"""
    currency: str
    network: str | None
    """null: the customer has not chosen yet"""
    walletAddress: str | None
    """Where it is sent to"""
    failure: str | None
    """Why it failed; what it was to give back is where it was"""
    waiting: str | None
    """Why it is not sent now"""
    opensUntil: str
    """Until then the customer can confirm a wallet; ISO 8601, UTC"""
    createdAt: str
    """ISO 8601, UTC"""
    transactions: list[CryptoRefundTransactionsItem]


class CryptoOrderCodeRefused(TypedDict):
    email: str
    """The address, as it is now"""
    at: str
    """ISO 8601, UTC"""
    answer: str
    """In the words of the mail server"""


class CryptoOrderLinkRefused(TypedDict):
    email: str
    """The address, as it is now"""
    at: str
    """ISO 8601, UTC"""
    answer: str
    """In the words of the mail server"""


class CryptoOrderTransactionsItem(TypedDict):
    transactionHash: str
    amount: str
    orphaned: bool
    """It did not stay on the chain, or was replaced"""
    late: NotRequired[bool]
    """cashin: in a block after the time to pay"""
    dust: NotRequired[bool]
    """cashin: too little to count as a payment"""


class CryptoOrder(TypedDict):
    id: str
    type: Literal["cashin", "cashout"] | None
    """null: created and never processed"""
    status: Literal["created", "awaiting", "open", "review", "queued", "sending", "pending", "success", "failed"]
    anomalies: list[str]
    amount: str
    """In USD. Of a charge in another currency: what it was worth when its rate was fixed, 0.00 before; see conversion"""
    conversion: NotRequired[Conversion]
    merchantIdCustom: str | None
    currency: str | None
    """What it is paid in: USDT or USDC; null: created and never processed"""
    network: str | None
    walletAddress: str | None
    """Where it is paid to"""
    cryptoAmount: str | None
    """cashin, as in webhooks: what a success credited, else what was received; null: no network was chosen yet. cashout: paid out. With as many decimals as the contract of its network has"""
    expected: NotRequired[str | None]
    """cashin: to be paid; null: no network was chosen yet"""
    received: NotRequired[str]
    """cashin: all that came, also late and as dust"""
    credited: NotRequired[str]
    """cashin: yours, before the fee"""
    undecided: NotRequired[str]
    """cashin: waits for your decision (POST /payment/{order}/resolve): what no rule gave to anybody, and what was credited beyond the price"""
    resolution: NotRequired[str]
    """cashin: what was decided about money out of the ordinary: accepted, refund_due, refunded or ignored"""
    alreadyPaid: NotRequired[AlreadyPaid]
    secondPayment: NotRequired[bool]
    """cashin: true: it succeeded though its link was already paid, see alreadyPaid"""
    strays: NotRequired[list[Stray]]
    """For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it"""
    metadata: NotRequired[dict[str, str]]
    """What E5 was called with; absent: nothing"""
    refunds: NotRequired[list[CryptoRefund]]
    """cashin: what was given back on the chain, or is being"""
    refundOf: NotRequired[str]
    """cashout that gives money back: the id of the order that it came for"""
    arrivedAmount: NotRequired[str]
    """cashout: what reached the recipient, where the network shows less than was sent"""
    fee: NotRequired[str]
    """cashout: paid by the merchant on top"""
    failure: NotRequired[str | None]
    """cashout: why it failed"""
    waiting: NotRequired[str | None]
    """cashout: why it is not sent now"""
    codeRefused: NotRequired[CryptoOrderCodeRefused]
    """cashout, with waiting "code_undeliverable": the recipient’s mail server refused the code; POST /payment/{order}/email corrects the address"""
    linkRefused: NotRequired[CryptoOrderLinkRefused]
    """A refund, with waiting "link_undeliverable": the customer’s mail server refused the mail with the link; POST /payment/{order}/email corrects the address"""
    transactions: list[CryptoOrderTransactionsItem]


class ChargeNotice(TypedDict):
    transactionDate: str
    """"YYYY-MM-DD HH:MM:SS", UTC"""
    transactionStatus: Literal["pending", "authorized", "approved", "declined", "canceled", "voided", "expired", "partially_refunded", "refunded", "charged_back"]
    transactionId: str
    """The reference of the charge"""
    totalAmount: Number
    """What was charged, whatever was refunded since. With manual capture: what was authorized"""
    paymentMethod: str
    """The method_code of the charge"""
    email: str
    """Empty: not known"""
    numeroOrden: str
    """The order_number of the charge; empty: none"""
    merchantId: str
    currency: str
    """ISO 4217, of all amounts but disputedAmount"""
    capturedAmount: NotRequired[Number]
    """What was taken, if that is not totalAmount: captured, or paid and accepted by you; absent: totalAmount, or nothing yet"""
    closingId: NotRequired[str]
    """The capture or the void that this tells of; absent: it tells of none"""
    closingKind: NotRequired[Literal["capture", "void"]]
    closingStatus: NotRequired[Literal["succeeded", "failed"]]
    """failed: the transaction is as transactionStatus says"""
    closingOrigin: NotRequired[Origin]
    authorizationExpiresAt: NotRequired[str]
    """Until when the amount can be captured; absent: the processor does not tell"""
    authorizationNotice: NotRequired[Literal["expiring", "expired"]]
    """expiring: capture it before authorizationExpiresAt. expired: it is voided because nobody captured it in time"""
    refundedAmount: Number
    """All that was refunded up to now"""
    refundId: NotRequired[str]
    """The refund that this tells of; absent: it tells of none"""
    refundStatus: NotRequired[Literal["pending", "succeeded", "failed"]]
    """What became of the refund; failed: the amount is no longer given back; pending: the customer named the bank account to which you transfer it"""
    refundAmount: NotRequired[Number]
    """The amount of this refund"""
    refundReason: NotRequired[str]
    """Why, if you said it"""
    refundOrigin: NotRequired[Origin]
    disputeId: NotRequired[str]
    """The dispute that this tells of; absent: it tells of none"""
    disputeStatus: NotRequired[Literal["inquiry", "open", "won", "lost"]]
    """inquiry: the bank asks, and took nothing; open and lost: the bank took the amount; won: the merchant has it. Any may follow any"""
    disputedAmount: NotRequired[Number]
    """What the bank took for the dispute"""
    disputedCurrency: NotRequired[str]
    """ISO 4217, of disputedAmount: it may be another than currency"""
    disputeReason: NotRequired[str]
    """Why it was opened: a code, e.g. fraudulent, or the processor's words"""
    disputeReasonText: NotRequired[str]
    """The same in words"""
    evidenceDueAt: NotRequired[str]
    """Until when the dispute can be answered; absent: not told"""
    warning: NotRequired[Literal["fraud", "claim"]]
    """fraud: the card's bank or the processor takes the payment for fraud; claim: the customer complained to the processor; nothing is taken yet. Told once each; absent: it tells of none"""
    warningReason: NotRequired[str]
    """Its reason, in the processor's words"""
    warningText: NotRequired[str]
    """What it means and what to do"""
    unexpectedPaymentId: NotRequired[str]
    """Money that came late, a second time or as another amount, and is not, or was not at first, the payment; absent: this tells of none"""
    unexpectedPaymentKind: NotRequired[Literal["late", "second", "other_amount"]]
    """late: after its attempt had ended. second: the transaction was paid already. other_amount: not what was asked for"""
    unexpectedPaymentStatus: NotRequired[Literal["waiting", "accepted", "returning", "returned"]]
    """waiting: decide by POST /api/transactions/{reference}/resolve. accepted: it is in your balance; transactionStatus approved: it paid the transaction. returned: the processor gave it back to the customer"""
    unexpectedAmount: NotRequired[Number]
    """What came"""
    unexpectedCurrency: NotRequired[str]
    """ISO 4217, of unexpectedAmount"""
    transactionDateUtc: str
    """transactionDate with its zone, to the millisecond"""
    orderId: NotRequired[str]
    """The crypto order that pays the charge"""
    cryptoAmount: NotRequired[str]
    """For a crypto charge: the amount credited on success, else the amount received; for money that came after the end, the amount of this transfer"""
    transactionHash: NotRequired[str]
    """The hash of that transaction; empty if there is none"""
    expected: NotRequired[str]
    """For a crypto charge: the amount to pay, in the asset"""
    received: NotRequired[str]
    """For a crypto charge: everything received and not reversed, late money and dust included"""
    credited: NotRequired[str]
    """For a crypto charge: the amount credited to you, before the fee"""
    undecided: NotRequired[str]
    """For a crypto charge: the amount that waits for your decision (POST /payment/{order}/resolve), because no rule assigned it or because it exceeds the price"""
    orderStatus: NotRequired[str]
    """For money that came after the order ended: the status it ended with, which stays"""
    anomalies: NotRequired[list[str]]
    """For a crypto charge, its anomalies: late, overpaid, underpaid, expired, orphaned; absent if there are none"""
    strays: NotRequired[list[Stray]]
    """For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it"""
    conversion: NotRequired[Conversion]
    alreadyPaid: NotRequired[AlreadyPaid]
    metadata: NotRequired[dict[str, str]]
    """What the charge was created with; absent: nothing"""
    secondPayment: NotRequired[bool]
    """true: this pays a link that was already paid, see alreadyPaid"""
    eventType: Literal["charge.pending", "charge.authorized", "charge.approved", "charge.declined", "charge.canceled", "charge.voided", "charge.expired", "charge.warning", "charge.unexpected_money", "authorization.expiring", "capture.failed", "void.failed", "refund.pending", "refund.succeeded", "refund.failed", "dispute.inquiry", "dispute.open", "dispute.won", "dispute.lost"]
    """What happened: to filter by"""
    eventId: str
    """The same at every send, and the header webhook-id: work on each once"""
    sample: NotRequired[bool]
    """true: a test event about nothing real. Absent in all others"""


class CryptoNotice(TypedDict):
    status: Literal["pending", "success", "failed"]
    merchantId: str
    amount: str
    """In USD"""
    cryptoAmount: str
    """cashin: what a success credited, else what was received; of money that came after an end, what came now. cashout: paid out"""
    currency: str
    """The asset of cryptoAmount: USDT or USDC"""
    walletAddress: str
    """Where it is paid to; empty: not known yet"""
    transactionHash: str
    """Empty: there is no transaction"""
    timestamp: str
    orderId: str
    """The id of GET /payment/{order}"""
    merchantIdCustom: str
    """The id given at creation; empty if none was given"""
    typeTransaction: Literal["cashin", "cashout"]
    """cashin: money came in. cashout: money went out, and is no income"""
    network: str
    """TRC20, ERC20 or another network; empty: not chosen yet"""
    refundOf: NotRequired[str]
    """For a refund on the chain: the id of the order that is refunded"""
    refundReason: NotRequired[str]
    """Why, if you said it"""
    expected: NotRequired[str]
    """cashin: to be paid, in the asset"""
    received: NotRequired[str]
    """cashin: all that came and stayed, also late and as dust"""
    credited: NotRequired[str]
    """cashin: yours, before the fee"""
    undecided: NotRequired[str]
    """cashin: waits for your decision (POST /payment/{order}/resolve): what no rule gave to anybody, and what was credited beyond the price"""
    orderStatus: NotRequired[str]
    """For money that came after the order ended: the status it ended with, which stays"""
    anomalies: NotRequired[list[str]]
    """What is out of the ordinary: late, overpaid, underpaid, expired, orphaned, reversed (a payment that was final was taken back), astray (see strays); absent: nothing"""
    strays: NotRequired[list[Stray]]
    """For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it"""
    metadata: NotRequired[dict[str, str]]
    """What E5 was called with; absent: nothing"""
    conversion: NotRequired[Conversion]
    eventType: Literal["refund.pending", "refund.succeeded", "refund.failed", "order.pending", "order.success", "order.failed", "order.unexpected_money", "payout.pending", "payout.success", "payout.failed"]
    """What happened: to filter by"""
    eventId: str
    """The same at every send, and the header webhook-id: work on each once"""
    sample: NotRequired[bool]
    """true: a test event about nothing real. Absent in all others"""


class SettlementNotice(TypedDict):
    event: Literal["settlement"]
    """Tells this payload from those of payments"""
    status: Literal["paid", "refused", "returned"]
    """returned: the bank sent a paid one back. The money of a refused or returned one is available again"""
    settlementId: str
    merchantId: str
    amount: str
    """A decimal, exact"""
    currency: str
    """ISO 4217"""
    destination: str
    """The destination that was requested"""
    way: Literal["bank", "usdt"] | None
    """null: it was not paid"""
    reference: str | None
    """The bank's, or the hash of the transaction; null: it was not paid"""
    paidAmount: str | None
    """What was paid, where it was not the currency of the settlement"""
    paidCurrency: str | None
    reason: str | None
    """Why it was refused or returned"""
    timestamp: str
    eventType: Literal["settlement.paid", "settlement.refused", "settlement.returned"]
    """What happened: to filter by"""
    eventId: str
    """The same at every send, and the header webhook-id: work on each once"""
    sample: NotRequired[bool]
    """true: a test event about nothing real. Absent in all others"""


class CreateAccessTokenData(TypedDict):
    access_token: str
    """Short-lived token for the next request"""
    expires_in: Number
    """Validity in seconds"""
    session_id: str
    """Session identifier, needed with the token in the charge request"""


class ReadKeyData(TypedDict):
    id: str
    """The public part of the key, by which lists name it"""
    scopes: list[str]
    """What it may do, as long as its maker may"""
    expires_at: str | None
    merchant_id: str
    merchant_name: str
    mode: Literal["sandbox", "live"]
    """Of the installation"""


class ListBalancesDataItem(TypedDict):
    asset: str
    available: str
    """A decimal, exact"""
    reserved: str
    """Set aside for payouts under way"""


ListBalancesData: TypeAlias = "list[ListBalancesDataItem]"


class CreateChargeBody(TypedDict):
    country: str
    currency: str
    amount: Amount
    description: NotRequired[str]
    """No card numbers"""
    customer_id: NotRequired[str]
    """No card numbers"""
    notification_url: NotRequired[str]
    return_url: NotRequired[str]
    order_number: NotRequired[str]
    """No card numbers"""
    email: NotRequired[str]
    statement_descriptor: NotRequired[str]
    """What the statement of the customer's card is to say: 2 to 22 Latin letters without accents, digits, spaces and punctuation, at least one letter, none of < > \\ ' " *. Processors may show less of it. Absent: what the merchant's settings say. CARDS only"""
    capture: NotRequired[Literal["automatic", "manual"]]
    """manual: the amount is only held on the card until you capture or void it (POST …/capture, POST …/void), or the hold expires. CARDS only. Absent: automatic"""
    metadata: NotRequired[dict[str, str]]
    language: NotRequired[Literal["es", "pt", "en", "fr"]]


class ListTransactionsQuery(TypedDict):
    status: NotRequired[Literal["open", "authorized", "approved", "declined", "canceled", "voided", "expired", "partially_refunded", "refunded", "charged_back"]]
    customer_id: NotRequired[str]
    order_number: NotRequired[str]
    email: NotRequired[str]
    transaction_hash: NotRequired[str]
    card_last4: NotRequired[str]
    reference: NotRequired[str]
    created_from: NotRequired[str]
    created_to: NotRequired[str]
    cursor: NotRequired[str]
    limit: NotRequired[int]


class ListTransactionsData(TypedDict):
    transactions: list[TransactionSummary]
    next_cursor: str | None


class RefundTransactionBody(TypedDict):
    amount: NotRequired[Amount]
    """Absent: all that is left"""
    reason: NotRequired[str]
    """Why, for you only. No card numbers"""


class CaptureTransactionBody(TypedDict):
    amount: NotRequired[Amount]
    """Absent: all that was authorized. What is not captured is released"""


class ResolveTransactionBody(TypedDict):
    payment: str
    """The id of one of its unexpected_payments"""
    decision: Literal["accept", "return"]


class MarkRefundPaidBody(TypedDict):
    reference: str


class ListPaymentMethodsQuery(TypedDict):
    country: NotRequired[str]
    currency: NotRequired[str]
    amount: NotRequired[str]


ListPaymentMethodsData: TypeAlias = "list[PaymentMethod]"


class ListEventsQuery(TypedDict):
    delivery_status: NotRequired[Literal["pending", "delivered", "undeliverable", "no_endpoint"]]
    status: NotRequired[Literal["authorized", "approved", "declined", "canceled", "voided", "expired", "partially_refunded", "refunded", "charged_back", "pending", "success", "failed", "settlement_paid", "settlement_refused", "settlement_returned", "test"]]
    reference: NotRequired[str]
    endpoint: NotRequired[str]
    created_from: NotRequired[str]
    created_to: NotRequired[str]
    cursor: NotRequired[str]
    limit: NotRequired[int]


class ListEventsData(TypedDict):
    events: list[Event]
    next_cursor: str | None


class SendTestEventBody(TypedDict):
    url: NotRequired[str]
    """Where to send the sample; absent: the account's webhook URL"""
    endpoint: NotRequired[str]
    """The further endpoint to test"""
    kind: NotRequired[Literal["authorized", "approved", "declined", "canceled", "voided", "expired", "partially_refunded", "refunded", "charged_back", "pending", "success", "failed"]]
    """What it tells of a payment that never was; approved if absent. The last three are told of crypto orders"""


class SendTestEventData(TypedDict):
    event_id: str


class ListWebhookEndpointsData(TypedDict):
    endpoints: list[WebhookEndpoint]


class CreateWebhookEndpointBody(TypedDict):
    url: str
    description: NotRequired[str]
    events: NotRequired[list[str]]
    """Types (`eventType`), or `charge.*` for all of a kind; empty or absent: all"""


class ChangeWebhookEndpointBody(TypedDict):
    url: NotRequired[str]
    description: NotRequired[str]
    events: NotRequired[list[str]]
    """Types (`eventType`), or `charge.*` for all of a kind; empty or absent: all"""
    paused: NotRequired[bool]
    """While true its messages wait"""


class RemoveWebhookEndpointData(TypedDict):
    pass


class RotateEndpointSecretBody(TypedDict):
    overlap_hours: int
    """How long the old secret signs too"""


class ReplayEventsBody(TypedDict):
    delivery_status: NotRequired[Literal["pending", "delivered", "undeliverable", "no_endpoint"]]
    status: NotRequired[Literal["authorized", "approved", "declined", "canceled", "voided", "expired", "partially_refunded", "refunded", "charged_back", "pending", "success", "failed", "settlement_paid", "settlement_refused", "settlement_returned", "test"]]
    """What the event tells"""
    reference: NotRequired[str]
    """The transaction the event tells of"""
    endpoint: NotRequired[str]
    """The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses"""
    created_from: NotRequired[str]
    """ISO 8601, inclusive"""
    created_to: NotRequired[str]
    """ISO 8601, exclusive"""
    dry_run: NotRequired[bool]
    """Only count"""
    expected_count: NotRequired[int]
    """The count of the preview: with another one by now nothing is sent"""
    per_second: NotRequired[int]
    """Events sent again in a second; 50 if absent"""


class ReplayEventsData(TypedDict):
    count: int
    """Events that the filter finds"""
    replay: Replay | None
    """Null after a dry run"""


class ListPaymentLinksQuery(TypedDict):
    kind: NotRequired[Literal["link", "invoice"]]
    search: NotRequired[str]
    cursor: NotRequired[str]


class ListPaymentLinksData(TypedDict):
    links: list[PaymentLinkSummary]
    next_cursor: str | None


class ListPaymentsOfLinkQuery(TypedDict):
    cursor: NotRequired[str]


class ListPaymentsOfLinkData(TypedDict):
    payments: list[PaymentLinkPayment]
    next_cursor: str | None


class CreateCryptoOrderBody(TypedDict):
    country: str
    origin: Literal["api", "web"]
    amount: Amount
    email: str
    merchantIdCustom: NotRequired[str]
    """No card numbers"""
    return_url: NotRequired[str]
    """Where the customer goes back to, with `reference` and `status` added; a longer one goes to E5"""


class ProcessCryptoOrderBody(TypedDict):
    hash: str
    paymentMethod: Literal["usdt", "usdc"]
    typePayment: Literal["wallet"]
    typeTransaction: Literal["cashin", "cashout"]
    merchantId: str
    description: NotRequired[str]
    """No card numbers"""
    return_url: NotRequired[str]
    """cashin: in place of the order's"""
    metadata: NotRequired[dict[str, str]]


class ResolveCryptoOrderBody(TypedDict):
    decision: Literal["accept", "refund"]
    reason: NotRequired[str]
    """Why, for you only. No card numbers"""
    note: NotRequired[str]
    """No card numbers"""


class RefundCryptoOrderBody(TypedDict):
    amount: NotRequired[Amount]
    """In the asset of the order, of what you were credited. Absent: all that came late or short; where nothing did, all that is left"""
    reason: NotRequired[str]
    """Why, for you only. No card numbers"""
    note: NotRequired[str]
    """No card numbers"""


class CorrectPayoutEmailBody(TypedDict):
    email: str


AMOUNT_FIELDS = frozenset({"amount", "max_amount", "min_amount", "percent", "price", "quantity"})
"""The fields of requests that are sent as text."""
