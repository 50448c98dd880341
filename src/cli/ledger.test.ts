import { expect, test } from 'vitest';
import { useCli } from '../../test/kit/cli.ts';
import { newId } from '../db/ids.ts';

const { cli, json, newMerchant, sql } = useCli();

test('balances are listed as decimals, and a check finds every kind of discrepancy', async () => {
  expect(await json('ledger', 'check')).toMatchObject({ ok: true, entries: '0', postings: '0' });
  expect((await cli('ledger', 'check')).stdout).toContain('All is right');
  expect((await cli('ledger', 'balances')).stdout).toBe('Nothing has been posted yet.\n');

  const merchantId = await newMerchant();
  const chargeId = newId();
  const entryId = newId();
  await sql().begin(async (tx) => {
    // Without its triggers the database lets through what nothing else can bring about.
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`
      INSERT INTO ledger_entries (merchant_id, id, kind, subject_id)
      VALUES (${merchantId}, ${entryId}, 'charge_approved', ${chargeId})`;
    await tx`
      INSERT INTO ledger_postings (merchant_id, entry_id, line, account, asset, amount)
      VALUES (${merchantId}, ${entryId}, 0, 'card_clearing', 'USD', -1050)`;
    await tx`
      INSERT INTO ledger_balances (merchant_id, account, asset, balance)
      VALUES (${merchantId}, 'card_clearing', 'USD', -950)`;
  });

  const { exitCode, stdout } = await cli('ledger', 'check');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(new RegExp(`${merchantId}  card_clearing +-9\\.50 USD +-10\\.50 USD`));
  expect(stdout).toMatch(new RegExp(`${entryId}  ${merchantId} +-10\\.50 USD`));
  expect(stdout).toMatch(new RegExp(`${chargeId} +${merchantId} +0\\.00 USD +10\\.50 USD`));
  expect(stdout).toContain('Discrepancies: 3.');
  const machine = await cli('ledger', 'check', '--json');
  expect(machine.exitCode).toBe(1);
  expect(JSON.parse(machine.stdout)).toMatchObject({
    ok: false,
    entries: '1',
    wrongBalances: [{ kept: '-950' }],
  });

  const balance = { merchantId, account: 'card_clearing', asset: 'USD', balance: '-9.50' };
  expect(await json('ledger', 'balances')).toEqual([balance]);
  expect(await json('ledger', 'balances', merchantId)).toEqual([balance]);
  expect(await json('ledger', 'balances', await newMerchant())).toEqual([]);
});
