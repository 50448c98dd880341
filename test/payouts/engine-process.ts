import type { Hex } from 'viem';
import { createChain } from '../../src/chain/chains/create-chain.ts';
import { createPayoutChain } from '../../src/chain/chains/create-payout-chain.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import type { PayoutChain } from '../../src/chain/chains/port/payout-chain.ts';
import type { SendingBounds } from '../../src/chain/chains/sending-bounds.ts';
import type { Signer } from '../../src/chain/signers/signer.ts';
import { createCoverWatch } from '../../src/commerce/installation/cover-watch.ts';
import { createStanding } from '../../src/crypto/custody/wallet-standing.ts';
import { createSender } from '../../src/crypto/payouts/sending/send-payouts.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import { signerOf } from '../kit/payouts/signer.ts';
import {
  awaitStart,
  counted,
  countedSql,
  counting,
  readNetwork,
  readTask,
  type SentNetwork,
  type StopAt,
} from '../kit/processes/killable.ts';

/** A process that sends one payout or refund and kills itself on the way. */
export interface EngineTask {
  databaseUrl: string;
  served: SentNetwork;
  bounds: Record<keyof SendingBounds, string>;
  key: Hex;
  /** The RPC address of the chain itself, which mines on request. */
  chainUrl: string;
  leaseToken: string;
}
export interface Start extends StopAt {
  payoutId: string;
}

const task = readTask<EngineTask>();
const sql = countedSql(task.databaseUrl);
const served = readNetwork(task.served);
const { id } = served.network;
const sending = new Map([
  [
    id,
    {
      maxFeeWei: BigInt(task.bounds.maxFeeWei),
      feeLimitSun: BigInt(task.bounds.feeLimitSun),
      expirySeconds: Number(task.bounds.expirySeconds),
    },
  ],
]);
const chain: PayoutChain = counted(createPayoutChain(served, { sending }), [
  'wallet',
  'isBlacklisted',
  'drafting',
  'broadcast',
  'fateOf',
]);
const signer: Signer = counted(signerOf(task.key), ['addressOn', 'sign']);
const sender = createSender(
  {
    sql,
    chain,
    signer,
    standing: createStanding({ sql, chain, reader: createChain(served.network, served) }),
    notation,
    logger: console,
    alertEmail: null,
    paceMs: 0,
    patienceMs: 60_000,
    alarmAfterMs: 0,
    mayLeave: createCoverWatch(sql, console.warn).look,
    now: () => new Date(),
  },
  task.leaseToken,
);

async function run(payoutId: string): Promise<void> {
  for (;;) {
    await counting(() => sender.step());
    const [row] = await sql<{ status: string }[]>`SELECT status FROM payouts WHERE id = ${payoutId}`;
    if (row?.status === 'success') return;
    await rpc(task.chainUrl, 'anvil_mine', ['0x1']);
  }
}

// Does all first-use work before counting starts.
await sql`SELECT 1`;
await chain.wallet((await signer.addressOn({ id, family: served.network.family })) as string);
awaitStart<Start>(
  ({ payoutId }) => run(payoutId),
  () => Promise.all([sql.end(), chain.close()]),
);
