// Made from the published description by test/clients/typescript.test.ts: run it with --update.

export interface paths {
    "/api/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an access token
         * @description Exchanges the API key for a token that lives 60 seconds and makes one charge.
         */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the API key may do */
        get: operations["readKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the merchant's balances */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exchange the API key for a token
         * @description The token lives an hour and stands for the API key on the crypto endpoints and for reading.
         */
        get: operations["legacyAuthenticate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a charge
         * @description Uses the token and session of createAccessToken. A session makes one charge: repeating the request answers the same charge with the header `Idempotent-Replayed: true`. Under another session a repeat makes another charge, unless both carry the same `Idempotency-Key`.
         */
        post: operations["createCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List transactions, newest first */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a transaction */
        get: operations["readTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a transaction that is still open */
        post: operations["cancelTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a transaction, in full or in part
         * @description While the processor has not answered the refund is `pending`; it is asked again until it does. If the processor cannot give back a payment by its method, the customer is asked by mail for a bank account (`bank`): transfer the money and say so by markRefundPaid.
         */
        post: operations["refundTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture an authorized transaction, in full or in part
         * @description Once: what is not captured is released to the customer. While the processor has not answered the capture is `pending`; it is asked again until it does.
         */
        post: operations["captureTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an authorized transaction without taking anything
         * @description While the processor has not answered the void is `pending`; it is asked again until it does.
         */
        post: operations["voidTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about money that came late, a second time or as another amount
         * @description accept: it pays the transaction if nothing else did, and is credited beside its payment otherwise. return: the processor gives it back to the customer; while it has not answered the payment is `returning`, and it is asked again until it does. A decision is final; repeating it answers the same.
         */
        post: operations["resolveTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/refunds/{refund}/bank-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the bank account that a customer named for a refund
         * @description details is null until the customer has named one, and after the refund was paid or withdrawn: they are then deleted.
         */
        get: operations["readBankDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/refunds/{refund}/paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you have transferred a refund to the customer
         * @description The refund has succeeded, the customer is told, and the amount set aside is available to you again. Repeating it with the same reference answers the same.
         */
        post: operations["markRefundPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/refunds/{refund}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a refund that you have not transferred yet
         * @description The refund has failed, and the amount set aside is available to you again.
         */
        post: operations["withdrawRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{reference}/refunds/{refund}/ask-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail the customer a new link to name a bank account
         * @description The link of the former mail no longer works.
         */
        post: operations["askForBankDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payment methods available to the merchant
         * @description With `country` and `currency`: what can be offered there now, in the order in which the payment page shows it. With `amount`, too: what takes that amount.
         */
        get: operations["listPaymentMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events with every send of them, newest first */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an event with every send of it */
        get: operations["readEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description At once, under the same webhook-id, and with all its re-sends if it fails. While the event is being sent nothing changes.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample webhook
         * @description It goes the way of every event: signed, re-sent, logged. Read what came of it from the event that is answered.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the further webhook endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description Beside the webhook URL of the account, at most 10.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a webhook endpoint */
        delete: operations["removeWebhookEndpoint"];
        options?: never;
        head?: never;
        /** Change, pause or resume a webhook endpoint */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/api/webhooks/endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new secret of a webhook endpoint */
        post: operations["rotateEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send many events again
         * @description First with `dry_run` to see how many the filter finds, then without and with that count as `expected_count`. One replay of a merchant runs at a time.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/replays/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how far a replay has come */
        get: operations["readReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/replays/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a replay where it is
         * @description Events that it has put back to work are sent all the same.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payment links and invoices, newest first */
        get: operations["listPaymentLinks"];
        put?: never;
        /** Make a payment link, or an invoice, which is mailed to its customer */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a payment link or an invoice */
        get: operations["readPaymentLink"];
        /**
         * Change a payment link or an invoice
         * @description Send all of it, and the `version` that you read. An optional field that you leave out is removed.
         */
        put: operations["changePaymentLink"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links/{link}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who paid under a link, newest first */
        get: operations["listPaymentsOfLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links/{link}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a payment link: nobody begins to pay under it any more */
        post: operations["closePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links/{link}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a closed payment link again */
        post: operations["reopenPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links/{link}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remind the customer of an invoice by mail, once a day at most */
        post: operations["remindOfInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a crypto order */
        post: operations["createCryptoOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a crypto order and get its checkout page
         * @description Repeating the same request answers the same page with the header `Idempotent-Replayed: true`. With a new hash it is a new order or payout, unless both carry the same `Idempotency-Key`: then it is refused.
         */
        post: operations["processCryptoOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{order}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a crypto order by its hash or id */
        get: operations["readCryptoOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{order}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about money that came late, short, or too often, by the order’s hash or id
         * @description accept takes what waits as the payment. refund gives it back: the customer is mailed a link to say where to, and then it is sent; where nothing is sent from here, it is marked and the operator gives it back. Repeating a decision answers the same. Where alreadyPaid says that another payment paid its link, refund it, or accept it as a second payment.
         */
        post: operations["resolveCryptoOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{order}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give money of a pay-in back to its customer on the chain, by the order’s hash or id
         * @description The customer is mailed a link, under which they enter and confirm a wallet within 30 days; then it is sent. What came late or short is given back whole; what you were credited, whole or in parts, out of your balance. A refund that comes to nothing leaves all of it where it was.
         */
        post: operations["refundCryptoOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{order}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payout that is not being sent yet, by its hash or id
         * @description What was set aside for it is available again. Repeating it answers the same.
         */
        post: operations["cancelPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{order}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the recipient’s link of a payout anew, by its hash or id
         * @description The link before dies at once, with all that was entered under it. The new one is answered here and nowhere else; every call makes another.
         */
        post: operations["reissuePayoutLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{order}/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the e-mail that a payout’s code is mailed to, by its hash or id
         * @description Until its recipient has confirmed a wallet. If one was entered, a new code is mailed to the address and every code before is void; else the code is mailed when one is. The link stays the same. Repeating it changes nothing; with the address it has, a code that the mail server refused is mailed once more, at most once a minute.
         */
        post: operations["correctPayoutEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    charge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Payload B: a charge reached a status
         * @description Answer HTTP 200 within 15 seconds. Anything else is sent again, up to three times.
         */
        post: operations["tellCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    cryptoOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Payload A: a crypto order or payout reached a status
         * @description Answer HTTP 200 within 15 seconds. Anything else is sent again, up to three times.
         */
        post: operations["tellCryptoOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    settlement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A settlement was paid, refused, or sent back by the bank
         * @description Answer HTTP 200 within 15 seconds. Anything else is sent again, up to three times.
         */
        post: operations["tellSettlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The stable code of an error: `data.error`, in the crypto flow `error`, in the legacy one `kind`. The table of errors at the top says what to do
         * @enum {string}
         */
        ErrorCode: "bad_request" | "request_timeout" | "headers_too_large" | "invalid_json" | "credentials_missing" | "credentials_invalid" | "token_missing" | "token_invalid" | "token_expired" | "session_mismatch" | "invalid_signature" | "signature_missing" | "scope_missing" | "source_not_allowed" | "sign_in_required" | "sign_in_refused" | "permission_missing" | "second_factor_missing" | "proof_required" | "foreign_origin" | "account_not_found" | "merchant_disabled" | "method_not_available" | "not_found" | "method_not_allowed" | "session_already_used" | "idempotency_key_reused" | "charge_not_cancelable" | "charge_not_refundable" | "charge_not_authorized" | "payment_not_resolvable" | "charge_in_progress" | "order_already_processed" | "order_not_resolvable" | "order_not_refundable" | "payouts_not_enabled" | "payout_limit_exceeded" | "insufficient_balance" | "payout_not_cancelable" | "payout_not_open" | "payout_not_in_review" | "sweep_not_cancelable" | "link_not_open" | "link_changed" | "evidence_not_open" | "receipt_missing" | "payout_made_by_you" | "approver_too_new" | "payout_has_arrived" | "webhook_url_missing" | "replay_running" | "replay_count_changed" | "replay_finished" | "settlement_decided" | "destination_waits" | "merchant_in_the_red" | "body_too_large" | "unsupported_media_type" | "validation_failed" | "replay_too_large" | "rate_limited" | "rate_unavailable" | "service_unavailable" | "internal_error";
        FieldFault: {
            field: string;
            message: string;
        };
        Error: {
            /** @enum {string} */
            status: "Error";
            /** @description The HTTP status */
            code: number;
            /** @description For a person: what went wrong and what to mend */
            message: string;
            data: {
                error: components["schemas"]["ErrorCode"];
                fields?: components["schemas"]["FieldFault"][];
                request_id: string;
            };
        };
        LegacyError: {
            status: {
                code: number;
                message: string;
                kind: string;
            };
            data: {
                /** @description An error label */
                message: string;
            };
        };
        ChargeResult: {
            /** @description Page where the customer completes the payment */
            urlCheckout: string;
            amount: number;
            currency: string;
            /** @description The transaction id: transactionId in notifications */
            reference: string;
        };
        TransactionSummary: {
            reference: string;
            /** @enum {string} */
            status: "open" | "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back";
            method_code: string;
            country: string;
            amount: number;
            /** @description The same amount as a decimal */
            amount_exact: string;
            /** @enum {string} */
            capture: "automatic" | "manual";
            /** @description With manual capture: what was captured, as a decimal; null: nothing yet, or the capture is automatic */
            captured: string | null;
            /** @description What was given back, as a decimal */
            refunded: string;
            currency: string;
            description: string | null;
            customer_id: string | null;
            order_number: string | null;
            email: string | null;
            metadata: {
                [key: string]: string;
            } | null;
            statement_descriptor: string | null;
            created_at: string;
            expires_at: string;
            /** @description When it reached its status */
            decided_at: string | null;
            /** @description When it was paid, whatever became of it since */
            approved_at: string | null;
            /** @description When something was last refunded */
            refunded_at: string | null;
        };
        /**
         * @description external: it was made in the card processor's own panel, not here
         * @enum {string}
         */
        Origin: "own" | "external";
        Closing: {
            id: string;
            reference: string;
            /** @enum {string} */
            kind: "capture" | "void";
            /** @description To be captured, or captured; of a void, what was held */
            amount: number;
            currency: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
            origin: components["schemas"]["Origin"];
            failure: string | null;
            created_at: string;
        };
        Authorization: {
            authorized_at: string;
            /** @description Until when it can be captured; null: the processor tells no time */
            expires_at: string | null;
            /** @description The captures and voids that were requested */
            closings: components["schemas"]["Closing"][];
        };
        Refund: {
            id: string;
            reference: string;
            amount: number;
            currency: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
            origin: components["schemas"]["Origin"];
            reason: string | null;
            failure: string | null;
            /** @description Of a refund that the processor cannot make; null: the processor makes it */
            bank: {
                /**
                 * @description asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)
                 * @enum {string}
                 */
                status: "asked" | "given" | "paid" | "withdrawn";
                /** @description Enough to recognise it */
                account: string | null;
                /** @description Of your transfer */
                reference: string | null;
                asked_at: string;
                given_at: string | null;
            } | null;
            created_at: string;
        };
        Dispute: {
            id: string;
            /** @enum {string} */
            status: "inquiry" | "open" | "won" | "lost";
            /** @description What the bank took; it came back if the dispute was won, and is not taken by an inquiry */
            amount: number;
            currency: string;
            reason: string | null;
            /** @description The same in words */
            reason_text: string | null;
            /** @description Until when it can be answered; null: the processor tells no time */
            evidence_due_at: string | null;
            opened_at: string;
            closed_at: string | null;
        };
        Warning: {
            /**
             * @description fraud: the card's bank or the processor takes the payment for fraud; claim: the customer complained to the processor
             * @enum {string}
             */
            kind: "fraud" | "claim";
            /** @description In the processor's words */
            reason: string | null;
            /** @description What it means and what to do */
            text: string;
            told_at: string;
        };
        UnexpectedPayment: {
            /** @description Names it in POST /api/transactions/{reference}/resolve */
            id: string;
            /**
             * @description late: it came after its attempt had ended. second: the transaction was paid already. other_amount: it is not what was asked for
             * @enum {string}
             */
            kind: "late" | "second" | "other_amount";
            /**
             * @description waiting: for your decision. accepted: in your balance. returning: the processor is giving it back. returned: it gave it back
             * @enum {string}
             */
            status: "waiting" | "accepted" | "returning" | "returned";
            /** @description What came */
            amount: number;
            currency: string;
            /** @description It was accepted as the payment of the transaction */
            pays: boolean;
            /** @description Why the processor refused to give it back; null: it did not */
            failure: string | null;
            /** @description What happened, in words */
            text: string;
            /** @description When it was found */
            arrived_at: string;
            decided_at: string | null;
            ended_at: string | null;
        };
        /** @description For a price in another currency than USD, once the customer has chosen a network: the rates that were fixed then. What is to be paid is the price over both rates, rounded up to a millionth of the asset */
        Conversion: {
            /** @description What the charge asks for, in its currency */
            price: string;
            /** @description ISO 4217 */
            currency: string;
            /** @description What the price was worth in USD, rounded up to the cent */
            usdAmount: string;
            /** @description What was received, in the currency of the price, rounded down */
            received: string;
            /** @description What one USD cost in the currency */
            localRate: string;
            /**
             * Format: date-time
             * @description The time of the oldest quote in localRate
             */
            localRateAt: string;
            localRateSources: string[];
            /** @description What one USDT or USDC cost in USD */
            rate: string;
            /**
             * Format: date-time
             * @description The time of the oldest quote in rate
             */
            rateAt: string;
            rateSources: string[];
        };
        ChargeCrypto: {
            /** @description USDT or USDC, of the amounts here */
            asset: string;
            network: string;
            /** @description To be paid */
            expected: string;
            /** @description All that came and stayed, also late and as dust */
            received: string;
            /** @description Yours, before the fee */
            credited: string;
            /** @description Kept of what was credited */
            fee: string;
            /** @description null: the price is in USD */
            conversion: components["schemas"]["Conversion"] | null;
        };
        Transaction: components["schemas"]["TransactionSummary"] & {
            attempts: {
                id: string;
                /** @enum {string} */
                status: "created" | "authenticating" | "awaiting" | "pending" | "unknown" | "approved" | "refused";
                /** @description Which card processor was asked */
                processor: string;
                /** @description Why that one */
                route: string | null;
                refusal: string | null;
                /** @description The same in words */
                refusal_text: string | null;
                card: {
                    brand: string;
                    first6: string | null;
                    last4: string;
                } | null;
                /** @description In how many the customer pays; null: as chosen on the processor's own page */
                instalments: number | null;
                created_at: string;
            }[];
            /** @description null: it was never authorized for a later capture */
            authorization: components["schemas"]["Authorization"] | null;
            refunds: components["schemas"]["Refund"][];
            disputes: components["schemas"]["Dispute"][];
            /** @description What the processor warned of; nothing was taken by it */
            warnings: components["schemas"]["Warning"][];
            /** @description Money that came late, a second time or as another amount */
            unexpected_payments: components["schemas"]["UnexpectedPayment"][];
            /** @description How it is paid in USDT or USDC; null: it is not, or no network was chosen yet */
            crypto: components["schemas"]["ChargeCrypto"] | null;
        };
        BankDetails: {
            refund: string;
            details: {
                /** @enum {string} */
                field: "holder" | "document" | "pix_key" | "clabe" | "cbu" | "cci" | "bank" | "branch" | "account_kind" | "account";
                value: string;
            }[] | null;
        };
        PaymentMethod: {
            method_code: string;
            method_category: string;
            /**
             * @description card: on a card form. redirect: on the page of a bank or a wallet. instructions: the customer is shown a code, an account or a voucher and pays elsewhere. chain: to an address
             * @enum {string}
             */
            way: "card" | "redirect" | "instructions" | "chain";
            /** @description instructions: how long the customer may take to pay */
            payable_hours: number | null;
            /** @description Empty: every country */
            countries: string[];
            /** @description Empty: every currency */
            currencies: string[];
            /** @description Amounts by currency, for the currencies named and those with bounds of their own */
            bounds: {
                [key: string]: {
                    min: string;
                    max: string;
                };
            };
        };
        Event: {
            /** @description The webhook-id of every send; of a message to a further endpoint its own */
            id: string;
            /** @description The further endpoint that gets it */
            endpoint: string | null;
            /** @description What it tells */
            status: string;
            /** @description The transaction it tells of */
            reference: string;
            created_at: string;
            /** @description The body that is sent */
            payload: {
                [key: string]: unknown;
            };
            delivery: {
                /** @enum {string} */
                status: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                /** @description Sends that failed since it began, or was put back to work */
                failures: number;
                /** @description Set while it is pending, unless its endpoint is paused */
                next_attempt_at: string | null;
            };
            /** @description The latest 20 sends, oldest first, as far back as the log is kept */
            attempts: {
                sent_at: string;
                url: string;
                request: {
                    headers: {
                        [key: string]: string;
                    };
                };
                /** @description Null: there was no answer */
                http_status: number | null;
                response: {
                    headers: {
                        [key: string]: string;
                    };
                    body_excerpt: string;
                };
                duration_ms: number;
                /** @description A stable code; ok: it was confirmed */
                cause: string;
                /** @description For a person: what happened and what to mend */
                explanation: string;
            }[];
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            description: string;
            /** @description Empty: all */
            events: string[];
            paused: boolean;
            created_at: string;
            /** @description Until then the old secret signs, too */
            previous_secret_until: string | null;
            /** @description Shown once */
            secret?: string;
        };
        Replay: {
            id: string;
            /** @enum {string} */
            status: "running" | "finished" | "canceled";
            filter: {
                /** @enum {string} */
                delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                /**
                 * @description What the event tells
                 * @enum {string}
                 */
                status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                /** @description The transaction the event tells of */
                reference?: string;
                /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                endpoint?: string;
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
            };
            per_second: number;
            /** @description Events that the filter found when the replay was made */
            total: number;
            /** @description Events put back to work so far; in the end it differs from total by those whose delivery changed meanwhile */
            done: number;
            created_at: string;
        };
        PaymentLinkSummary: {
            id: string;
            /** @enum {string} */
            kind: "link" | "invoice";
            /** @enum {string} */
            state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
            /** @description For an invoice: the due date has passed and it is not paid */
            is_overdue: boolean;
            /** @description The order number of its payments */
            number: string;
            title: string;
            /** @description Where customers pay */
            url: string;
            /** @description A decimal, exact; null: whoever pays says how much */
            amount: string | null;
            min_amount: string | null;
            max_amount: string | null;
            min_quantity: number | null;
            max_quantity: number | null;
            stock: number | null;
            currency: string;
            country: string;
            methods: string[];
            language: string | null;
            once: boolean;
            partial_payments: boolean;
            /** @description Of an invoice */
            paid: string | null;
            /** @description What is not paid of an invoice */
            left: string | null;
            expires_at: string | null;
            customer_name: string | null;
            customer_email: string | null;
            due_on: string | null;
            created_by: string;
            created_at: string;
        };
        PaymentLink: components["schemas"]["PaymentLinkSummary"] & {
            lines: {
                text: string;
                quantity: string;
                price: string;
                total: string;
            }[];
            subtotal: string | null;
            adjustments: {
                /** @enum {string} */
                kind: "discount" | "tax";
                name: string;
                percent: string | null;
                amount: string | null;
                total: string;
            }[];
            mailings: {
                /** @enum {string} */
                kind: "invoice" | "invoice_reminder";
                at: string;
                /** @enum {string} */
                status: "queued" | "sent" | "rejected" | "dropped";
            }[];
            remind_at: string | null;
            /** @description Of a stock */
            sold: number;
            /** @description Of a stock: by payments under way */
            reserved: number;
            /** @description Of an invoice that may be paid in parts: by payments under way */
            being_paid: string | null;
            /** @description Of what is paid: by refunds and chargebacks of whole parts */
            went_back: string | null;
            version: number;
        };
        PaymentLinkRequest: {
            /** @enum {string} */
            kind: "link" | "invoice";
            /** @description No card numbers */
            title: string;
            /** @description No card numbers */
            number?: string;
            country: string;
            currency: string;
            amount?: string;
            min_amount?: string;
            max_amount?: string;
            /** @description Whoever pays chooses how many; `amount` is the price of one */
            min_quantity?: number;
            max_quantity?: number;
            /** @description How many there are to sell in all */
            stock?: number;
            methods: string[];
            /** @enum {string} */
            language?: "es" | "pt" | "en" | "fr";
            /** @description Whether it can be paid only once; an invoice always is */
            once?: boolean;
            /** @description Whether the customer of an invoice may pay it in several payments */
            partial_payments?: boolean;
            expires_at?: string;
            /** @description No card numbers */
            customer_name?: string;
            customer_email?: string;
            due_on?: string;
            lines?: {
                /** @description No card numbers */
                text: string;
                quantity: string;
                price: string;
            }[];
            /** @description Discounts of the sum of the lines, by percentage or amount; taxes of what is left */
            adjustments?: {
                /** @enum {string} */
                kind: "discount" | "tax";
                /** @description No card numbers */
                name: string;
                percent?: string;
                amount?: string;
            }[];
            /** @description Whether the customer is reminded: 3 days before, on the day, and a week after */
            reminders?: boolean;
            /** @description Of a change: the one that was read */
            version?: number;
        };
        PaymentLinkPayment: {
            /** @description The id that readPayment takes */
            id: string;
            /** @enum {string} */
            state: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
            status: string;
            method: string;
            amount: string;
            currency: string;
            email: string | null;
            quantity: number;
            created_at: string;
        };
        CryptoError: {
            /** @enum {boolean} */
            status: false;
            /** @description For a person: what went wrong and what to mend */
            message: string;
            error: components["schemas"]["ErrorCode"];
            fields?: components["schemas"]["FieldFault"][];
            request_id: string;
        };
        /** @description For a crypto charge of a payment link that can be paid once: another payment had already paid the link. Refund this one, unless you want both */
        AlreadyPaid: {
            /**
             * Format: uuid
             * @description The charge that paid it
             */
            reference: string;
            /** @description The method_code of that charge */
            method: string;
            /** @description ISO 8601, UTC */
            paidAt: string;
        };
        Stray: {
            /** @description Where it came */
            network: string;
            /** @description What came: USDT or USDC */
            currency: string;
            /** @description In currency */
            amount: string;
            transactionHash: string;
            /** @description The time of its block; ISO 8601, UTC */
            at: string;
            /** @description returned: the order made to give it back; its refunds say how far that is */
            orderId?: string;
            /**
             * @description seen: not final yet. waiting: the operator decides. adopted: counted for the order as a payment. returned: the operator gives it back
             * @enum {string}
             */
            state: "seen" | "waiting" | "adopted" | "returned";
        };
        CryptoRefund: {
            /** @description GET /payment/{id} reads it; its link, e-mail and cancelling go by it, too */
            id: string;
            /** @description The order */
            refundOf: string;
            reason: string | null;
            /**
             * @description open: the customer was mailed a link and has not confirmed a wallet yet
             * @enum {string}
             */
            status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed";
            /** @description In currency */
            amount: string;
            currency: string;
            /** @description null: the customer has not chosen yet */
            network: string | null;
            /** @description Where it is sent to */
            walletAddress: string | null;
            /** @description Why it failed; what it was to give back is where it was */
            failure: string | null;
            /** @description Why it is not sent now */
            waiting: string | null;
            /** @description Until then the customer can confirm a wallet; ISO 8601, UTC */
            opensUntil: string;
            /** @description ISO 8601, UTC */
            createdAt: string;
            transactions: {
                transactionHash: string;
                amount: string;
                /** @description It did not stay on the chain, or was replaced */
                orphaned: boolean;
            }[];
        };
        CryptoOrder: {
            id: string;
            /** @description null: created and never processed */
            type: ("cashin" | "cashout") | null;
            /** @enum {string} */
            status: "created" | "awaiting" | "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed";
            anomalies: string[];
            /** @description In USD. Of a charge in another currency: what it was worth when its rate was fixed, 0.00 before; see conversion */
            amount: string;
            conversion?: components["schemas"]["Conversion"];
            merchantIdCustom: string | null;
            /** @description What it is paid in: USDT or USDC; null: created and never processed */
            currency: string | null;
            network: string | null;
            /** @description Where it is paid to */
            walletAddress: string | null;
            /** @description cashin, as in webhooks: what a success credited, else what was received; null: no network was chosen yet. cashout: paid out. With as many decimals as the contract of its network has */
            cryptoAmount: string | null;
            /** @description cashin: to be paid; null: no network was chosen yet */
            expected?: string | null;
            /** @description cashin: all that came, also late and as dust */
            received?: string;
            /** @description cashin: yours, before the fee */
            credited?: string;
            /** @description cashin: waits for your decision (POST /payment/{order}/resolve): what no rule gave to anybody, and what was credited beyond the price */
            undecided?: string;
            /** @description cashin: what was decided about money out of the ordinary: accepted, refund_due, refunded or ignored */
            resolution?: string;
            alreadyPaid?: components["schemas"]["AlreadyPaid"];
            /** @description cashin: true: it succeeded though its link was already paid, see alreadyPaid */
            secondPayment?: boolean;
            /** @description For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it */
            strays?: components["schemas"]["Stray"][];
            /** @description What E5 was called with; absent: nothing */
            metadata?: {
                [key: string]: string;
            };
            /** @description cashin: what was given back on the chain, or is being */
            refunds?: components["schemas"]["CryptoRefund"][];
            /** @description cashout that gives money back: the id of the order that it came for */
            refundOf?: string;
            /** @description cashout: what reached the recipient, where the network shows less than was sent */
            arrivedAmount?: string;
            /** @description cashout: paid by the merchant on top */
            fee?: string;
            /** @description cashout: why it failed */
            failure?: string | null;
            /** @description cashout: why it is not sent now */
            waiting?: string | null;
            /** @description cashout, with waiting "code_undeliverable": the recipient’s mail server refused the code; POST /payment/{order}/email corrects the address */
            codeRefused?: {
                /** @description The address, as it is now */
                email: string;
                /** @description ISO 8601, UTC */
                at: string;
                /** @description In the words of the mail server */
                answer: string;
            };
            /** @description A refund, with waiting "link_undeliverable": the customer’s mail server refused the mail with the link; POST /payment/{order}/email corrects the address */
            linkRefused?: {
                /** @description The address, as it is now */
                email: string;
                /** @description ISO 8601, UTC */
                at: string;
                /** @description In the words of the mail server */
                answer: string;
            };
            transactions: {
                transactionHash: string;
                amount: string;
                /** @description It did not stay on the chain, or was replaced */
                orphaned: boolean;
                /** @description cashin: in a block after the time to pay */
                late?: boolean;
                /** @description cashin: too little to count as a payment */
                dust?: boolean;
            }[];
        };
        /**
         * @example {
         *       "status": "Success",
         *       "code": 200,
         *       "message": "Transaction",
         *       "data": {
         *         "reference": "01998c60-1a2b-7000-8000-000000000001",
         *         "status": "partially_refunded",
         *         "method_code": "CARDS",
         *         "country": "COL",
         *         "amount": 10.5,
         *         "amount_exact": "10.50",
         *         "capture": "automatic",
         *         "captured": null,
         *         "refunded": "5.00",
         *         "currency": "USD",
         *         "description": "First charge",
         *         "customer_id": "customer-1",
         *         "order_number": "A-1",
         *         "email": "ana@customer.example",
         *         "metadata": {
         *           "cart": "42"
         *         },
         *         "statement_descriptor": "DEMO STORE A-1",
         *         "created_at": "2026-01-31T15:04:05.000Z",
         *         "expires_at": "2026-02-01T15:04:05.000Z",
         *         "decided_at": "2026-02-01T10:00:00.000Z",
         *         "approved_at": "2026-01-31T15:06:07.000Z",
         *         "refunded_at": "2026-02-01T10:00:00.000Z",
         *         "attempts": [
         *           {
         *             "id": "01998c60-8888-7000-8000-000000000005",
         *             "status": "approved",
         *             "processor": "stripe",
         *             "route": "the usual order",
         *             "refusal": null,
         *             "refusal_text": null,
         *             "card": {
         *               "brand": "visa",
         *               "first6": "424242",
         *               "last4": "4242"
         *             },
         *             "instalments": 1,
         *             "created_at": "2026-01-31T15:06:07.000Z"
         *           }
         *         ],
         *         "authorization": null,
         *         "refunds": [
         *           {
         *             "id": "01998c61-2b3c-7000-8000-000000000002",
         *             "reference": "01998c60-1a2b-7000-8000-000000000001",
         *             "amount": 5,
         *             "currency": "USD",
         *             "status": "succeeded",
         *             "origin": "own",
         *             "reason": "One coffee was cold",
         *             "failure": null,
         *             "bank": null,
         *             "created_at": "2026-02-01T10:00:00.000Z"
         *           }
         *         ],
         *         "disputes": [],
         *         "warnings": [],
         *         "unexpected_payments": [],
         *         "crypto": null
         *       }
         *     }
         */
        TransactionAnswer: {
            /** @enum {string} */
            status: "Success";
            code: number;
            message: string;
            data: components["schemas"]["Transaction"];
        };
        /**
         * @example {
         *       "status": "Success",
         *       "code": 200,
         *       "message": "Refund succeeded",
         *       "data": {
         *         "id": "01998c61-2b3c-7000-8000-000000000002",
         *         "reference": "01998c60-1a2b-7000-8000-000000000001",
         *         "amount": 5,
         *         "currency": "USD",
         *         "status": "succeeded",
         *         "origin": "own",
         *         "reason": "One coffee was cold",
         *         "failure": null,
         *         "bank": null,
         *         "created_at": "2026-02-01T10:00:00.000Z"
         *       }
         *     }
         */
        RefundAnswer: {
            /** @enum {string} */
            status: "Success";
            code: number;
            message: string;
            data: components["schemas"]["Refund"];
        };
        /**
         * @example {
         *       "status": "Success",
         *       "code": 200,
         *       "message": "Capture succeeded",
         *       "data": {
         *         "id": "01998c64-5e6f-7000-8000-00000000000b",
         *         "reference": "01998c60-1a2b-7000-8000-000000000001",
         *         "currency": "USD",
         *         "status": "succeeded",
         *         "origin": "own",
         *         "failure": null,
         *         "created_at": "2026-02-01T09:00:00.000Z",
         *         "kind": "capture",
         *         "amount": 8
         *       }
         *     }
         */
        ClosingAnswer: {
            /** @enum {string} */
            status: "Success";
            code: number;
            message: string;
            data: components["schemas"]["Closing"];
        };
        /**
         * @example {
         *       "status": "Success",
         *       "code": 200,
         *       "message": "Event",
         *       "data": {
         *         "id": "01998c60-9f00-7000-8000-000000000003",
         *         "endpoint": null,
         *         "status": "approved",
         *         "reference": "01998c60-1a2b-7000-8000-000000000001",
         *         "created_at": "2026-01-31T15:06:07.000Z",
         *         "payload": {
         *           "transactionDate": "2026-01-31 15:06:07",
         *           "transactionStatus": "approved",
         *           "transactionId": "01998c60-1a2b-7000-8000-000000000001",
         *           "totalAmount": 10.5,
         *           "paymentMethod": "CARDS",
         *           "email": "ana@customer.example",
         *           "numeroOrden": "A-1",
         *           "merchantId": "01998c5e-0000-7000-8000-0000000000aa",
         *           "currency": "USD",
         *           "refundedAmount": 0,
         *           "transactionDateUtc": "2026-01-31T15:06:07.000Z",
         *           "metadata": {
         *             "cart": "42"
         *           },
         *           "eventType": "charge.approved",
         *           "eventId": "01998c60-9f00-7000-8000-000000000003"
         *         },
         *         "delivery": {
         *           "status": "delivered",
         *           "failures": 0,
         *           "next_attempt_at": null
         *         },
         *         "attempts": [
         *           {
         *             "sent_at": "2026-01-31T15:06:07.000Z",
         *             "url": "https://shop.example/hook",
         *             "request": {
         *               "headers": {
         *                 "webhook-id": "01998c60-9f00-7000-8000-000000000003",
         *                 "webhook-timestamp": "1769871967",
         *                 "webhook-signature": "v1,l+p1XB/58GCj5M5EmSQrF5v45VU1qwZW/WEabVEIiw8="
         *               }
         *             },
         *             "http_status": 200,
         *             "response": {
         *               "headers": {
         *                 "content-length": "2"
         *               },
         *               "body_excerpt": "ok"
         *             },
         *             "duration_ms": 42,
         *             "cause": "ok",
         *             "explanation": "The receiver confirmed with HTTP 200."
         *           }
         *         ]
         *       }
         *     }
         */
        EventAnswer: {
            /** @enum {string} */
            status: "Success";
            code: number;
            message: string;
            data: components["schemas"]["Event"];
        };
        /**
         * @example {
         *       "status": "Success",
         *       "code": 200,
         *       "message": "Keep the secret now: it is shown this once",
         *       "data": {
         *         "id": "019c2b5e-7f00-7000-8000-0000000000e1",
         *         "url": "https://books.example/hook",
         *         "description": "Books",
         *         "events": [
         *           "charge.*"
         *         ],
         *         "paused": false,
         *         "created_at": "2026-01-31T15:04:06.000Z",
         *         "previous_secret_until": null,
         *         "secret": "whsec_…"
         *       }
         *     }
         */
        WebhookEndpointAnswer: {
            /** @enum {string} */
            status: "Success";
            code: number;
            message: string;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * @example {
         *       "status": "Success",
         *       "code": 200,
         *       "message": "Replay",
         *       "data": {
         *         "id": "01998c63-4d5e-7000-8000-000000000006",
         *         "status": "running",
         *         "filter": {
         *           "delivery_status": "undeliverable"
         *         },
         *         "per_second": 50,
         *         "total": 120,
         *         "done": 40,
         *         "created_at": "2026-02-01T12:00:00.000Z"
         *       }
         *     }
         */
        ReplayAnswer: {
            /** @enum {string} */
            status: "Success";
            code: number;
            message: string;
            data: components["schemas"]["Replay"];
        };
        /**
         * @example {
         *       "status": "Success",
         *       "code": 200,
         *       "message": "The invoice is on its way",
         *       "data": {
         *         "id": "01998c65-6f70-7000-8000-0000000000aa",
         *         "kind": "invoice",
         *         "state": "partly_paid",
         *         "is_overdue": false,
         *         "number": "F-1042",
         *         "title": "Web site, January",
         *         "url": "https://pay.company.example/l/3q2-7wAAb1cD_eFgHiJkLmNoPqRsTuVwXyZ000aa",
         *         "amount": "262.50",
         *         "min_amount": null,
         *         "max_amount": null,
         *         "min_quantity": null,
         *         "max_quantity": null,
         *         "stock": null,
         *         "currency": "USD",
         *         "country": "COL",
         *         "methods": [
         *           "CARDS",
         *           "USDT"
         *         ],
         *         "language": "es",
         *         "once": true,
         *         "partial_payments": true,
         *         "paid": "100.00",
         *         "left": "162.50",
         *         "expires_at": null,
         *         "customer_name": "Ana Pérez",
         *         "customer_email": "ana@customer.example",
         *         "due_on": "2026-02-15",
         *         "created_by": "eva@shop.example",
         *         "created_at": "2026-01-31T15:04:05.000Z",
         *         "lines": [
         *           {
         *             "text": "Design, hours",
         *             "quantity": "7.5",
         *             "price": "35.00",
         *             "total": "262.50"
         *           }
         *         ],
         *         "subtotal": "262.50",
         *         "adjustments": [],
         *         "mailings": [
         *           {
         *             "kind": "invoice",
         *             "at": "2026-01-31T15:04:05.000Z",
         *             "status": "sent"
         *           }
         *         ],
         *         "remind_at": "2026-02-12T13:00:00.000Z",
         *         "sold": 0,
         *         "reserved": 0,
         *         "being_paid": "0.00",
         *         "went_back": "0.00",
         *         "version": 1
         *       }
         *     }
         */
        PaymentLinkAnswer: {
            /** @enum {string} */
            status: "Success";
            code: number;
            message: string;
            data: components["schemas"]["PaymentLink"];
        };
        /**
         * @example {
         *       "status": true,
         *       "message": "Order",
         *       "order": {
         *         "id": "01998c62-3c4d-7000-8000-000000000004",
         *         "type": "cashin",
         *         "status": "success",
         *         "anomalies": [],
         *         "amount": "25.50",
         *         "merchantIdCustom": "order-17",
         *         "currency": "USDT",
         *         "network": "ERC20",
         *         "walletAddress": "0x7099797051812dc3A010C7d01b50e0d17dc79C8f",
         *         "cryptoAmount": "25.500000",
         *         "expected": "25.500000",
         *         "received": "25.500000",
         *         "credited": "25.500000",
         *         "undecided": "0.000000",
         *         "transactions": [
         *           {
         *             "transactionHash": "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
         *             "amount": "25.500000",
         *             "orphaned": false
         *           }
         *         ]
         *       }
         *     }
         */
        CryptoOrderAnswer: {
            /** @enum {boolean} */
            status: true;
            message: string;
            order: components["schemas"]["CryptoOrder"];
        };
        ChargeNotice: {
            /** @description "YYYY-MM-DD HH:MM:SS", UTC */
            transactionDate: string;
            /** @enum {string} */
            transactionStatus: "pending" | "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back";
            /**
             * Format: uuid
             * @description The reference of the charge
             */
            transactionId: string;
            /** @description What was charged, whatever was refunded since. With manual capture: what was authorized */
            totalAmount: number;
            /** @description The method_code of the charge */
            paymentMethod: string;
            /** @description Empty: not known */
            email: string;
            /** @description The order_number of the charge; empty: none */
            numeroOrden: string;
            /** Format: uuid */
            merchantId: string;
            /** @description ISO 4217, of all amounts but disputedAmount */
            currency: string;
            /** @description What was taken, if that is not totalAmount: captured, or paid and accepted by you; absent: totalAmount, or nothing yet */
            capturedAmount?: number;
            /**
             * Format: uuid
             * @description The capture or the void that this tells of; absent: it tells of none
             */
            closingId?: string;
            /** @enum {string} */
            closingKind?: "capture" | "void";
            /**
             * @description failed: the transaction is as transactionStatus says
             * @enum {string}
             */
            closingStatus?: "succeeded" | "failed";
            closingOrigin?: components["schemas"]["Origin"];
            /**
             * Format: date-time
             * @description Until when the amount can be captured; absent: the processor does not tell
             */
            authorizationExpiresAt?: string;
            /**
             * @description expiring: capture it before authorizationExpiresAt. expired: it is voided because nobody captured it in time
             * @enum {string}
             */
            authorizationNotice?: "expiring" | "expired";
            /** @description All that was refunded up to now */
            refundedAmount: number;
            /**
             * Format: uuid
             * @description The refund that this tells of; absent: it tells of none
             */
            refundId?: string;
            /**
             * @description What became of the refund; failed: the amount is no longer given back; pending: the customer named the bank account to which you transfer it
             * @enum {string}
             */
            refundStatus?: "pending" | "succeeded" | "failed";
            /** @description The amount of this refund */
            refundAmount?: number;
            /** @description Why, if you said it */
            refundReason?: string;
            refundOrigin?: components["schemas"]["Origin"];
            /**
             * Format: uuid
             * @description The dispute that this tells of; absent: it tells of none
             */
            disputeId?: string;
            /**
             * @description inquiry: the bank asks, and took nothing; open and lost: the bank took the amount; won: the merchant has it. Any may follow any
             * @enum {string}
             */
            disputeStatus?: "inquiry" | "open" | "won" | "lost";
            /** @description What the bank took for the dispute */
            disputedAmount?: number;
            /** @description ISO 4217, of disputedAmount: it may be another than currency */
            disputedCurrency?: string;
            /** @description Why it was opened: a code, e.g. fraudulent, or the processor's words */
            disputeReason?: string;
            /** @description The same in words */
            disputeReasonText?: string;
            /**
             * Format: date-time
             * @description Until when the dispute can be answered; absent: not told
             */
            evidenceDueAt?: string;
            /**
             * @description fraud: the card's bank or the processor takes the payment for fraud; claim: the customer complained to the processor; nothing is taken yet. Told once each; absent: it tells of none
             * @enum {string}
             */
            warning?: "fraud" | "claim";
            /** @description Its reason, in the processor's words */
            warningReason?: string;
            /** @description What it means and what to do */
            warningText?: string;
            /**
             * Format: uuid
             * @description Money that came late, a second time or as another amount, and is not, or was not at first, the payment; absent: this tells of none
             */
            unexpectedPaymentId?: string;
            /**
             * @description late: after its attempt had ended. second: the transaction was paid already. other_amount: not what was asked for
             * @enum {string}
             */
            unexpectedPaymentKind?: "late" | "second" | "other_amount";
            /**
             * @description waiting: decide by POST /api/transactions/{reference}/resolve. accepted: it is in your balance; transactionStatus approved: it paid the transaction. returned: the processor gave it back to the customer
             * @enum {string}
             */
            unexpectedPaymentStatus?: "waiting" | "accepted" | "returning" | "returned";
            /** @description What came */
            unexpectedAmount?: number;
            /** @description ISO 4217, of unexpectedAmount */
            unexpectedCurrency?: string;
            /**
             * Format: date-time
             * @description transactionDate with its zone, to the millisecond
             */
            transactionDateUtc: string;
            /**
             * Format: uuid
             * @description The crypto order that pays the charge
             */
            orderId?: string;
            /** @description For a crypto charge: the amount credited on success, else the amount received; for money that came after the end, the amount of this transfer */
            cryptoAmount?: string;
            /** @description The hash of that transaction; empty if there is none */
            transactionHash?: string;
            /** @description For a crypto charge: the amount to pay, in the asset */
            expected?: string;
            /** @description For a crypto charge: everything received and not reversed, late money and dust included */
            received?: string;
            /** @description For a crypto charge: the amount credited to you, before the fee */
            credited?: string;
            /** @description For a crypto charge: the amount that waits for your decision (POST /payment/{order}/resolve), because no rule assigned it or because it exceeds the price */
            undecided?: string;
            /** @description For money that came after the order ended: the status it ended with, which stays */
            orderStatus?: string;
            /** @description For a crypto charge, its anomalies: late, overpaid, underpaid, expired, orphaned; absent if there are none */
            anomalies?: string[];
            /** @description For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it */
            strays?: components["schemas"]["Stray"][];
            conversion?: components["schemas"]["Conversion"];
            alreadyPaid?: components["schemas"]["AlreadyPaid"];
            /** @description What the charge was created with; absent: nothing */
            metadata?: {
                [key: string]: string;
            };
            /** @description true: this pays a link that was already paid, see alreadyPaid */
            secondPayment?: boolean;
            /**
             * @description What happened: to filter by
             * @enum {string}
             */
            eventType: "charge.pending" | "charge.authorized" | "charge.approved" | "charge.declined" | "charge.canceled" | "charge.voided" | "charge.expired" | "charge.warning" | "charge.unexpected_money" | "authorization.expiring" | "capture.failed" | "void.failed" | "refund.pending" | "refund.succeeded" | "refund.failed" | "dispute.inquiry" | "dispute.open" | "dispute.won" | "dispute.lost";
            /**
             * Format: uuid
             * @description The same at every send, and the header webhook-id: work on each once
             */
            eventId: string;
            /** @description true: a test event about nothing real. Absent in all others */
            sample?: boolean;
        };
        CryptoNotice: {
            /** @enum {string} */
            status: "pending" | "success" | "failed";
            /** Format: uuid */
            merchantId: string;
            /** @description In USD */
            amount: string;
            /** @description cashin: what a success credited, else what was received; of money that came after an end, what came now. cashout: paid out */
            cryptoAmount: string;
            /** @description The asset of cryptoAmount: USDT or USDC */
            currency: string;
            /** @description Where it is paid to; empty: not known yet */
            walletAddress: string;
            /** @description Empty: there is no transaction */
            transactionHash: string;
            /** Format: date-time */
            timestamp: string;
            /**
             * Format: uuid
             * @description The id of GET /payment/{order}
             */
            orderId: string;
            /** @description The id given at creation; empty if none was given */
            merchantIdCustom: string;
            /**
             * @description cashin: money came in. cashout: money went out, and is no income
             * @enum {string}
             */
            typeTransaction: "cashin" | "cashout";
            /** @description TRC20, ERC20 or another network; empty: not chosen yet */
            network: string;
            /**
             * Format: uuid
             * @description For a refund on the chain: the id of the order that is refunded
             */
            refundOf?: string;
            /** @description Why, if you said it */
            refundReason?: string;
            /** @description cashin: to be paid, in the asset */
            expected?: string;
            /** @description cashin: all that came and stayed, also late and as dust */
            received?: string;
            /** @description cashin: yours, before the fee */
            credited?: string;
            /** @description cashin: waits for your decision (POST /payment/{order}/resolve): what no rule gave to anybody, and what was credited beyond the price */
            undecided?: string;
            /** @description For money that came after the order ended: the status it ended with, which stays */
            orderStatus?: string;
            /** @description What is out of the ordinary: late, overpaid, underpaid, expired, orphaned, reversed (a payment that was final was taken back), astray (see strays); absent: nothing */
            anomalies?: string[];
            /** @description For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it */
            strays?: components["schemas"]["Stray"][];
            /** @description What E5 was called with; absent: nothing */
            metadata?: {
                [key: string]: string;
            };
            conversion?: components["schemas"]["Conversion"];
            /**
             * @description What happened: to filter by
             * @enum {string}
             */
            eventType: "refund.pending" | "refund.succeeded" | "refund.failed" | "order.pending" | "order.success" | "order.failed" | "order.unexpected_money" | "payout.pending" | "payout.success" | "payout.failed";
            /**
             * Format: uuid
             * @description The same at every send, and the header webhook-id: work on each once
             */
            eventId: string;
            /** @description true: a test event about nothing real. Absent in all others */
            sample?: boolean;
        };
        SettlementNotice: {
            /**
             * @description Tells this payload from those of payments
             * @enum {string}
             */
            event: "settlement";
            /**
             * @description returned: the bank sent a paid one back. The money of a refused or returned one is available again
             * @enum {string}
             */
            status: "paid" | "refused" | "returned";
            /** Format: uuid */
            settlementId: string;
            /** Format: uuid */
            merchantId: string;
            /** @description A decimal, exact */
            amount: string;
            /** @description ISO 4217 */
            currency: string;
            /** @description The destination that was requested */
            destination: string;
            /** @description null: it was not paid */
            way: ("bank" | "usdt") | null;
            /** @description The bank's, or the hash of the transaction; null: it was not paid */
            reference: string | null;
            /** @description What was paid, where it was not the currency of the settlement */
            paidAmount: string | null;
            paidCurrency: string | null;
            /** @description Why it was refused or returned */
            reason: string | null;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description What happened: to filter by
             * @enum {string}
             */
            eventType: "settlement.paid" | "settlement.refused" | "settlement.returned";
            /**
             * Format: uuid
             * @description The same at every send, and the header webhook-id: work on each once
             */
            eventId: string;
            /** @description true: a test event about nothing real. Absent in all others */
            sample?: boolean;
        };
    };
    responses: {
        /** @description The request cannot be read */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Credentials are missing, wrong or expired */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credentials may not do this */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not JSON */
        NotJson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests: wait as long as Retry-After says */
        TooMany: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the server; repeat with the same Idempotency-Key */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something is away for a moment: wait as long as Retry-After says */
        Unavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Credentials are missing, wrong or expired */
        LegacyUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description The credentials may not do this */
        LegacyForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description There is no such thing, or it belongs to another merchant */
        LegacyNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description Too many requests: wait as long as Retry-After says */
        LegacyTooMany: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description A fault of the server; repeat with the same Idempotency-Key */
        LegacyServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description Something is away for a moment: wait as long as Retry-After says */
        LegacyUnavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description The state does not allow it */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Fields are missing or wrong; all faults are named at once */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or it belongs to another merchant */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request cannot be read */
        CryptoBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description Credentials are missing, wrong or expired */
        CryptoUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description The credentials may not do this */
        CryptoForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description The body is too large */
        CryptoTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description The body is not JSON */
        CryptoNotJson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description Fields are missing or wrong; all faults are named at once */
        CryptoInvalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description Too many requests: wait as long as Retry-After says */
        CryptoTooMany: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description A fault of the server; repeat with the same Idempotency-Key */
        CryptoServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description Something is away for a moment: wait as long as Retry-After says */
        CryptoUnavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description The state does not allow it */
        CryptoConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
        /** @description There is no such thing, or it belongs to another merchant */
        CryptoNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CryptoError"];
            };
        };
    };
    parameters: {
        /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
        "idempotency-key": string;
        /** @description How many at most; 50 if absent */
        limit: number;
        reference: string;
        refund: string;
        id: string;
        /** @description next_cursor of the page before */
        cursor: string;
        link: string;
        order: string;
        /** @description The event's id: the same at every send of it */
        "webhook-id": string;
        /** @description When it was sent, in seconds since 1970 */
        "webhook-timestamp": string;
        /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64, by standardwebhooks.com */
        "webhook-signature": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Access token created",
                     *       "data": {
                     *         "access_token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTk5OGM1ZSJ9.qcGvSpUDKay0aT",
                     *         "expires_in": 60,
                     *         "session_id": "01998c60-1a2b-7000-8000-000000000001"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            /** @description Short-lived token for the next request */
                            access_token: string;
                            /** @description Validity in seconds */
                            expires_in: number;
                            /** @description Session identifier, needed with the token in the charge request */
                            session_id: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "API key",
                     *       "data": {
                     *         "id": "5f0c9d2e4401",
                     *         "scopes": [
                     *           "charges:write",
                     *           "charges:read",
                     *           "links"
                     *         ],
                     *         "expires_at": null,
                     *         "merchant_id": "01998c5e-0000-7000-8000-0000000000aa",
                     *         "merchant_name": "Café Luna",
                     *         "mode": "live"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            /** @description The public part of the key, by which lists name it */
                            id: string;
                            /** @description What it may do, as long as its maker may */
                            scopes: string[];
                            expires_at: string | null;
                            merchant_id: string;
                            merchant_name: string;
                            /**
                             * @description Of the installation
                             * @enum {string}
                             */
                            mode: "sandbox" | "live";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBalances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Balances",
                     *       "data": [
                     *         {
                     *           "asset": "USD",
                     *           "available": "5.50",
                     *           "reserved": "0.00"
                     *         },
                     *         {
                     *           "asset": "USDT",
                     *           "available": "15.500000",
                     *           "reserved": "10.000000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            asset: string;
                            /** @description A decimal, exact */
                            available: string;
                            /** @description Set aside for payouts under way */
                            reserved: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    legacyAuthenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": {
                     *         "code": 202,
                     *         "message": "success",
                     *         "kind": "accepted"
                     *       },
                     *       "data": {
                     *         "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTk5OGM1ZSJ9.qcGvSpUDKay0aT"
                     *       }
                     *     }
                     */
                    "application/json": {
                        status: {
                            code: number;
                            message: string;
                            kind: string;
                        };
                        data: {
                            token: string;
                        };
                    };
                };
            };
            401: components["responses"]["LegacyUnauthorized"];
            403: components["responses"]["LegacyForbidden"];
            404: components["responses"]["LegacyNotFound"];
            429: components["responses"]["LegacyTooMany"];
            500: components["responses"]["LegacyServerError"];
            503: components["responses"]["LegacyUnavailable"];
        };
    };
    createCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields are ignored, unless their name speaks of money, capture or cards: these are refused. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flow": "PAYIN",
                 *       "method_code": "CARDS",
                 *       "method_category": "CARD",
                 *       "country": "COL",
                 *       "currency": "USD",
                 *       "amount": 10.5,
                 *       "description": "First charge",
                 *       "customer_id": "customer-1",
                 *       "order_number": "A-1",
                 *       "email": "ana@customer.example",
                 *       "return_url": "https://shop.example/thanks",
                 *       "notification_url": "https://shop.example/hook",
                 *       "metadata": {
                 *         "cart": "42"
                 *       },
                 *       "statement_descriptor": "DEMO STORE A-1"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    flow: "PAYIN";
                    method_code: string;
                    method_category: string;
                    country: string;
                    currency: string;
                    amount: number | string;
                    /** @description No card numbers */
                    description?: string;
                    /** @description No card numbers */
                    customer_id?: string;
                    notification_url?: string;
                    return_url?: string;
                    /** @description No card numbers */
                    order_number?: string;
                    email?: string;
                    /** @description What the statement of the customer's card is to say: 2 to 22 Latin letters without accents, digits, spaces and punctuation, at least one letter, none of < > \ ' " *. Processors may show less of it. Absent: what the merchant's settings say. CARDS only */
                    statement_descriptor?: string;
                    /**
                     * @description manual: the amount is only held on the card until you capture or void it (POST …/capture, POST …/void), or the hold expires. CARDS only. Absent: automatic
                     * @enum {string}
                     */
                    capture?: "automatic" | "manual";
                    metadata?: {
                        [key: string]: string;
                    };
                    /** @enum {string} */
                    language?: "es" | "pt" | "en" | "fr";
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Charge created",
                     *       "data": {
                     *         "urlCheckout": "https://checkout.example/pay/01998c60-1a2b-7000-8000-000000000001?amount=10.5&currency=USD&customer_id=customer-1&description=First%20charge&return_url=https%3A%2F%2Fshop.example%2Fthanks&notification_url=https%3A%2F%2Fshop.example%2Fhook",
                     *         "amount": 10.5,
                     *         "currency": "USD",
                     *         "reference": "01998c60-1a2b-7000-8000-000000000001"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: components["schemas"]["ChargeResult"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                status?: "open" | "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back";
                customer_id?: string;
                order_number?: string;
                email?: string;
                /** @description The hash of a transfer that paid a crypto charge, in its network’s notation */
                transaction_hash?: string;
                /** @description The last four digits of a card that was used, approved or not */
                card_last4?: string;
                /** @description One transaction by its reference */
                reference?: string;
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description How many at most; 50 if absent */
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Transactions",
                     *       "data": {
                     *         "transactions": [
                     *           {
                     *             "reference": "01998c60-1a2b-7000-8000-000000000001",
                     *             "status": "approved",
                     *             "method_code": "CARDS",
                     *             "country": "COL",
                     *             "amount": 10.5,
                     *             "amount_exact": "10.50",
                     *             "capture": "automatic",
                     *             "captured": null,
                     *             "refunded": "0.00",
                     *             "currency": "USD",
                     *             "description": "First charge",
                     *             "customer_id": "customer-1",
                     *             "order_number": "A-1",
                     *             "email": "ana@customer.example",
                     *             "metadata": {
                     *               "cart": "42"
                     *             },
                     *             "statement_descriptor": "DEMO STORE A-1",
                     *             "created_at": "2026-01-31T15:04:05.000Z",
                     *             "expires_at": "2026-02-01T15:04:05.000Z",
                     *             "decided_at": "2026-01-31T15:06:07.000Z",
                     *             "approved_at": "2026-01-31T15:06:07.000Z",
                     *             "refunded_at": null
                     *           }
                     *         ],
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            transactions: components["schemas"]["TransactionSummary"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: components["parameters"]["reference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: components["parameters"]["reference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                reference: components["parameters"]["reference"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 5,
                 *       "reason": "One coffee was cold"
                 *     }
                 */
                "application/json": {
                    /** @description Absent: all that is left */
                    amount?: number | string;
                    /** @description Why, for you only. No card numbers */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    captureTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                reference: components["parameters"]["reference"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 8
                 *     }
                 */
                "application/json": {
                    /** @description Absent: all that was authorized. What is not captured is released */
                    amount?: number | string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosingAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    voidTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                reference: components["parameters"]["reference"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosingAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                reference: components["parameters"]["reference"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payment": "0198f3a5-7c11-7d42-9c3e-5b7f0c9d2e44",
                 *       "decision": "accept"
                 *     }
                 */
                "application/json": {
                    /** @description The id of one of its unexpected_payments */
                    payment: string;
                    /** @enum {string} */
                    decision: "accept" | "return";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Payment accepted",
                     *       "data": {
                     *         "id": "0198f3a5-7c11-7d42-9c3e-5b7f0c9d2e44",
                     *         "kind": "late",
                     *         "status": "accepted",
                     *         "amount": 10.5,
                     *         "currency": "USD",
                     *         "pays": true,
                     *         "failure": null,
                     *         "text": "The money arrived after the payment had ended.",
                     *         "arrived_at": "2026-02-01T10:00:00.000Z",
                     *         "decided_at": "2026-02-01T10:00:00.000Z",
                     *         "ended_at": "2026-02-01T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: components["schemas"]["UnexpectedPayment"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readBankDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: components["parameters"]["reference"];
                refund: components["parameters"]["refund"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Bank details",
                     *       "data": {
                     *         "refund": "01998c61-2b3c-7000-8000-000000000002",
                     *         "details": [
                     *           {
                     *             "field": "holder",
                     *             "value": "Ana Prueba"
                     *           },
                     *           {
                     *             "field": "clabe",
                     *             "value": "032180000118359719"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: components["schemas"]["BankDetails"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markRefundPaid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: components["parameters"]["reference"];
                refund: components["parameters"]["refund"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "SPEI 20260118-77"
                 *     }
                 */
                "application/json": {
                    reference: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: components["parameters"]["reference"];
                refund: components["parameters"]["refund"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    askForBankDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: components["parameters"]["reference"];
                refund: components["parameters"]["refund"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPaymentMethods: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3. With currency: only what can be used there */
                country?: string;
                /** @description ISO 4217 */
                currency?: string;
                /** @description A decimal. With country and currency: only what takes it */
                amount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Payment methods",
                     *       "data": [
                     *         {
                     *           "method_code": "CARDS",
                     *           "method_category": "CARD",
                     *           "way": "card",
                     *           "payable_hours": null,
                     *           "countries": [
                     *             "BRA"
                     *           ],
                     *           "currencies": [
                     *             "BRL"
                     *           ],
                     *           "bounds": {
                     *             "BRL": {
                     *               "min": "0.01",
                     *               "max": "1000000.00"
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "method_code": "PIX",
                     *           "method_category": "BANK_TRANSFER",
                     *           "way": "instructions",
                     *           "payable_hours": 24,
                     *           "countries": [
                     *             "BRA"
                     *           ],
                     *           "currencies": [
                     *             "BRL"
                     *           ],
                     *           "bounds": {
                     *             "BRL": {
                     *               "min": "0.01",
                     *               "max": "1000000.00"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: components["schemas"]["PaymentMethod"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                /** @description What the event tells */
                status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                /** @description The transaction the event tells of */
                reference?: string;
                /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                endpoint?: string;
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description How many at most; 50 if absent */
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Events",
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "id": "01998c60-9f00-7000-8000-000000000003",
                     *             "endpoint": null,
                     *             "status": "approved",
                     *             "reference": "01998c60-1a2b-7000-8000-000000000001",
                     *             "created_at": "2026-01-31T15:06:07.000Z",
                     *             "payload": {
                     *               "transactionDate": "2026-01-31 15:06:07",
                     *               "transactionStatus": "approved",
                     *               "transactionId": "01998c60-1a2b-7000-8000-000000000001",
                     *               "totalAmount": 10.5,
                     *               "paymentMethod": "CARDS",
                     *               "email": "ana@customer.example",
                     *               "numeroOrden": "A-1",
                     *               "merchantId": "01998c5e-0000-7000-8000-0000000000aa",
                     *               "currency": "USD",
                     *               "refundedAmount": 0,
                     *               "transactionDateUtc": "2026-01-31T15:06:07.000Z",
                     *               "metadata": {
                     *                 "cart": "42"
                     *               },
                     *               "eventType": "charge.approved",
                     *               "eventId": "01998c60-9f00-7000-8000-000000000003"
                     *             },
                     *             "delivery": {
                     *               "status": "delivered",
                     *               "failures": 0,
                     *               "next_attempt_at": null
                     *             },
                     *             "attempts": []
                     *           }
                     *         ],
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            events: components["schemas"]["Event"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/hook"
                 *     }
                 */
                "application/json": {
                    /** @description Where to send the sample; absent: the account's webhook URL */
                    url?: string;
                    /** @description The further endpoint to test */
                    endpoint?: string;
                    /**
                     * @description What it tells of a payment that never was; approved if absent. The last three are told of crypto orders
                     * @enum {string}
                     */
                    kind?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "A sample is on its way",
                     *       "data": {
                     *         "event_id": "01998c60-9f00-7000-8000-000000000003"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            event_id: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Webhook endpoints",
                     *       "data": {
                     *         "endpoints": [
                     *           {
                     *             "id": "019c2b5e-7f00-7000-8000-0000000000e1",
                     *             "url": "https://books.example/hook",
                     *             "description": "Books",
                     *             "events": [
                     *               "charge.*"
                     *             ],
                     *             "paused": false,
                     *             "created_at": "2026-01-31T15:04:06.000Z",
                     *             "previous_secret_until": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            endpoints: components["schemas"]["WebhookEndpoint"][];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://books.example/hook",
                 *       "events": [
                 *         "charge.*"
                 *       ]
                 *     }
                 */
                "application/json": {
                    url: string;
                    description?: string;
                    /** @description Types (`eventType`), or `charge.*` for all of a kind; empty or absent: all */
                    events?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Removed",
                     *       "data": {}
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paused": true
                 *     }
                 */
                "application/json": {
                    url?: string;
                    description?: string;
                    /** @description Types (`eventType`), or `charge.*` for all of a kind; empty or absent: all */
                    events?: string[];
                    /** @description While true its messages wait */
                    paused?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateEndpointSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_hours": 24
                 *     }
                 */
                "application/json": {
                    /** @description How long the old secret signs too */
                    overlap_hours: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At least one of the fields that choose events must be there. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delivery_status": "undeliverable",
                 *       "expected_count": 120
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                    /**
                     * @description What the event tells
                     * @enum {string}
                     */
                    status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                    /** @description The transaction the event tells of */
                    reference?: string;
                    /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                    endpoint?: string;
                    /** @description ISO 8601, inclusive */
                    created_from?: string;
                    /** @description ISO 8601, exclusive */
                    created_to?: string;
                    /** @description Only count */
                    dry_run?: boolean;
                    /** @description The count of the preview: with another one by now nothing is sent */
                    expected_count?: number;
                    /** @description Events sent again in a second; 50 if absent */
                    per_second?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "The replay has begun",
                     *       "data": {
                     *         "count": 120,
                     *         "replay": {
                     *           "id": "01998c63-4d5e-7000-8000-000000000006",
                     *           "status": "running",
                     *           "filter": {
                     *             "delivery_status": "undeliverable"
                     *           },
                     *           "per_second": 50,
                     *           "total": 120,
                     *           "done": 0,
                     *           "created_at": "2026-02-01T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            /** @description Events that the filter finds */
                            count: number;
                            /** @description Null after a dry run */
                            replay: components["schemas"]["Replay"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                kind?: "link" | "invoice";
                /** @description A number, or the e-mail of an invoice’s customer */
                search?: string;
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Payment links",
                     *       "data": {
                     *         "links": [
                     *           {
                     *             "id": "01998c65-6f70-7000-8000-0000000000aa",
                     *             "kind": "invoice",
                     *             "state": "partly_paid",
                     *             "is_overdue": false,
                     *             "number": "F-1042",
                     *             "title": "Web site, January",
                     *             "url": "https://pay.company.example/l/3q2-7wAAb1cD_eFgHiJkLmNoPqRsTuVwXyZ000aa",
                     *             "amount": "262.50",
                     *             "min_amount": null,
                     *             "max_amount": null,
                     *             "min_quantity": null,
                     *             "max_quantity": null,
                     *             "stock": null,
                     *             "currency": "USD",
                     *             "country": "COL",
                     *             "methods": [
                     *               "CARDS",
                     *               "USDT"
                     *             ],
                     *             "language": "es",
                     *             "once": true,
                     *             "partial_payments": true,
                     *             "paid": "100.00",
                     *             "left": "162.50",
                     *             "expires_at": null,
                     *             "customer_name": "Ana Pérez",
                     *             "customer_email": "ana@customer.example",
                     *             "due_on": "2026-02-15",
                     *             "created_by": "eva@shop.example",
                     *             "created_at": "2026-01-31T15:04:05.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            links: components["schemas"]["PaymentLinkSummary"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "invoice",
                 *       "title": "Web site, January",
                 *       "number": "F-1042",
                 *       "country": "COL",
                 *       "currency": "USD",
                 *       "methods": [
                 *         "CARDS",
                 *         "USDT"
                 *       ],
                 *       "language": "es",
                 *       "customer_name": "Ana Pérez",
                 *       "customer_email": "ana@customer.example",
                 *       "due_on": "2026-02-15",
                 *       "lines": [
                 *         {
                 *           "text": "Design, hours",
                 *           "quantity": "7.5",
                 *           "price": "35.00"
                 *         }
                 *       ],
                 *       "partial_payments": true,
                 *       "reminders": true
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: components["parameters"]["link"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: components["parameters"]["link"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "link",
                 *       "title": "Pottery class",
                 *       "country": "COL",
                 *       "currency": "USD",
                 *       "amount": "35.00",
                 *       "max_quantity": 4,
                 *       "stock": 12,
                 *       "methods": [
                 *         "CARDS"
                 *       ],
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPaymentsOfLink: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                link: components["parameters"]["link"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "code": 200,
                     *       "message": "Payments",
                     *       "data": {
                     *         "payments": [
                     *           {
                     *             "id": "01998c60-1a2b-7000-8000-000000000001",
                     *             "state": "paid",
                     *             "status": "approved",
                     *             "method": "CARDS",
                     *             "amount": "100.00",
                     *             "currency": "USD",
                     *             "email": "ana@customer.example",
                     *             "quantity": 1,
                     *             "created_at": "2026-02-01T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        code: number;
                        message: string;
                        data: {
                            payments: components["schemas"]["PaymentLinkPayment"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: components["parameters"]["link"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reopenPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: components["parameters"]["link"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    remindOfInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: components["parameters"]["link"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCryptoOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields are ignored, unless their name speaks of money, capture or cards: these are refused. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "COL",
                 *       "origin": "api",
                 *       "amount": "25.50",
                 *       "email": "ana@customer.example",
                 *       "merchantIdCustom": "order-17",
                 *       "return_url": "https://shop.example/thanks"
                 *     }
                 */
                "application/json": {
                    country: string;
                    /** @enum {string} */
                    origin: "api" | "web";
                    amount: string;
                    email: string;
                    /** @description No card numbers */
                    merchantIdCustom?: string;
                    /** @description Where the customer goes back to, with `reference` and `status` added; a longer one goes to E5 */
                    return_url?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": true,
                     *       "hash": "OiBN96SUNusUe-lXMjxftKHpDkVxOve7uuBhh-SCA1pZ8SN0QJ3XmCjxpVKCTRM_oVFJ74iGARMvMbTtIqkWc7yy",
                     *       "message": "Order created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        status: true;
                        hash: string;
                        message: string;
                    };
                };
            };
            400: components["responses"]["CryptoBadRequest"];
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            413: components["responses"]["CryptoTooLarge"];
            415: components["responses"]["CryptoNotJson"];
            422: components["responses"]["CryptoInvalid"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    processCryptoOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields are ignored, unless their name speaks of money, capture or cards: these are refused. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hash": "OiBN96SUNusUe-lXMjxftKHpDkVxOve7uuBhh-SCA1pZ8SN0QJ3XmCjxpVKCTRM_oVFJ74iGARMvMbTtIqkWc7yy",
                 *       "paymentMethod": "usdt",
                 *       "typePayment": "wallet",
                 *       "typeTransaction": "cashin",
                 *       "description": "Two coffees",
                 *       "merchantId": "01998c5e-0000-7000-8000-0000000000aa",
                 *       "metadata": {
                 *         "cart": "42"
                 *       }
                 *     }
                 */
                "application/json": {
                    hash: string;
                    /** @enum {string} */
                    paymentMethod: "usdt" | "usdc";
                    /** @enum {string} */
                    typePayment: "wallet";
                    /** @enum {string} */
                    typeTransaction: "cashin" | "cashout";
                    merchantId: string;
                    /** @description No card numbers */
                    description?: string;
                    /** @description cashin: in place of the order's */
                    return_url?: string;
                    metadata?: {
                        [key: string]: string;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": true,
                     *       "url": "https://checkout.example/crypto/01998c62-3c4d-7000-8000-000000000004",
                     *       "message": "Redirect the customer to url",
                     *       "orderId": "01998c62-3c4d-7000-8000-000000000004"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        status: true;
                        url: string;
                        message: string;
                        /** @description The id of GET /payment/{order} and of webhooks */
                        orderId: string;
                    };
                };
            };
            400: components["responses"]["CryptoBadRequest"];
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            409: components["responses"]["CryptoConflict"];
            413: components["responses"]["CryptoTooLarge"];
            415: components["responses"]["CryptoNotJson"];
            422: components["responses"]["CryptoInvalid"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    readCryptoOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CryptoOrderAnswer"];
                };
            };
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            404: components["responses"]["CryptoNotFound"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    resolveCryptoOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "accept",
                 *       "note": "Paid an hour late; the order was kept"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    decision: "accept" | "refund";
                    /** @description Why, for you only. No card numbers */
                    reason?: string;
                    /** @description No card numbers */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CryptoOrderAnswer"];
                };
            };
            400: components["responses"]["CryptoBadRequest"];
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            404: components["responses"]["CryptoNotFound"];
            409: components["responses"]["CryptoConflict"];
            413: components["responses"]["CryptoTooLarge"];
            415: components["responses"]["CryptoNotJson"];
            422: components["responses"]["CryptoInvalid"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    refundCryptoOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "5.50",
                 *       "reason": "One coffee was cold"
                 *     }
                 */
                "application/json": {
                    /** @description In the asset of the order, of what you were credited. Absent: all that came late or short; where nothing did, all that is left */
                    amount?: string;
                    /** @description Why, for you only. No card numbers */
                    reason?: string;
                    /** @description No card numbers */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": true,
                     *       "message": "The customer is mailed a link to say where to; it is sent when they have",
                     *       "refund": {
                     *         "id": "01998c65-6f70-7000-8000-000000000008",
                     *         "refundOf": "01998c62-3c4d-7000-8000-000000000004",
                     *         "reason": "One coffee was cold",
                     *         "status": "open",
                     *         "amount": "5.500000",
                     *         "currency": "USDT",
                     *         "network": null,
                     *         "walletAddress": null,
                     *         "failure": null,
                     *         "waiting": null,
                     *         "opensUntil": "2026-03-03T10:00:00.000Z",
                     *         "createdAt": "2026-02-01T10:00:00.000Z",
                     *         "transactions": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        status: true;
                        message: string;
                        refund: components["schemas"]["CryptoRefund"];
                    };
                };
            };
            400: components["responses"]["CryptoBadRequest"];
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            404: components["responses"]["CryptoNotFound"];
            409: components["responses"]["CryptoConflict"];
            413: components["responses"]["CryptoTooLarge"];
            415: components["responses"]["CryptoNotJson"];
            422: components["responses"]["CryptoInvalid"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    cancelPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CryptoOrderAnswer"];
                };
            };
            400: components["responses"]["CryptoBadRequest"];
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            404: components["responses"]["CryptoNotFound"];
            409: components["responses"]["CryptoConflict"];
            413: components["responses"]["CryptoTooLarge"];
            415: components["responses"]["CryptoNotJson"];
            422: components["responses"]["CryptoInvalid"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    reissuePayoutLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": true,
                     *       "url": "https://checkout.example/payout/8Jc2rQ0d2nJp5w1VnXo3yq6bZt9uKf4L",
                     *       "message": "Send the recipient to url; the link before no longer works"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        status: true;
                        url: string;
                        message: string;
                    };
                };
            };
            400: components["responses"]["CryptoBadRequest"];
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            404: components["responses"]["CryptoNotFound"];
            409: components["responses"]["CryptoConflict"];
            413: components["responses"]["CryptoTooLarge"];
            415: components["responses"]["CryptoNotJson"];
            422: components["responses"]["CryptoInvalid"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    correctPayoutEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "eva@recipient.example"
                 *     }
                 */
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CryptoOrderAnswer"];
                };
            };
            400: components["responses"]["CryptoBadRequest"];
            401: components["responses"]["CryptoUnauthorized"];
            403: components["responses"]["CryptoForbidden"];
            404: components["responses"]["CryptoNotFound"];
            409: components["responses"]["CryptoConflict"];
            413: components["responses"]["CryptoTooLarge"];
            415: components["responses"]["CryptoNotJson"];
            422: components["responses"]["CryptoInvalid"];
            429: components["responses"]["CryptoTooMany"];
            500: components["responses"]["CryptoServerError"];
            503: components["responses"]["CryptoUnavailable"];
        };
    };
    tellCharge: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same at every send of it */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64, by standardwebhooks.com */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transactionDate": "2026-01-31 15:06:07",
                 *       "transactionStatus": "approved",
                 *       "transactionId": "01998c60-1a2b-7000-8000-000000000001",
                 *       "totalAmount": 10.5,
                 *       "paymentMethod": "CARDS",
                 *       "email": "ana@customer.example",
                 *       "numeroOrden": "A-1",
                 *       "merchantId": "01998c5e-0000-7000-8000-0000000000aa",
                 *       "currency": "USD",
                 *       "refundedAmount": 0,
                 *       "transactionDateUtc": "2026-01-31T15:06:07.000Z",
                 *       "metadata": {
                 *         "cart": "42"
                 *       },
                 *       "eventType": "charge.approved",
                 *       "eventId": "01998c60-9f00-7000-8000-000000000003"
                 *     }
                 */
                "application/json": components["schemas"]["ChargeNotice"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellCryptoOrder: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same at every send of it */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64, by standardwebhooks.com */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "success",
                 *       "merchantId": "01998c5e-0000-7000-8000-0000000000aa",
                 *       "amount": "25.50",
                 *       "cryptoAmount": "25.500000",
                 *       "currency": "USDT",
                 *       "walletAddress": "0x7099797051812dc3A010C7d01b50e0d17dc79C8f",
                 *       "transactionHash": "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
                 *       "timestamp": "2026-01-31T15:06:07.000Z",
                 *       "orderId": "01998c62-3c4d-7000-8000-000000000004",
                 *       "merchantIdCustom": "order-17",
                 *       "typeTransaction": "cashin",
                 *       "network": "ERC20",
                 *       "expected": "25.500000",
                 *       "received": "25.500000",
                 *       "credited": "25.500000",
                 *       "undecided": "0.000000",
                 *       "metadata": {
                 *         "cart": "42"
                 *       },
                 *       "eventType": "order.success",
                 *       "eventId": "01998c60-9f00-7000-8000-000000000003"
                 *     }
                 */
                "application/json": components["schemas"]["CryptoNotice"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellSettlement: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same at every send of it */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64, by standardwebhooks.com */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "settlement",
                 *       "status": "returned",
                 *       "settlementId": "01998c66-7a8b-7000-8000-000000000009",
                 *       "merchantId": "01998c5e-0000-7000-8000-0000000000aa",
                 *       "amount": "1500.50",
                 *       "currency": "USD",
                 *       "destination": "Bank 1, account 22-33",
                 *       "way": "bank",
                 *       "reference": "TR-2026-117",
                 *       "paidAmount": null,
                 *       "paidCurrency": null,
                 *       "reason": "Account closed",
                 *       "timestamp": "2026-01-31T15:06:07.000Z",
                 *       "eventType": "settlement.returned",
                 *       "eventId": "01998c60-9f00-7000-8000-000000000003"
                 *     }
                 */
                "application/json": components["schemas"]["SettlementNotice"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
