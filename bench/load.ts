import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Round {
  /** Each address gets its share of the connections. */
  urls: string[];
  connections: number;
  count: number;
  /** Whole HTTP requests, sent in turn and repeated from the start when they run out. */
  requests: string[];
  /** Without this the generator takes a whole core. */
  maySleep?: boolean;
}

export type RoundResult = { perSecond: number } | { failure: string };

export interface Load {
  /** Answers per second; throws if any status is not 200. */
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
