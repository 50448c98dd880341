import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCase, aHeldCharge } from '../../../test/kit/charges.ts';
import { useCli } from '../../../test/kit/cli.ts';
import { aHeldOrder, arrive, cursorAt, recordOutcome, timeOf } from '../../../test/kit/crypto/held-orders.ts';
import { aStray } from '../../../test/kit/crypto/strays.ts';
import { actingUser, machineUser } from '../../../test/kit/machine-user.ts';
import { aHeldPayout } from '../../../test/kit/payouts/held.ts';
import { openPayoutWorld, recipient } from '../../../test/kit/payouts/payout-world.ts';
import { aPaidOrder, haveHotWallet } from '../../../test/kit/payouts/refunds.ts';
import { accountXpub } from '../../chain/wallets/account-xpub.ts';
import type { Command, Input } from './command.ts';
import { loadCommands } from './commands.ts';
import { execute, run } from './run.ts';

/** Every change of settings, keys or money is in the audit log, whatever the command. */

const { json, newMerchant, sql, databaseUrl } = useCli();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-acts-'));
});
afterAll(() => rm(folder, { recursive: true }));

const commands = await loadCommands();
const acting = commands.filter(({ writes }) => writes === 'acts');
const xpub = accountXpub(Buffer.alloc(64, 7), 195, 0);
const knownKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const knownAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const note = ['--note', 'a test'];
const held = async () =>
  (await aHeldCharge(sql(), await newMerchant(), { amountMinor: 10_00n, currency: 'USD' })).id;
const reason = ['--reason', 'a test'];
const reviewed = async () => await (await openPayoutWorld(sql())).confirmed(2_000_00n);

async function stripeSettings(): Promise<string> {
  const path = join(folder, 'stripe');
  await writeFile(
    path,
    'STRIPE_SECRET_KEY=sk_test_0123456789\nSTRIPE_WEBHOOK_SECRET=whsec_0123456789abcdef\n',
  );
  return path;
}

/** The arguments that make each command change something, and the act that the audit log must contain. */
const samples: Record<string, [act: string, words: () => Promise<string[]>]> = {
  'merchants create': ['merchant_created', async () => ['--name', 'A', '--email', 'a@b.example']],
  'merchants set': ['merchant_changed', async () => [await newMerchant(), '--name', 'B']],
  'merchants disable': ['merchant_disabled', async () => [await newMerchant()]],
  'merchants enable': [
    'merchant_enabled',
    async () => {
      const id = await newMerchant();
      await json('merchants', 'disable', id);
      return [id];
    },
  ],
  'keys issue': ['key_issued', async () => [await newMerchant()]],
  'keys rotate': ['keys_rotated', async () => [await newMerchant()]],
  'keys revoke': [
    'key_revoked',
    async () => [(await json('keys', 'issue', await newMerchant())).keyId as string],
  ],
  'webhooks rotate-secret': ['webhook_secret_rotated', async () => [await newMerchant()]],
  'cards accounts set': [
    'card_account_set',
    async () => [await newMerchant(), 'stripe', '--from', await stripeSettings()],
  ],
  'cards accounts remove': [
    'card_account_removed',
    async () => {
      const id = await newMerchant();
      await json('cards', 'accounts', 'set', id, 'stripe', '--from', await stripeSettings());
      return [id, 'stripe'];
    },
  ],
  'cards routes set': [
    'card_routes_set',
    async () => {
      await writeFile(join(folder, 'rules'), '[{"use": [{"processor": "stripe"}]}]');
      return ['--from', join(folder, 'rules')];
    },
  ],
  'cards capture': ['charge_capture_asked', async () => [await held()]],
  'cards void': ['charge_void_asked', async () => [await held()]],
  'cards cases decide': [
    'card_case_decided',
    async () => [await aCase(sql(), await newMerchant()), '--to', 'none', ...note],
  ],
  'orders resolve': [
    'order_resolved',
    async () => {
      await cursorAt(sql(), 2_000n);
      const order = await aHeldOrder(sql(), await newMerchant(), { heldUntil: timeOf(1_000n) });
      await arrive(sql(), order, 25_000_000n, 900n);
      await recordOutcome(sql(), order);
      return [order.orderId, 'accept', ...note];
    },
  ],
  'orders refund': [
    'order_refunded',
    async () => {
      await haveHotWallet(sql(), 'TRC20');
      const order = await aPaidOrder(sql(), await newMerchant(), { late: [25_000_000n] });
      return [order.orderId, ...note];
    },
  ],
  'strays adopt': [
    'stray_adopted',
    async () => [
      (await aStray(sql(), await newMerchant(), 'ARBITRUM', 25_000_000n)).orderId,
      'polygon',
      ...note,
    ],
  ],
  'strays return': [
    'stray_returned',
    async () => {
      await haveHotWallet(sql(), 'POLYGON');
      const { orderId } = await aStray(sql(), await newMerchant(), 'USDC_ARBITRUM', 25_000_000n);
      return [orderId, 'polygon', knownAddress, ...note];
    },
  ],
  'outcomes decide': ['outcome_proposed', async () => [await aHeldPayout(sql()), 'arrived', ...note]],
  'payouts approve': ['payout_approved', async () => [await reviewed()]],
  'payouts reject': ['payout_rejected', async () => [await reviewed(), ...note]],
  'payouts cancel': ['payout_canceled', async () => [await reviewed(), ...note]],
  'payouts set-email': [
    'payout_email_corrected',
    async () => [await (await openPayoutWorld(sql())).open(100_00n), 'eva@right.example', ...note],
  ],
  'payouts pause': ['payouts_paused', async () => ['network', 'ERC20', ...reason]],
  'payouts resume': ['payouts_resumed', async () => ['network', 'ERC20', ...reason]],
  'payouts allow': [
    'address_allowed',
    async () => ['ERC20', recipient, '--merchant', await newMerchant(), ...note],
  ],
  'payouts block': ['address_blocked', async () => ['ERC20', recipient, ...note]],
  'payouts unlist': ['address_unlisted', async () => ['ERC20', recipient, ...note]],
  'wallet set': ['deposit_wallet_set', async () => ['TRC20', xpub]],
  'hot-wallet create': ['hot_wallet_created', async () => ['--network', 'ERC20']],
  'hot-wallet import': [
    'hot_wallet_imported',
    async () => {
      await writeFile(join(folder, 'key'), knownKey);
      return ['--network', 'ERC20', '--from', join(folder, 'key')];
    },
  ],
  'hot-wallet use': ['hot_wallet_used', async () => ['ERC20', knownAddress]],
  'hot-wallet retire': ['hot_wallet_retired', async () => ['ERC20', knownAddress]],
  'restored mark': ['database_restored', async () => note],
  'people invite': ['person_invited', async () => ['eva@shop.example', '--role', 'auditor']],
};

