import pg from 'pg';
import { driverError, isDatabaseUnavailable } from '../errors.ts';
import { fits, type ServerState, type Servers } from './servers.ts';

/** Makes connections to whichever of the servers will do now. */
export interface Dialler {
  dial(): Promise<pg.Client>;
  /** What was dialled last gives no answers: the next is tried first. */
  lookElsewhere(): void;
}

/** Servers that do not take a new connection in this time are away, and the caller hears it. */
const connectTimeoutMs = 5_000;
/** However many there are: less would miss a server that is only busy. */
const minTimeoutMs = 1_500;

export function createDialler(servers: Servers, settings: pg.ClientConfig): Dialler {
  const { urls, target } = servers;
  const timeoutMs = Math.max(minTimeoutMs, connectTimeoutMs / urls.length);
  /** The one that did last is tried first: after a change of the primary everybody has moved on. */
  let first = 0;

  /** null: it is there, but will not do. */
  async function tryOne(url: string, will: (state: ServerState) => boolean): Promise<pg.Client | null> {
    const client = new pg.Client({ ...settings, ...withOptions(url, settings.options) });
    client.on('error', () => {}); // Whatever is under way is told of it.
    const stopWaiting = afterWaiting(timeoutMs, () =>
      client.connection.stream.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
    );
    let isTaken = false;
    try {
      await client.connect();
      isTaken = will === fits.any || will(await stateOf(client));
      return isTaken ? client : null;
    } catch (error) {
      throw driverError(error);
    } finally {
      stopWaiting();
      if (!isTaken) void client.end().catch(() => {});
    }
  }

  async function tryAll(will: (state: ServerState) => boolean): Promise<pg.Client> {
    let failure = driverError(new Error(`none of ${urls.length} servers is ${target}`));
    for (let tried = 0; tried < urls.length; tried++) {
      const at = (first + tried) % urls.length;
      try {
        const client = await tryOne(urls[at] as string, will);
        if (!client) continue;
        first = at;
        return client;
      } catch (error) {
        // That one is away says less than that another refuses us.
        if (isDatabaseUnavailable(failure)) failure = error as Error;
      }
    }
    throw failure;
  }

  return {
    async dial() {
      if (target !== 'prefer-standby') return await tryAll(fits[target]);
      return await tryAll(fits[target]).catch(() => tryAll(fits.any));
    },
    lookElsewhere() {
      first = (first + 1) % urls.length;
    },
  };
}

/** The driver would take the address's own `options` in place of ours. Both are sent: of two values for a setting the last counts. */
function withOptions(url: string, options?: string): pg.ClientConfig {
  const address = new URL(url);
  const own = address.searchParams.get('options');
  if (own === null || options === undefined) return { connectionString: url };
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${own} ${options}` };
}

/** Asked, not taken from what was said at the beginning: of a pooler that may be long ago. */
async function stateOf(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(
    `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  return rows[0] as ServerState;
}

/**
 * Calls `then` after so long a time of waiting. When this process is busy itself, as at the start, when it loads the rest of
 * the program, it hears answers late: that counts as one step, however long it takes.
 */
function afterWaiting(ms: number, then: () => void): () => void {
  let steps = 10;
  const step = (): NodeJS.Timeout =>
    setTimeout(() => {
      steps -= 1;
      if (steps === 0) then();
      else timer = step();
    }, ms / 10);
  let timer = step();
  return () => clearTimeout(timer);
}
