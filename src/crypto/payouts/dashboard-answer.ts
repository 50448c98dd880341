import { formatDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import type { PayoutStatus } from './payout.ts';
import type { Payout } from './store.ts';

/** The states of a payout as the dashboard shows them. */
export const payoutStates = ['collecting', 'review', 'on_its_way', 'paid', 'ended'] as const;
export type PayoutState = (typeof payoutStates)[number];

const stateOf: Readonly<Record<PayoutStatus, PayoutState>> = {
  open: 'collecting',
  review: 'review',
  queued: 'on_its_way',
  sending: 'on_its_way',
  pending: 'on_its_way',
  success: 'paid',
  failed: 'ended',
};

export function payoutStatusesOf(state: PayoutState): PayoutStatus[] {
  return (Object.keys(stateOf) as PayoutStatus[]).filter((status) => stateOf[status] === state);
}

export function summarizePayout(notation: Notation, payout: Payout) {
  const { network, address } = payout;
  return {
    id: payout.id,
    merchant_id: payout.merchantId,
    kind: payout.kind,
    state: stateOf[payout.status],
    status: payout.status,
    failure: payout.failure,
    waiting: payout.waitReason,
    amount: formatDecimal(payout.amountMinor, 2),
    asset: payout.asset,
    crypto_amount: notation.formatAmount(network, payout.amountUnits),
    fee: notation.formatAmount(network, payout.feeUnits),
    email: payout.email,
    reference: payout.merchantIdCustom,
    description: payout.description,
    network,
    wallet: network && address ? notation.formatAddress(network, address) : null,
    made_by: payout.madeBy,
    made_by_key: payout.keyId,
    created_at: payout.createdAt.toISOString(),
  };
}
