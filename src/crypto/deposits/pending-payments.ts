import { networkById } from '../../chain/chains/networks.ts';
import type { Chain } from '../../chain/chains/port/chain.ts';

/** A node is asked at most this often, and only while somebody waits at a page. */
const askEveryMs = 3_000;
/** After an answer that says nothing. */
const restMs = 10 * 60_000;
/** Where a block takes less, a payment is in one before a page could show that it is on its way. */
const leastBlockSeconds = 6;

interface Looked {
  /** Units on their way, by recipient. */
  units: ReadonlyMap<string, bigint>;
  nextAtMs: number;
}

/**
 * What nodes have seen on its way to an address, before any block has it. It is only shown: nothing is decided by it.
 * Nobody waits for a node: the answer is what the last look found.
 */
export function createPendingPayments(
  chains: ReadonlyMap<string, Pick<Chain, 'pendingTransfers'>>,
  nowMs: () => number = () => performance.now(),
): (network: string, address: string) => bigint {
  const looked = new Map<string, Looked>();

  async function look(network: string, chain: Pick<Chain, 'pendingTransfers'>): Promise<void> {
    const transfers = await chain.pendingTransfers().catch(() => null);
    const units = new Map<string, bigint>();
    for (const { to, amountUnits } of transfers ?? []) units.set(to, (units.get(to) ?? 0n) + amountUnits);
    looked.set(network, { units, nextAtMs: nowMs() + (transfers ? askEveryMs : restMs) });
  }

  return (network, address) => {
    const chain = chains.get(network);
    if (!chain || (networkById(network)?.blockSeconds ?? 0) < leastBlockSeconds) return 0n;
    const last = looked.get(network) ?? { units: new Map(), nextAtMs: Number.NEGATIVE_INFINITY };
    if (nowMs() >= last.nextAtMs) {
      // Until this look has ended, no other begins.
      looked.set(network, { ...last, nextAtMs: Number.POSITIVE_INFINITY });
      void look(network, chain);
    }
    return last.units.get(address) ?? 0n;
  };
}
