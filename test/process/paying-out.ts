import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { toHex } from 'viem';
import { expect, onTestFinished } from 'vitest';
import type { Sql } from '../../src/base/db/pool.ts';
import { findPayoutByClaim } from '../../src/crypto/payouts/claim/claim-secret.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import type { DescribedNetwork } from '../../src/sandbox/networks.ts';
import { type Answer, type Credentials, call, until } from '../kit/client.ts';
import { sampleOrder } from '../kit/crypto/orders.ts';
import { processPayout } from '../kit/payouts/requests.ts';

/** A payout that was acknowledged to the merchant and whose recipient has confirmed a wallet. Each has its own. */
export interface PaidOut {
  id: string;
  address: string;
}

export interface PayingOut {
  payouts: PaidOut[];
  /** Waits until this many more payouts were confirmed on the chain. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** The pause before an interrupted or refused request is sent again. */
const pauseMs = 50;
/** Concurrent payouts. */
const atOnce = 3;

/**
 * Payouts of a merchant on ERC20, until it is stopped or the test is over. Requests without an answer or with a 503 are
 * repeated.
 */
export function startPayingOut(servers: () => { url: string }[], sql: Sql, merchant: Credentials): PayingOut {
  const payouts: PaidOut[] = [];
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const again = async <T>(ask: () => Promise<T | null>): Promise<T | null> => {
    while (!isOver) {
      const answer = await ask().catch(() => null);
      if (answer !== null) return answer;
      await delay(pauseMs);
    }
    return null;
  };
  const anyServer = () => {
    const all = servers();
    return { url: (all[Math.floor(Math.random() * all.length)] as { url: string }).url, merchant };
  };
  const answered = (answer: Answer): Answer | null => (answer.httpStatus === 503 ? null : answer);
  const succeeded = async (): Promise<number> => {
    const [row] = await sql<{ count: number }[]>`
      SELECT count(*)::int AS count
        FROM payouts
       WHERE id = ANY (${payouts.map(({ id }) => id)}::uuid[])
         AND status = 'success'`;
    return row?.count ?? 0;
  };

  async function payOut(): Promise<void> {
    const created = await again(async () =>
      answered(await call(anyServer(), 'POST', '/payment/create', {}, sampleOrder)),
    );
    if (!created) return;
    const opened = await again(async () =>
      answered(await processPayout(anyServer(), created.body.hash, merchant)),
    );
    if (!opened) return;
    expect(opened).toMatchObject({ httpStatus: 200 });
    const token = opened.body.url.split('/').at(-1);
    const payout = await again(() => findPayoutByClaim(sql, token));
    const address = toHex(randomBytes(20));
    const confirmed = await again(async () => {
      const request = {
        merchantId: merchant.merchantId,
        payoutId: payout?.id as string,
        network: 'ERC20',
        address,
        language: 'en',
      } as const;
      return await sql.begin((tx) => confirmPayout(tx, request, new Date()));
    });
    if (confirmed) payouts.push({ id: payout?.id as string, address });
  }
  const paying = (async () => {
    while (!isOver) {
      const ended = await again(succeeded);
      if (ended !== null && payouts.length - ended < atOnce) await payOut();
      else await delay(pauseMs);
    }
  })();
  return {
    payouts,
    async more(count) {
      const from = (await again(succeeded)) ?? 0;
      await until(
        () => again(succeeded),
        (ended) => (ended ?? 0) - from >= count,
      );
    },
    async stop() {
      isOver = true;
      await paying;
    },
  };
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Every payout succeeds, and its recipient received it on the chain exactly once. */
export async function expectPaidOnce(sql: Sql, payouts: PaidOut[], chain: DescribedNetwork): Promise<void> {
  const ids = payouts.map(({ id }) => id);
  await until(
    () => sql`SELECT 1 FROM payouts WHERE id = ANY (${ids}::uuid[]) AND status <> 'success'`,
    (unpaid) => unpaid.length === 0,
  );
  const logs = await rpc<{ topics: string[] }[]>(chain.rpcUrl, 'eth_getLogs', [
    { fromBlock: '0x0', toBlock: 'latest', address: chain.token, topics: [transferTopic] },
  ]);
  const times = Map.groupBy(logs, ({ topics }) => `0x${topics[2]?.slice(-40)}`);
  const counted = payouts.map(({ address }) => ({ address, times: times.get(address)?.length ?? 0 }));
  expect(counted.filter((each) => each.times !== 1)).toEqual([]);
}
