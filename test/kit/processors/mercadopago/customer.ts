import type {
  AskedAttempt,
  AuthorizeRequest,
  RefundRequest,
} from '../../../../src/payments/charges/payment-processor.ts';
import type { ContractWorld } from '../contract-world.ts';
import { anAuthorizeRequest, aRefundRequest } from '../requests.ts';

/** A customer of a Mercado Pago world, who is sent to its page. */

export const amountMinor = 123_450n;

export interface PaidAttempt {
  asked: AskedAttempt;
  processorReference: string;
}

export function requestOf(
  { simulator }: ContractWorld,
  change: Partial<AuthorizeRequest> = {},
): AuthorizeRequest {
  const { currency, country } = simulator;
  return anAuthorizeRequest({ amount: { amountMinor, currency }, country }, null, change);
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
  const { attemptId, amount } = asked;
  const given = { amountMinor: minor, currency: amount.currency };
  return aRefundRequest({ attemptId, processorReference }, given, change);
}
