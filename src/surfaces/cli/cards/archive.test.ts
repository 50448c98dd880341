import { expect, test } from 'vitest';
import { aCharge } from '../../../../test/kit/charges.ts';
import { useCli } from '../../../../test/kit/cli.ts';
import { firstIdAt, newId } from '../../../base/db/ids.ts';
import { insertCharges } from '../../../payments/charges/insert-charges.ts';
import { findChargeById } from '../../../payments/charges/store.ts';

const { cli, json, newMerchant, sql } = useCli();
const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
const isoDay = (time: Date): string => time.toISOString().slice(0, 10);

async function anExpiredCharge(at: Date): Promise<string> {
  const charge = { ...aCharge(await newMerchant(), { amountMinor: 100n, currency: 'USD' }), createdAt: at };
  const id = `${firstIdAt(at).slice(0, 24)}${newId().slice(24)}`;
  await insertCharges(sql(), [{ charge: { ...charge, id }, requestHash: '' }]);
  await sql()`UPDATE charges SET status = 'expired', decided_at = created_at WHERE id = ${id}`;
  return id;
}

const isLiving = async (id: string) => (await sql()`SELECT FROM charges WHERE id = ${id}`).length === 1;

test('archive moves what was over before the day; charges restore brings one back', async () => {
  const [old, younger] = [await anExpiredCharge(daysAgo(90)), await anExpiredCharge(daysAgo(40))];
  expect(await json('archive', '--before', isoDay(daysAgo(60)))).toMatchObject({ archived: 1 });
  expect([await isLiving(old), await isLiving(younger)]).toEqual([false, true]);
  expect((await json('charges', 'show', old)).status).toBe('expired');
  const listed = await json('charges', 'list', '--days', '100');
  expect(listed.charges.map(({ id }: { id: string }) => id)).toEqual([younger, old]);
  await json('charges', 'restore', old);
  expect(await isLiving(old)).toBe(true);
  expect((await findChargeById(sql(), old))?.status).toBe('expired');
});

test.each([
  ['yesterday', 'a date or time in ISO 8601'],
  [isoDay(daysAgo(29)), 'at least 30 days ago'],
])('archive --before %s is refused', async (day, reason) => {
  const { exitCode, stderr } = await cli('archive', '--before', day);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(reason);
});

test('database sizes tells of every table with its partitions, and of what a row takes where there are enough', async () => {
  await sql()`
    INSERT INTO ledger_balances (merchant_id, account, asset, balance)
    SELECT gen_random_uuid(), 'merchant_available', 'USD', 0
      FROM generate_series(1, 2000)`;
  await sql()`ANALYZE ledger_balances`;
  const sizes: { table: string; rows: string; partitions: number; bytesPerRow: number | null }[] = await json(
    'database',
    'sizes',
  );
  const of = (name: string) => sizes.find(({ table }) => table === name);
  expect(of('ledger_balances')).toMatchObject({ rows: '2000', partitions: 0 });
  expect(of('ledger_balances')?.bytesPerRow).toBeGreaterThan(80);
  expect(of('events')).toMatchObject({ bytesPerRow: null });
  expect(of('events')?.partitions).toBeGreaterThanOrEqual(2);
});
