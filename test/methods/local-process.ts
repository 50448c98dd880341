import { type Payment, payCharge } from '../../src/payments/charges/attempts/pay-charge.ts';
import { followNotifications } from '../../src/payments/charges/notifications/follow-notifications.ts';
import type { PaymentProcessor } from '../../src/payments/charges/payment-processor.ts';
import { findChargeById } from '../../src/payments/charges/store.ts';
import { resolveUnexpected } from '../../src/payments/charges/unexpected/resolve-unexpected.ts';
import { unexpectedOf } from '../../src/payments/charges/unexpected/unexpected-store.ts';
import { cardDeps } from '../cards/card-world.ts';
import {
  awaitStart,
  counted,
  countedSql,
  counting,
  readTask,
  type StopAt,
} from '../kit/processes/killable.ts';

/** A process that does one step of a payment by a local method and kills itself on the way. */
export interface LocalTask {
  databaseUrl: string;
  env: Record<string, string>;
  act: 'pay' | 'notification' | 'accept' | 'return';
}

export interface LocalStart extends StopAt {
  chargeId: string;
  payment: Payment;
}

const { databaseUrl, env, act } = readTask<LocalTask>();
const sql = countedSql(databaseUrl);
await sql`SELECT 1`;
const wrap = (port: PaymentProcessor): PaymentProcessor => ({
  ...counted(port, ['authorize', 'inquire', 'abandon', 'refund', 'trace']),
});
const deps = cardDeps(sql, 'dlocal', 'hosted', env, { wrap });
// Fills the caches that expire every few seconds, so that the steps are the same every time.
await deps.processors.accounts();

awaitStart(
  ({ chargeId, payment }: LocalStart) =>
    counting(async () => {
      if (act === 'notification') {
        await followNotifications(deps);
        return;
      }
      const charge = await findChargeById(sql, chargeId);
      if (!charge) return;
      if (act === 'pay') {
        await payCharge(deps, charge, payment);
        return;
      }
      const [arrived] = await unexpectedOf(sql, charge.merchantId, chargeId);
      const order = { decision: act, idempotencyKey: null, actor: 'ana@shop.example' };
      await resolveUnexpected(deps, charge, { paymentId: arrived?.id ?? '', ...order });
    }),
  () => sql.end(),
);
