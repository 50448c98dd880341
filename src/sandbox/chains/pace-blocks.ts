import { rpc } from './rpc.ts';

/** With nothing going on a block still comes, so that clocks read off the chain go on; rarely, as each is kept. */
const idleBlockSeconds = 12;

/**
 * Makes blocks beyond those that transactions make for themselves, one every `blockSeconds` until the last transaction
 * is final, then at an idle pace: the chain is kept in one file, which a block a second would fill with 140 MB a day.
 */
export function paceBlocks(options: {
  rpcUrl: string;
  blockSeconds: number;
  blocksToFinality: number;
}): () => void {
  const { rpcUrl, blockSeconds, blocksToFinality } = options;
  let ownHead = -1;
  let lastActive = -1;
  let lastBlockAt = Date.now();
  let busy = false;

  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      const head = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'));
      // A head that is not of our making: a transaction (or somebody by hand) made blocks.
      if (head !== ownHead) lastActive = head;
      const settled = head >= lastActive + blocksToFinality;
      if (settled && Date.now() < lastBlockAt + idleBlockSeconds * 1000) return;
      await rpc(rpcUrl, 'evm_mine');
      ownHead = head + 1;
      lastBlockAt = Date.now();
    } catch {
      // The chain is away; whoever uses it finds out by itself.
    } finally {
      busy = false;
    }
  }, blockSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
