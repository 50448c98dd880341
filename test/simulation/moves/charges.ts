import { decideDispute } from '../../../src/sandbox/acquirer/disputes.ts';
import { refundInPanel } from '../../../src/sandbox/acquirer/refunds.ts';
import { createCharge } from '../../kit/client.ts';
import type { World } from '../world.ts';
import { ask, play, said, serverOf } from './asking.ts';
import type { Move } from './move.ts';

const cardCharge = { country: 'COL', currency: 'COP', method_code: 'CARDS', method_category: 'CARD' };
const pixCharge = {
  country: 'BRA',
  currency: 'BRL',
  method_code: 'PIX',
  method_category: 'BANK_TRANSFER',
};
const choice = { ...pixCharge, method_code: 'ALL', method_category: 'ALL' };

export const chargeMoves: readonly Move[] = [
  {
    name: 'charge',
    weight: 8,
    async run(world, known, chance) {
      const fields = chance.pick([cardCharge, cardCharge, pixCharge, choice]);
      const amount = chance.pick([1, 10, 150, 1234.5, 20_000]);
      const manual = fields === cardCharge && chance.happens(0.2) && { capture: 'manual' };
      const reference = await createCharge(serverOf(world), { ...fields, amount, ...manual });
      if (reference) known.charges.push(reference);
      return reference ?? 'no answer';
    },
  },
  {
    name: 'customer',
    weight: 16,
    async run(world, { charges, disputed, paid }, chance) {
      if (charges.length === 0) return undefined;
      // Whoever comes has mostly something to pay.
      const open = await openOf(world, charges);
      const reference = chance.pick(open.length > 0 && chance.happens(0.8) ? open : charges.slice(-8));
      const name = chance.pick([
        'approve',
        'approve',
        'approve',
        'refuse',
        'challenge',
        'challenge_failed',
        'chargeback',
        'dispute',
        'refund_refused',
        'delay',
        'expire',
      ]);
      const method = chance.pick([undefined, undefined, 'PIX', 'CARDS']);
      const done = await play(world, `charges/${reference}`, { play: name, method });
      if (name === 'approve' && done.startsWith('200')) paid.push(reference);
      if (name === 'dispute' && done.startsWith('200')) disputed.push(reference);
      return `${name} ${method ?? ''} ${done}`;
    },
  },
  {
    name: 'dispute',
    weight: 2,
    async run(world, known, chance) {
      const amount = chance.pick([10, 150, 20_000]);
      const reference = await createCharge(serverOf(world), { ...cardCharge, amount });
      if (!reference) return 'no answer';
      known.charges.push(reference);
      const done = await play(world, `charges/${reference}`, { play: 'dispute' });
      if (done.startsWith('200')) known.disputed.push(reference);
      return `${reference} ${done}`;
    },
  },
  {
    name: 'bank',
    weight: 4,
    async run(world, { disputed }, chance) {
      if (disputed.length === 0) return undefined;
      const decision = chance.pick(['dispute_won', 'dispute_lost']);
      return `${decision} ${await play(world, `charges/${chance.pick(disputed)}`, { play: decision })}`;
    },
  },
  {
    name: 'refund',
    weight: 6,
    async run(world, { charges, paid, refundKeys }, chance) {
      if (charges.length === 0) return undefined;
      const reference = chance.pick(paid.length > 0 && chance.happens(0.7) ? paid : charges);
      const path = `/api/transactions/${reference}/refunds`;
      const amount = chance.pick([undefined, 1, 5, 150]);
      const key = `refund-${chance.below(1_000_000)}`;
      refundKeys.push({ reference, key });
      const send = () => ask(world, path, { amount }, { 'idempotency-key': key });
      // Two tabs, or a client that repeats: one key, one refund.
      const answers = await world.turns.during(chance, chance.happens(0.4) ? [send, send] : [send]);
      return answers.map(said).join(' and ');
    },
  },
  {
    name: 'refund at the acquirer',
    weight: 2,
    async run(world, { paid }, chance) {
      if (paid.length === 0) return undefined;
      const reference = chance.pick(paid);
      const [attempt] = await world.sql<{ id: string }[]>`
        SELECT id FROM attempts WHERE charge_id = ${reference} AND status = 'approved'`;
      if (!attempt) return undefined;
      const made = await refundInPanel(world.sql, attempt.id, chance.pick([null, 100n, 500n, 15_000n]));
      return `${reference} ${made ? `SBR-${made.reference}` : 'nothing is left'}`;
    },
  },
  {
    name: 'close',
    weight: 2,
    async run(world, { charges }, chance) {
      if (charges.length === 0) return undefined;
      const act = chance.pick(['capture', 'void']);
      const path = `/api/transactions/${chance.pick(charges)}/${act}`;
      return `${act} ${said(await ask(world, path, {}))}`;
    },
  },
];

async function openOf({ sql }: World, charges: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM charges WHERE id = ANY (${charges.slice(-20)}) AND status = 'open' ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** The banks decide what they had left open. */
export async function decideAtBanks(world: World): Promise<void> {
  const open = await world.sql<{ id: string }[]>`
    SELECT id FROM sandbox_acquirer.local_payments WHERE status = 'pending' ORDER BY id`;
  for (const { id } of open) await play(world, `pay/${id}`, { decision: 'pay' });
  const disputes = await world.sql<{ payment: string; number: bigint }[]>`
    SELECT payment_id AS payment, number FROM sandbox_acquirer.disputes WHERE status = 'open' ORDER BY number`;
  for (const { payment, number } of disputes) {
    await decideDispute(world.sql, payment, number % 2n === 0n ? 'won' : 'lost');
  }
}
