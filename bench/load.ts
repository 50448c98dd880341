import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Round {
  /** Each gets its share of the connections. */
  urls: string[];
  connections: number;
  /** How many requests are sent. */
  count: number;
  /** Whole HTTP requests; sent in turn, from the start again when they run out. */
  requests: string[];
  /** It takes a whole core otherwise. */
  maySleep?: boolean;
}

export type RoundResult = { perSecond: number } | { failure: string };

export interface Load {
  /** Requests answered a second; throws when any was not answered 200. */
  run(round: Round): Promise<number>;
  stop(): Promise<void>;
}

export function startLoad(): Load {
  const child = fork(new URL('load-process.ts', import.meta.url), { serialization: 'advanced' });
  const exited = once(child, 'exit');
  return {
    async run(round) {
      child.send(round);
      const [result] = (await Promise.race([
        once(child, 'message'),
        exited.then(() => [{ failure: 'the load generator ended' }]),
      ])) as [RoundResult];
      if ('failure' in result) throw new Error(`Load on ${round.urls.join(', ')}: ${result.failure}`);
      return result.perSecond;
    },
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
