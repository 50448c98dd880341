import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../../base/db/pool.ts';
import type { Chain } from '../../chain/chains/port/chain.ts';
import { type CursorStatus, listCursors } from '../../crypto/deposits/cursor-store.ts';

/** Wraps a chain and notes its head at each call, which watchers make all the time. */
export function noteHeads<C extends Chain>(chain: C, heads: Map<string, bigint>): C {
  return {
    ...chain,
    async latestBlock() {
      const block = await chain.latestBlock();
      heads.set(chain.network, block.number);
      return block;
    },
  };
}

/**
 * How far each network is read, from the database at each scrape, so that every process reports the same; only the
 * chains' heads are what this process last saw.
 */
export function watchChains(registry: Registry, sql: Sql, heads: ReadonlyMap<string, bigint>): void {
  function gauge(name: string, help: string, value: (cursor: CursorStatus) => number | null): void {
    new Gauge({
      name,
      help,
      labelNames: ['network'] as const,
      registers: [registry],
      async collect() {
        this.reset();
        // While the database is away the remaining metrics matter all the more.
        for (const cursor of await listCursors(sql).catch(() => [])) {
          const number = value(cursor);
          if (number !== null) this.set({ network: cursor.network }, number);
        }
      },
    });
  }
  const secondsSince = (time: Date): number => Math.max(0, (Date.now() - time.getTime()) / 1000);

  gauge(
    'pasarela_chain_blocks_behind',
    'Blocks of the network that were not read yet',
    ({ network, blockNumber }) => {
      const head = heads.get(network);
      return head === undefined ? null : Math.max(0, Number(head - blockNumber));
    },
  );
  gauge(
    'pasarela_chain_last_block_age_seconds',
    'How old the newest block is that was read',
    ({ blockTime }) => secondsSince(blockTime),
  );
  gauge(
    'pasarela_chain_unled_seconds',
    'How long no watcher has led the network; 0 while one does',
    ({ isLed, ledUntil }) => (isLed ? 0 : secondsSince(ledUntil)),
  );
  gauge(
    'pasarela_chain_gaps',
    'Deposit addresses whose balance is not what the recorded transfers add up to',
    ({ gaps }) => gaps,
  );
  gauge(
    'pasarela_chain_alarms',
    'Alarms of the network that are not over: it lags, or has gaps',
    ({ alarms }) => alarms.length,
  );
}
