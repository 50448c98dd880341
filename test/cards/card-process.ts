import { type Payment, payCharge } from '../../src/payments/charges/attempts/pay-charge.ts';
import { closeCharge } from '../../src/payments/charges/authorizations/close-charge.ts';
import { readDisputes } from '../../src/payments/charges/disputes/read-disputes.ts';
import { bookMovements } from '../../src/payments/charges/movements/book-movements.ts';
import { followNotifications } from '../../src/payments/charges/notifications/follow-notifications.ts';
import type { PaymentProcessor, ProcessorKind } from '../../src/payments/charges/payment-processor.ts';
import { refundCharge } from '../../src/payments/charges/refunds/refund-charge.ts';
import { findChargeById } from '../../src/payments/charges/store.ts';
import type { ProcessorName } from '../../src/payments/processors/names.ts';
import {
  awaitStart,
  counted,
  countedSql,
  counting,
  readTask,
  type StopAt,
} from '../kit/processes/killable.ts';
import { cardDeps } from './card-world.ts';

/** A process that does one step of a card payment and kills itself on the way. */
export interface CardTask {
  databaseUrl: string;
  processor: ProcessorName;
  kind: ProcessorKind;
  env: Record<string, string>;
  act: 'pay' | 'capture' | 'void' | 'refund' | 'dispute' | 'notification' | 'lines';
}

export interface CardStart extends StopAt {
  chargeId: string;
  payment: Payment;
}

const { databaseUrl, processor, kind, env, act } = readTask<CardTask>();
const sql = countedSql(databaseUrl);
await sql`SELECT 1`;
const wrap = (port: PaymentProcessor): PaymentProcessor => ({
  ...counted(port, ['authorize', 'inquire', 'abandon', 'refund', 'disputesAfter', 'readDispute', 'trace']),
  ...(port.authorizations && {
    authorizations: counted(port.authorizations, ['read', 'capture', 'void']),
  }),
});
const deps = cardDeps(sql, processor, kind, env, { wrap });
// Fills the caches that expire every few seconds, so that the steps are the same every time.
const [account] = await deps.processors.accounts();

awaitStart(
  ({ chargeId, payment }: CardStart) =>
    counting(async () => {
      if (act === 'notification') await followNotifications(deps);
      if (act === 'lines') await bookMovements(deps);
      if (act === 'dispute' && account) await readDisputes(sql, account, new Date());
      const charge = await findChargeById(sql, chargeId);
      if (!charge) return;
      if (act === 'pay') await payCharge(deps, charge, payment);
      if (act === 'capture' || act === 'void') {
        const order = { amountMinor: act === 'capture' ? 12_000n : null, idempotencyKey: null, actor: null };
        await closeCharge(deps, charge, { kind: act, ...order });
      }
      if (act === 'refund') await refundCharge(deps, charge, { amountMinor: 3_000n, idempotencyKey: null });
    }),
  () => sql.end(),
);
