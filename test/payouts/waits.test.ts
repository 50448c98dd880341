import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postEntry } from '../../src/accounts/ledger/ledger.ts';
import { newId } from '../../src/base/db/ids.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import type { PayoutChain } from '../../src/chain/chains/port/payout-chain.ts';
import { SignerUnavailable } from '../../src/chain/signers/signer.ts';
import { everyMerchant } from '../../src/crypto/payouts/approval/address-lists.ts';
import { approvePayout } from '../../src/crypto/payouts/approval/approve-payout.ts';
import { listAddress, unlistAddress } from '../../src/crypto/payouts/approval/list-address.ts';
import { createSender, type Sender } from '../../src/crypto/payouts/sending/send-payouts.ts';
import { sentTransactions } from '../../src/crypto/payouts/store.ts';
import {
  explainForeign,
  type SendingWorld,
  sendDeps,
  startSendingWorld,
} from '../kit/payouts/engine-world.ts';
import { addFundedStore, queuePayout } from '../kit/payouts/queued-payouts.ts';
import { type ScriptedChain, scriptedChain, unavailable } from '../kit/payouts/scripted-chain.ts';

/** The reasons that hold up payouts in progress, at Ethereum's pace, and the notifications about them. */

const [paceMs, patienceMs, alarmAfterMs] = [12_000, 48_000, 60_000];

let world: SendingWorld;
let chain: ScriptedChain;
beforeAll(async () => {
  world = await startSendingWorld('ERC20');
});
afterAll(() => world.close());
beforeEach(async () => {
  const wallet = `0x${randomBytes(20).toString('hex')}`;
  await world.useWallet(wallet);
  chain = scriptedChain('ERC20', true, wallet);
});

// One shared token, so that workers can take the lead one after the other.
const token = newId();
const senderOver = (port: PayoutChain): Sender =>
  createSender(
    { ...sendDeps(world, port, chain.signer), paceMs, patienceMs, alarmAfterMs, now: chain.now },
    token,
  );

/** An idle worker polls for work several times between two reads of the chain. */
async function idle(sender: Sender, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    chain.passSeconds(Math.min(left, 5));
    await sender.step();
  }
}

/** Mines blocks until all is paid. */
async function finish(sender: Sender): Promise<void> {
  for (let round = 0; round < 10; round++) {
    for (let block = 0; block < 3; block++) chain.mine();
    await idle(sender, 13);
    const left = await world.sql`SELECT FROM payouts WHERE status NOT IN ('success', 'failed') LIMIT 1`;
    if (left.length === 0) return;
  }
  throw new Error('payouts are under way for ever');
}

test('no node answers for what is on its way: told after a minute, although it is asked every 12 seconds only', async () => {
  const sender = senderOver(chain.port);
  const { id } = await world.payout();
  await sender.step();
  expect((await world.read(id)).status).toBe('pending');
  chain.disturb = (method) => {
    if (method === 'fateOf') throw unavailable('ERC20');
  };
  await idle(sender, 50);
  expect(await world.alarms()).toEqual([]);
  await idle(sender, 30);
  expect(await world.alarms()).toEqual(['payouts_node_unavailable']);
  chain.disturb = () => {};
  await finish(sender);
  await idle(sender, 30);
  expect(await world.alarms()).toEqual([]);
});

test('a nonce that was skipped: told, at no higher price, and taken by the next payout', async () => {
  const sender = senderOver(chain.port);
  // Somebody else uses the first nonce, in a block that is then reorganised away.
  chain.useNonceOutside();
  const waiting = await world.payout();
  await sender.step();
  chain.reorganise(1, false);
  chain.mine();
  await idle(sender, 130);
  expect(await world.read(waiting.id)).toMatchObject({ status: 'pending', waitReason: 'nonce_gap' });
  expect(await world.made(waiting.id)).toEqual(['1 sent']);
  expect(await world.alarms()).toEqual(['payouts_nonce_gap']);
  const next = await world.payout();
  await idle(sender, 2);
  for (let block = 0; block < 2; block++) chain.mine();
  await idle(sender, 13);
  expect(await world.read(waiting.id)).toMatchObject({ status: 'pending', waitReason: null });
  await finish(sender);
  await idle(sender, 30);
  expect(await world.alarms()).toEqual([]);
  expect(chain.payments().toSorted()).toEqual(
    [waiting, next].map(({ address, amountUnits }) => `${address} ${amountUnits}`).toSorted(),
  );
});

