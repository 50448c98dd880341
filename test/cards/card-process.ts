import type { CardProcessor, ProcessorKind } from '../../src/charges/card-processor.ts';
import { followNotifications } from '../../src/charges/follow-notifications.ts';
import { bookLines } from '../../src/charges/lines/book-lines.ts';
import { type Payment, payCharge } from '../../src/charges/pay-charge.ts';
import { readDisputes } from '../../src/charges/read-disputes.ts';
import { refundCharge } from '../../src/charges/refund-charge.ts';
import { findChargeById } from '../../src/charges/store.ts';
import type { ProcessorName } from '../../src/processors/names.ts';
import {
  awaitStart,
  counted,
  countedSql,
  counting,
  readTask,
  type StopAt,
} from '../kit/processes/killable.ts';
import { cardDeps } from './card-world.ts';

/** A process that does one thing with a card payment, and kills itself on the way. */
export interface CardTask {
  databaseUrl: string;
  processor: ProcessorName;
  kind: ProcessorKind;
  env: Record<string, string>;
  act: 'pay' | 'refund' | 'dispute' | 'notification' | 'lines';
}

export interface CardStart extends StopAt {
  chargeId: string;
  payment: Payment;
}

const { databaseUrl, processor, kind, env, act } = readTask<CardTask>();
const sql = countedSql(databaseUrl);
await sql`SELECT 1`;
const wrap = (port: CardProcessor): CardProcessor =>
  counted(port, ['authorize', 'inquire', 'abandon', 'refund', 'disputesAfter', 'readDispute', 'trace']);
const deps = cardDeps(sql, processor, kind, env, { wrap });
// What is read anew every few seconds is read before, so that the steps are the same every time.
const [account] = await deps.cards.accounts();

awaitStart(
  ({ chargeId, payment }: CardStart) =>
    counting(async () => {
      if (act === 'notification') await followNotifications(deps);
      if (act === 'lines') await bookLines(deps);
      if (act === 'dispute' && account) await readDisputes(sql, account, new Date());
      const charge = await findChargeById(sql, chargeId);
      if (!charge) return;
      if (act === 'pay') await payCharge(deps, charge, payment);
      if (act === 'refund') await refundCharge(deps, charge, { amountMinor: 3_000n, idempotencyKey: null });
    }),
  () => sql.end(),
);
