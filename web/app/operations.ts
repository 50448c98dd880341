// Made from the published description by test/contract/openapi.test.ts: run it with --update.

export interface paths {
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description ISO 8601, inclusive */
                    created_from?: string;
                    /** @description ISO 8601, exclusive */
                    created_to?: string;
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                    /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                    endpoint?: string;
                    /** @description How many at most; 50 if absent */
                    limit?: number;
                    /** @description The transaction the event tells of */
                    reference?: string;
                    /** @description What the event tells */
                    status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                events: {
                                    /** @description The latest 20 sends, oldest first, as far back as the log is kept */
                                    attempts: {
                                        /** @description A stable code; ok: it was confirmed */
                                        cause: string;
                                        duration_ms: number;
                                        /** @description For a person: what happened and what to mend */
                                        explanation: string;
                                        /** @description Null: there was no answer */
                                        http_status: number | null;
                                        request: {
                                            headers: {
                                                [key: string]: string;
                                            };
                                        };
                                        response: {
                                            body_excerpt: string;
                                            headers: {
                                                [key: string]: string;
                                            };
                                        };
                                        sent_at: string;
                                        url: string;
                                    }[];
                                    created_at: string;
                                    delivery: {
                                        /** @description Sends that failed since it began, or was put back to work */
                                        failures: number;
                                        /** @description Set while it is pending, unless its endpoint is paused */
                                        next_attempt_at: string | null;
                                        /** @enum {string} */
                                        status: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                                    };
                                    /** @description The further endpoint that gets it */
                                    endpoint: string | null;
                                    /** @description The webhook-id of every send; of a message to a further endpoint its own */
                                    id: string;
                                    /** @description The body that is sent */
                                    payload: {
                                        [key: string]: unknown;
                                    };
                                    /** @description The transaction it tells of */
                                    reference: string;
                                    /** @description What it tells */
                                    status: string;
                                }[];
                                next_cursor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The latest 20 sends, oldest first, as far back as the log is kept */
                                attempts: {
                                    /** @description A stable code; ok: it was confirmed */
                                    cause: string;
                                    duration_ms: number;
                                    /** @description For a person: what happened and what to mend */
                                    explanation: string;
                                    /** @description Null: there was no answer */
                                    http_status: number | null;
                                    request: {
                                        headers: {
                                            [key: string]: string;
                                        };
                                    };
                                    response: {
                                        body_excerpt: string;
                                        headers: {
                                            [key: string]: string;
                                        };
                                    };
                                    sent_at: string;
                                    url: string;
                                }[];
                                created_at: string;
                                delivery: {
                                    /** @description Sends that failed since it began, or was put back to work */
                                    failures: number;
                                    /** @description Set while it is pending, unless its endpoint is paused */
                                    next_attempt_at: string | null;
                                    /** @enum {string} */
                                    status: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                                };
                                /** @description The further endpoint that gets it */
                                endpoint: string | null;
                                /** @description The webhook-id of every send; of a message to a further endpoint its own */
                                id: string;
                                /** @description The body that is sent */
                                payload: {
                                    [key: string]: unknown;
                                };
                                /** @description The transaction it tells of */
                                reference: string;
                                /** @description What it tells */
                                status: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The latest 20 sends, oldest first, as far back as the log is kept */
                                attempts: {
                                    /** @description A stable code; ok: it was confirmed */
                                    cause: string;
                                    duration_ms: number;
                                    /** @description For a person: what happened and what to mend */
                                    explanation: string;
                                    /** @description Null: there was no answer */
                                    http_status: number | null;
                                    request: {
                                        headers: {
                                            [key: string]: string;
                                        };
                                    };
                                    response: {
                                        body_excerpt: string;
                                        headers: {
                                            [key: string]: string;
                                        };
                                    };
                                    sent_at: string;
                                    url: string;
                                }[];
                                created_at: string;
                                delivery: {
                                    /** @description Sends that failed since it began, or was put back to work */
                                    failures: number;
                                    /** @description Set while it is pending, unless its endpoint is paused */
                                    next_attempt_at: string | null;
                                    /** @enum {string} */
                                    status: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                                };
                                /** @description The further endpoint that gets it */
                                endpoint: string | null;
                                /** @description The webhook-id of every send; of a message to a further endpoint its own */
                                id: string;
                                /** @description The body that is sent */
                                payload: {
                                    [key: string]: unknown;
                                };
                                /** @description The transaction it tells of */
                                reference: string;
                                /** @description What it tells */
                                status: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description ISO 8601, inclusive */
                        created_from?: string;
                        /** @description ISO 8601, exclusive */
                        created_to?: string;
                        /** @enum {string} */
                        delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                        /** @description Only count */
                        dry_run?: boolean;
                        /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                        endpoint?: string;
                        /** @description The count of the preview: with another one by now nothing is sent */
                        expected_count?: number;
                        /** @description Events sent again in a second; 50 if absent */
                        per_second?: number;
                        /** @description The transaction the event tells of */
                        reference?: string;
                        /**
                         * @description What the event tells
                         * @enum {string}
                         */
                        status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Events that the filter finds */
                                count: number;
                                /** @description Null after a dry run */
                                replay: {
                                    created_at: string;
                                    /** @description Events put back to work so far; in the end it differs from total by those whose delivery changed meanwhile */
                                    done: number;
                                    filter: {
                                        /** @description ISO 8601, inclusive */
                                        created_from?: string;
                                        /** @description ISO 8601, exclusive */
                                        created_to?: string;
                                        /** @enum {string} */
                                        delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                                        /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                                        endpoint?: string;
                                        /** @description The transaction the event tells of */
                                        reference?: string;
                                        /**
                                         * @description What the event tells
                                         * @enum {string}
                                         */
                                        status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                                    };
                                    id: string;
                                    per_second: number;
                                    /** @enum {string} */
                                    status: "running" | "finished" | "canceled";
                                    /** @description Events that the filter found when the replay was made */
                                    total: number;
                                } | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                created_at: string;
                                /** @description Events put back to work so far; in the end it differs from total by those whose delivery changed meanwhile */
                                done: number;
                                filter: {
                                    /** @description ISO 8601, inclusive */
                                    created_from?: string;
                                    /** @description ISO 8601, exclusive */
                                    created_to?: string;
                                    /** @enum {string} */
                                    delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                                    /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                                    endpoint?: string;
                                    /** @description The transaction the event tells of */
                                    reference?: string;
                                    /**
                                     * @description What the event tells
                                     * @enum {string}
                                     */
                                    status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                                };
                                id: string;
                                per_second: number;
                                /** @enum {string} */
                                status: "running" | "finished" | "canceled";
                                /** @description Events that the filter found when the replay was made */
                                total: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                created_at: string;
                                /** @description Events put back to work so far; in the end it differs from total by those whose delivery changed meanwhile */
                                done: number;
                                filter: {
                                    /** @description ISO 8601, inclusive */
                                    created_from?: string;
                                    /** @description ISO 8601, exclusive */
                                    created_to?: string;
                                    /** @enum {string} */
                                    delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                                    /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                                    endpoint?: string;
                                    /** @description The transaction the event tells of */
                                    reference?: string;
                                    /**
                                     * @description What the event tells
                                     * @enum {string}
                                     */
                                    status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                                };
                                id: string;
                                per_second: number;
                                /** @enum {string} */
                                status: "running" | "finished" | "canceled";
                                /** @description Events that the filter found when the replay was made */
                                total: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    kind?: "link" | "invoice";
                    /** @description A number, or the e-mail of an invoice’s customer */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                links: {
                                    /** @description A decimal, exact; null: whoever pays says how much */
                                    amount: string | null;
                                    country: string;
                                    created_at: string;
                                    created_by: string;
                                    currency: string;
                                    customer_email: string | null;
                                    customer_name: string | null;
                                    due_on: string | null;
                                    expires_at: string | null;
                                    id: string;
                                    /** @description For an invoice: the due date has passed and it is not paid */
                                    is_overdue: boolean;
                                    /** @enum {string} */
                                    kind: "link" | "invoice";
                                    language: string | null;
                                    /** @description What is not paid of an invoice */
                                    left: string | null;
                                    max_amount: string | null;
                                    max_quantity: number | null;
                                    methods: string[];
                                    min_amount: string | null;
                                    min_quantity: number | null;
                                    /** @description The order number of its payments */
                                    number: string;
                                    once: boolean;
                                    /** @description Of an invoice */
                                    paid: string | null;
                                    partial_payments: boolean;
                                    /** @enum {string} */
                                    state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                    stock: number | null;
                                    title: string;
                                    /** @description Where customers pay */
                                    url: string;
                                }[];
                                next_cursor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Discounts of the sum of the lines, by percentage or amount; taxes of what is left */
                        adjustments?: {
                            amount?: string;
                            /** @enum {string} */
                            kind: "discount" | "tax";
                            /** @description No card numbers */
                            name: string;
                            percent?: string;
                        }[];
                        amount?: string;
                        country: string;
                        currency: string;
                        customer_email?: string;
                        /** @description No card numbers */
                        customer_name?: string;
                        due_on?: string;
                        expires_at?: string;
                        /** @enum {string} */
                        kind: "link" | "invoice";
                        /** @enum {string} */
                        language?: "es" | "pt" | "en" | "fr";
                        lines?: {
                            price: string;
                            quantity: string;
                            /** @description No card numbers */
                            text: string;
                        }[];
                        max_amount?: string;
                        max_quantity?: number;
                        methods: string[];
                        min_amount?: string;
                        /** @description Whoever pays chooses how many; `amount` is the price of one */
                        min_quantity?: number;
                        /** @description No card numbers */
                        number?: string;
                        /** @description Whether it can be paid only once; an invoice always is */
                        once?: boolean;
                        /** @description Whether the customer of an invoice may pay it in several payments */
                        partial_payments?: boolean;
                        /** @description Whether the customer is reminded: 3 days before, on the day, and a week after */
                        reminders?: boolean;
                        /** @description How many there are to sell in all */
                        stock?: number;
                        /** @description No card numbers */
                        title: string;
                        /** @description Of a change: the one that was read */
                        version?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact; null: whoever pays says how much */
                                amount: string | null;
                                country: string;
                                created_at: string;
                                created_by: string;
                                currency: string;
                                customer_email: string | null;
                                customer_name: string | null;
                                due_on: string | null;
                                expires_at: string | null;
                                id: string;
                                /** @description For an invoice: the due date has passed and it is not paid */
                                is_overdue: boolean;
                                /** @enum {string} */
                                kind: "link" | "invoice";
                                language: string | null;
                                /** @description What is not paid of an invoice */
                                left: string | null;
                                max_amount: string | null;
                                max_quantity: number | null;
                                methods: string[];
                                min_amount: string | null;
                                min_quantity: number | null;
                                /** @description The order number of its payments */
                                number: string;
                                once: boolean;
                                /** @description Of an invoice */
                                paid: string | null;
                                partial_payments: boolean;
                                /** @enum {string} */
                                state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                stock: number | null;
                                title: string;
                                /** @description Where customers pay */
                                url: string;
                            } & {
                                adjustments: {
                                    amount: string | null;
                                    /** @enum {string} */
                                    kind: "discount" | "tax";
                                    name: string;
                                    percent: string | null;
                                    total: string;
                                }[];
                                /** @description Of an invoice that may be paid in parts: by payments under way */
                                being_paid: string | null;
                                lines: {
                                    price: string;
                                    quantity: string;
                                    text: string;
                                    total: string;
                                }[];
                                mailings: {
                                    at: string;
                                    /** @enum {string} */
                                    kind: "invoice" | "invoice_reminder";
                                    /** @enum {string} */
                                    status: "queued" | "sent" | "rejected" | "dropped";
                                }[];
                                remind_at: string | null;
                                /** @description Of a stock: by payments under way */
                                reserved: number;
                                /** @description Of a stock */
                                sold: number;
                                subtotal: string | null;
                                version: number;
                                /** @description Of what is paid: by refunds and chargebacks of whole parts */
                                went_back: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact; null: whoever pays says how much */
                                amount: string | null;
                                country: string;
                                created_at: string;
                                created_by: string;
                                currency: string;
                                customer_email: string | null;
                                customer_name: string | null;
                                due_on: string | null;
                                expires_at: string | null;
                                id: string;
                                /** @description For an invoice: the due date has passed and it is not paid */
                                is_overdue: boolean;
                                /** @enum {string} */
                                kind: "link" | "invoice";
                                language: string | null;
                                /** @description What is not paid of an invoice */
                                left: string | null;
                                max_amount: string | null;
                                max_quantity: number | null;
                                methods: string[];
                                min_amount: string | null;
                                min_quantity: number | null;
                                /** @description The order number of its payments */
                                number: string;
                                once: boolean;
                                /** @description Of an invoice */
                                paid: string | null;
                                partial_payments: boolean;
                                /** @enum {string} */
                                state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                stock: number | null;
                                title: string;
                                /** @description Where customers pay */
                                url: string;
                            } & {
                                adjustments: {
                                    amount: string | null;
                                    /** @enum {string} */
                                    kind: "discount" | "tax";
                                    name: string;
                                    percent: string | null;
                                    total: string;
                                }[];
                                /** @description Of an invoice that may be paid in parts: by payments under way */
                                being_paid: string | null;
                                lines: {
                                    price: string;
                                    quantity: string;
                                    text: string;
                                    total: string;
                                }[];
                                mailings: {
                                    at: string;
                                    /** @enum {string} */
                                    kind: "invoice" | "invoice_reminder";
                                    /** @enum {string} */
                                    status: "queued" | "sent" | "rejected" | "dropped";
                                }[];
                                remind_at: string | null;
                                /** @description Of a stock: by payments under way */
                                reserved: number;
                                /** @description Of a stock */
                                sold: number;
                                subtotal: string | null;
                                version: number;
                                /** @description Of what is paid: by refunds and chargebacks of whole parts */
                                went_back: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Discounts of the sum of the lines, by percentage or amount; taxes of what is left */
                        adjustments?: {
                            amount?: string;
                            /** @enum {string} */
                            kind: "discount" | "tax";
                            /** @description No card numbers */
                            name: string;
                            percent?: string;
                        }[];
                        amount?: string;
                        country: string;
                        currency: string;
                        customer_email?: string;
                        /** @description No card numbers */
                        customer_name?: string;
                        due_on?: string;
                        expires_at?: string;
                        /** @enum {string} */
                        kind: "link" | "invoice";
                        /** @enum {string} */
                        language?: "es" | "pt" | "en" | "fr";
                        lines?: {
                            price: string;
                            quantity: string;
                            /** @description No card numbers */
                            text: string;
                        }[];
                        max_amount?: string;
                        max_quantity?: number;
                        methods: string[];
                        min_amount?: string;
                        /** @description Whoever pays chooses how many; `amount` is the price of one */
                        min_quantity?: number;
                        /** @description No card numbers */
                        number?: string;
                        /** @description Whether it can be paid only once; an invoice always is */
                        once?: boolean;
                        /** @description Whether the customer of an invoice may pay it in several payments */
                        partial_payments?: boolean;
                        /** @description Whether the customer is reminded: 3 days before, on the day, and a week after */
                        reminders?: boolean;
                        /** @description How many there are to sell in all */
                        stock?: number;
                        /** @description No card numbers */
                        title: string;
                        /** @description Of a change: the one that was read */
                        version?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact; null: whoever pays says how much */
                                amount: string | null;
                                country: string;
                                created_at: string;
                                created_by: string;
                                currency: string;
                                customer_email: string | null;
                                customer_name: string | null;
                                due_on: string | null;
                                expires_at: string | null;
                                id: string;
                                /** @description For an invoice: the due date has passed and it is not paid */
                                is_overdue: boolean;
                                /** @enum {string} */
                                kind: "link" | "invoice";
                                language: string | null;
                                /** @description What is not paid of an invoice */
                                left: string | null;
                                max_amount: string | null;
                                max_quantity: number | null;
                                methods: string[];
                                min_amount: string | null;
                                min_quantity: number | null;
                                /** @description The order number of its payments */
                                number: string;
                                once: boolean;
                                /** @description Of an invoice */
                                paid: string | null;
                                partial_payments: boolean;
                                /** @enum {string} */
                                state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                stock: number | null;
                                title: string;
                                /** @description Where customers pay */
                                url: string;
                            } & {
                                adjustments: {
                                    amount: string | null;
                                    /** @enum {string} */
                                    kind: "discount" | "tax";
                                    name: string;
                                    percent: string | null;
                                    total: string;
                                }[];
                                /** @description Of an invoice that may be paid in parts: by payments under way */
                                being_paid: string | null;
                                lines: {
                                    price: string;
                                    quantity: string;
                                    text: string;
                                    total: string;
                                }[];
                                mailings: {
                                    at: string;
                                    /** @enum {string} */
                                    kind: "invoice" | "invoice_reminder";
                                    /** @enum {string} */
                                    status: "queued" | "sent" | "rejected" | "dropped";
                                }[];
                                remind_at: string | null;
                                /** @description Of a stock: by payments under way */
                                reserved: number;
                                /** @description Of a stock */
                                sold: number;
                                subtotal: string | null;
                                version: number;
                                /** @description Of what is paid: by refunds and chargebacks of whole parts */
                                went_back: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact; null: whoever pays says how much */
                                amount: string | null;
                                country: string;
                                created_at: string;
                                created_by: string;
                                currency: string;
                                customer_email: string | null;
                                customer_name: string | null;
                                due_on: string | null;
                                expires_at: string | null;
                                id: string;
                                /** @description For an invoice: the due date has passed and it is not paid */
                                is_overdue: boolean;
                                /** @enum {string} */
                                kind: "link" | "invoice";
                                language: string | null;
                                /** @description What is not paid of an invoice */
                                left: string | null;
                                max_amount: string | null;
                                max_quantity: number | null;
                                methods: string[];
                                min_amount: string | null;
                                min_quantity: number | null;
                                /** @description The order number of its payments */
                                number: string;
                                once: boolean;
                                /** @description Of an invoice */
                                paid: string | null;
                                partial_payments: boolean;
                                /** @enum {string} */
                                state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                stock: number | null;
                                title: string;
                                /** @description Where customers pay */
                                url: string;
                            } & {
                                adjustments: {
                                    amount: string | null;
                                    /** @enum {string} */
                                    kind: "discount" | "tax";
                                    name: string;
                                    percent: string | null;
                                    total: string;
                                }[];
                                /** @description Of an invoice that may be paid in parts: by payments under way */
                                being_paid: string | null;
                                lines: {
                                    price: string;
                                    quantity: string;
                                    text: string;
                                    total: string;
                                }[];
                                mailings: {
                                    at: string;
                                    /** @enum {string} */
                                    kind: "invoice" | "invoice_reminder";
                                    /** @enum {string} */
                                    status: "queued" | "sent" | "rejected" | "dropped";
                                }[];
                                remind_at: string | null;
                                /** @description Of a stock: by payments under way */
                                reserved: number;
                                /** @description Of a stock */
                                sold: number;
                                subtotal: string | null;
                                version: number;
                                /** @description Of what is paid: by refunds and chargebacks of whole parts */
                                went_back: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                payments: {
                                    amount: string;
                                    created_at: string;
                                    currency: string;
                                    email: string | null;
                                    /** @description The id that readPayment takes */
                                    id: string;
                                    method: string;
                                    quantity: number;
                                    /** @enum {string} */
                                    state: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                                    status: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact; null: whoever pays says how much */
                                amount: string | null;
                                country: string;
                                created_at: string;
                                created_by: string;
                                currency: string;
                                customer_email: string | null;
                                customer_name: string | null;
                                due_on: string | null;
                                expires_at: string | null;
                                id: string;
                                /** @description For an invoice: the due date has passed and it is not paid */
                                is_overdue: boolean;
                                /** @enum {string} */
                                kind: "link" | "invoice";
                                language: string | null;
                                /** @description What is not paid of an invoice */
                                left: string | null;
                                max_amount: string | null;
                                max_quantity: number | null;
                                methods: string[];
                                min_amount: string | null;
                                min_quantity: number | null;
                                /** @description The order number of its payments */
                                number: string;
                                once: boolean;
                                /** @description Of an invoice */
                                paid: string | null;
                                partial_payments: boolean;
                                /** @enum {string} */
                                state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                stock: number | null;
                                title: string;
                                /** @description Where customers pay */
                                url: string;
                            } & {
                                adjustments: {
                                    amount: string | null;
                                    /** @enum {string} */
                                    kind: "discount" | "tax";
                                    name: string;
                                    percent: string | null;
                                    total: string;
                                }[];
                                /** @description Of an invoice that may be paid in parts: by payments under way */
                                being_paid: string | null;
                                lines: {
                                    price: string;
                                    quantity: string;
                                    text: string;
                                    total: string;
                                }[];
                                mailings: {
                                    at: string;
                                    /** @enum {string} */
                                    kind: "invoice" | "invoice_reminder";
                                    /** @enum {string} */
                                    status: "queued" | "sent" | "rejected" | "dropped";
                                }[];
                                remind_at: string | null;
                                /** @description Of a stock: by payments under way */
                                reserved: number;
                                /** @description Of a stock */
                                sold: number;
                                subtotal: string | null;
                                version: number;
                                /** @description Of what is paid: by refunds and chargebacks of whole parts */
                                went_back: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact; null: whoever pays says how much */
                                amount: string | null;
                                country: string;
                                created_at: string;
                                created_by: string;
                                currency: string;
                                customer_email: string | null;
                                customer_name: string | null;
                                due_on: string | null;
                                expires_at: string | null;
                                id: string;
                                /** @description For an invoice: the due date has passed and it is not paid */
                                is_overdue: boolean;
                                /** @enum {string} */
                                kind: "link" | "invoice";
                                language: string | null;
                                /** @description What is not paid of an invoice */
                                left: string | null;
                                max_amount: string | null;
                                max_quantity: number | null;
                                methods: string[];
                                min_amount: string | null;
                                min_quantity: number | null;
                                /** @description The order number of its payments */
                                number: string;
                                once: boolean;
                                /** @description Of an invoice */
                                paid: string | null;
                                partial_payments: boolean;
                                /** @enum {string} */
                                state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                stock: number | null;
                                title: string;
                                /** @description Where customers pay */
                                url: string;
                            } & {
                                adjustments: {
                                    amount: string | null;
                                    /** @enum {string} */
                                    kind: "discount" | "tax";
                                    name: string;
                                    percent: string | null;
                                    total: string;
                                }[];
                                /** @description Of an invoice that may be paid in parts: by payments under way */
                                being_paid: string | null;
                                lines: {
                                    price: string;
                                    quantity: string;
                                    text: string;
                                    total: string;
                                }[];
                                mailings: {
                                    at: string;
                                    /** @enum {string} */
                                    kind: "invoice" | "invoice_reminder";
                                    /** @enum {string} */
                                    status: "queued" | "sent" | "rejected" | "dropped";
                                }[];
                                remind_at: string | null;
                                /** @description Of a stock: by payments under way */
                                reserved: number;
                                /** @description Of a stock */
                                sold: number;
                                subtotal: string | null;
                                version: number;
                                /** @description Of what is paid: by refunds and chargebacks of whole parts */
                                went_back: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: {
                    /** @description The last four digits of a card that was used, approved or not */
                    card_last4?: string;
                    /** @description ISO 8601, inclusive */
                    created_from?: string;
                    /** @description ISO 8601, exclusive */
                    created_to?: string;
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    customer_id?: string;
                    email?: string;
                    /** @description How many at most; 50 if absent */
                    limit?: number;
                    order_number?: string;
                    /** @description One transaction by its reference */
                    reference?: string;
                    status?: "open" | "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back";
                    /** @description The hash of a transfer that paid a crypto charge, in its network’s notation */
                    transaction_hash?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                transactions: {
                                    amount: number;
                                    /** @description The same amount as a decimal */
                                    amount_exact: string;
                                    /** @description When it was paid, whatever became of it since */
                                    approved_at: string | null;
                                    /** @enum {string} */
                                    capture: "automatic" | "manual";
                                    /** @description With manual capture: what was captured, as a decimal; null: nothing yet, or the capture is automatic */
                                    captured: string | null;
                                    country: string;
                                    created_at: string;
                                    currency: string;
                                    customer_id: string | null;
                                    /** @description When it reached its status */
                                    decided_at: string | null;
                                    description: string | null;
                                    email: string | null;
                                    expires_at: string;
                                    metadata: {
                                        [key: string]: string;
                                    } | null;
                                    method_code: string;
                                    order_number: string | null;
                                    reference: string;
                                    /** @description What was given back, as a decimal */
                                    refunded: string;
                                    /** @description When something was last refunded */
                                    refunded_at: string | null;
                                    statement_descriptor: string | null;
                                    /** @enum {string} */
                                    status: "open" | "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back";
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                amount: number;
                                /** @description The same amount as a decimal */
                                amount_exact: string;
                                /** @description When it was paid, whatever became of it since */
                                approved_at: string | null;
                                /** @enum {string} */
                                capture: "automatic" | "manual";
                                /** @description With manual capture: what was captured, as a decimal; null: nothing yet, or the capture is automatic */
                                captured: string | null;
                                country: string;
                                created_at: string;
                                currency: string;
                                customer_id: string | null;
                                /** @description When it reached its status */
                                decided_at: string | null;
                                description: string | null;
                                email: string | null;
                                expires_at: string;
                                metadata: {
                                    [key: string]: string;
                                } | null;
                                method_code: string;
                                order_number: string | null;
                                reference: string;
                                /** @description What was given back, as a decimal */
                                refunded: string;
                                /** @description When something was last refunded */
                                refunded_at: string | null;
                                statement_descriptor: string | null;
                                /** @enum {string} */
                                status: "open" | "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back";
                            } & {
                                attempts: {
                                    card: {
                                        brand: string;
                                        first6: string | null;
                                        last4: string;
                                    } | null;
                                    created_at: string;
                                    id: string;
                                    /** @description In how many the customer pays; null: as chosen on the processor's own page */
                                    instalments: number | null;
                                    /** @description Which card processor was asked */
                                    processor: string;
                                    refusal: string | null;
                                    /** @description The same in words */
                                    refusal_text: string | null;
                                    /** @description Why that one */
                                    route: string | null;
                                    /** @enum {string} */
                                    status: "created" | "authenticating" | "awaiting" | "pending" | "unknown" | "approved" | "refused";
                                }[];
                                /** @description null: it was never authorized for a later capture */
                                authorization: {
                                    authorized_at: string;
                                    /** @description The captures and voids that were requested */
                                    closings: {
                                        /** @description To be captured, or captured; of a void, what was held */
                                        amount: number;
                                        created_at: string;
                                        currency: string;
                                        failure: string | null;
                                        id: string;
                                        /** @enum {string} */
                                        kind: "capture" | "void";
                                        /**
                                         * @description external: it was made in the card processor's own panel, not here
                                         * @enum {string}
                                         */
                                        origin: "own" | "external";
                                        reference: string;
                                        /** @enum {string} */
                                        status: "pending" | "succeeded" | "failed";
                                    }[];
                                    /** @description Until when it can be captured; null: the processor tells no time */
                                    expires_at: string | null;
                                } | null;
                                /** @description How it is paid in USDT or USDC; null: it is not, or no network was chosen yet */
                                crypto: {
                                    /** @description USDT or USDC, of the amounts here */
                                    asset: string;
                                    /** @description null: the price is in USD */
                                    conversion: {
                                        /** @description ISO 4217 */
                                        currency: string;
                                        /** @description What one USD cost in the currency */
                                        localRate: string;
                                        /**
                                         * Format: date-time
                                         * @description The time of the oldest quote in localRate
                                         */
                                        localRateAt: string;
                                        localRateSources: string[];
                                        /** @description What the charge asks for, in its currency */
                                        price: string;
                                        /** @description What one USDT or USDC cost in USD */
                                        rate: string;
                                        /**
                                         * Format: date-time
                                         * @description The time of the oldest quote in rate
                                         */
                                        rateAt: string;
                                        rateSources: string[];
                                        /** @description What was received, in the currency of the price, rounded down */
                                        received: string;
                                        /** @description What the price was worth in USD, rounded up to the cent */
                                        usdAmount: string;
                                    } | null;
                                    /** @description Yours, before the fee */
                                    credited: string;
                                    /** @description To be paid */
                                    expected: string;
                                    /** @description Kept of what was credited */
                                    fee: string;
                                    network: string;
                                    /** @description All that came and stayed, also late and as dust */
                                    received: string;
                                } | null;
                                disputes: {
                                    /** @description What the bank took; it came back if the dispute was won, and is not taken by an inquiry */
                                    amount: number;
                                    closed_at: string | null;
                                    currency: string;
                                    /** @description Until when it can be answered; null: the processor tells no time */
                                    evidence_due_at: string | null;
                                    id: string;
                                    opened_at: string;
                                    reason: string | null;
                                    /** @description The same in words */
                                    reason_text: string | null;
                                    /** @enum {string} */
                                    status: "inquiry" | "open" | "won" | "lost";
                                }[];
                                refunds: {
                                    amount: number;
                                    /** @description Of a refund that the processor cannot make; null: the processor makes it */
                                    bank: {
                                        /** @description Enough to recognise it */
                                        account: string | null;
                                        asked_at: string;
                                        given_at: string | null;
                                        /** @description Of your transfer */
                                        reference: string | null;
                                        /**
                                         * @description asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)
                                         * @enum {string}
                                         */
                                        status: "asked" | "given" | "paid" | "withdrawn";
                                    } | null;
                                    created_at: string;
                                    currency: string;
                                    failure: string | null;
                                    id: string;
                                    /**
                                     * @description external: it was made in the card processor's own panel, not here
                                     * @enum {string}
                                     */
                                    origin: "own" | "external";
                                    reason: string | null;
                                    reference: string;
                                    /** @enum {string} */
                                    status: "pending" | "succeeded" | "failed";
                                }[];
                                /** @description Money that came late, a second time or as another amount */
                                unexpected_payments: {
                                    /** @description What came */
                                    amount: number;
                                    /** @description When it was found */
                                    arrived_at: string;
                                    currency: string;
                                    decided_at: string | null;
                                    ended_at: string | null;
                                    /** @description Why the processor refused to give it back; null: it did not */
                                    failure: string | null;
                                    /** @description Names it in POST /api/transactions/{reference}/resolve */
                                    id: string;
                                    /**
                                     * @description late: it came after its attempt had ended. second: the transaction was paid already. other_amount: it is not what was asked for
                                     * @enum {string}
                                     */
                                    kind: "late" | "second" | "other_amount";
                                    /** @description It was accepted as the payment of the transaction */
                                    pays: boolean;
                                    /**
                                     * @description waiting: for your decision. accepted: in your balance. returning: the processor is giving it back. returned: it gave it back
                                     * @enum {string}
                                     */
                                    status: "waiting" | "accepted" | "returning" | "returned";
                                    /** @description What happened, in words */
                                    text: string;
                                }[];
                                /** @description What the processor warned of; nothing was taken by it */
                                warnings: {
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
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                amount: number;
                                /** @description The same amount as a decimal */
                                amount_exact: string;
                                /** @description When it was paid, whatever became of it since */
                                approved_at: string | null;
                                /** @enum {string} */
                                capture: "automatic" | "manual";
                                /** @description With manual capture: what was captured, as a decimal; null: nothing yet, or the capture is automatic */
                                captured: string | null;
                                country: string;
                                created_at: string;
                                currency: string;
                                customer_id: string | null;
                                /** @description When it reached its status */
                                decided_at: string | null;
                                description: string | null;
                                email: string | null;
                                expires_at: string;
                                metadata: {
                                    [key: string]: string;
                                } | null;
                                method_code: string;
                                order_number: string | null;
                                reference: string;
                                /** @description What was given back, as a decimal */
                                refunded: string;
                                /** @description When something was last refunded */
                                refunded_at: string | null;
                                statement_descriptor: string | null;
                                /** @enum {string} */
                                status: "open" | "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back";
                            } & {
                                attempts: {
                                    card: {
                                        brand: string;
                                        first6: string | null;
                                        last4: string;
                                    } | null;
                                    created_at: string;
                                    id: string;
                                    /** @description In how many the customer pays; null: as chosen on the processor's own page */
                                    instalments: number | null;
                                    /** @description Which card processor was asked */
                                    processor: string;
                                    refusal: string | null;
                                    /** @description The same in words */
                                    refusal_text: string | null;
                                    /** @description Why that one */
                                    route: string | null;
                                    /** @enum {string} */
                                    status: "created" | "authenticating" | "awaiting" | "pending" | "unknown" | "approved" | "refused";
                                }[];
                                /** @description null: it was never authorized for a later capture */
                                authorization: {
                                    authorized_at: string;
                                    /** @description The captures and voids that were requested */
                                    closings: {
                                        /** @description To be captured, or captured; of a void, what was held */
                                        amount: number;
                                        created_at: string;
                                        currency: string;
                                        failure: string | null;
                                        id: string;
                                        /** @enum {string} */
                                        kind: "capture" | "void";
                                        /**
                                         * @description external: it was made in the card processor's own panel, not here
                                         * @enum {string}
                                         */
                                        origin: "own" | "external";
                                        reference: string;
                                        /** @enum {string} */
                                        status: "pending" | "succeeded" | "failed";
                                    }[];
                                    /** @description Until when it can be captured; null: the processor tells no time */
                                    expires_at: string | null;
                                } | null;
                                /** @description How it is paid in USDT or USDC; null: it is not, or no network was chosen yet */
                                crypto: {
                                    /** @description USDT or USDC, of the amounts here */
                                    asset: string;
                                    /** @description null: the price is in USD */
                                    conversion: {
                                        /** @description ISO 4217 */
                                        currency: string;
                                        /** @description What one USD cost in the currency */
                                        localRate: string;
                                        /**
                                         * Format: date-time
                                         * @description The time of the oldest quote in localRate
                                         */
                                        localRateAt: string;
                                        localRateSources: string[];
                                        /** @description What the charge asks for, in its currency */
                                        price: string;
                                        /** @description What one USDT or USDC cost in USD */
                                        rate: string;
                                        /**
                                         * Format: date-time
                                         * @description The time of the oldest quote in rate
                                         */
                                        rateAt: string;
                                        rateSources: string[];
                                        /** @description What was received, in the currency of the price, rounded down */
                                        received: string;
                                        /** @description What the price was worth in USD, rounded up to the cent */
                                        usdAmount: string;
                                    } | null;
                                    /** @description Yours, before the fee */
                                    credited: string;
                                    /** @description To be paid */
                                    expected: string;
                                    /** @description Kept of what was credited */
                                    fee: string;
                                    network: string;
                                    /** @description All that came and stayed, also late and as dust */
                                    received: string;
                                } | null;
                                disputes: {
                                    /** @description What the bank took; it came back if the dispute was won, and is not taken by an inquiry */
                                    amount: number;
                                    closed_at: string | null;
                                    currency: string;
                                    /** @description Until when it can be answered; null: the processor tells no time */
                                    evidence_due_at: string | null;
                                    id: string;
                                    opened_at: string;
                                    reason: string | null;
                                    /** @description The same in words */
                                    reason_text: string | null;
                                    /** @enum {string} */
                                    status: "inquiry" | "open" | "won" | "lost";
                                }[];
                                refunds: {
                                    amount: number;
                                    /** @description Of a refund that the processor cannot make; null: the processor makes it */
                                    bank: {
                                        /** @description Enough to recognise it */
                                        account: string | null;
                                        asked_at: string;
                                        given_at: string | null;
                                        /** @description Of your transfer */
                                        reference: string | null;
                                        /**
                                         * @description asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)
                                         * @enum {string}
                                         */
                                        status: "asked" | "given" | "paid" | "withdrawn";
                                    } | null;
                                    created_at: string;
                                    currency: string;
                                    failure: string | null;
                                    id: string;
                                    /**
                                     * @description external: it was made in the card processor's own panel, not here
                                     * @enum {string}
                                     */
                                    origin: "own" | "external";
                                    reason: string | null;
                                    reference: string;
                                    /** @enum {string} */
                                    status: "pending" | "succeeded" | "failed";
                                }[];
                                /** @description Money that came late, a second time or as another amount */
                                unexpected_payments: {
                                    /** @description What came */
                                    amount: number;
                                    /** @description When it was found */
                                    arrived_at: string;
                                    currency: string;
                                    decided_at: string | null;
                                    ended_at: string | null;
                                    /** @description Why the processor refused to give it back; null: it did not */
                                    failure: string | null;
                                    /** @description Names it in POST /api/transactions/{reference}/resolve */
                                    id: string;
                                    /**
                                     * @description late: it came after its attempt had ended. second: the transaction was paid already. other_amount: it is not what was asked for
                                     * @enum {string}
                                     */
                                    kind: "late" | "second" | "other_amount";
                                    /** @description It was accepted as the payment of the transaction */
                                    pays: boolean;
                                    /**
                                     * @description waiting: for your decision. accepted: in your balance. returning: the processor is giving it back. returned: it gave it back
                                     * @enum {string}
                                     */
                                    status: "waiting" | "accepted" | "returning" | "returned";
                                    /** @description What happened, in words */
                                    text: string;
                                }[];
                                /** @description What the processor warned of; nothing was taken by it */
                                warnings: {
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
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Absent: all that was authorized. What is not captured is released */
                        amount?: number | string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description To be captured, or captured; of a void, what was held */
                                amount: number;
                                created_at: string;
                                currency: string;
                                failure: string | null;
                                id: string;
                                /** @enum {string} */
                                kind: "capture" | "void";
                                /**
                                 * @description external: it was made in the card processor's own panel, not here
                                 * @enum {string}
                                 */
                                origin: "own" | "external";
                                reference: string;
                                /** @enum {string} */
                                status: "pending" | "succeeded" | "failed";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Absent: all that is left */
                        amount?: number | string;
                        /** @description Why, for you only. No card numbers */
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                amount: number;
                                /** @description Of a refund that the processor cannot make; null: the processor makes it */
                                bank: {
                                    /** @description Enough to recognise it */
                                    account: string | null;
                                    asked_at: string;
                                    given_at: string | null;
                                    /** @description Of your transfer */
                                    reference: string | null;
                                    /**
                                     * @description asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)
                                     * @enum {string}
                                     */
                                    status: "asked" | "given" | "paid" | "withdrawn";
                                } | null;
                                created_at: string;
                                currency: string;
                                failure: string | null;
                                id: string;
                                /**
                                 * @description external: it was made in the card processor's own panel, not here
                                 * @enum {string}
                                 */
                                origin: "own" | "external";
                                reason: string | null;
                                reference: string;
                                /** @enum {string} */
                                status: "pending" | "succeeded" | "failed";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                    refund: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                amount: number;
                                /** @description Of a refund that the processor cannot make; null: the processor makes it */
                                bank: {
                                    /** @description Enough to recognise it */
                                    account: string | null;
                                    asked_at: string;
                                    given_at: string | null;
                                    /** @description Of your transfer */
                                    reference: string | null;
                                    /**
                                     * @description asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)
                                     * @enum {string}
                                     */
                                    status: "asked" | "given" | "paid" | "withdrawn";
                                } | null;
                                created_at: string;
                                currency: string;
                                failure: string | null;
                                id: string;
                                /**
                                 * @description external: it was made in the card processor's own panel, not here
                                 * @enum {string}
                                 */
                                origin: "own" | "external";
                                reason: string | null;
                                reference: string;
                                /** @enum {string} */
                                status: "pending" | "succeeded" | "failed";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                    refund: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                details: {
                                    /** @enum {string} */
                                    field: "holder" | "document" | "pix_key" | "clabe" | "cbu" | "cci" | "bank" | "branch" | "account_kind" | "account";
                                    value: string;
                                }[] | null;
                                refund: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                    refund: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reference: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                amount: number;
                                /** @description Of a refund that the processor cannot make; null: the processor makes it */
                                bank: {
                                    /** @description Enough to recognise it */
                                    account: string | null;
                                    asked_at: string;
                                    given_at: string | null;
                                    /** @description Of your transfer */
                                    reference: string | null;
                                    /**
                                     * @description asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)
                                     * @enum {string}
                                     */
                                    status: "asked" | "given" | "paid" | "withdrawn";
                                } | null;
                                created_at: string;
                                currency: string;
                                failure: string | null;
                                id: string;
                                /**
                                 * @description external: it was made in the card processor's own panel, not here
                                 * @enum {string}
                                 */
                                origin: "own" | "external";
                                reason: string | null;
                                reference: string;
                                /** @enum {string} */
                                status: "pending" | "succeeded" | "failed";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                    refund: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                amount: number;
                                /** @description Of a refund that the processor cannot make; null: the processor makes it */
                                bank: {
                                    /** @description Enough to recognise it */
                                    account: string | null;
                                    asked_at: string;
                                    given_at: string | null;
                                    /** @description Of your transfer */
                                    reference: string | null;
                                    /**
                                     * @description asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)
                                     * @enum {string}
                                     */
                                    status: "asked" | "given" | "paid" | "withdrawn";
                                } | null;
                                created_at: string;
                                currency: string;
                                failure: string | null;
                                id: string;
                                /**
                                 * @description external: it was made in the card processor's own panel, not here
                                 * @enum {string}
                                 */
                                origin: "own" | "external";
                                reason: string | null;
                                reference: string;
                                /** @enum {string} */
                                status: "pending" | "succeeded" | "failed";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        decision: "accept" | "return";
                        /** @description The id of one of its unexpected_payments */
                        payment: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description What came */
                                amount: number;
                                /** @description When it was found */
                                arrived_at: string;
                                currency: string;
                                decided_at: string | null;
                                ended_at: string | null;
                                /** @description Why the processor refused to give it back; null: it did not */
                                failure: string | null;
                                /** @description Names it in POST /api/transactions/{reference}/resolve */
                                id: string;
                                /**
                                 * @description late: it came after its attempt had ended. second: the transaction was paid already. other_amount: it is not what was asked for
                                 * @enum {string}
                                 */
                                kind: "late" | "second" | "other_amount";
                                /** @description It was accepted as the payment of the transaction */
                                pays: boolean;
                                /**
                                 * @description waiting: for your decision. accepted: in your balance. returning: the processor is giving it back. returned: it gave it back
                                 * @enum {string}
                                 */
                                status: "waiting" | "accepted" | "returning" | "returned";
                                /** @description What happened, in words */
                                text: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description To be captured, or captured; of a void, what was held */
                                amount: number;
                                created_at: string;
                                currency: string;
                                failure: string | null;
                                id: string;
                                /** @enum {string} */
                                kind: "capture" | "void";
                                /**
                                 * @description external: it was made in the card processor's own panel, not here
                                 * @enum {string}
                                 */
                                origin: "own" | "external";
                                reference: string;
                                /** @enum {string} */
                                status: "pending" | "succeeded" | "failed";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                endpoints: {
                                    created_at: string;
                                    description: string;
                                    /** @description Empty: all */
                                    events: string[];
                                    id: string;
                                    paused: boolean;
                                    /** @description Until then the old secret signs, too */
                                    previous_secret_until: string | null;
                                    /** @description Shown once */
                                    secret?: string;
                                    url: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        description?: string;
                        /** @description Types (`eventType`), or `charge.*` for all of a kind; empty or absent: all */
                        events?: string[];
                        url: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                created_at: string;
                                description: string;
                                /** @description Empty: all */
                                events: string[];
                                id: string;
                                paused: boolean;
                                /** @description Until then the old secret signs, too */
                                previous_secret_until: string | null;
                                /** @description Shown once */
                                secret?: string;
                                url: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: Record<string, never>;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        description?: string;
                        /** @description Types (`eventType`), or `charge.*` for all of a kind; empty or absent: all */
                        events?: string[];
                        /** @description While true its messages wait */
                        paused?: boolean;
                        url?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                created_at: string;
                                description: string;
                                /** @description Empty: all */
                                events: string[];
                                id: string;
                                paused: boolean;
                                /** @description Until then the old secret signs, too */
                                previous_secret_until: string | null;
                                /** @description Shown once */
                                secret?: string;
                                url: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description How long the old secret signs too */
                        overlap_hours: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                created_at: string;
                                description: string;
                                /** @description Empty: all */
                                events: string[];
                                id: string;
                                paused: boolean;
                                /** @description Until then the old secret signs, too */
                                previous_secret_until: string | null;
                                /** @description Shown once */
                                secret?: string;
                                url: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The further endpoint to test */
                        endpoint?: string;
                        /**
                         * @description What it tells of a payment that never was; approved if absent. The last three are told of crypto orders
                         * @enum {string}
                         */
                        kind?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed";
                        /** @description Where to send the sample; absent: the account's webhook URL */
                        url?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                event_id: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                alarms: {
                                    /** @description A network or a processor */
                                    about: string | null;
                                    /** @description How many wait, or what is left */
                                    amount: string | null;
                                    /** @enum {string} */
                                    code: "no_worker" | "no_watcher" | "clock_off" | "restored" | "late_entries" | "ledger_wrong" | "audit_wrong" | "backup_wrong" | "checks_late" | "merchant_in_the_red" | "attempts_unresolved" | "processor_failing" | "processor_notifications" | "card_cases" | "processor_lines" | "chain_lag" | "chain_unled" | "chain_gap" | "custody_gap" | "sent_after_failed" | "rates_failing" | "rate_source_away" | "orders_waiting" | "strays_waiting" | "payouts_in_review" | "settlements_waiting" | "payouts_nonce_gap" | "payouts_outcome_unproven" | "payouts_wallet_ahead_of_books" | "payouts_merchant_in_the_red" | "payouts_deposit_reversed" | "payouts_signer_unavailable" | "payouts_no_wallet" | "payouts_low_usdt" | "payouts_low_gas" | "payouts_fee_above_cap" | "payouts_would_fail" | "payouts_address_blocked" | "payouts_over_limit" | "payouts_node_unavailable" | "hot_wallet_low" | "gas_low" | "webhooks_late" | "mails_wait" | "contact_refused";
                                    is_urgent: boolean;
                                    since: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description What, as the log calls it */
                    act?: string;
                    /** @description Who: an e-mail, or `merchant` and its id */
                    actor?: string;
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    /** @description From this on: a date or time in ISO 8601, e.g. 2026-01-31T00:00:00Z */
                    from?: string;
                    /** @description To what, e.g. `merchant` and its id */
                    subject?: string;
                    /** @description Before this */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                rows: {
                                    act: string;
                                    actor: string;
                                    at: string;
                                    /** @description JSON */
                                    details: string;
                                    number: string;
                                    subject: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description What, as the log calls it */
                    act?: string;
                    /** @description Who: an e-mail, or `merchant` and its id */
                    actor?: string;
                    /** @description From this on: a date or time in ISO 8601, e.g. 2026-01-31T00:00:00Z */
                    from?: string;
                    /** @description To what, e.g. `merchant` and its id */
                    subject?: string;
                    /** @description Before this */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                balances: {
                                    asset: string;
                                    /** @description A decimal, exact */
                                    balance: string;
                                    /** @enum {string} */
                                    book: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning";
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/card-cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The last 50, newest first */
                                decided: {
                                    /** @description What the processor holds more than the books explain; a decimal */
                                    amount: string;
                                    charge_id: string | null;
                                    currency: string;
                                    decided: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    id: string;
                                    /** @description It happened on an account of the merchant’s own */
                                    is_own_account: boolean;
                                    /** @description The kind of movement: payment, refund, dispute, fee, payout, balance, other */
                                    kind: string;
                                    /** @description null: nobody’s yet */
                                    merchant_id: string | null;
                                    merchant_name: string | null;
                                    opened_at: string;
                                    processor: string;
                                    proposed: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    /** @description Why the books cannot explain it, as a code */
                                    reason: string;
                                    /** @description The processor's own id of it */
                                    reference: string;
                                    /** @description Targets that a second person has to confirm */
                                    takes_two: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                    /** @description Where it can be booked to */
                                    targets: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                }[];
                                open: {
                                    /** @description What the processor holds more than the books explain; a decimal */
                                    amount: string;
                                    charge_id: string | null;
                                    currency: string;
                                    decided: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    id: string;
                                    /** @description It happened on an account of the merchant’s own */
                                    is_own_account: boolean;
                                    /** @description The kind of movement: payment, refund, dispute, fee, payout, balance, other */
                                    kind: string;
                                    /** @description null: nobody’s yet */
                                    merchant_id: string | null;
                                    merchant_name: string | null;
                                    opened_at: string;
                                    processor: string;
                                    proposed: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    /** @description Why the books cannot explain it, as a code */
                                    reason: string;
                                    /** @description The processor's own id of it */
                                    reference: string;
                                    /** @description Targets that a second person has to confirm */
                                    takes_two: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                    /** @description Where it can be booked to */
                                    targets: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                }[];
                                /** @description All that are open; at most 200 are listed */
                                open_count: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/card-cases/{case}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    case: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The merchant whose balance it is booked to */
                        merchant_id?: string;
                        note: string;
                        /** @enum {string} */
                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The last 50, newest first */
                                decided: {
                                    /** @description What the processor holds more than the books explain; a decimal */
                                    amount: string;
                                    charge_id: string | null;
                                    currency: string;
                                    decided: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    id: string;
                                    /** @description It happened on an account of the merchant’s own */
                                    is_own_account: boolean;
                                    /** @description The kind of movement: payment, refund, dispute, fee, payout, balance, other */
                                    kind: string;
                                    /** @description null: nobody’s yet */
                                    merchant_id: string | null;
                                    merchant_name: string | null;
                                    opened_at: string;
                                    processor: string;
                                    proposed: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    /** @description Why the books cannot explain it, as a code */
                                    reason: string;
                                    /** @description The processor's own id of it */
                                    reference: string;
                                    /** @description Targets that a second person has to confirm */
                                    takes_two: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                    /** @description Where it can be booked to */
                                    targets: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                }[];
                                open: {
                                    /** @description What the processor holds more than the books explain; a decimal */
                                    amount: string;
                                    charge_id: string | null;
                                    currency: string;
                                    decided: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    id: string;
                                    /** @description It happened on an account of the merchant’s own */
                                    is_own_account: boolean;
                                    /** @description The kind of movement: payment, refund, dispute, fee, payout, balance, other */
                                    kind: string;
                                    /** @description null: nobody’s yet */
                                    merchant_id: string | null;
                                    merchant_name: string | null;
                                    opened_at: string;
                                    processor: string;
                                    proposed: {
                                        at: string;
                                        by: string;
                                        merchant_name: string | null;
                                        note: string;
                                        /** @enum {string} */
                                        to: "merchant" | "costs" | "bank" | "funds" | "reserve" | "none";
                                    } | null;
                                    /** @description Why the books cannot explain it, as a code */
                                    reason: string;
                                    /** @description The processor's own id of it */
                                    reference: string;
                                    /** @description Targets that a second person has to confirm */
                                    takes_two: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                    /** @description Where it can be booked to */
                                    targets: ("merchant" | "costs" | "bank" | "funds" | "reserve" | "none")[];
                                }[];
                                /** @description All that are open; at most 200 are listed */
                                open_count: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/card-payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                payouts: {
                                    amount: string;
                                    arrives_at: string | null;
                                    at: string;
                                    currency: string;
                                    id: string;
                                    /** @description The processor tells which movements are in it */
                                    is_listed: boolean;
                                    lines: number | null;
                                    /** @description What the movements in it come to */
                                    lines_sum: string | null;
                                    /** @description The merchant whose own account it is; null: the installation’s */
                                    merchant_name: string | null;
                                    processor: string;
                                    /** @description The processor's own id */
                                    reference: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/card-payouts/{payout}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    payout: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                lines: {
                                    amount: string;
                                    at: string;
                                    charge_id: string | null;
                                    currency: string;
                                    fee: string;
                                    /** @description The processor's own */
                                    id: string;
                                    kind: string;
                                    merchant_name: string | null;
                                }[];
                                next_cursor: string | null;
                                payout: {
                                    amount: string;
                                    arrives_at: string | null;
                                    at: string;
                                    currency: string;
                                    id: string;
                                    /** @description The processor tells which movements are in it */
                                    is_listed: boolean;
                                    lines: number | null;
                                    /** @description What the movements in it come to */
                                    lines_sum: string | null;
                                    /** @description The merchant whose own account it is; null: the installation’s */
                                    merchant_name: string | null;
                                    processor: string;
                                    /** @description The processor's own id */
                                    reference: string;
                                };
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/card-reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                balances: {
                                    currency: string;
                                    difference: string;
                                    differs_since: string | null;
                                    /** @description The merchant whose own account it is; null: the installation’s */
                                    merchant_name: string | null;
                                    /** @description What its movements come to, by the books */
                                    ours: string;
                                    processor: string;
                                    read_at: string;
                                    /** @description What the processor says that it holds */
                                    theirs: string;
                                }[];
                                runs: {
                                    /** @description New cases that came of it */
                                    cases_opened: number;
                                    /** @description Entries in the books */
                                    entries: number;
                                    failure: string | null;
                                    /** @description What differed */
                                    found: number;
                                    from: string;
                                    /** @description Movements at the processor */
                                    lines: number;
                                    /** @description The merchant whose own account it is; null: the installation’s */
                                    merchant_name: string | null;
                                    processor: string;
                                    ran_at: string;
                                    /** @description Before this */
                                    to: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/card-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        rules: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                rules: {
                                    brands?: string[];
                                    countries?: string[];
                                    currencies?: string[];
                                    max?: string;
                                    min?: string;
                                    use: {
                                        processor: string;
                                        share?: number;
                                    }[];
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                checks: {
                                    /** @description The network or the processor */
                                    about: string | null;
                                    /** @enum {string} */
                                    check: "ledger_check" | "audit_verification" | "backup_verification" | "custody" | "card_reconciliation";
                                    checked_at: string;
                                    /** @description How much was wrong */
                                    found: number;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    status?: "inquiry" | "open" | "won" | "lost";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                rows: {
                                    /** @description An exact decimal */
                                    amount: string;
                                    /** Format: date-time */
                                    answer_until: string | null;
                                    /** Format: date-time */
                                    closed_at: string | null;
                                    currency: string;
                                    id: string;
                                    /** Format: date-time */
                                    opened_at: string;
                                    /** @description The reference of the charge */
                                    payment: string;
                                    /** @description null: none that we have a name for */
                                    reason: ("fraudulent" | "unrecognized" | "product_not_received" | "product_unacceptable" | "duplicate" | "credit_not_processed" | "subscription_canceled" | "general") | null;
                                    /** @description In the reader's language, or the processor's words; null: not told */
                                    reason_text: string | null;
                                    /**
                                     * @description inquiry: the bank asks, and took nothing; open and lost: it took the amount; won: it came back
                                     * @enum {string}
                                     */
                                    status: "inquiry" | "open" | "won" | "lost";
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/disputes/{dispute}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    dispute: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description An exact decimal */
                                amount: string;
                                /** Format: date-time */
                                answer_until: string | null;
                                /** @description What it has been, oldest first */
                                changes: {
                                    amount: string;
                                    /** Format: date-time */
                                    at: string;
                                    currency: string;
                                    /** @enum {string} */
                                    status: "inquiry" | "open" | "won" | "lost";
                                }[];
                                /** Format: date-time */
                                closed_at: string | null;
                                currency: string;
                                evidence: {
                                    can_edit: boolean;
                                    /** @description The processor takes evidence by its API */
                                    can_send: boolean;
                                    /** @description Why the processor refused it: too_many_pages, not_awaited, file_refused, or the processor's words */
                                    failure: string | null;
                                    files: {
                                        added_at: string;
                                        added_by: string;
                                        bytes: number;
                                        id: string;
                                        /** @enum {string} */
                                        kind: "receipt" | "customer_communication" | "shipping" | "service" | "refund_policy" | "cancellation_policy" | "signature" | "duplicate" | "other";
                                        name: string;
                                    }[];
                                    /** @description Of all files together */
                                    max_bytes: number;
                                    max_file_bytes: number;
                                    sent_at: string | null;
                                    sent_by: string | null;
                                    /**
                                     * @description sending: the processor has not answered yet, and is asked until it does; refused: change it and send it again
                                     * @enum {string}
                                     */
                                    status: "draft" | "sending" | "sent" | "refused" | "handed_in";
                                    text: string;
                                };
                                id: string;
                                /** Format: date-time */
                                opened_at: string;
                                /** @description The reference of the charge */
                                payment: string;
                                /** @description Where it is answered */
                                processor: string;
                                /** @description The processor's own id of the dispute */
                                processor_reference: string;
                                /** @description The payment in the processor's panel, for those who have access to it */
                                processor_url: string | null;
                                /** @description null: none that we have a name for */
                                reason: ("fraudulent" | "unrecognized" | "product_not_received" | "product_unacceptable" | "duplicate" | "credit_not_processed" | "subscription_canceled" | "general") | null;
                                /** @description In the reader's language, or the processor's words; null: not told */
                                reason_text: string | null;
                                /**
                                 * @description inquiry: the bank asks, and took nothing; open and lost: it took the amount; won: it came back
                                 * @enum {string}
                                 */
                                status: "inquiry" | "open" | "won" | "lost";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/disputes/{dispute}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    dispute: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        text: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                can_edit: boolean;
                                /** @description The processor takes evidence by its API */
                                can_send: boolean;
                                /** @description Why the processor refused it: too_many_pages, not_awaited, file_refused, or the processor's words */
                                failure: string | null;
                                files: {
                                    added_at: string;
                                    added_by: string;
                                    bytes: number;
                                    id: string;
                                    /** @enum {string} */
                                    kind: "receipt" | "customer_communication" | "shipping" | "service" | "refund_policy" | "cancellation_policy" | "signature" | "duplicate" | "other";
                                    name: string;
                                }[];
                                /** @description Of all files together */
                                max_bytes: number;
                                max_file_bytes: number;
                                sent_at: string | null;
                                sent_by: string | null;
                                /**
                                 * @description sending: the processor has not answered yet, and is asked until it does; refused: change it and send it again
                                 * @enum {string}
                                 */
                                status: "draft" | "sending" | "sent" | "refused" | "handed_in";
                                text: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/disputes/{dispute}/evidence.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    dispute: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/disputes/{dispute}/evidence/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    dispute: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description A PDF, PNG or JPEG of at most 4 MB, in base64 */
                        content: string;
                        /** @enum {string} */
                        kind: "receipt" | "customer_communication" | "shipping" | "service" | "refund_policy" | "cancellation_policy" | "signature" | "duplicate" | "other";
                        name: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                can_edit: boolean;
                                /** @description The processor takes evidence by its API */
                                can_send: boolean;
                                /** @description Why the processor refused it: too_many_pages, not_awaited, file_refused, or the processor's words */
                                failure: string | null;
                                files: {
                                    added_at: string;
                                    added_by: string;
                                    bytes: number;
                                    id: string;
                                    /** @enum {string} */
                                    kind: "receipt" | "customer_communication" | "shipping" | "service" | "refund_policy" | "cancellation_policy" | "signature" | "duplicate" | "other";
                                    name: string;
                                }[];
                                /** @description Of all files together */
                                max_bytes: number;
                                max_file_bytes: number;
                                sent_at: string | null;
                                sent_by: string | null;
                                /**
                                 * @description sending: the processor has not answered yet, and is asked until it does; refused: change it and send it again
                                 * @enum {string}
                                 */
                                status: "draft" | "sending" | "sent" | "refused" | "handed_in";
                                text: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/disputes/{dispute}/evidence/files/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    dispute: string;
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                can_edit: boolean;
                                /** @description The processor takes evidence by its API */
                                can_send: boolean;
                                /** @description Why the processor refused it: too_many_pages, not_awaited, file_refused, or the processor's words */
                                failure: string | null;
                                files: {
                                    added_at: string;
                                    added_by: string;
                                    bytes: number;
                                    id: string;
                                    /** @enum {string} */
                                    kind: "receipt" | "customer_communication" | "shipping" | "service" | "refund_policy" | "cancellation_policy" | "signature" | "duplicate" | "other";
                                    name: string;
                                }[];
                                /** @description Of all files together */
                                max_bytes: number;
                                max_file_bytes: number;
                                sent_at: string | null;
                                sent_by: string | null;
                                /**
                                 * @description sending: the processor has not answered yet, and is asked until it does; refused: change it and send it again
                                 * @enum {string}
                                 */
                                status: "draft" | "sending" | "sent" | "refused" | "handed_in";
                                text: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/disputes/{dispute}/evidence/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    dispute: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description processor: through its API; handed_in: you gave it to the processor or the bank by another way
                         * @enum {string}
                         */
                        way: "processor" | "handed_in";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                can_edit: boolean;
                                /** @description The processor takes evidence by its API */
                                can_send: boolean;
                                /** @description Why the processor refused it: too_many_pages, not_awaited, file_refused, or the processor's words */
                                failure: string | null;
                                files: {
                                    added_at: string;
                                    added_by: string;
                                    bytes: number;
                                    id: string;
                                    /** @enum {string} */
                                    kind: "receipt" | "customer_communication" | "shipping" | "service" | "refund_policy" | "cancellation_policy" | "signature" | "duplicate" | "other";
                                    name: string;
                                }[];
                                /** @description Of all files together */
                                max_bytes: number;
                                max_file_bytes: number;
                                sent_at: string | null;
                                sent_by: string | null;
                                /**
                                 * @description sending: the processor has not answered yet, and is asked until it does; refused: change it and send it again
                                 * @enum {string}
                                 */
                                status: "draft" | "sending" | "sent" | "refused" | "handed_in";
                                text: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/events.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description ISO 8601, inclusive */
                    created_from?: string;
                    /** @description ISO 8601, exclusive */
                    created_to?: string;
                    delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                    /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                    endpoint?: string;
                    /** @description The transaction the event tells of */
                    reference?: string;
                    /** @description What the event tells */
                    status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                base_url: string;
                                crypto_base_url: string;
                                docs_url: string;
                                merchant_id: string;
                                /** @description What customers of this merchant can pay by */
                                methods: string[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description What customers paid. The asset in which the merchant is paid most often comes first */
                                assets: {
                                    asset: string;
                                    /** @description Yesterday until this time of day */
                                    before: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        count: number;
                                    };
                                    /** @description By hour of the day, from midnight */
                                    hours: string[];
                                    /** @description By hour of the day, from midnight */
                                    hours_before: string[];
                                    today: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        count: number;
                                    };
                                }[];
                                at: string;
                                attempts: {
                                    approved: number;
                                    approved_before: number;
                                    refused: number;
                                    refused_before: number;
                                };
                                /** @description Today in the time zone, such as 2026-01-31 */
                                day: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/invoice-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next: string;
                                number: string;
                                prefix: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The next number; leading zeros say how many digits it has at least */
                        next: string;
                        /** @description No card numbers */
                        prefix: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next: string;
                                number: string;
                                prefix: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The scopes that a key of yours can have */
                                can_give: string[];
                                /** @description Newest first */
                                keys: {
                                    created_at: string;
                                    expires_at: string | null;
                                    id: string;
                                    /** @description Scopes that it has and cannot use: whoever made it may no longer do that */
                                    is_short: string[];
                                    /** @description Whether its payouts have to be signed */
                                    is_signed: boolean;
                                    /** @description About to the minute; null: it has not been used */
                                    last_used_at: string | null;
                                    /** @description The e-mail of whoever made it; null: the operator did */
                                    made_by: string | null;
                                    name: string | null;
                                    networks: string[] | null;
                                    payout_max: string | null;
                                    payouts_per_day: string | null;
                                    /** @description How the key begins */
                                    prefix: string;
                                    revoked_at: string | null;
                                    /** @description What it may do; null: everything, as every key could before there were scopes */
                                    scopes: string[] | null;
                                    sources: string[] | null;
                                    works: boolean;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description When it stops working; null: never */
                        expires_at?: string | null;
                        /** @description What to call it in lists, at most 60 characters; null: nothing */
                        name: string | null;
                        /** @description Where its payouts may be sent; null: on every network */
                        networks?: string[] | null;
                        /** @description The most that one payout may come to, in USD; null: only the merchant’s limits */
                        payout_max?: string | null;
                        /** @description The most that its payouts of a day (UTC) may come to, in USD */
                        payouts_per_day?: string | null;
                        /** @description What it may do; absent or null: all that your role can give but what moves money out (refunds, payouts) */
                        scopes?: string[] | null;
                        /** @description With it, payouts of this key have to be signed (RFC 9421) by the private half */
                        signing_key?: string | null;
                        /** @description Addresses and networks (CIDR) that it works from; null: from everywhere */
                        sources?: string[] | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The visible part of the key, which names it */
                                id: string;
                                /** @description The whole key, readable here and never again */
                                key: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description When it stops working; null: never */
                        expires_at?: string | null;
                        /** @description What to call it in lists, at most 60 characters; null: nothing */
                        name: string | null;
                        /** @description Where its payouts may be sent; null: on every network */
                        networks?: string[] | null;
                        /** @description How long the others go on working */
                        overlap_seconds: number;
                        /** @description The most that one payout may come to, in USD; null: only the merchant’s limits */
                        payout_max?: string | null;
                        /** @description The most that its payouts of a day (UTC) may come to, in USD */
                        payouts_per_day?: string | null;
                        /** @description What it may do; absent or null: all that your role can give but what moves money out (refunds, payouts) */
                        scopes?: string[] | null;
                        /** @description With it, payouts of this key have to be signed (RFC 9421) by the private half */
                        signing_key?: string | null;
                        /** @description Addresses and networks (CIDR) that it works from; null: from everywhere */
                        sources?: string[] | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The visible part of the key, which names it */
                                id: string;
                                /** @description The whole key, readable here and never again */
                                key: string;
                                /** @description The keys that still work beside it */
                                previous: {
                                    expires_at: string;
                                    id: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/links/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description What follows the # of the mailed link */
                        link: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                email: string;
                                /** @description A name and a password are there already */
                                has_account: boolean;
                                /** @enum {string} */
                                kind: "invitation" | "reset";
                                /** @description The merchant; null: the installation */
                                place: string | null;
                                role: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/links/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description What follows the # of the mailed link */
                        link: string;
                        name?: string;
                        password?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                person: {
                                    email: string;
                                    has_passkey: boolean;
                                    /** @description An authenticator app */
                                    has_second_factor: boolean;
                                    id: string;
                                    /** @enum {string} */
                                    language: "es" | "pt" | "en" | "fr";
                                    name: string;
                                };
                                places: {
                                    /** @description null: the installation */
                                    merchant_id: string | null;
                                    name: string | null;
                                    permissions: string[];
                                    /** @description ISO 3166-1 alpha-2, by the time zone: how amounts are written. null: unknown */
                                    region: string | null;
                                    /** @description null: by a role in the installation */
                                    role: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    /** @description A part of its name or e-mail, or its id */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                merchants: {
                                    /** @description In hundredths of a percent, as the other fees */
                                    card_fee_basis_points: number;
                                    contact_email: string;
                                    crypto_fee_basis_points: number;
                                    enabled: boolean;
                                    id: string;
                                    language: string;
                                    name: string;
                                    payout_fee_basis_points: number;
                                }[];
                                next_cursor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        contact_email: string;
                        language?: string;
                        name: string;
                        owner_email?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                api_key: string | null;
                                /** @description In hundredths of a percent, as the other fees */
                                card_fee_basis_points: number;
                                contact_email: string;
                                crypto_fee_basis_points: number;
                                enabled: boolean;
                                id: string;
                                /** @description The owner who was mailed */
                                invited: string | null;
                                language: string;
                                name: string;
                                payout_fee_basis_points: number;
                                webhook_secret: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/merchants.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description A part of its name or e-mail, or its id */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/merchants/{merchant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    merchant: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                balances: {
                                    account: string;
                                    asset: string;
                                    balance: string;
                                }[];
                                /** @description In hundredths of a percent, as the other fees */
                                card_fee_basis_points: number;
                                contact_email: string;
                                /** @description The contact address refuses mail, in its server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                crypto_fee_basis_points: number;
                                enabled: boolean;
                                id: string;
                                language: string;
                                name: string;
                                /** @description Above it a person approves, above ten times it two */
                                payout_auto_approve_up_to: string;
                                payout_daily_limit: string | null;
                                payout_fee_basis_points: number;
                                payout_monthly_limit: string | null;
                                /** @description USD as a decimal, as the other limits; null: no limit */
                                payout_single_limit: string | null;
                                payouts_enabled: boolean;
                                /** @description null: the limit of the installation */
                                requests_per_ten_seconds: number | null;
                                /** @description Its own; none: those of the installation count */
                                rules: {
                                    brands?: string[];
                                    countries?: string[];
                                    currencies?: string[];
                                    max?: string;
                                    min?: string;
                                    use: {
                                        processor: string;
                                        share?: number;
                                    }[];
                                }[];
                                /** @description What the statements of customers' cards say; null: what the processor's account says */
                                statement_descriptor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    merchant: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        card_fee_basis_points?: number;
                        contact_email?: string;
                        crypto_fee_basis_points?: number;
                        language?: string;
                        name?: string;
                        payout_auto_approve_up_to?: string;
                        payout_daily_limit?: string | null;
                        payout_fee_basis_points?: number;
                        payout_monthly_limit?: string | null;
                        payout_single_limit?: string | null;
                        payouts_enabled?: boolean;
                        requests_per_ten_seconds?: number | null;
                        statement_descriptor?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                balances: {
                                    account: string;
                                    asset: string;
                                    balance: string;
                                }[];
                                /** @description In hundredths of a percent, as the other fees */
                                card_fee_basis_points: number;
                                contact_email: string;
                                /** @description The contact address refuses mail, in its server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                crypto_fee_basis_points: number;
                                enabled: boolean;
                                id: string;
                                language: string;
                                name: string;
                                /** @description Above it a person approves, above ten times it two */
                                payout_auto_approve_up_to: string;
                                payout_daily_limit: string | null;
                                payout_fee_basis_points: number;
                                payout_monthly_limit: string | null;
                                /** @description USD as a decimal, as the other limits; null: no limit */
                                payout_single_limit: string | null;
                                payouts_enabled: boolean;
                                /** @description null: the limit of the installation */
                                requests_per_ten_seconds: number | null;
                                /** @description Its own; none: those of the installation count */
                                rules: {
                                    brands?: string[];
                                    countries?: string[];
                                    currencies?: string[];
                                    max?: string;
                                    min?: string;
                                    use: {
                                        processor: string;
                                        share?: number;
                                    }[];
                                }[];
                                /** @description What the statements of customers' cards say; null: what the processor's account says */
                                statement_descriptor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/merchants/{merchant}/card-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    merchant: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        rules: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                balances: {
                                    account: string;
                                    asset: string;
                                    balance: string;
                                }[];
                                /** @description In hundredths of a percent, as the other fees */
                                card_fee_basis_points: number;
                                contact_email: string;
                                /** @description The contact address refuses mail, in its server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                crypto_fee_basis_points: number;
                                enabled: boolean;
                                id: string;
                                language: string;
                                name: string;
                                /** @description Above it a person approves, above ten times it two */
                                payout_auto_approve_up_to: string;
                                payout_daily_limit: string | null;
                                payout_fee_basis_points: number;
                                payout_monthly_limit: string | null;
                                /** @description USD as a decimal, as the other limits; null: no limit */
                                payout_single_limit: string | null;
                                payouts_enabled: boolean;
                                /** @description null: the limit of the installation */
                                requests_per_ten_seconds: number | null;
                                /** @description Its own; none: those of the installation count */
                                rules: {
                                    brands?: string[];
                                    countries?: string[];
                                    currencies?: string[];
                                    max?: string;
                                    min?: string;
                                    use: {
                                        processor: string;
                                        share?: number;
                                    }[];
                                }[];
                                /** @description What the statements of customers' cards say; null: what the processor's account says */
                                statement_descriptor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/merchants/{merchant}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    merchant: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        enabled: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                balances: {
                                    account: string;
                                    asset: string;
                                    balance: string;
                                }[];
                                /** @description In hundredths of a percent, as the other fees */
                                card_fee_basis_points: number;
                                contact_email: string;
                                /** @description The contact address refuses mail, in its server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                crypto_fee_basis_points: number;
                                enabled: boolean;
                                id: string;
                                language: string;
                                name: string;
                                /** @description Above it a person approves, above ten times it two */
                                payout_auto_approve_up_to: string;
                                payout_daily_limit: string | null;
                                payout_fee_basis_points: number;
                                payout_monthly_limit: string | null;
                                /** @description USD as a decimal, as the other limits; null: no limit */
                                payout_single_limit: string | null;
                                payouts_enabled: boolean;
                                /** @description null: the limit of the installation */
                                requests_per_ten_seconds: number | null;
                                /** @description Its own; none: those of the installation count */
                                rules: {
                                    brands?: string[];
                                    countries?: string[];
                                    currencies?: string[];
                                    max?: string;
                                    min?: string;
                                    use: {
                                        processor: string;
                                        share?: number;
                                    }[];
                                }[];
                                /** @description What the statements of customers' cards say; null: what the processor's account says */
                                statement_descriptor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description A currency, USDT or USDC */
                    asset?: string;
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    /** @description ISO 8601; the hour in which it lies counts */
                    from: string;
                    of: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning" | "received" | "given_back" | "taken_back" | "paid_out" | "fees";
                    /** @description ISO 8601; the hour in which it lies counts, unless it begins it */
                    to: string;
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                movements: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    asset: string;
                                    at: string;
                                    /** @description After it; null: `of` is no account, or no `asset` was asked for */
                                    balance: string | null;
                                    email: string | null;
                                    /** @description The installation’s fee in the same entry: `amount` is without it */
                                    fee: string;
                                    id: string;
                                    /** @description What happened, as the ledger calls it */
                                    kind: string;
                                    method: string | null;
                                    order_number: string | null;
                                    payment: string | null;
                                }[];
                                next_cursor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/movements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description A currency, USDT or USDC */
                    asset?: string;
                    /** @description ISO 8601; the hour in which it lies counts */
                    from: string;
                    of: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning" | "received" | "given_back" | "taken_back" | "paid_out" | "fees";
                    /** @description ISO 8601; the hour in which it lies counts, unless it begins it */
                    to: string;
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                networks: {
                                    asset: string;
                                    block: string | null;
                                    custody: {
                                        deposits: string;
                                        hot: string;
                                        /** @description The chain has something else than is booked */
                                        is_off: boolean;
                                        next_check_at: string | null;
                                        treasury: string;
                                    };
                                    /** @description Deposit addresses that hold something else than is booked */
                                    gaps: number;
                                    /** @description Whether a process reads it */
                                    is_led: boolean;
                                    /** @description Beyond it the alarm rings */
                                    lag_limit_seconds: number;
                                    /** @description How old the newest block is that was read; null: none was */
                                    lag_seconds: number | null;
                                    network: string;
                                    nodes: {
                                        fault: string | null;
                                        host: string;
                                        is_well: boolean;
                                    }[];
                                    title: string;
                                    wallets: {
                                        address: string;
                                        coin: string;
                                        gas: string | null;
                                        /** @description null: nobody has looked lately */
                                        held: string | null;
                                        is_active: boolean;
                                    }[];
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/networks/{network}/custody-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    network: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/notification-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                settings: {
                                    /** @enum {string} */
                                    kind: "sale" | "refund" | "chargeback" | "other_money" | "payout" | "settlement" | "webhook";
                                    /**
                                     * @description daily: in a summary of the day, the next morning
                                     * @enum {string}
                                     */
                                    mail: "at_once" | "daily" | "off";
                                    /** @description Whether the dashboard shows it */
                                    on_page: boolean;
                                    /** @description Whether devices that were allowed to show it */
                                    push: boolean;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        settings: {
                            /** @enum {string} */
                            kind: "sale" | "refund" | "chargeback" | "other_money" | "payout" | "settlement" | "webhook";
                            /**
                             * @description daily: in a summary of the day, the next morning
                             * @enum {string}
                             */
                            mail: "at_once" | "daily" | "off";
                            /** @description Whether the dashboard shows it */
                            on_page: boolean;
                            /** @description Whether devices that were allowed to show it */
                            push: boolean;
                        }[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                settings: {
                                    /** @enum {string} */
                                    kind: "sale" | "refund" | "chargeback" | "other_money" | "payout" | "settlement" | "webhook";
                                    /**
                                     * @description daily: in a summary of the day, the next morning
                                     * @enum {string}
                                     */
                                    mail: "at_once" | "daily" | "off";
                                    /** @description Whether the dashboard shows it */
                                    on_page: boolean;
                                    /** @description Whether devices that were allowed to show it */
                                    push: boolean;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                rows: {
                                    /** @description What to do; empty: nothing */
                                    advice: string;
                                    /** Format: date-time */
                                    created_at: string;
                                    id: string;
                                    is_read: boolean;
                                    /** @enum {string} */
                                    kind: "sale" | "refund" | "chargeback" | "other_money" | "payout" | "settlement" | "webhook";
                                    /** @enum {string} */
                                    outcome: "sale" | "sale_with_question" | "refunded" | "refund_failed" | "dispute_inquiry" | "dispute_open" | "dispute_won" | "dispute_lost" | "fraud_warning" | "claim" | "late_payment" | "undecided" | "astray" | "second_payment" | "payout_success" | "payout_failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "webhook_undeliverable";
                                    /** @description The page about it */
                                    path: string;
                                    /** @description What happened, in the reader's language */
                                    title: string;
                                }[];
                                /** @description 100: so many or more */
                                unread: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The id of the newest */
                        until: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                processes: {
                                    host: string;
                                    id: string;
                                    pid: number;
                                    roles: string[];
                                    seen_at: string;
                                    started_at: string;
                                }[];
                                queues: {
                                    /** @description Movements at card processors to decide on */
                                    card_cases_open: number;
                                    /** @description At most 10,000 are counted, here and below */
                                    deliveries_due: number;
                                    mails_waiting: number;
                                    oldest_due_seconds: number;
                                    /** @description The age of the oldest card attempt whose outcome is unknown */
                                    oldest_unresolved_seconds: number;
                                    /** @description Crypto orders that wait for a decision */
                                    orders_waiting: number;
                                    payouts_in_review: number;
                                    payouts_waiting: {
                                        count: number;
                                        network: string;
                                        reason: string;
                                    }[];
                                };
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                outcomes: {
                                    amount: string;
                                    /** @description What a node shows at the recipient */
                                    arrived: string;
                                    held_at: string;
                                    /** @description The payout, the refund or the swept address */
                                    id: string;
                                    /** @enum {string} */
                                    kind: "payout" | "refund" | "sweep" | "top_up";
                                    merchant_id: string;
                                    network: string;
                                    network_title: string;
                                    note: string | null;
                                    /** @description Said by one person so far; a second person has to say the same */
                                    said: ("arrived" | "not_arrived") | null;
                                    said_by: string | null;
                                    /** @description What each node says, in words */
                                    sources: string[];
                                    to: string;
                                    transaction_hash: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/outcomes/{outcome}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    outcome: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        note: string;
                        /** @enum {string} */
                        word: "arrived" | "not_arrived";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                outcomes: {
                                    amount: string;
                                    /** @description What a node shows at the recipient */
                                    arrived: string;
                                    held_at: string;
                                    /** @description The payout, the refund or the swept address */
                                    id: string;
                                    /** @enum {string} */
                                    kind: "payout" | "refund" | "sweep" | "top_up";
                                    merchant_id: string;
                                    network: string;
                                    network_title: string;
                                    note: string | null;
                                    /** @description Said by one person so far; a second person has to say the same */
                                    said: ("arrived" | "not_arrived") | null;
                                    said_by: string | null;
                                    /** @description What each node says, in words */
                                    sources: string[];
                                    to: string;
                                    transaction_hash: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description ISO 8601; the hour in which it lies counts */
                    from: string;
                    /** @description ISO 8601; the hour in which it lies counts, unless it begins it */
                    to: string;
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                assets: {
                                    asset: string;
                                    fees: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        /** @description A decimal, exact */
                                        before: string;
                                    };
                                    given_back: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        /** @description A decimal, exact */
                                        before: string;
                                        count: number;
                                        count_before: number;
                                    };
                                    paid_out: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        /** @description A decimal, exact */
                                        before: string;
                                        count: number;
                                        count_before: number;
                                    };
                                    received: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        /** @description A decimal, exact */
                                        before: string;
                                        count: number;
                                        count_before: number;
                                    };
                                    taken_back: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        /** @description A decimal, exact */
                                        before: string;
                                        count: number;
                                        count_before: number;
                                    };
                                }[];
                                /** @description null if the caller may not read them */
                                balances: {
                                    asset: string;
                                    /** @description A decimal, exact */
                                    balance: string;
                                    /** @enum {string} */
                                    book: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning";
                                }[] | null;
                                days: {
                                    approved: number;
                                    day: string;
                                    received: {
                                        /** @description A decimal, exact */
                                        amount: string;
                                        asset: string;
                                    }[];
                                    refused: number;
                                }[];
                                disputes: {
                                    /** @description Until when the first of them can be answered; null: no time is known */
                                    next_due_at: string | null;
                                    /** @description Disputes and inquiries of banks that wait for an answer now */
                                    to_answer: number;
                                };
                                from: string;
                                messages: {
                                    told: number;
                                    /** @description 10000: so many or more */
                                    undeliverable: number;
                                };
                                to: string;
                                tries: {
                                    approved: number;
                                    approved_before: number;
                                    refusals: {
                                        count: number;
                                        reason: string;
                                    }[];
                                    refused: number;
                                    refused_before: number;
                                };
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/owed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    /** @description Only who owes us */
                    in_the_red?: "true" | "false";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                owed: {
                                    /** @description A decimal, exact; below 0: the merchant is in the red */
                                    available: string;
                                    currency: string;
                                    merchant_id: string;
                                    merchant_name: string;
                                    /** @description Both together: what is owed, net */
                                    owed: string;
                                    /** @description Requested and not paid yet */
                                    settling: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                passkeys: {
                                    created_at: string;
                                    id: string;
                                    last_used_at: string | null;
                                    name: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The credential, as `toJSON` gives it */
                        answer: {
                            [key: string]: unknown;
                        };
                        name: string;
                        step: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/{passkey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    passkey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` */
                                options: {
                                    [key: string]: unknown;
                                };
                                step: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        new_password: string;
                        password: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/pauses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                networks: {
                                    network: string;
                                    title: string;
                                    /** @description Confirmed payouts that are not sent yet, at most 10,000 */
                                    waiting: number;
                                }[];
                                pauses: {
                                    merchant_name: string | null;
                                    paused_at: string;
                                    paused_by: string;
                                    reason: string;
                                    /** @description `restored`: until a restore is confirmed at the command line */
                                    scope: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reason: string;
                        /** @description `all`, `network:` and its id, or `merchant:` and its id */
                        scope: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/pauses/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reason: string;
                        /** @description `all`, `network:` and its id, or `merchant:` and its id */
                        scope: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payment-links.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    kind?: "link" | "invoice";
                    /** @description A number, or the e-mail of an invoice’s customer */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payment-links/{link}/payments.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payment-links/{link}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    link: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description ISO 8601, inclusive */
                    created_from?: string;
                    /** @description ISO 8601, exclusive */
                    created_to?: string;
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    method?: "CARDS" | "USDT" | "USDC" | "PIX" | "BOLETO" | "PSE" | "EFECTY" | "NEQUI" | "SPEI" | "OXXO" | "PAGOEFECTIVO" | "YAPE" | "WEBPAY" | "KHIPU" | "SERVIPAG" | "RAPIPAGO" | "PAGOFACIL" | "MERCADOPAGO";
                    /** @description Why a card was refused for it; created_from and created_to are then when */
                    refusal?: "card_refused" | "insufficient_funds" | "card_expired" | "wrong_security_code" | "authentication_failed" | "authentication_required" | "authentication_abandoned" | "test_card_required" | "instalments_refused" | "left_page" | "not_processed" | "payment_refused" | "not_paid_in_time" | "other_amount";
                    /** @description A reference, order number, e-mail, transaction hash or the last four of a card */
                    search?: string;
                    state?: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                payments: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    /** @description With manual capture: what was captured; null: nothing yet, or the capture is automatic */
                                    captured: string | null;
                                    created_at: string;
                                    currency: string;
                                    description: string | null;
                                    email: string | null;
                                    /** @description The reference of a charge, the id of an order */
                                    id: string;
                                    /** @enum {string} */
                                    kind: "charge" | "order";
                                    method: string;
                                    order_number: string | null;
                                    refunded: string;
                                    /** @enum {string} */
                                    state: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                                    /** @description The status in the words of readTransaction or readCryptoOrder */
                                    status: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description ISO 8601, inclusive */
                    created_from?: string;
                    /** @description ISO 8601, exclusive */
                    created_to?: string;
                    method?: "CARDS" | "USDT" | "USDC" | "PIX" | "BOLETO" | "PSE" | "EFECTY" | "NEQUI" | "SPEI" | "OXXO" | "PAGOEFECTIVO" | "YAPE" | "WEBPAY" | "KHIPU" | "SERVIPAG" | "RAPIPAGO" | "PAGOFACIL" | "MERCADOPAGO";
                    /** @description Why a card was refused for it; created_from and created_to are then when */
                    refusal?: "card_refused" | "insufficient_funds" | "card_expired" | "wrong_security_code" | "authentication_failed" | "authentication_required" | "authentication_abandoned" | "test_card_required" | "instalments_refused" | "left_page" | "not_processed" | "payment_refused" | "not_paid_in_time" | "other_amount";
                    /** @description A reference, order number, e-mail, transaction hash or the last four of a card */
                    search?: string;
                    state?: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments/{payment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    payment: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description The payment that had already paid its link: this one is, or would be, a second */
                                already_paid: {
                                    method: string;
                                    paid_at: string;
                                    payment: string;
                                } | null;
                                /** @description A decimal, exact */
                                amount: string;
                                /** @description Refunds to a bank account that wait for the customer or the merchant */
                                bank_refunds: {
                                    /** @description Enough to recognise it */
                                    account: string | null;
                                    /** @description A decimal, exact */
                                    amount: string;
                                    asked_at: string;
                                    currency: string;
                                    /** @description Whom the link was mailed to */
                                    email: string;
                                    id: string;
                                    /** @enum {string} */
                                    status: "asked" | "given" | "paid" | "withdrawn";
                                }[];
                                can_cancel: boolean;
                                can_send_receipt: boolean;
                                /** @description With manual capture: what was captured; null: nothing yet, or the capture is automatic */
                                captured: string | null;
                                created_at: string;
                                /** @description How it is paid in USDT or USDC; null: it is not, or no network was chosen yet */
                                crypto: {
                                    /** @description USDT or USDC, of the amounts here */
                                    asset: string;
                                    /** @description null: the price is in USD */
                                    conversion: {
                                        /** @description ISO 4217 */
                                        currency: string;
                                        /** @description What one USD cost in the currency */
                                        localRate: string;
                                        /**
                                         * Format: date-time
                                         * @description The time of the oldest quote in localRate
                                         */
                                        localRateAt: string;
                                        localRateSources: string[];
                                        /** @description What the charge asks for, in its currency */
                                        price: string;
                                        /** @description What one USDT or USDC cost in USD */
                                        rate: string;
                                        /**
                                         * Format: date-time
                                         * @description The time of the oldest quote in rate
                                         */
                                        rateAt: string;
                                        rateSources: string[];
                                        /** @description What was received, in the currency of the price, rounded down */
                                        received: string;
                                        /** @description What the price was worth in USD, rounded up to the cent */
                                        usdAmount: string;
                                    } | null;
                                    /** @description Yours, before the fee */
                                    credited: string;
                                    /** @description To be paid */
                                    expected: string;
                                    /** @description Kept of what was credited */
                                    fee: string;
                                    network: string;
                                    /** @description All that came and stayed, also late and as dust */
                                    received: string;
                                } | null;
                                currency: string;
                                /** @description Money that came late, short or too often, and waits for resolveCryptoOrder */
                                decision: {
                                    /** @description A decimal, exact, of the asset */
                                    amount: string;
                                    asset: string;
                                    reasons: ("underpaid" | "overpaid" | "late" | "orphaned" | "reversed")[];
                                } | null;
                                description: string | null;
                                email: string | null;
                                hold: {
                                    /** @description A decimal, exact: what can be captured */
                                    amount: string;
                                    expires_at: string | null;
                                    /** @description A capture or a void was requested and is not answered yet */
                                    under_way: boolean;
                                } | null;
                                /** @description The reference of a charge, the id of an order */
                                id: string;
                                /** @enum {string} */
                                kind: "charge" | "order";
                                method: string;
                                /** @description By the ledger; null: nothing was paid */
                                money: {
                                    asset: string;
                                    charged_back: string;
                                    fee: string;
                                    /** @description Paid by the customer; a decimal, exact, like the others */
                                    gross: string;
                                    /** @description It went to the merchant's own account at the processor, not to its balance here */
                                    is_direct: boolean;
                                    /** @description The share of the merchant, before refunds and chargebacks */
                                    net: string;
                                    paid_at: string;
                                    /** @description In which it is; null: none yet, or it never is */
                                    settlement: {
                                        id: string;
                                        requested_at: string;
                                        /** @description requested or paid */
                                        status: string;
                                    } | null;
                                } | null;
                                order_number: string | null;
                                refund: {
                                    /** @description It goes back whole: send no amount */
                                    is_whole: boolean;
                                    /** @description At most; a decimal, exact, of `unit` */
                                    left: string;
                                    /** @description A currency, or the asset */
                                    unit: string;
                                    /**
                                     * @description refundTransaction, or refundCryptoOrder; bank: the customer is asked for a bank account, and the merchant transfers the money
                                     * @enum {string}
                                     */
                                    way: "card" | "bank" | "chain";
                                } | null;
                                refunded: string;
                                /** @enum {string} */
                                state: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                                /** @description The status in the words of readTransaction or readCryptoOrder */
                                status: string;
                                /** @description Came on another network or in another coin, and waits for the operator */
                                strays: {
                                    /** @description A decimal, exact, of the asset */
                                    amount: string;
                                    asset: string;
                                    at: string;
                                    network: string;
                                }[];
                                timeline: {
                                    amount: {
                                        /** @description A currency, or an asset */
                                        unit: string;
                                        /** @description A decimal, exact */
                                        value: string;
                                    } | null;
                                    at: string;
                                    /** @enum {string} */
                                    kind: "created" | "tried" | "transfer" | "capture" | "void" | "refund" | "unexpected" | "dispute" | "event" | "delivery" | "person";
                                    outcome: string;
                                    subject: string | null;
                                    url: string | null;
                                }[];
                                /** @description Came late, a second time or as another amount, and waits for resolveTransaction, or for the processor */
                                unexpected: {
                                    /** @description What came; a decimal, exact */
                                    amount: string;
                                    /** @description The processor can give it back */
                                    can_return: boolean;
                                    currency: string;
                                    /** @description Why the processor refused to give it back */
                                    failure: string | null;
                                    id: string;
                                    /** @enum {string} */
                                    kind: "late" | "second" | "other_amount";
                                    /** @description If it is accepted now, it becomes the payment */
                                    pays_charge: boolean;
                                    /** @enum {string} */
                                    status: "waiting" | "accepted" | "returning" | "returned";
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments/{payment}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    payment: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments/total": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description ISO 8601, inclusive */
                    created_from?: string;
                    /** @description ISO 8601, exclusive */
                    created_to?: string;
                    method?: "CARDS" | "USDT" | "USDC" | "PIX" | "BOLETO" | "PSE" | "EFECTY" | "NEQUI" | "SPEI" | "OXXO" | "PAGOEFECTIVO" | "YAPE" | "WEBPAY" | "KHIPU" | "SERVIPAG" | "RAPIPAGO" | "PAGOFACIL" | "MERCADOPAGO";
                    /** @description Why a card was refused for it; created_from and created_to are then when */
                    refusal?: "card_refused" | "insufficient_funds" | "card_expired" | "wrong_security_code" | "authentication_failed" | "authentication_required" | "authentication_abandoned" | "test_card_required" | "instalments_refused" | "left_page" | "not_processed" | "payment_refused" | "not_paid_in_time" | "other_amount";
                    /** @description A reference, order number, e-mail, transaction hash or the last four of a card */
                    search?: string;
                    state?: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description There are more: only the newest 10,000 are summed up */
                                is_more: boolean;
                                totals: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    count: number;
                                    currency: string;
                                    /** @description Of those that were paid; null: not told apart here */
                                    paid: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                addresses: {
                                    address: string;
                                    created_at: string;
                                    /** @description When it leaves the list; null: it stays */
                                    ends_at: string | null;
                                    /** @description Blocked by the installation for every merchant */
                                    for_all: boolean;
                                    /** @description From when payouts may go there; null: since it was listed */
                                    good_from: string | null;
                                    /** @enum {string} */
                                    list: "allow" | "block";
                                    network: string;
                                    note: string;
                                }[];
                                networks: {
                                    id: string;
                                    title: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        /** @enum {string} */
                        list: "allow" | "block";
                        /** @description Such as TRC20 */
                        network: string;
                        /** @description Why */
                        note: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                is_new: boolean;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-addresses/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        /** @description Such as TRC20 */
                        network: string;
                        /** @description Why */
                        note: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                batches: {
                                    /** @description In USD, all together; a decimal, exact */
                                    amount: string;
                                    asset: string;
                                    created_at: string;
                                    id: string;
                                    lines: number;
                                    made_by: string;
                                    name: string;
                                    /** @enum {string} */
                                    state: "checked" | "making" | "finished";
                                }[];
                                next_cursor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        asset: "USDT" | "USDC";
                        csv: string;
                        /** @description The name of the file */
                        name: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description null: the file has faults */
                                batch: {
                                    /** @description In USD, all together; a decimal, exact */
                                    amount: string;
                                    asset: string;
                                    available: string;
                                    created_at: string;
                                    /** @description At the rate of this moment; null: there is none */
                                    crypto_amount: string | null;
                                    fee: string | null;
                                    id: string;
                                    lines: number;
                                    made_by: string;
                                    name: string;
                                    problems: ("payouts_off" | "method_off" | "no_rate" | "single_limit" | "daily_limit" | "monthly_limit" | "balance")[];
                                    /** @description When payouts that say the same were made last; null: never */
                                    same_made_at: string | null;
                                    /** @enum {string} */
                                    state: "checked" | "making" | "finished";
                                    /** @description What leaves the balance */
                                    total: string | null;
                                } | null;
                                /** @description What is to be mended, the first 200 */
                                faults: {
                                    /** @enum {string} */
                                    kind: "email" | "amount" | "country" | "reference" | "description" | "amount_ambiguous" | "reference_twice" | "heading" | "empty" | "too_long" | "quote_inside" | "quote_open" | "quote_followed";
                                    /** @description The line of the file; the heading is 1 */
                                    line: number;
                                    message: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-batches.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-batches/{batch}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    batch: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description In USD, all together; a decimal, exact */
                                amount: string;
                                asset: string;
                                created_at: string;
                                id: string;
                                lines: number;
                                made: number;
                                made_by: string;
                                name: string;
                                refused: number;
                                /** @enum {string} */
                                state: "checked" | "making" | "finished";
                                waiting: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-batches/{batch}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    batch: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description In USD, all together; a decimal, exact */
                                amount: string;
                                asset: string;
                                created_at: string;
                                id: string;
                                lines: number;
                                made: number;
                                made_by: string;
                                name: string;
                                refused: number;
                                /** @enum {string} */
                                state: "checked" | "making" | "finished";
                                waiting: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-batches/{batch}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                };
                header?: never;
                path: {
                    batch: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                lines: {
                                    amount: string;
                                    country: string;
                                    description: string | null;
                                    email: string;
                                    explanation: string | null;
                                    line: number;
                                    payout: string | null;
                                    reference: string | null;
                                    refusal: string | null;
                                    /** @enum {string} */
                                    status: "waiting" | "made" | "refused";
                                    /** @description The recipient’s secret link; null: not made, or its link was made anew */
                                    url: string | null;
                                }[];
                                next_cursor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Above it people approve, above ten times it two */
                                auto_approve_up_to: string;
                                /** @description In USD, a decimal; null: no limit */
                                daily: string | null;
                                /** @description Whether the merchant makes payouts at all */
                                enabled: boolean;
                                /** @description On top of each payout, in hundredths of a percent */
                                fee_basis_points: number;
                                /** @description In USD, a decimal; null: no limit */
                                monthly: string | null;
                                /** @description In USD, a decimal; null: no limit */
                                single: string | null;
                                used_this_month: string;
                                used_today: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Above it people approve, above ten times it two */
                        auto_approve_up_to?: string;
                        /** @description In USD, a decimal; null: no limit */
                        daily?: string | null;
                        /** @description Whether the merchant makes payouts at all */
                        enabled?: boolean;
                        /** @description On top of each payout, in hundredths of a percent */
                        fee_basis_points?: number;
                        /** @description In USD, a decimal; null: no limit */
                        monthly?: string | null;
                        /** @description In USD, a decimal; null: no limit */
                        single?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Above it people approve, above ten times it two */
                                auto_approve_up_to: string;
                                /** @description In USD, a decimal; null: no limit */
                                daily: string | null;
                                /** @description Whether the merchant makes payouts at all */
                                enabled: boolean;
                                /** @description On top of each payout, in hundredths of a percent */
                                fee_basis_points: number;
                                /** @description In USD, a decimal; null: no limit */
                                monthly: string | null;
                                /** @description In USD, a decimal; null: no limit */
                                single: string | null;
                                used_this_month: string;
                                used_today: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payout-quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description In USD: "1234.56", "1,234.56" and "1.234,56" are the same */
                        amount: string;
                        /** @enum {string} */
                        asset: "USDT" | "USDC";
                        /** @description ISO 3166-1 alpha-3 */
                        country: string;
                        description?: string;
                        email: string;
                        reference?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description In USD; a decimal, exact */
                                amount: string;
                                /** @description How many people have to approve it */
                                approvals_needed: number;
                                available: string;
                                /** @description At the rate of this moment; null: there is none */
                                crypto_amount: string | null;
                                fee: string | null;
                                hash: string;
                                problems: ("payouts_off" | "method_off" | "no_rate" | "single_limit" | "daily_limit" | "monthly_limit" | "balance")[];
                                /** @description What leaves the balance */
                                total: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    /** @description An id, e-mail, reference or transaction hash */
                    search?: string;
                    state?: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                payouts: {
                                    /** @description In USD; a decimal, exact */
                                    amount: string;
                                    asset: string;
                                    created_at: string;
                                    /** @description What the recipient gets */
                                    crypto_amount: string;
                                    description: string | null;
                                    email: string;
                                    failure: string | null;
                                    /** @description What the merchant pays on top */
                                    fee: string;
                                    id: string;
                                    /** @enum {string} */
                                    kind: "payout" | "refund";
                                    made_by: string | null;
                                    made_by_key: string | null;
                                    merchant_id: string;
                                    network: string | null;
                                    reference: string | null;
                                    /** @enum {string} */
                                    state: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                                    /** @description The status in the words of readCryptoOrder */
                                    status: string;
                                    waiting: string | null;
                                    wallet: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        asset: "USDT" | "USDC";
                        description?: string;
                        /** @description The hash that quotePayout answered */
                        hash: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                id: string;
                                /** @description The recipient’s secret link: give it to them alone */
                                url: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description An id, e-mail, reference or transaction hash */
                    search?: string;
                    state?: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts/{payout}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    payout: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description In USD; a decimal, exact */
                                amount: string;
                                approvals: {
                                    at: string;
                                    /** @description False: a name that was typed before accounts were asked for */
                                    counts: boolean;
                                    person: string;
                                }[];
                                approvals_needed: number;
                                asset: string;
                                /** @description Whether the caller can approve it: they neither made it nor approved it before */
                                can_approve: boolean;
                                can_cancel: boolean;
                                can_reissue: boolean;
                                created_at: string;
                                /** @description What the recipient gets */
                                crypto_amount: string;
                                description: string | null;
                                email: string;
                                failure: string | null;
                                /** @description What the merchant pays on top */
                                fee: string;
                                id: string;
                                /** @enum {string} */
                                kind: "payout" | "refund";
                                made_by: string | null;
                                made_by_key: string | null;
                                merchant_id: string;
                                network: string | null;
                                /** @description Until when the recipient can enter a wallet */
                                opens_until: string;
                                reference: string | null;
                                /** @enum {string} */
                                state: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                                /** @description The status in the words of readCryptoOrder */
                                status: string;
                                timeline: {
                                    amount: {
                                        /** @description A currency, or an asset */
                                        unit: string;
                                        /** @description A decimal, exact */
                                        value: string;
                                    } | null;
                                    at: string;
                                    /** @enum {string} */
                                    kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person";
                                    outcome: string;
                                    subject: string | null;
                                    url: string | null;
                                }[];
                                waiting: string | null;
                                wallet: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts/{payout}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    payout: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description In USD; a decimal, exact */
                                amount: string;
                                approvals: {
                                    at: string;
                                    /** @description False: a name that was typed before accounts were asked for */
                                    counts: boolean;
                                    person: string;
                                }[];
                                approvals_needed: number;
                                asset: string;
                                /** @description Whether the caller can approve it: they neither made it nor approved it before */
                                can_approve: boolean;
                                can_cancel: boolean;
                                can_reissue: boolean;
                                created_at: string;
                                /** @description What the recipient gets */
                                crypto_amount: string;
                                description: string | null;
                                email: string;
                                failure: string | null;
                                /** @description What the merchant pays on top */
                                fee: string;
                                id: string;
                                /** @enum {string} */
                                kind: "payout" | "refund";
                                made_by: string | null;
                                made_by_key: string | null;
                                merchant_id: string;
                                network: string | null;
                                /** @description Until when the recipient can enter a wallet */
                                opens_until: string;
                                reference: string | null;
                                /** @enum {string} */
                                state: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                                /** @description The status in the words of readCryptoOrder */
                                status: string;
                                timeline: {
                                    amount: {
                                        /** @description A currency, or an asset */
                                        unit: string;
                                        /** @description A decimal, exact */
                                        value: string;
                                    } | null;
                                    at: string;
                                    /** @enum {string} */
                                    kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person";
                                    outcome: string;
                                    subject: string | null;
                                    url: string | null;
                                }[];
                                waiting: string | null;
                                wallet: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts/{payout}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    payout: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Why; the merchant is shown it */
                        note: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description In USD; a decimal, exact */
                                amount: string;
                                approvals: {
                                    at: string;
                                    /** @description False: a name that was typed before accounts were asked for */
                                    counts: boolean;
                                    person: string;
                                }[];
                                approvals_needed: number;
                                asset: string;
                                /** @description Whether the caller can approve it: they neither made it nor approved it before */
                                can_approve: boolean;
                                can_cancel: boolean;
                                can_reissue: boolean;
                                created_at: string;
                                /** @description What the recipient gets */
                                crypto_amount: string;
                                description: string | null;
                                email: string;
                                failure: string | null;
                                /** @description What the merchant pays on top */
                                fee: string;
                                id: string;
                                /** @enum {string} */
                                kind: "payout" | "refund";
                                made_by: string | null;
                                made_by_key: string | null;
                                merchant_id: string;
                                network: string | null;
                                /** @description Until when the recipient can enter a wallet */
                                opens_until: string;
                                reference: string | null;
                                /** @enum {string} */
                                state: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                                /** @description The status in the words of readCryptoOrder */
                                status: string;
                                timeline: {
                                    amount: {
                                        /** @description A currency, or an asset */
                                        unit: string;
                                        /** @description A decimal, exact */
                                        value: string;
                                    } | null;
                                    at: string;
                                    /** @enum {string} */
                                    kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person";
                                    outcome: string;
                                    subject: string | null;
                                    url: string | null;
                                }[];
                                waiting: string | null;
                                wallet: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts/{payout}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    payout: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                url: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts/{payout}/rejection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    payout: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Why; the merchant is shown it */
                        note: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description In USD; a decimal, exact */
                                amount: string;
                                approvals: {
                                    at: string;
                                    /** @description False: a name that was typed before accounts were asked for */
                                    counts: boolean;
                                    person: string;
                                }[];
                                approvals_needed: number;
                                asset: string;
                                /** @description Whether the caller can approve it: they neither made it nor approved it before */
                                can_approve: boolean;
                                can_cancel: boolean;
                                can_reissue: boolean;
                                created_at: string;
                                /** @description What the recipient gets */
                                crypto_amount: string;
                                description: string | null;
                                email: string;
                                failure: string | null;
                                /** @description What the merchant pays on top */
                                fee: string;
                                id: string;
                                /** @enum {string} */
                                kind: "payout" | "refund";
                                made_by: string | null;
                                made_by_key: string | null;
                                merchant_id: string;
                                network: string | null;
                                /** @description Until when the recipient can enter a wallet */
                                opens_until: string;
                                reference: string | null;
                                /** @enum {string} */
                                state: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                                /** @description The status in the words of readCryptoOrder */
                                status: string;
                                timeline: {
                                    amount: {
                                        /** @description A currency, or an asset */
                                        unit: string;
                                        /** @description A decimal, exact */
                                        value: string;
                                    } | null;
                                    at: string;
                                    /** @enum {string} */
                                    kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person";
                                    outcome: string;
                                    subject: string | null;
                                    url: string | null;
                                }[];
                                waiting: string | null;
                                wallet: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts/total": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description An id, e-mail, reference or transaction hash */
                    search?: string;
                    state?: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description There are more: only the newest 10,000 are summed up */
                                is_more: boolean;
                                totals: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    count: number;
                                    currency: string;
                                    /** @description Of those that were paid; null: not told apart here */
                                    paid: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                invitations: {
                                    email: string;
                                    expires_at: string;
                                    id: string;
                                    invited_by: string;
                                    role: string;
                                    /** @description Whether somebody else in charge has to approve it before it is mailed and opens */
                                    waits_for_second: boolean;
                                }[];
                                people: {
                                    email: string;
                                    has_second_factor: boolean;
                                    id: string;
                                    /** @description API keys that they made and that work; these end with their role */
                                    keys: number;
                                    name: string;
                                    role: string;
                                    /** @description Where they are signed in now */
                                    sessions: number;
                                }[];
                                /** @description Roles that can be given here */
                                roles: string[];
                                /**
                                 * @description Whether people without a second factor are kept from strong acts here
                                 * @enum {string}
                                 */
                                second_factor_demanded: "by_installation" | "by_shop" | "no";
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        role: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                waits_for_second: boolean;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/people/{person}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    person: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        role: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description What ended with the last role here */
                                ended: {
                                    invitations: number;
                                    /** @description API keys that they made, by id */
                                    keys: string[];
                                    passkeys: number;
                                    sessions: number;
                                };
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/people/{person}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    person: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                ended: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/people/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    invitation: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/people/invitations/{invitation}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    invitation: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/people/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        demanded: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/processors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                processors: {
                                    /** @description Why its movements could not be read */
                                    failure: string | null;
                                    /** @description It tells what moves on its accounts: it can be reconciled */
                                    has_lines: boolean;
                                    /** @description Payments are passed over to others for a while */
                                    is_failing: boolean;
                                    kind: string | null;
                                    last_at: string | null;
                                    last_outcome: string | null;
                                    /** @description Merchants with an account of their own there */
                                    merchants: number;
                                    notifications_waiting: number;
                                    /** @description When it is asked where no rule says otherwise; null: never */
                                    order: number | null;
                                    processor: string;
                                    read_until: string | null;
                                    /** @description Attempts whose outcome is not known */
                                    unresolved: number;
                                }[];
                                rules: {
                                    brands?: string[];
                                    countries?: string[];
                                    currencies?: string[];
                                    max?: string;
                                    min?: string;
                                    use: {
                                        processor: string;
                                        share?: number;
                                    }[];
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/proofs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description SHA-256 of method, space, address, line feed, id of the merchant, line feed, body: all as they will be sent */
                        act: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` */
                                options: {
                                    [key: string]: unknown;
                                };
                                step: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/push-devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                devices: {
                                    /** Format: date-time */
                                    created_at: string;
                                    device: string;
                                    id: string;
                                }[];
                                /** @description The applicationServerKey of a subscription */
                                public_key: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        auth: string;
                        /** @description Of the push service, as the browser names it */
                        endpoint: string;
                        p256dh: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                devices: {
                                    /** Format: date-time */
                                    created_at: string;
                                    device: string;
                                    id: string;
                                }[];
                                /** @description The applicationServerKey of a subscription */
                                public_key: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/push-devices/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Its id, or the endpoint of its subscription */
                        device: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                devices: {
                                    /** Format: date-time */
                                    created_at: string;
                                    device: string;
                                    id: string;
                                }[];
                                /** @description The applicationServerKey of a subscription */
                                public_key: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/replays/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Null: there was none */
                                replay: {
                                    created_at: string;
                                    /** @description Events put back to work so far; in the end it differs from total by those whose delivery changed meanwhile */
                                    done: number;
                                    filter: {
                                        /** @description ISO 8601, inclusive */
                                        created_from?: string;
                                        /** @description ISO 8601, exclusive */
                                        created_to?: string;
                                        /** @enum {string} */
                                        delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint";
                                        /** @description The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses */
                                        endpoint?: string;
                                        /** @description The transaction the event tells of */
                                        reference?: string;
                                        /**
                                         * @description What the event tells
                                         * @enum {string}
                                         */
                                        status?: "authorized" | "approved" | "declined" | "canceled" | "voided" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "settlement_paid" | "settlement_refused" | "settlement_returned" | "test";
                                    };
                                    id: string;
                                    per_second: number;
                                    /** @enum {string} */
                                    status: "running" | "finished" | "canceled";
                                    /** @description Events that the filter found when the replay was made */
                                    total: number;
                                } | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/report.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    by: "day" | "month";
                    /** @description ISO 8601; the hour in which it lies counts */
                    from: string;
                    /** @description ISO 8601; the hour in which it lies counts, unless it begins it */
                    to: string;
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                    /** @description Absent: both */
                    outcome?: "refused" | "good";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                requests: {
                                    at: string;
                                    duration_ms: number;
                                    /** @description The code of the error */
                                    error: string | null;
                                    fields: {
                                        field: string;
                                        message: string;
                                    }[];
                                    id: string;
                                    /** @description Null: no key that works was shown */
                                    key_prefix: string | null;
                                    message: string | null;
                                    method: string;
                                    /** @description Without its query, and without secrets or card numbers */
                                    path: string;
                                    request_id: string | null;
                                    status: number;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/requests.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Absent: both */
                    outcome?: "refused" | "good";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description ISO 8601; the hour in which it lies counts */
                    from: string;
                    /** @description ISO 8601; the hour in which it lies counts, unless it begins it */
                    to: string;
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Sums over all merchants since the beginning */
                                balances: {
                                    account: string;
                                    asset: string;
                                    balance: string;
                                }[];
                                from: string;
                                /** @description There were more than are added up here: it is at least this */
                                is_partial: boolean;
                                moved: {
                                    asset: string;
                                    /** @description The operator’s */
                                    fees: string;
                                    /** @description To customers, by the merchants */
                                    given_back: string;
                                    /** @description To recipients */
                                    paid_out: string;
                                    payments: number;
                                    /** @description Chargebacks */
                                    taken_back: string;
                                    /** @description What customers paid: a decimal, exact */
                                    volume: string;
                                }[];
                                to: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    kind?: "ledger_check" | "audit_verification" | "reconciliation" | "backup_verification";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                runs: {
                                    created_at: string;
                                    done: number;
                                    ended_at: string | null;
                                    failure: string | null;
                                    /** @description How much is wrong; null: not known */
                                    found: number | null;
                                    from: string | null;
                                    id: string;
                                    /** @enum {string} */
                                    kind: "ledger_check" | "audit_verification" | "reconciliation" | "backup_verification";
                                    merchant_id: string | null;
                                    processor: string | null;
                                    started_by: string;
                                    /** @enum {string} */
                                    status: "waiting" | "running" | "finished" | "broken_off";
                                    step: string | null;
                                    to: string | null;
                                    /** @description 0: not known yet */
                                    total: number;
                                    /** @description How often it was begun: processes may end before it does */
                                    tries: number;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The first day (UTC) */
                        from?: string;
                        /** @enum {string} */
                        kind: "ledger_check" | "audit_verification" | "reconciliation";
                        /** @description On this merchant’s own accounts, not the installation’s */
                        merchant_id?: string;
                        /** @description For a reconciliation: the time zone of its days */
                        processor?: string;
                        /** @description The last day (UTC), which counts too */
                        to?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                created_at: string;
                                done: number;
                                ended_at: string | null;
                                failure: string | null;
                                /** @description How much is wrong; null: not known */
                                found: number | null;
                                from: string | null;
                                id: string;
                                /** @enum {string} */
                                kind: "ledger_check" | "audit_verification" | "reconciliation" | "backup_verification";
                                merchant_id: string | null;
                                processor: string | null;
                                started_by: string;
                                /** @enum {string} */
                                status: "waiting" | "running" | "finished" | "broken_off";
                                step: string | null;
                                to: string | null;
                                /** @description 0: not known yet */
                                total: number;
                                /** @description How often it was begun: processes may end before it does */
                                tries: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/runs/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    run: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description How much was looked at */
                                counts: {
                                    count: number;
                                    of: string;
                                }[];
                                created_at: string;
                                digest: string | null;
                                done: number;
                                ended_at: string | null;
                                failure: string | null;
                                /** @description At most 200 of them */
                                findings: {
                                    account: string | null;
                                    code: string;
                                    expected: string | null;
                                    found: string | null;
                                    id: string | null;
                                    merchant_id: string | null;
                                }[];
                                /** @description How much is wrong; null: not known */
                                found: number | null;
                                from: string | null;
                                id: string;
                                /** @enum {string} */
                                kind: "ledger_check" | "audit_verification" | "reconciliation" | "backup_verification";
                                merchant_id: string | null;
                                processor: string | null;
                                started_by: string;
                                /** @enum {string} */
                                status: "waiting" | "running" | "finished" | "broken_off";
                                step: string | null;
                                to: string | null;
                                /** @description 0: not known yet */
                                total: number;
                                /** @description How often it was begun: processes may end before it does */
                                tries: number;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description The beginning of an order number, reference, e-mail, name or word of a description; an amount; an id, a transaction hash, or the last four digits of a card */
                    text: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Payment links and invoices */
                                links: {
                                    /** @description A decimal, exact; null: whoever pays says how much */
                                    amount: string | null;
                                    country: string;
                                    created_at: string;
                                    created_by: string;
                                    currency: string;
                                    customer_email: string | null;
                                    customer_name: string | null;
                                    due_on: string | null;
                                    expires_at: string | null;
                                    id: string;
                                    /** @description For an invoice: the due date has passed and it is not paid */
                                    is_overdue: boolean;
                                    /** @enum {string} */
                                    kind: "link" | "invoice";
                                    language: string | null;
                                    /** @description What is not paid of an invoice */
                                    left: string | null;
                                    max_amount: string | null;
                                    max_quantity: number | null;
                                    methods: string[];
                                    min_amount: string | null;
                                    min_quantity: number | null;
                                    /** @description The order number of its payments */
                                    number: string;
                                    once: boolean;
                                    /** @description Of an invoice */
                                    paid: string | null;
                                    partial_payments: boolean;
                                    /** @enum {string} */
                                    state: "open" | "partly_paid" | "paid" | "closed" | "expired" | "sold_out";
                                    stock: number | null;
                                    title: string;
                                    /** @description Where customers pay */
                                    url: string;
                                }[];
                                /** @description Descriptions and amounts, and all of links, are searched in so many of the newest */
                                newest: number;
                                payments: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    created_at: string;
                                    currency: string;
                                    description: string | null;
                                    email: string | null;
                                    id: string;
                                    method: string;
                                    order_number: string | null;
                                    /** @enum {string} */
                                    state: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                                    status: string;
                                }[];
                                /** @description Empty for those who may not read payouts */
                                payouts: {
                                    /** @description In USD; a decimal, exact */
                                    amount: string;
                                    asset: string;
                                    created_at: string;
                                    description: string | null;
                                    email: string;
                                    id: string;
                                    reference: string | null;
                                    /** @enum {string} */
                                    state: "collecting" | "review" | "on_its_way" | "paid" | "ended";
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Each signs in once, should the app be lost */
                                backup_codes: string[];
                                /** @description For the app, as a QR code */
                                uri: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/second-factor/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The code of the authenticator app, or a backup code */
                        code: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/second-factor/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        password: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                needs_second_factor: boolean;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The credential, as `toJSON` gives it */
                        answer: {
                            [key: string]: unknown;
                        };
                        step: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` */
                                options: {
                                    [key: string]: unknown;
                                };
                                step: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The code of the authenticator app, or a backup code */
                        code: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                sessions: {
                                    address: string | null;
                                    id: string;
                                    /** @description Whether it is the session of this request */
                                    is_this: boolean;
                                    since: string;
                                    user_agent: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    session: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                color: string | null;
                                /** @description Where we write to about the account */
                                contact_email: string;
                                /** @description Its mail server refuses mail, in that server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                /**
                                 * @description The language of mails if the customer chose none
                                 * @enum {string}
                                 */
                                language: "es" | "pt" | "en" | "fr";
                                /** @description On the host of the dashboard */
                                logo_url: string | null;
                                /** @description The methods that the installation offers to this merchant */
                                methods: {
                                    category: string;
                                    code: string;
                                    /** @description Empty: every currency */
                                    currencies: string[];
                                    /** @description Whether customers can pay by it */
                                    on: boolean;
                                }[];
                                /** @description What customers see; the operator changes it */
                                name: string;
                                /** @description Whether customers get a receipt by mail */
                                receipts: boolean;
                                return_url: string | null;
                                /** @description Whether payouts that API keys make have to be signed */
                                signed_payouts: boolean;
                                /** @description What the statements of customers' cards say; the operator changes it */
                                statement_descriptor: string | null;
                                support_email: string | null;
                                support_url: string | null;
                                terms_url: string | null;
                                /** @description In which mails tell times, such as America/Bogota */
                                time_zone: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The colour of pages and mails, such as #0b6b4f; adapted if text on it would be unreadable */
                        color?: string | null;
                        contact_email?: string;
                        /** @enum {string} */
                        language?: "es" | "pt" | "en" | "fr";
                        /** @description Their order is the one in which customers see them. Methods that are not named stay as they are, after those */
                        methods?: {
                            code: string;
                            on: boolean;
                        }[];
                        receipts?: boolean;
                        /** @description Where customers go back to when an order does not say */
                        return_url?: string | null;
                        /** @description Where customers can write */
                        support_email?: string | null;
                        /** @description Page where customers can ask */
                        support_url?: string | null;
                        /** @description Page with what customers agree to */
                        terms_url?: string | null;
                        time_zone?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                color: string | null;
                                /** @description Where we write to about the account */
                                contact_email: string;
                                /** @description Its mail server refuses mail, in that server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                /**
                                 * @description The language of mails if the customer chose none
                                 * @enum {string}
                                 */
                                language: "es" | "pt" | "en" | "fr";
                                /** @description On the host of the dashboard */
                                logo_url: string | null;
                                /** @description The methods that the installation offers to this merchant */
                                methods: {
                                    category: string;
                                    code: string;
                                    /** @description Empty: every currency */
                                    currencies: string[];
                                    /** @description Whether customers can pay by it */
                                    on: boolean;
                                }[];
                                /** @description What customers see; the operator changes it */
                                name: string;
                                /** @description Whether customers get a receipt by mail */
                                receipts: boolean;
                                return_url: string | null;
                                /** @description Whether payouts that API keys make have to be signed */
                                signed_payouts: boolean;
                                /** @description What the statements of customers' cards say; the operator changes it */
                                statement_descriptor: string | null;
                                support_email: string | null;
                                support_url: string | null;
                                terms_url: string | null;
                                /** @description In which mails tell times, such as America/Bogota */
                                time_zone: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description A PNG, JPEG or WebP image of at most 200 KB, in base64 */
                        content: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                color: string | null;
                                /** @description Where we write to about the account */
                                contact_email: string;
                                /** @description Its mail server refuses mail, in that server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                /**
                                 * @description The language of mails if the customer chose none
                                 * @enum {string}
                                 */
                                language: "es" | "pt" | "en" | "fr";
                                /** @description On the host of the dashboard */
                                logo_url: string | null;
                                /** @description The methods that the installation offers to this merchant */
                                methods: {
                                    category: string;
                                    code: string;
                                    /** @description Empty: every currency */
                                    currencies: string[];
                                    /** @description Whether customers can pay by it */
                                    on: boolean;
                                }[];
                                /** @description What customers see; the operator changes it */
                                name: string;
                                /** @description Whether customers get a receipt by mail */
                                receipts: boolean;
                                return_url: string | null;
                                /** @description Whether payouts that API keys make have to be signed */
                                signed_payouts: boolean;
                                /** @description What the statements of customers' cards say; the operator changes it */
                                statement_descriptor: string | null;
                                support_email: string | null;
                                support_url: string | null;
                                terms_url: string | null;
                                /** @description In which mails tell times, such as America/Bogota */
                                time_zone: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                color: string | null;
                                /** @description Where we write to about the account */
                                contact_email: string;
                                /** @description Its mail server refuses mail, in that server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                /**
                                 * @description The language of mails if the customer chose none
                                 * @enum {string}
                                 */
                                language: "es" | "pt" | "en" | "fr";
                                /** @description On the host of the dashboard */
                                logo_url: string | null;
                                /** @description The methods that the installation offers to this merchant */
                                methods: {
                                    category: string;
                                    code: string;
                                    /** @description Empty: every currency */
                                    currencies: string[];
                                    /** @description Whether customers can pay by it */
                                    on: boolean;
                                }[];
                                /** @description What customers see; the operator changes it */
                                name: string;
                                /** @description Whether customers get a receipt by mail */
                                receipts: boolean;
                                return_url: string | null;
                                /** @description Whether payouts that API keys make have to be signed */
                                signed_payouts: boolean;
                                /** @description What the statements of customers' cards say; the operator changes it */
                                statement_descriptor: string | null;
                                support_email: string | null;
                                support_url: string | null;
                                terms_url: string | null;
                                /** @description In which mails tell times, such as America/Bogota */
                                time_zone: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/signed-payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        demanded: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                color: string | null;
                                /** @description Where we write to about the account */
                                contact_email: string;
                                /** @description Its mail server refuses mail, in that server's words; null: not that we know */
                                contact_refused: {
                                    answer: string;
                                    at: string;
                                } | null;
                                /**
                                 * @description The language of mails if the customer chose none
                                 * @enum {string}
                                 */
                                language: "es" | "pt" | "en" | "fr";
                                /** @description On the host of the dashboard */
                                logo_url: string | null;
                                /** @description The methods that the installation offers to this merchant */
                                methods: {
                                    category: string;
                                    code: string;
                                    /** @description Empty: every currency */
                                    currencies: string[];
                                    /** @description Whether customers can pay by it */
                                    on: boolean;
                                }[];
                                /** @description What customers see; the operator changes it */
                                name: string;
                                /** @description Whether customers get a receipt by mail */
                                receipts: boolean;
                                return_url: string | null;
                                /** @description Whether payouts that API keys make have to be signed */
                                signed_payouts: boolean;
                                /** @description What the statements of customers' cards say; the operator changes it */
                                statement_descriptor: string | null;
                                support_email: string | null;
                                support_url: string | null;
                                terms_url: string | null;
                                /** @description In which mails tell times, such as America/Bogota */
                                time_zone: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                next_cursor: string | null;
                                settlements: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    currency: string;
                                    decided_at: string | null;
                                    decided_by: string | null;
                                    destination: string;
                                    id: string;
                                    merchant_id: string;
                                    merchant_name: string;
                                    /** @description Why it was paid although the merchant was in the red */
                                    note: string | null;
                                    /** @description What was paid, where it was not the currency of the settlement */
                                    paid_amount: string | null;
                                    paid_currency: string | null;
                                    /** @description How much of `currency` one of `paid_currency` stood for */
                                    paid_rate: string | null;
                                    /** @description Before it nothing is paid, as nothing was paid to this destination before; null: at once */
                                    payable_from: string | null;
                                    reason: string | null;
                                    reference: string | null;
                                    requested_at: string;
                                    requested_by: string;
                                    return_reason: string | null;
                                    returned_at: string | null;
                                    returned_by: string | null;
                                    /** @enum {string} */
                                    status: "requested" | "paid" | "refused" | "withdrawn" | "returned";
                                    way: ("bank" | "usdt") | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        amount: string;
                        currency: string;
                        destination: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact */
                                amount: string;
                                currency: string;
                                decided_at: string | null;
                                decided_by: string | null;
                                destination: string;
                                id: string;
                                merchant_id: string;
                                merchant_name: string;
                                /** @description Why it was paid although the merchant was in the red */
                                note: string | null;
                                /** @description What was paid, where it was not the currency of the settlement */
                                paid_amount: string | null;
                                paid_currency: string | null;
                                /** @description How much of `currency` one of `paid_currency` stood for */
                                paid_rate: string | null;
                                /** @description Before it nothing is paid, as nothing was paid to this destination before; null: at once */
                                payable_from: string | null;
                                reason: string | null;
                                reference: string | null;
                                requested_at: string;
                                requested_by: string;
                                return_reason: string | null;
                                returned_at: string | null;
                                returned_by: string | null;
                                /** @enum {string} */
                                status: "requested" | "paid" | "refused" | "withdrawn" | "returned";
                                way: ("bank" | "usdt") | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements/{settlement}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    settlement: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description `opening` plus `lines`, less the amount of the settlement */
                                left: string;
                                /** @description What moved the balance since then, by kind */
                                lines: {
                                    /** @description A decimal, exact */
                                    corrections: string;
                                    /** @description A decimal, exact */
                                    fees: string;
                                    /** @description A decimal, exact */
                                    given_back: string;
                                    /** @description A decimal, exact */
                                    other: string;
                                    /** @description A decimal, exact */
                                    paid: string;
                                    /** @description A decimal, exact */
                                    payouts: string;
                                    /** @description A decimal, exact */
                                    received: string;
                                    /** @description A decimal, exact */
                                    released: string;
                                    /** @description A decimal, exact */
                                    set_aside: string;
                                    /** @description A decimal, exact */
                                    settlements: string;
                                    /** @description A decimal, exact */
                                    taken_back: string;
                                };
                                /** @description What the settlement before left */
                                opening: string;
                                settlement: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    currency: string;
                                    decided_at: string | null;
                                    decided_by: string | null;
                                    destination: string;
                                    id: string;
                                    merchant_id: string;
                                    merchant_name: string;
                                    /** @description Why it was paid although the merchant was in the red */
                                    note: string | null;
                                    /** @description What was paid, where it was not the currency of the settlement */
                                    paid_amount: string | null;
                                    paid_currency: string | null;
                                    /** @description How much of `currency` one of `paid_currency` stood for */
                                    paid_rate: string | null;
                                    /** @description Before it nothing is paid, as nothing was paid to this destination before; null: at once */
                                    payable_from: string | null;
                                    reason: string | null;
                                    reference: string | null;
                                    requested_at: string;
                                    requested_by: string;
                                    return_reason: string | null;
                                    returned_at: string | null;
                                    returned_by: string | null;
                                    /** @enum {string} */
                                    status: "requested" | "paid" | "refused" | "withdrawn" | "returned";
                                    way: ("bank" | "usdt") | null;
                                };
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements/{settlement}/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description next_cursor of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    settlement: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                movements: {
                                    /** @description A decimal, exact */
                                    amount: string;
                                    asset: string;
                                    at: string;
                                    /** @description After it; null: `of` is no account, or no `asset` was asked for */
                                    balance: string | null;
                                    email: string | null;
                                    /** @description The installation’s fee in the same entry: `amount` is without it */
                                    fee: string;
                                    id: string;
                                    /** @description What happened, as the ledger calls it */
                                    kind: string;
                                    method: string | null;
                                    order_number: string | null;
                                    payment: string | null;
                                }[];
                                next_cursor: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements/{settlement}/movements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    settlement: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements/{settlement}/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    settlement: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        note?: string;
                        paid_amount?: string;
                        paid_currency?: string;
                        reference: string;
                        /** @enum {string} */
                        way: "bank" | "usdt";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact */
                                amount: string;
                                currency: string;
                                decided_at: string | null;
                                decided_by: string | null;
                                destination: string;
                                id: string;
                                merchant_id: string;
                                merchant_name: string;
                                /** @description Why it was paid although the merchant was in the red */
                                note: string | null;
                                /** @description What was paid, where it was not the currency of the settlement */
                                paid_amount: string | null;
                                paid_currency: string | null;
                                /** @description How much of `currency` one of `paid_currency` stood for */
                                paid_rate: string | null;
                                /** @description Before it nothing is paid, as nothing was paid to this destination before; null: at once */
                                payable_from: string | null;
                                reason: string | null;
                                reference: string | null;
                                requested_at: string;
                                requested_by: string;
                                return_reason: string | null;
                                returned_at: string | null;
                                returned_by: string | null;
                                /** @enum {string} */
                                status: "requested" | "paid" | "refused" | "withdrawn" | "returned";
                                way: ("bank" | "usdt") | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements/{settlement}/refusal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    settlement: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reason: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact */
                                amount: string;
                                currency: string;
                                decided_at: string | null;
                                decided_by: string | null;
                                destination: string;
                                id: string;
                                merchant_id: string;
                                merchant_name: string;
                                /** @description Why it was paid although the merchant was in the red */
                                note: string | null;
                                /** @description What was paid, where it was not the currency of the settlement */
                                paid_amount: string | null;
                                paid_currency: string | null;
                                /** @description How much of `currency` one of `paid_currency` stood for */
                                paid_rate: string | null;
                                /** @description Before it nothing is paid, as nothing was paid to this destination before; null: at once */
                                payable_from: string | null;
                                reason: string | null;
                                reference: string | null;
                                requested_at: string;
                                requested_by: string;
                                return_reason: string | null;
                                returned_at: string | null;
                                returned_by: string | null;
                                /** @enum {string} */
                                status: "requested" | "paid" | "refused" | "withdrawn" | "returned";
                                way: ("bank" | "usdt") | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements/{settlement}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    settlement: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reason: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact */
                                amount: string;
                                currency: string;
                                decided_at: string | null;
                                decided_by: string | null;
                                destination: string;
                                id: string;
                                merchant_id: string;
                                merchant_name: string;
                                /** @description Why it was paid although the merchant was in the red */
                                note: string | null;
                                /** @description What was paid, where it was not the currency of the settlement */
                                paid_amount: string | null;
                                paid_currency: string | null;
                                /** @description How much of `currency` one of `paid_currency` stood for */
                                paid_rate: string | null;
                                /** @description Before it nothing is paid, as nothing was paid to this destination before; null: at once */
                                payable_from: string | null;
                                reason: string | null;
                                reference: string | null;
                                requested_at: string;
                                requested_by: string;
                                return_reason: string | null;
                                returned_at: string | null;
                                returned_by: string | null;
                                /** @enum {string} */
                                status: "requested" | "paid" | "refused" | "withdrawn" | "returned";
                                way: ("bank" | "usdt") | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlements/{settlement}/withdrawal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    settlement: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description A decimal, exact */
                                amount: string;
                                currency: string;
                                decided_at: string | null;
                                decided_by: string | null;
                                destination: string;
                                id: string;
                                merchant_id: string;
                                merchant_name: string;
                                /** @description Why it was paid although the merchant was in the red */
                                note: string | null;
                                /** @description What was paid, where it was not the currency of the settlement */
                                paid_amount: string | null;
                                paid_currency: string | null;
                                /** @description How much of `currency` one of `paid_currency` stood for */
                                paid_rate: string | null;
                                /** @description Before it nothing is paid, as nothing was paid to this destination before; null: at once */
                                payable_from: string | null;
                                reason: string | null;
                                reference: string | null;
                                requested_at: string;
                                requested_by: string;
                                return_reason: string | null;
                                returned_at: string | null;
                                returned_by: string | null;
                                /** @enum {string} */
                                status: "requested" | "paid" | "refused" | "withdrawn" | "returned";
                                way: ("bank" | "usdt") | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path: {
                    /** @description e.g. 2026-01 */
                    month: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description When it was read, if the month is not over; null: the month is over */
                                as_of: string | null;
                                assets: {
                                    asset: string;
                                    /**
                                     * @description The account
                                     * @enum {string}
                                     */
                                    book: "available" | "reserved" | "settling";
                                    /** @description A decimal, exact */
                                    closing: string;
                                    lines: {
                                        /** @description A decimal, exact */
                                        corrections: string;
                                        /** @description A decimal, exact */
                                        fees: string;
                                        /** @description A decimal, exact */
                                        given_back: string;
                                        /** @description A decimal, exact */
                                        other: string;
                                        /** @description A decimal, exact */
                                        paid: string;
                                        /** @description A decimal, exact */
                                        payouts: string;
                                        /** @description A decimal, exact */
                                        received: string;
                                        /** @description A decimal, exact */
                                        released: string;
                                        /** @description A decimal, exact */
                                        set_aside: string;
                                        /** @description A decimal, exact */
                                        settlements: string;
                                        /** @description A decimal, exact */
                                        taken_back: string;
                                    };
                                    /** @description A decimal, exact */
                                    opening: string;
                                }[];
                                month: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/statements/{month}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description The time zone of days and months, such as America/Bogota; UTC if absent */
                    zone?: string;
                };
                header?: never;
                path: {
                    /** @description e.g. 2026-01 */
                    month: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/strays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                strays: {
                                    amount: string;
                                    /** @description What the order is paid in, and where */
                                    asked: string;
                                    at: string;
                                    /** @description Whether it can count for the order: it is the order’s asset */
                                    can_adopt: boolean;
                                    merchant_id: string;
                                    network: string;
                                    network_title: string;
                                    /** @description The order that it was meant for */
                                    order: string;
                                    /** @description May be an exchange: ask the customer where to return it */
                                    sender: string;
                                    transaction_hash: string;
                                    url: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/strays/{order}/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    order: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Where it came */
                        network: string;
                        note: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                strays: {
                                    amount: string;
                                    /** @description What the order is paid in, and where */
                                    asked: string;
                                    at: string;
                                    /** @description Whether it can count for the order: it is the order’s asset */
                                    can_adopt: boolean;
                                    merchant_id: string;
                                    network: string;
                                    network_title: string;
                                    /** @description The order that it was meant for */
                                    order: string;
                                    /** @description May be an exchange: ask the customer where to return it */
                                    sender: string;
                                    transaction_hash: string;
                                    url: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/strays/{order}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    order: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        /** @description Where it came */
                        network: string;
                        note: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                strays: {
                                    amount: string;
                                    /** @description What the order is paid in, and where */
                                    asked: string;
                                    at: string;
                                    /** @description Whether it can count for the order: it is the order’s asset */
                                    can_adopt: boolean;
                                    merchant_id: string;
                                    network: string;
                                    network_title: string;
                                    /** @description The order that it was meant for */
                                    order: string;
                                    /** @description May be an exchange: ask the customer where to return it */
                                    sender: string;
                                    transaction_hash: string;
                                    url: string | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sweeps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                sweeps: {
                                    address: string;
                                    addresses: number;
                                    asset: string;
                                    created_at: string;
                                    ended: number;
                                    id: string;
                                    network: string;
                                    /** @enum {string} */
                                    place: "hot" | "treasury";
                                    planned: string;
                                    planned_by: string;
                                    /** @enum {string} */
                                    status: "planned" | "running" | "done";
                                    swept: string;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sweeps/{sweep}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sweep: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        note: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: null;
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/to-do": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                decisions: {
                                    /** @description Payments with money that came otherwise than asked, undecided */
                                    count: number;
                                    newest: {
                                        /** @description What waits, a decimal */
                                        amount: string;
                                        asset: string;
                                        /** @description The merchant's own number */
                                        number: string | null;
                                        payment: string;
                                    }[];
                                };
                                disputes: {
                                    /** @description Until when the first of them can be answered; null: no time is known */
                                    next_due_at: string | null;
                                    to_answer: number;
                                };
                                /** @description Payouts that wait for a person; null: not the caller's */
                                payouts_to_approve: number | null;
                                /** @description Settlements of the last 30 days that were refused or came back; null: not the caller's */
                                settlements: number | null;
                                /** @description Set-up: what is done */
                                steps: {
                                    first_payment: boolean;
                                    logo: boolean;
                                    webhook: boolean;
                                };
                                /** @description Events of the last 30 days that could not be delivered; null: not the caller's */
                                undeliverable: number | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                views: {
                                    id: string;
                                    method: ("CARDS" | "USDT" | "USDC" | "PIX" | "BOLETO" | "PSE" | "EFECTY" | "NEQUI" | "SPEI" | "OXXO" | "PAGOEFECTIVO" | "YAPE" | "WEBPAY" | "KHIPU" | "SERVIPAG" | "RAPIPAGO" | "PAGOFACIL" | "MERCADOPAGO") | null;
                                    name: string;
                                    search: string;
                                    state: ("waiting" | "authorized" | "paid" | "unpaid" | "returned") | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        method?: "CARDS" | "USDT" | "USDC" | "PIX" | "BOLETO" | "PSE" | "EFECTY" | "NEQUI" | "SPEI" | "OXXO" | "PAGOEFECTIVO" | "YAPE" | "WEBPAY" | "KHIPU" | "SERVIPAG" | "RAPIPAGO" | "PAGOFACIL" | "MERCADOPAGO";
                        /** @description No card numbers */
                        name: string;
                        /** @description No card numbers */
                        search?: string;
                        /** @enum {string} */
                        state?: "waiting" | "authorized" | "paid" | "unpaid" | "returned";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                views: {
                                    id: string;
                                    method: ("CARDS" | "USDT" | "USDC" | "PIX" | "BOLETO" | "PSE" | "EFECTY" | "NEQUI" | "SPEI" | "OXXO" | "PAGOEFECTIVO" | "YAPE" | "WEBPAY" | "KHIPU" | "SERVIPAG" | "RAPIPAGO" | "PAGOFACIL" | "MERCADOPAGO") | null;
                                    name: string;
                                    search: string;
                                    state: ("waiting" | "authorized" | "paid" | "unpaid" | "returned") | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/views/{view}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    view: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                views: {
                                    id: string;
                                    method: ("CARDS" | "USDT" | "USDC" | "PIX" | "BOLETO" | "PSE" | "EFECTY" | "NEQUI" | "SPEI" | "OXXO" | "PAGOEFECTIVO" | "YAPE" | "WEBPAY" | "KHIPU" | "SERVIPAG" | "RAPIPAGO" | "PAGOFACIL" | "MERCADOPAGO") | null;
                                    name: string;
                                    search: string;
                                    state: ("waiting" | "authorized" | "paid" | "unpaid" | "returned") | null;
                                }[];
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Until when the secret before the present one signs along; null: it does no more */
                                previous_secret_until: string | null;
                                /** @description Null: none is set */
                                url: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Null: nowhere */
                        url: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Until when the secret before the present one signs along; null: it does no more */
                                previous_secret_until: string | null;
                                /** @description Null: none is set */
                                url: string | null;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description How long the old secret signs too */
                        overlap_hours: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: number;
                            data: {
                                /** @description Readable here and never again */
                                secret: string;
                            };
                            message: string;
                            /** @enum {string} */
                            status: "Success";
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    order: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description In the asset of the order, of what you were credited. Absent: all that came late or short; where nothing did, all that is left */
                        amount?: string;
                        /** @description No card numbers */
                        note?: string;
                        /** @description Why, for you only. No card numbers */
                        reason?: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            refund: {
                                /** @description In currency */
                                amount: string;
                                /** @description ISO 8601, UTC */
                                createdAt: string;
                                currency: string;
                                /** @description Why it failed; what it was to give back is where it was */
                                failure: string | null;
                                /** @description GET /payment/{id} reads it; its link, e-mail and cancelling go by it, too */
                                id: string;
                                /** @description null: the customer has not chosen yet */
                                network: string | null;
                                /** @description Until then the customer can confirm a wallet; ISO 8601, UTC */
                                opensUntil: string;
                                reason: string | null;
                                /** @description The order */
                                refundOf: string;
                                /**
                                 * @description open: the customer was mailed a link and has not confirmed a wallet yet
                                 * @enum {string}
                                 */
                                status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed";
                                transactions: {
                                    amount: string;
                                    /** @description It did not stay on the chain, or was replaced */
                                    orphaned: boolean;
                                    transactionHash: string;
                                }[];
                                /** @description Why it is not sent now */
                                waiting: string | null;
                                /** @description Where it is sent to */
                                walletAddress: string | null;
                            };
                            /** @enum {boolean} */
                            status: true;
                        };
                    };
                };
            };
        };
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    order: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        decision: "accept" | "refund";
                        /** @description No card numbers */
                        note?: string;
                        /** @description Why, for you only. No card numbers */
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            order: {
                                /** @description For a crypto charge of a payment link that can be paid once: another payment had already paid the link. Refund this one, unless you want both */
                                alreadyPaid?: {
                                    /** @description The method_code of that charge */
                                    method: string;
                                    /** @description ISO 8601, UTC */
                                    paidAt: string;
                                    /**
                                     * Format: uuid
                                     * @description The charge that paid it
                                     */
                                    reference: string;
                                };
                                /** @description In USD. Of a charge in another currency: what it was worth when its rate was fixed, 0.00 before; see conversion */
                                amount: string;
                                anomalies: string[];
                                /** @description cashout: what reached the recipient, where the network shows less than was sent */
                                arrivedAmount?: string;
                                /** @description cashout, with waiting "code_undeliverable": the recipient’s mail server refused the code; POST /payment/{order}/email corrects the address */
                                codeRefused?: {
                                    /** @description In the words of the mail server */
                                    answer: string;
                                    /** @description ISO 8601, UTC */
                                    at: string;
                                    /** @description The address, as it is now */
                                    email: string;
                                };
                                /** @description For a price in another currency than USD, once the customer has chosen a network: the rates that were fixed then. What is to be paid is the price over both rates, rounded up to a millionth of the asset */
                                conversion?: {
                                    /** @description ISO 4217 */
                                    currency: string;
                                    /** @description What one USD cost in the currency */
                                    localRate: string;
                                    /**
                                     * Format: date-time
                                     * @description The time of the oldest quote in localRate
                                     */
                                    localRateAt: string;
                                    localRateSources: string[];
                                    /** @description What the charge asks for, in its currency */
                                    price: string;
                                    /** @description What one USDT or USDC cost in USD */
                                    rate: string;
                                    /**
                                     * Format: date-time
                                     * @description The time of the oldest quote in rate
                                     */
                                    rateAt: string;
                                    rateSources: string[];
                                    /** @description What was received, in the currency of the price, rounded down */
                                    received: string;
                                    /** @description What the price was worth in USD, rounded up to the cent */
                                    usdAmount: string;
                                };
                                /** @description cashin: yours, before the fee */
                                credited?: string;
                                /** @description cashin, as in webhooks: what a success credited, else what was received; null: no network was chosen yet. cashout: paid out. With as many decimals as the contract of its network has */
                                cryptoAmount: string | null;
                                /** @description What it is paid in: USDT or USDC; null: created and never processed */
                                currency: string | null;
                                /** @description cashin: to be paid; null: no network was chosen yet */
                                expected?: string | null;
                                /** @description cashout: why it failed */
                                failure?: string | null;
                                /** @description cashout: paid by the merchant on top */
                                fee?: string;
                                id: string;
                                /** @description A refund, with waiting "link_undeliverable": the customer’s mail server refused the mail with the link; POST /payment/{order}/email corrects the address */
                                linkRefused?: {
                                    /** @description In the words of the mail server */
                                    answer: string;
                                    /** @description ISO 8601, UTC */
                                    at: string;
                                    /** @description The address, as it is now */
                                    email: string;
                                };
                                merchantIdCustom: string | null;
                                /** @description What E5 was called with; absent: nothing */
                                metadata?: {
                                    [key: string]: string;
                                };
                                network: string | null;
                                /** @description cashin: all that came, also late and as dust */
                                received?: string;
                                /** @description cashout that gives money back: the id of the order that it came for */
                                refundOf?: string;
                                /** @description cashin: what was given back on the chain, or is being */
                                refunds?: {
                                    /** @description In currency */
                                    amount: string;
                                    /** @description ISO 8601, UTC */
                                    createdAt: string;
                                    currency: string;
                                    /** @description Why it failed; what it was to give back is where it was */
                                    failure: string | null;
                                    /** @description GET /payment/{id} reads it; its link, e-mail and cancelling go by it, too */
                                    id: string;
                                    /** @description null: the customer has not chosen yet */
                                    network: string | null;
                                    /** @description Until then the customer can confirm a wallet; ISO 8601, UTC */
                                    opensUntil: string;
                                    reason: string | null;
                                    /** @description The order */
                                    refundOf: string;
                                    /**
                                     * @description open: the customer was mailed a link and has not confirmed a wallet yet
                                     * @enum {string}
                                     */
                                    status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed";
                                    transactions: {
                                        amount: string;
                                        /** @description It did not stay on the chain, or was replaced */
                                        orphaned: boolean;
                                        transactionHash: string;
                                    }[];
                                    /** @description Why it is not sent now */
                                    waiting: string | null;
                                    /** @description Where it is sent to */
                                    walletAddress: string | null;
                                }[];
                                /** @description cashin: what was decided about money out of the ordinary: accepted, refund_due, refunded or ignored */
                                resolution?: string;
                                /** @description cashin: true: it succeeded though its link was already paid, see alreadyPaid */
                                secondPayment?: boolean;
                                /** @enum {string} */
                                status: "created" | "awaiting" | "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed";
                                /** @description For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it */
                                strays?: {
                                    /** @description In currency */
                                    amount: string;
                                    /** @description The time of its block; ISO 8601, UTC */
                                    at: string;
                                    /** @description What came: USDT or USDC */
                                    currency: string;
                                    /** @description Where it came */
                                    network: string;
                                    /** @description returned: the order made to give it back; its refunds say how far that is */
                                    orderId?: string;
                                    /**
                                     * @description seen: not final yet. waiting: the operator decides. adopted: counted for the order as a payment. returned: the operator gives it back
                                     * @enum {string}
                                     */
                                    state: "seen" | "waiting" | "adopted" | "returned";
                                    transactionHash: string;
                                }[];
                                transactions: {
                                    amount: string;
                                    /** @description cashin: too little to count as a payment */
                                    dust?: boolean;
                                    /** @description cashin: in a block after the time to pay */
                                    late?: boolean;
                                    /** @description It did not stay on the chain, or was replaced */
                                    orphaned: boolean;
                                    transactionHash: string;
                                }[];
                                /** @description null: created and never processed */
                                type: ("cashin" | "cashout") | null;
                                /** @description cashin: waits for your decision (POST /payment/{order}/resolve): what no rule gave to anybody, and what was credited beyond the price */
                                undecided?: string;
                                /** @description cashout: why it is not sent now */
                                waiting?: string | null;
                                /** @description Where it is paid to */
                                walletAddress: string | null;
                            };
                            /** @enum {boolean} */
                            status: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
