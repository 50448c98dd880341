import { rpc } from './rpc.ts';

/**
 * An idle chain still gets blocks, so that clocks read from the chain advance; rarely, because each block is stored.
 */
const idleBlockSeconds = 12;

/**
 * Makes blocks in addition to those of transactions, one every `blockSeconds` until the last transaction is final, then
 * at an idle pace: the chain is stored in one file, which a block a second would fill with 140 MB a day.
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
      // The head is not our block: a transaction (or a person by hand) made blocks.
      if (head !== ownHead) lastActive = head;
      const settled = head >= lastActive + blocksToFinality;
      if (settled && Date.now() < lastBlockAt + idleBlockSeconds * 1000) return;
      await rpc(rpcUrl, 'evm_mine');
      ownHead = head + 1;
      lastBlockAt = Date.now();
    } catch {
      // The chain is away; its users find out by themselves.
    } finally {
      busy = false;
    }
  }, blockSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