test('fees rose above the cap after a payout was sent: told once it cannot offer more', async () => {
  let wait: 'fee_above_cap' | null = null;
  const sender = senderOver({
    ...chain.port,
    drafting: async (wallet) => ({ ...(await chain.port.drafting(wallet)), wait, outbid: () => null }),
  });
  const { id } = await world.payout();
  await sender.step();
  wait = 'fee_above_cap';
  await idle(sender, 130);
  expect(await world.read(id)).toMatchObject({ status: 'pending', waitReason: 'fee_above_cap' });
  expect(await world.alarms()).toEqual(['payouts_fee_above_cap']);
  await finish(sender);
  await idle(sender, 30);
  expect(await world.alarms()).toEqual([]);
});

test('an address that was blocked while all that was made for it died is not paid to until it is unblocked', async () => {
  const sender = senderOver(chain.port);
  const payout = await world.payout();
  await sender.step();
  chain.forget();
  // This time it is permanent: the block with somebody else's transaction becomes final.
  chain.useNonceOutside();
  for (let block = 0; block < 3; block++) chain.mine();
  const block = { list: 'block', person: 'Ana', note: 'stolen' } as const;
  const destination = { merchantId: everyMerchant, network: 'ERC20', address: payout.address as string };
  await listAddress(world.sql, destination, block, chain.now());
  await idle(sender, 90);
  expect(await world.read(payout.id)).toMatchObject({ status: 'pending', waitReason: 'address_blocked' });
  expect(await world.made(payout.id)).toEqual(['1 dead']);
  expect(await world.alarms()).toEqual(['payouts_address_blocked']);
  await unlistAddress(world.sql, destination, block, chain.now());
  expect(await explainForeign(world.sql, chain.port, chain.wallet)).toBe(1);
  await finish(sender);
  expect(await world.made(payout.id)).toEqual(['1 dead', '2 final']);
  expect(chain.payments()).toEqual([`${payout.address} ${payout.amountUnits}`]);
});

test('an address that is blocked while a node is asked is not paid to', async () => {
  const sender = senderOver({
    ...chain.port,
    async isBlacklisted(address) {
      const block = { list: 'block', person: 'Ana', note: 'stolen' } as const;
      await listAddress(
        world.sql,
        { merchantId: everyMerchant, network: 'ERC20', address },
        block,
        chain.now(),
      );
      return false;
    },
  });
  const { id } = await world.payout();
  await sender.step();
  expect(await world.made(id)).toEqual([]);
  await idle(sender, 1);
  expect(await world.read(id)).toMatchObject({ status: 'queued', waitReason: 'address_blocked' });
});

/** Takes from a merchant's balance as a reversed deposit does, or adds as the deposit that makes up for it. */
async function take(units: bigint): Promise<void> {
  await world.sql.begin((tx) =>
    postEntry(tx, {
      merchantId: world.merchantId,
      kind: 'wallet_drawn',
      subjectId: newId(),
      postings: [
        { account: 'merchant_available', asset: 'USDT', amount: -units },
        { account: 'custody_ERC20', asset: 'USDT', amount: units },
      ],
    }),
  );
}