/** Commands that need a chain or a second key: the test that runs them, which must check the act. */
const elsewhere: Record<string, [act: string, file: string]> = {
  'chain rescan': ['blocks_rescanned', 'src/surfaces/cli/crypto/chain.test.ts'],
  'sweep plan': ['sweep_planned', 'test/sweeps/cli.test.ts'],
  'sweep run': ['sweep_run', 'test/sweeps/cli.test.ts'],
  'sweep cancel': ['sweep_canceled', 'test/sweeps/cli.test.ts'],
  'secrets reseal': ['secrets_resealed', 'test/secrets/rotate-key.test.ts'],
  'custody book': ['custody_booked', 'test/sweeps/custody.test.ts'],
  restore: ['database_restored', 'test/process/backup.test.ts'],
  'hot-wallet foreign': ['foreign_transaction', 'test/payouts/restored.test.ts'],
  'restored adopt': ['payout_adopted', 'test/payouts/restored.test.ts'],
  'people reset-factors': ['second_factors_reset', 'src/surfaces/cli/merchants/people.test.ts'],
  'restored confirm': ['restore_confirmed', 'test/payouts/restored.test.ts'],
};

test('every command that acts takes --by, no other does, and each is tried below', () => {
  for (const { name, options, writes } of commands) {
    expect([name, 'by' in options]).toEqual([name, writes === 'acts']);
  }
  const tried = [...Object.keys(samples), ...Object.keys(elsewhere)];
  expect(tried.sort()).toEqual(acting.map(({ name }) => name).sort());
});

test('what writes and is no act changes only deliveries, what a check notes for itself, or where something lies', () => {
  const others = commands.filter(({ writes }) => writes !== undefined && writes !== 'acts');
  expect(others.map(({ name, writes }) => `${name}: ${writes}`).sort()).toEqual([
    'archive: places',
    'backup verify: findings',
    'chain reconcile: findings',
    'charges restore: places',
    'custody check: findings',
    'events redeliver: deliveries',
    'events replay: deliveries',
    'hot-wallet check: findings',
    'replays cancel: deliveries',
    'restored status: findings',
    'webhooks test: deliveries',
  ]);
});

describe('a row with who did it is left by', () => {
  test.each(Object.entries(samples))('%s', async (name, [act, words]) => {
    const env = {
      ...{ DATABASE_URL: databaseUrl(), DATA_DIR: folder, SIGNER: 'key-file' },
      ...{ SIGNER_KEY_FILE: join(folder, 'keys.json'), SIGNER_PASSPHRASE: 'correct horse battery staple' },
    };
    const argv = [...name.split(' '), ...(await words()), '--by', machineUser];
    const [last] = await sql()<{ number: bigint }[]>`SELECT number FROM audit_head`;
    const { exitCode, stderr } = await run(argv, env);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const rows = await sql()`SELECT act, actor FROM audit_log WHERE number > ${last?.number ?? 0n}`;
    expect(rows).toEqual([{ act, actor: actingUser }]);
  });

  test.each(Object.entries(elsewhere))('%s, seen where it is tried', async (_, [act, file]) => {
    const source = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
    expect(source.includes(act), `${file} looks for ${act}`).toBe(true);
  });
});

test('the database refuses a command that changes something without saying so', async () => {
  const id = await newMerchant();
  const input: Input = {
    operands: [],
    text: () => undefined,
    list: () => undefined,
    flag: () => false,
    isGiven: () => false,
  };
  const unasked = { progress: () => {}, ask: async () => '', user: machineUser };
  const secretly = (change: (context: { sql: ReturnType<typeof sql> }) => Promise<unknown>): Command => ({
    name: 'merchants rename',
    summary: '',
    operands: [],
    options: {},
    needs: 'database',
    async run(context) {
      await change(context);
      return { text: '', json: null };
    },
  });
  for (const change of [
    ({ sql }) => sql`UPDATE merchants SET name = 'X' WHERE id = ${id}`,
    ({ sql }) => sql.begin((tx) => tx`UPDATE merchants SET name = 'X' WHERE id = ${id}`),
    ({ sql }) => sql.begin('ISOLATION LEVEL SERIALIZABLE', (tx) => tx`DELETE FROM api_keys`),
  ] satisfies Parameters<typeof secretly>[0][]) {
    const running = execute(secretly(change), input, { DATABASE_URL: databaseUrl() }, unasked);
    await expect(running).rejects.toThrow('read-only transaction');
  }
});
