import { randomUUID } from 'node:crypto';
import type { Sql } from '../../base/db/pool.ts';

/**
 * Announces between processes which merchants have news, for pages that show it at once and for workers. It is a hint:
 * it may be lost with the process or the connection, so whoever listens also looks from time to time.
 */
export interface Changes {
  /** Announces a merchant, with others of the same moment. */
  note(merchantId: string): void;
  /** Calls with merchants that have news; null: some may have been missed. Returns a function that ends it. */
  subscribe(listener: (merchantIds: readonly string[] | null) => void): () => void;
  close(): Promise<void>;
}

const channel = 'merchant_changes';
/** A NOTIFY takes the lock of a whole database at its commit: there are at most this many a second and process. */
const gatherMs = 100;
/** The payload of a NOTIFY is below 8000 bytes. */
const idsAtOnce = 150;

/** The hubs of this process: events are recorded by functions that know only their transaction. */
const hubs = new Set<Changes>();

/** Announces committed changes of a merchant. */
export function noteChange(merchantId: string): void {
  for (const hub of hubs) hub.note(merchantId);
}

export async function openChanges(sql: Sql): Promise<Changes> {
  const self = randomUUID();
  const listeners = new Set<(merchantIds: readonly string[] | null) => void>();
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  const tell = (ids: readonly string[] | null): void => {
    for (const listener of listeners) listener(ids);
  };

  function flush(): void {
    timer = null;
    const ids = [...pending];
    pending.clear();
    tell(ids);
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const payload = [self, ...ids.slice(at, at + idsAtOnce)].join(' ');
      sql`SELECT pg_notify(${channel}, ${payload})`.catch(() => {});
    }
  }

  const subscription = await sql.listen(
    channel,
    (payload) => {
      const [from, ...ids] = payload.split(' ');
      if (from !== self) tell(ids);
    },
    () => tell(null),
  );
  const hub: Changes = {
    note(merchantId) {
      pending.add(merchantId);
      timer ??= setTimeout(flush, gatherMs).unref();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      hubs.delete(hub);
      if (timer) clearTimeout(timer);
      await subscription.unlisten();
    },
  };
  hubs.add(hub);
  return hub;
}
