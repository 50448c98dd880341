import type { Logger } from '../../base/ground/logger.ts';
import { type LocalChain, type LocalChainOptions, startLocalChain } from './local-chain.ts';
import { rpc } from './rpc.ts';

/** How often the chain is checked. */
const watchIntervalMs = 2_000;

export type KeptChain = Pick<LocalChain, 'rpcUrl' | 'token' | 'funder' | 'close'>;

/**
 * A local chain that is restarted at the same address if it ends: because it was killed, or because the process that
 * ran it for all on the same folder has ended. `inTurn` lets one process at a time start it; the rest find it running.
 */
export async function keepChain(
  options: LocalChainOptions,
  logger: Logger,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<KeptChain> {
  const first = await inTurn(() => startLocalChain(options));
  const { rpcUrl } = first;
  let running = first;
  let closed = false;
  let round: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (closed || (await answers(rpcUrl)) || closed) return;
    logger.warn({ rpcUrl }, 'a local chain went away; starting it again');
    try {
      await running.close();
      running = await inTurn(() => startLocalChain({ ...options, port: Number(new URL(rpcUrl).port) }));
    } catch (error) {
      // Its owner may just be stopping it: the next check decides.
      logger.warn({ err: error, rpcUrl }, 'a local chain does not start');
    }
  }
  const timer = setInterval(() => {
    round = round.then(look);
  }, watchIntervalMs);
  timer.unref();

  return {
    rpcUrl,
    token: first.token,
    funder: first.funder,
    async close() {
      closed = true;
      clearInterval(timer);
      await round;
      await running.close();
    },
  };
}

async function answers(rpcUrl: string): Promise<boolean> {
  try {
    await rpc(rpcUrl, 'eth_chainId');
    return true;
  } catch {
    return false;
  }
}
