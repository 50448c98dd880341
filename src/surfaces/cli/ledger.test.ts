import { expect, test } from 'vitest';
import { useCli } from '../../../test/kit/cli.ts';
import { passTriggers } from '../../../test/kit/pass-triggers.ts';
import { newId } from '../../base/db/ids.ts';

const { cli, json, newMerchant, sql } = useCli();

test('balances are listed as decimals, and a check finds every kind of discrepancy', async () => {
  expect(await json('ledger', 'check')).toMatchObject({ ok: true, entries: '0', postings: '0' });
  expect((await cli('ledger', 'check')).stdout).toContain('All is right');
  expect((await cli('ledger', 'balances')).stdout).toBe('Nothing has been posted yet.\n');

  const merchantId = await newMerchant();
  const chargeId = newId();
  const entryId = newId();
  await sql().begin(async (tx) => {
    // Without its triggers the database accepts states that nothing else can create.
    await passTriggers(tx);
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

test('a check says in words what is wrong with crypto orders, refunds and what was posted for them', async () => {
  const merchantId = await newMerchant();
  const chargeId = newId();
  const refundId = newId();
  const orderId = newId();
  const transferId = newId();
  await sql().begin(async (tx) => {
    await passTriggers(tx);
    await tx`
      INSERT INTO charges (merchant_id, id, status, method, country, currency, amount_minor, request_hash,
                           refunded_minor, created_at, expires_at)
      VALUES (${merchantId}, ${chargeId}, 'expired', 'CARDS', 'KWT', 'KWD', 5000, '', 1, now(), now())`;
    await tx`
      INSERT INTO refunds (merchant_id, id, charge_id, amount_minor, status, request_hash, due_at, created_at)
      VALUES (${merchantId}, ${refundId}, ${chargeId}, 1234, 'succeeded', '', now(), now())`;
    await tx`
      INSERT INTO transfers (merchant_id, network, transaction_hash, log_index, id, order_id, block_number, block_hash,
                             block_time, from_address, amount_units, seen_at, posted)
      VALUES (${merchantId}, 'ERC20', '', 0, ${transferId}, ${orderId}, 1, '', now(), '', 1500000, now(), true)`;
  });

  const { exitCode, stdout } = await cli('ledger', 'check');
  expect(exitCode).toBe(1);
  const line = (...cells: string[]) => expect(stdout).toMatch(new RegExp(cells.join(' +')));
  line('refund', refundId, chargeId, merchantId, 'card_clearing', '1\\.234 KWD', '0\\.000 KWD');
  line('refund', refundId, chargeId, merchantId, 'merchant_available', '-1\\.234 KWD', '0\\.000 KWD');
  line(
    'crypto transfer',
    transferId,
    orderId,
    merchantId,
    'custody_ERC20',
    '-1\\.500000 USDT',
    '0\\.000000 USDT',
  );
  line(orderId, merchantId, transferId, 'a transfer belongs to no order of its network');
  line(chargeId, merchantId, 'what was given back \\(minor units\\)', '1', '1234');
  line(chargeId, merchantId, 'refunds of what cannot be refunded', 'CARDS expired', '1 refunds');
  expect(JSON.parse((await cli('ledger', 'check', '--json')).stdout)).toMatchObject({
    ok: false,
    wrongOrders: [{ orderId, transferId, fault: 'transfer_of_no_order' }],
    wrongRefunds: [
      { chargeId, fault: 'not_refundable' },
      { chargeId, fault: 'wrong_refunded' },
    ],
  });
});
