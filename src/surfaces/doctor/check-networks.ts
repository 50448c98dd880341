import { createChain } from '../../chain/chains/create-chain.ts';
import type { ServedNetwork } from '../../chain/chains/served-network.ts';
import { type Report, wordsOf } from './finding.ts';

/** An RPC node must still return transfers this far back, for `pasarela chain rescan`. */
const lookBackBlocks = 100_000n;
const timeoutMs = 10_000;
/** If its head is older than this, and than this many blocks, the node is not following the chain. */
const staleMs = 60_000;
const staleBlocks = 10;

/** Checks each RPC node separately: a faulty one among several would go unnoticed until it is needed. */
export async function checkNetworks(served: readonly ServedNetwork[], report: Report): Promise<void> {
  if (served.length === 0) report.skip('No network is served: …_RPC_URLS name nodes');
  await Promise.all(served.flatMap((each) => each.rpcUrls.map((url) => checkNode(each, url, report))));
}

async function checkNode({ network }: ServedNetwork, url: string, report: Report): Promise<void> {
  const variable = `${network.id}_RPC_URLS`;
  // Providers put their keys into the rest of the URL.
  const name = `${network.id} at ${new URL(url).host}`;
  const chain = createChain(network, { rpcUrls: [url], timeoutMs });
  try {
    await chain.checkChain();
    const head = await chain.latestBlock();
    const ageMs = Date.now() - head.time.getTime();
    if (ageMs > Math.max(staleMs, staleBlocks * network.blockSeconds * 1000)) {
      report.warn(
        `${name}: its newest block is ${Math.round(ageMs / 1000)} s old`,
        variable,
        'See whether the node follows its network, or name another one.',
      );
    } else {
      report.ok(`${name}: the right chain and token, block ${head.number}`);
    }
    const old = head.number > lookBackBlocks ? head.number - lookBackBlocks : 0n;
    await chain.transfers(old, old).catch((error) => {
      report.warn(
        `${name}: it does not tell what happened in block ${old} (${wordsOf(error)})`,
        variable,
        'Name a node that keeps its history, too: rescans and searches need it.',
      );
    });
  } catch (error) {
    const isWrong = (error as Error).name === 'WrongChain';
    report.fault(
      wordsOf(error),
      variable,
      isWrong
        ? `Name a node of ${network.title}: this one is of another chain, or the token is not there.`
        : 'See that the address and its key are right, and that this machine may dial out.',
    );
  } finally {
    await chain.close();
  }
}
