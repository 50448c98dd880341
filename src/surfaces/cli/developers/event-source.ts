import { setTimeout as rest } from 'node:timers/promises';
import { UsageError } from '../command.ts';
import type { Account } from './account.ts';

/** An event as the API shows it, as far as the commands use it. */
export interface ListedEvent {
  id: string;
  status: string;
  reference: string;
  created_at: string;
  payload: Record<string, unknown>;
}

const betweenAsksMs = 1_000;
const timeoutMs = 15_000;
/** An event is listed when its transaction commits, which may be some time after its date. */
const overlapMs = 60_000;
const pageSize = '200';

/**
 * The merchant's events from now on, or from `sinceMs` before now, in the order in which they happened. `begun` is called
 * once every later event will be among them. It never ends: a server that does not answer is asked again, and `note` tells
 * the person.
 */
export async function* followEvents(
  account: Account,
  sinceMs: number,
  { begun, note }: { begun(): void; note(line: string): void },
): AsyncGenerator<ListedEvent> {
  const seen = new Map<string, number>();
  let from: number | null = null;
  let isReached = true;
  for (;;) {
    try {
      if (from === null) {
        // By the server's clock: this machine's may differ.
        const start = (await serverTime(account)) - (sinceMs || overlapMs);
        const past = sinceMs === 0 ? await listFrom(account, start) : [];
        for (const { id, created_at } of past) seen.set(id, Date.parse(created_at));
        from = start;
        begun();
      }
      const fresh = (await listFrom(account, from)).filter(({ id }) => !seen.has(id)).reverse();
      if (!isReached) note('The server answers again.');
      isReached = true;
      for (const event of fresh) {
        const createdAt = Date.parse(event.created_at);
        seen.set(event.id, createdAt);
        yield event;
        from = Math.max(from, createdAt - overlapMs);
      }
      for (const [id, createdAt] of seen) if (createdAt < from) seen.delete(id);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      if (isReached) note(`${account.baseUrl} does not answer. It is asked again every second.`);
      isReached = false;
    }
    await rest(betweenAsksMs);
  }
}

export async function readEvent(account: Account, id: string): Promise<ListedEvent> {
  return (await ask(account, 'GET', `/api/events/${encodeURIComponent(id)}`)).data as ListedEvent;
}

/** The server sends the event again, to the address that it has. */
export async function redeliver(account: Account, id: string): Promise<void> {
  await ask(account, 'POST', `/api/events/${encodeURIComponent(id)}/redeliver`);
}

async function serverTime(account: Account): Promise<number> {
  const { date } = await ask(account, 'GET', '/api/events?limit=1');
  return date ?? Date.now();
}

/** Newest first, as the API lists them. */
async function listFrom(account: Account, from: number): Promise<ListedEvent[]> {
  const listed: ListedEvent[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ created_from: new Date(from).toISOString(), limit: pageSize });
    if (cursor !== null) query.set('cursor', cursor);
    const page = (await ask(account, 'GET', `/api/events?${query}`)).data as {
      events: ListedEvent[];
      next_cursor: string | null;
    };
    listed.push(...page.events);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return listed;
}

/** Throws a UsageError only where asking again cannot help: wrong credentials, or an event that does not exist. */
async function ask(
  { baseUrl, apiKey, merchantId }: Account,
  method: string,
  path: string,
): Promise<{ data: unknown; date: number | null }> {
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers: { 'x-api-key': apiKey, 'x-merchant-id': merchantId },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { data, message } = (await response.json()) as { data?: unknown; message?: string };
  if ([401, 403, 404, 409, 422].includes(response.status)) {
    throw new UsageError([message ?? `The server answered ${response.status}.`]);
  }
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const date = Date.parse(response.headers.get('date') ?? '');
  return { data, date: Number.isNaN(date) ? null : date };
}
