import type {
  AskedAttempt,
  AuthorizeRequest,
  RefundRequest,
} from '../../../../src/charges/card-processor.ts';
import { newId } from '../../../../src/db/ids.ts';
import type { ContractWorld } from '../../../../src/processors/contract-world.ts';

/** A customer of a world of Mercado Pago, who is sent to its page. */

export const amountMinor = 123_450n;

export interface PaidAttempt {
  asked: AskedAttempt;
  processorReference: string;
}

export function requestOf(
  { simulator }: ContractWorld,
  change: Partial<AuthorizeRequest> = {},
): AuthorizeRequest {
  return {
    attemptId: newId(),
    handle: null,
    createdAt: new Date(),
    amount: { amountMinor, currency: simulator.currency },
    country: simulator.country,
    description: 'Two coffees',
    email: 'ana@example.com',
    language: 'es',
    returnUrl: 'https://pay.example/return?charge=7',
    cancelUrl: 'https://pay.example/left?charge=7',
    notificationUrl: 'https://pay.example/processors/mercadopago/notifications',
    card: null,
    payerName: null,
    document: null,
    clientAddress: '203.0.113.9',
    keepHandle: async () => {},
    ...change,
  };
}

export async function openPage(world: ContractWorld, change: Partial<AuthorizeRequest> = {}) {
  const asked = requestOf(world, change);
  const outcome = await world.processor.authorize(asked);
  if (outcome.outcome !== 'challenge') throw new Error(`expected a page, got ${JSON.stringify(outcome)}`);
  return { asked: { ...asked, handle: outcome.handle }, url: outcome.url };
}

export async function pay(
  world: ContractWorld,
  change: Partial<AuthorizeRequest> = {},
): Promise<PaidAttempt> {
  const { asked, url } = await openPage(world, change);
  await world.simulator.pay(url, 'approved');
  const found = await world.processor.inquire(asked);
  if (found.outcome !== 'approved') throw new Error(`expected an approval, got ${JSON.stringify(found)}`);
  return { asked, processorReference: found.processorReference };
}

export function refundOf(
  { asked, processorReference }: PaidAttempt,
  minor: bigint,
  change: Partial<RefundRequest> = {},
): RefundRequest {
  return {
    refundId: newId(),
    attemptId: asked.attemptId,
    processorReference,
    amount: { amountMinor: minor, currency: asked.amount.currency },
    refundReference: null,
    isRepeat: false,
    notificationUrl: asked.notificationUrl,
    ...change,
  };
}
