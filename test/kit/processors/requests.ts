import type { MethodCode } from '../../../src/accounts/methods/methods.ts';
import { newId } from '../../../src/base/db/ids.ts';
import type { Money } from '../../../src/base/money/money.ts';
import type {
  AuthorizeRequest,
  Card,
  RefundRequest,
} from '../../../src/payments/charges/payment-processor.ts';

/** A customer's attempt to pay, as an adapter gets it. The handle is stored on the request itself. */
export function anAuthorizeRequest(
  place: { amount: Money; country: string; method?: MethodCode },
  card: Card | null,
  change: Partial<AuthorizeRequest> = {},
): AuthorizeRequest {
  const request: AuthorizeRequest = {
    attemptId: newId(),
    handle: null,
    instructions: null,
    method: 'CARDS',
    createdAt: new Date(),
    ...place,
    description: 'Two coffees',
    details: null,
    email: 'ana@mail.example',
    language: 'es',
    instalments: 1,
    capture: 'automatic',
    returnUrl: 'https://shop.example/return?order=7',
    cancelUrl: 'https://shop.example/left?order=7',
    notificationUrl: 'https://shop.example/notifications',
    card,
    payerName: card?.holderName ?? 'Ana Prueba',
    document: null,
    phone: null,
    address: null,
    bank: null,
    clientAddress: '192.0.2.7',
    async keepHandle(handle) {
      request.handle = handle;
    },
    ...change,
  };
  return request;
}

export function aRefundRequest(
  attempt: { attemptId: string; processorReference: string },
  amount: Money,
  change: Partial<RefundRequest> = {},
): RefundRequest {
  return {
    refundId: newId(),
    ...attempt,
    amount,
    refundReference: null,
    isRepeat: false,
    notificationUrl: 'https://shop.example/notifications',
    ...change,
  };
}
