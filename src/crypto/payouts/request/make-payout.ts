import type { AssetCode } from '../../../base/money/asset.ts';
import type { ProcessOrderBody } from '../../orders/order-request.ts';
import type { OrderTicket } from '../../orders/order-token.ts';
import { type OpenPayoutDeps, openPayout, type PayoutMaker } from './open-payout.ts';

/** Makes a payout from the dashboard: the ticket is that of E4, the rules are those of E5. Returns the claim secret. */
export async function makePayout(
  deps: OpenPayoutDeps,
  ticket: OrderTicket & { merchantId: string },
  { asset, description }: { asset: AssetCode; description: string | null },
  by: PayoutMaker,
): Promise<string> {
  const { merchantId } = ticket;
  const body: ProcessOrderBody = {
    hash: '',
    paymentMethod: asset === 'USDC' ? 'usdc' : 'usdt',
    typePayment: 'wallet',
    typeTransaction: 'cashout',
    merchantId,
    ...(description !== null && { description }),
  };
  return (await openPayout(deps, ticket, body, merchantId, by)).token;
}