test('a merchant in the red sends nothing, also what was planned before; others go on, and so do they when it is over', async () => {
  const sender = senderOver(chain.port);
  const planned = await world.payout();
  const away = () => Promise.reject(new SignerUnavailable('away'));
  const deps = { ...sendDeps(world, chain.port, { ...chain.signer, sign: away }), paceMs, now: chain.now };
  await createSender(deps, token).step();
  expect(await world.made(planned.id)).toEqual(['1 planned']);
  const units = (await world.balance('merchant_available')) + 1n;
  await take(units);
  const queued = await world.payout({ feeUnits: 0n });
  const other = await queuePayout(world.sql, 'ERC20', {
    merchantId: await addFundedStore(world.sql, 'ERC20'),
  });
  await idle(sender, 30);
  expect(await world.made(planned.id)).toEqual(['1 dead']);
  for (const { id } of [planned, queued]) {
    expect(await world.read(id)).toMatchObject({ waitReason: 'merchant_in_the_red' });
  }
  expect(await world.made(other.id)).not.toEqual([]);
  expect(await world.alarms()).toContain('payouts_merchant_in_the_red');
  await take(-units - 10_000_000n);
  for (let round = 0; round < 4; round++) {
    await idle(sender, 13);
    for (let block = 0; block < 3; block++) chain.mine();
  }
  await idle(sender, 30);
  for (const { id } of [planned, queued, other]) expect((await world.read(id)).status).toBe('success');
  expect(await world.alarms()).not.toContain('payouts_merchant_in_the_red');
  expect(chain.payments()).toHaveLength(3);
});

test('a payout that is final before it was known to be with a node shows its transaction', async () => {
  const sender = senderOver(chain.port);
  const payout = await world.payout();
  chain.disturb = (method, when) => {
    if (method === 'broadcast' && when === 'after') throw unavailable('ERC20');
  };
  await sender.step();
  expect(await world.made(payout.id)).toEqual(['1 signed']);
  chain.disturb = () => {};
  for (let block = 0; block < 4; block++) chain.mine();
  // After a restart the transactions in progress are checked first.
  await senderOver(chain.port).step();
  expect(await world.told(payout.id)).toEqual(['pending', 'success']);
  expect(await sentTransactions(world.sql, payout)).toMatchObject([
    { status: 'final', sentAt: expect.any(Date) },
  ]);
});

const setRules = (settings: object) =>
  world.sql`
    UPDATE merchants
       SET settings = settings || ${world.sql.json(settings)}
     WHERE id = ${world.merchantId}`;

test('a payout made under older rules is judged by those of the moment of sending', async () => {
  const sender = senderOver(chain.port);
  const before = {
    payoutAutoApproveUpTo: '1000.00',
    payoutSingleLimit: null,
    payoutDailyLimit: null,
    payoutMonthlyLimit: null,
  };
  await setRules(before);
  const large = await world.payout({ amountUnits: 150_000_000n });
  await setRules({ payoutAutoApproveUpTo: '10.00' });
  await idle(sender, 5);
  // Two people must approve more than ten times the amount that needs no approval.
  expect(await world.read(large.id)).toMatchObject({ status: 'review', approvalsNeeded: 2 });
  await setRules(before);
  await idle(sender, 5);
  expect((await world.read(large.id)).status).toBe('review');
  for (const name of ['ana', 'eva']) {
    const person = { personId: newId(), email: `${name}@company.example`, useProof: async () => {} };
    await approvePayout({ sql: world.sql, notation, now: chain.now }, large.id, person);
  }
  await idle(sender, 5);
  expect((await world.read(large.id)).status).toBe('pending');

  await setRules({ payoutDailyLimit: '50.00' });
  const [first, second] = [
    await world.payout({ amountUnits: 30_000_000n }),
    await world.payout({ amountUnits: 40_000_000n }),
  ];
  await idle(sender, 5);
  // Payouts sent earlier in the day count against its limit, even if they were sent before it was lowered.
  for (const { id } of [first, second]) {
    expect(await world.read(id)).toMatchObject({ status: 'queued', waitReason: 'over_limit' });
  }
  for (let block = 0; block < 5; block++) {
    chain.mine();
    await idle(sender, 13);
  }
  chain.passSeconds(86_400);
  await idle(sender, 5);
  expect((await world.read(first.id)).status).toBe('pending');
  expect(await world.read(second.id)).toMatchObject({ status: 'queued', waitReason: 'over_limit' });
  await setRules({ payoutSingleLimit: '35.00', payoutDailyLimit: null });
  await idle(sender, 5);
  expect(await world.read(second.id)).toMatchObject({ status: 'queued', waitReason: 'over_limit' });
  await setRules(before);
  await idle(sender, 5);
  expect(await world.read(second.id)).toMatchObject({ status: 'pending', waitReason: null });
});
