import { randomBytes } from 'node:crypto';
import { toHex } from 'viem';
import { connect } from '../src/base/db/pool.ts';
import { sideBySide } from '../src/base/ground/side-by-side.ts';
import { createChain } from '../src/chain/chains/create-chain.ts';
import { createPayoutChain } from '../src/chain/chains/create-payout-chain.ts';
import { notation } from '../src/chain/chains/notation.ts';
import type { ServedNetwork } from '../src/chain/chains/served-network.ts';
import { openSigner } from '../src/chain/signers/registry.ts';
import { digestOf, signWith } from '../src/chain/signers/signing.ts';
import { createCoverWatch } from '../src/commerce/installation/cover-watch.ts';
import { readConfig } from '../src/config/config.ts';
import { createStanding } from '../src/crypto/custody/wallet-standing.ts';
import { createSender } from '../src/crypto/payouts/sending/send-payouts.ts';

/** One wallet in its own process: the real sender, or a loop that only signs and sends. */
export interface PayoutErrand {
  served: ServedNetwork;
  /** The key of the same wallet. */
  keyFile: string;
  passphrase: string;
  key: string;
  wallet: string;
  databaseUrl: string;
}
export type PayoutTask =
  /** `send` handles the whole queue, until each payout is recorded as sent or has ended. */
  { kind: 'send'; until: 'sent' | 'ended' } | { kind: 'loop'; count: number; atOnce: number };
export interface PayoutResult {
  seconds: number;
}

const errand = JSON.parse(process.env.ERRAND ?? '', (name, value) =>
  ['chainId', 'least', 'usual', 'most'].includes(name) ? BigInt(value) : value,
) as PayoutErrand;
const { served, wallet } = errand;
const sql = connect(errand.databaseUrl);
const chain = createPayoutChain(served, readConfig({}).payouts);
const reader = createChain(served.network, served);
const signer = await openSigner({ kind: 'key-file', path: errand.keyFile, passphrase: errand.passphrase });
const sender = createSender({
  sql,
  chain,
  signer,
  standing: createStanding({ sql, chain, reader }),
  notation,
  logger: { error: console.error, warn: () => {}, info: () => {} } as never,
  alertEmail: null,
  paceMs: 1_000,
  patienceMs: 60_000,
  alarmAfterMs: 60_000,
  mayLeave: createCoverWatch(sql, console.warn).look,
  now: () => new Date(),
});

async function send(until: 'sent' | 'ended'): Promise<void> {
  const left = until === 'sent' ? ['queued', 'sending'] : ['queued', 'sending', 'pending'];
  for (;;) {
    const moved = await sender.step();
    const rows = await sql`SELECT FROM payouts WHERE status = ANY (${left}) LIMIT 1`;
    if (rows.length === 0) return;
    if (moved === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

let nextNonce: bigint | null = null;

/** The same transactions as the sender's, ready to sign. */
async function draftAll(count: number): Promise<string[]> {
  const drafting = await chain.drafting(wallet);
  const first = nextNonce ?? (await chain.wallet(wallet)).nextNonce ?? 0n;
  nextNonce = first + BigInt(count);
  return Array.from({ length: count }, (_, at) => {
    const transfer = { wallet, to: toHex(randomBytes(20)), amountUnits: 1_000_000n };
    return drafting.draft(transfer, first + BigInt(at)).unsigned;
  });
}

async function loop(drafts: readonly string[], atOnce: number): Promise<void> {
  const network = { id: chain.network, family: chain.family };
  const key = Buffer.from(errand.key.slice(2), 'hex');
  await sideBySide(drafts, atOnce, async (unsigned) => {
    const { signed } = chain.seal(unsigned, signWith(key, digestOf({ network, unsigned })));
    const answer = await chain.broadcast(signed);
    if (!answer.taken) throw new Error(answer.reason);
  });
}

process.on('message', async (task: PayoutTask) => {
  const drafts = task.kind === 'loop' ? await draftAll(task.count) : [];
  const startedAt = performance.now();
  await (task.kind === 'send' ? send(task.until) : loop(drafts, task.atOnce));
  const result: PayoutResult = { seconds: (performance.now() - startedAt) / 1000 };
  process.send?.(result);
});
process.send?.('ready');
