import type { Chain } from '../../../chain/chains/port/chain.ts';

/** The number of the last block whose time is not after `time`; -1 if the chain began later. */
export async function lastBlockUntil(chain: Pick<Chain, 'block'>, time: Date, head: bigint): Promise<bigint> {
  let known = -1n;
  let after = head + 1n;
  while (after - known > 1n) {
    const middle = (known + after) / 2n;
    const block = await chain.block(middle);
    if (block && block.time <= time) known = middle;
    else after = middle;
  }
  return known;
}
