import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../base/db/pool.ts';
import { moneyToDecimal } from '../../base/money/money.ts';
import { countOpenCases } from '../../payments/charges/cases/case-store.ts';
import { listBalances } from '../../payments/charges/movements/balance-store.ts';
import { cursorAges, cursorName } from '../../payments/charges/movements/movement-store.ts';
import type { PaymentProcessors } from '../../payments/charges/payment-processors.ts';

/** The state of the card processors, as this process sees it. */
export function watchCards(registry: Registry, processors: PaymentProcessors, db: Db): void {
  new Gauge({
    name: 'pasarela_card_processor_failing',
    help: '1 while payments are passed over to other processors, because this one failed again and again',
    labelNames: ['processor'] as const,
    registers: [registry],
    collect() {
      for (const { processor, isFailing } of processors.health()) this.set({ processor }, isFailing ? 1 : 0);
    },
  });
  new Gauge({
    name: 'pasarela_card_notifications_waiting',
    help: `What card processors told and nobody has looked into yet, at most ${maxCount}`,
    labelNames: ['processor'] as const,
    registers: [registry],
    async collect() {
      // While the database is away the remaining metrics matter all the more.
      const rows = await notificationsWaiting(db).catch(() => []);
      for (const { processor } of processors.health()) {
        this.set({ processor }, rows.find((row) => row.processor === processor)?.count ?? 0);
      }
    },
  });
  new Gauge({
    name: 'pasarela_card_cases_open',
    help: 'Movements at card processors that the books cannot explain and nobody has decided about',
    labelNames: ['processor'] as const,
    registers: [registry],
    async collect() {
      const rows = await countOpenCases(db).catch(() => []);
      for (const { processor } of processors.health()) {
        this.set({ processor }, rows.find((row) => row.processor === processor)?.count ?? 0);
      }
    },
  });
  new Gauge({
    name: 'pasarela_card_balance_difference',
    help: 'By how much the balance that a processor tells differs from the movements in the books, over all its accounts, without sign',
    labelNames: ['processor', 'currency'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      for (const { processor, currency, theirsMinor, oursMinor } of await listBalances(db).catch(() => [])) {
        const amountMinor = theirsMinor > oursMinor ? theirsMinor - oursMinor : oursMinor - theirsMinor;
        this.inc({ processor, currency }, Number(moneyToDecimal({ amountMinor, currency })));
      }
    },
  });
  new Gauge({
    name: 'pasarela_card_lines_age_seconds',
    help: 'Up to how long ago the movements on accounts at a processor were read: the account that is furthest behind',
    labelNames: ['processor'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      for (const [processor, seconds] of await movementAges(processors, db).catch(() => [])) {
        this.set({ processor }, seconds);
      }
    },
  });
}

/** The age per processor, over accounts that can be called now; an account that was never read does not count. */
export async function movementAges(processors: PaymentProcessors, db: Db): Promise<Map<string, number>> {
  const [accounts, ages] = await Promise.all([processors.accounts(), cursorAges(db)]);
  const oldest = new Map<string, number>();
  for (const account of accounts.filter(({ processor }) => processor.hasLines)) {
    const { name } = account.processor;
    oldest.set(name, Math.max(oldest.get(name) ?? 0, ages.get(cursorName(account)) ?? 0));
  }
  return oldest;
}

const maxCount = 10_000;

/** Uses the index processor_notifications_due. */
export async function notificationsWaiting(db: Db): Promise<{ processor: string; count: number }[]> {
  return await db<{ processor: string; count: number }[]>`
    SELECT processor, count(*)::int AS count
      FROM (
        SELECT processor
          FROM processor_notifications
         WHERE done_at IS NULL
         LIMIT ${maxCount}
      ) AS waiting
     GROUP BY processor`;
}
