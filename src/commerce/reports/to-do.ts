import { type Static, Type } from 'typebox';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { Permission } from '../../accounts/people/roles.ts';
import type { Sql } from '../../base/db/pool.ts';
import { waitingOrders } from '../../crypto/orders/list-store.ts';
import { payoutsToApprove } from '../../crypto/payouts/waiting-store.ts';
import { disputesToAnswer } from '../../payments/charges/disputes/dispute-store.ts';
import { waitingUnexpected } from '../../payments/charges/unexpected/unexpected-store.ts';
import { troubledSettlements } from '../settlements/store.ts';
import { decimal } from './overview-answer.ts';
import { bookBalances, undeliverableBetween } from './read-report.ts';

/** What waits for a merchant's people. Each count reads an index of what waits alone. */

const orNull = (of: string) =>
  Type.Union([Type.Number(), Type.Null()], { description: `${of}; null: not the caller's` });
export const toDoSchema = Type.Object({
  decisions: Type.Object({
    count: Type.Number({ description: 'Payments with money that came otherwise than asked, undecided' }),
    newest: Type.Array(
      Type.Object({
        payment: Type.String(),
        number: Type.Union([Type.String(), Type.Null()], { description: "The merchant's own number" }),
        asset: Type.String(),
        amount: Type.String({ description: 'What waits, a decimal' }),
      }),
    ),
  }),
  disputes: Type.Object({
    to_answer: Type.Number(),
    next_due_at: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when the first of them can be answered; null: no time is known',
    }),
  }),
  payouts_to_approve: orNull('Payouts that wait for a person'),
  undeliverable: orNull('Events of the last 30 days that could not be delivered'),
  settlements: orNull('Settlements of the last 30 days that were refused or came back'),
  steps: Type.Object(
    { webhook: Type.Boolean(), logo: Type.Boolean(), first_payment: Type.Boolean() },
    { description: 'Set-up: what is done' },
  ),
});

/** The rest is counted. */
const listed = 3;
const recentMs = 30 * 24 * 3_600_000;

export async function readToDo(
  db: Sql,
  merchant: Merchant,
  may: (permission: Permission) => boolean,
  now: Date,
): Promise<Static<typeof toDoSchema>> {
  const { id } = merchant;
  const since = new Date(now.getTime() - recentMs);
  const orders = await waitingOrders(db, id, listed);
  const unexpected = await waitingUnexpected(db, id, listed);
  const disputes = await disputesToAnswer(db, id, now);
  const decisions = [
    ...unexpected.newest.map(({ chargeId, orderNumber, paid }) => ({
      payment: chargeId,
      number: orderNumber,
      asset: paid.currency,
      amount: decimal(paid.amountMinor, paid.currency),
    })),
    ...orders.orders.map(({ id: order, chargeId, merchantIdCustom, asset, money }) => ({
      payment: chargeId ?? order,
      number: merchantIdCustom,
      asset,
      amount: decimal(money.undecidedUnits, asset),
    })),
  ];
  return {
    decisions: { count: orders.total + unexpected.count, newest: decisions.slice(0, listed) },
    disputes: { to_answer: disputes.count, next_due_at: disputes.nextDueAt?.toISOString() ?? null },
    payouts_to_approve: may('payouts.approve') ? await payoutsToApprove(db, id) : null,
    undeliverable: may('developers.read') ? await undeliverableBetween(db, id, since, now) : null,
    settlements: may('settlements.read') ? await troubledSettlements(db, id, since) : null,
    steps: {
      webhook: merchant.webhookUrl !== null,
      logo: merchant.settings.logoHash !== null,
      first_payment: (await bookBalances(db, id)).length > 0,
    },
  };
}
