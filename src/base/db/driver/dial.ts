import pg from 'pg';
import { driverError, isDatabaseUnavailable } from '../errors.ts';
import { fits, type ServerState, type Servers } from './servers.ts';

/** Connects to the first of the servers that fits now. */
export interface Dialler {
  dial(): Promise<pg.Client>;
  /** The server dialled last does not answer: the next dial starts at another one. */
  lookElsewhere(): void;
}

/** A server that accepts no connection within this time counts as down, and the caller gets an error. */
const connectTimeoutMs = 5_000;
/** The minimum per server, however many there are: less would miss a server that is only busy. */
const minTimeoutMs = 1_500;

export function createDialler(servers: Servers, settings: pg.ClientConfig): Dialler {
  const { urls, target } = servers;
  const timeoutMs = Math.max(minTimeoutMs, connectTimeoutMs / urls.length);
  /** The server that fitted last is dialled first: after a failover all callers have moved to it. */
  let first = 0;

  /** null: the server answers but does not fit. */
  async function tryOne(url: string, will: (state: ServerState) => boolean): Promise<pg.Client | null> {
    const client = new pg.Client({ ...settings, ...withOptions(url, settings.options) });
    client.on('error', () => {}); // Running statements get the error.
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
        // An unreachable server says less than one that refuses us.
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

/**
 * The driver would use the address's own `options` instead of ours. Both are sent: the last value of a setting wins.
 */
function withOptions(url: string, options?: string): pg.ClientConfig {
  const address = new URL(url);
  const own = address.searchParams.get('options');
  if (own === null || options === undefined) return { connectionString: url };
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${own} ${options}` };
}

/** Asks the server. The startup parameters may be long out of date behind a pooler. */
async function stateOf(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(
    `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  return rows[0] as ServerState;
}

/**
 * Calls `then` after this much waiting. A busy process, for example at the start while it loads the rest of the
 * program, reads answers late; such a pause counts as one step, however long it takes.
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
