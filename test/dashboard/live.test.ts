import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/accounts/people/roles.ts';
import { withFirstPage } from '../../web/parts/first-page.ts';
import { createCharge, pay } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The stream by which pages of the dashboard hear of changes. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Stream {
  response: Response;
  /** Resolves with the number of changes so far, once there are that many. */
  changes(least: number): Promise<number>;
  /** Resolves when the server ends it. */
  ended: Promise<void>;
  leave(): Promise<void>;
}

async function open(someone: Visitor, merchantId: string, url = server.url): Promise<Stream> {
  const cookie = [...someone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const aborted = new AbortController();
  const response = await fetch(`${url}/dashboard/api/live`, {
    headers: { cookie, 'x-merchant-id': merchantId },
    signal: aborted.signal,
  });
  let text = '';
  const waiting = new Set<() => void>();
  const ended = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      text += read.value;
      for (const look of waiting) look();
    }
  })().catch(() => {});
  const count = (): number => text.split('event: changed').length - 1;
  return {
    response,
    ended,
    changes: (least) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (count() < least) return;
          waiting.delete(look);
          resolve(count());
        };
        waiting.add(look);
        look();
      }),
    async leave() {
      aborted.abort();
      await ended;
    },
  };
}

const someoneAt = (merchantId: string, role: Role = 'viewer') => signedIn(server, { merchantId, role });

describe('the stream', () => {
  test('announces what happens at its merchant, unbuffered, and nothing of another', async () => {
    const { merchantId } = server.merchant;
    const other = await addMerchant(server);
    const [own, foreign] = [
      await open(await someoneAt(merchantId), merchantId),
      await open(await someoneAt(other.merchantId), other.merchantId),
    ];
    expect(own.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(own.response.headers.get('x-accel-buffering')).toBe('no');
    expect(own.response.headers.get('cache-control')).toBe('no-store, no-transform');
    await own.changes(1);
    await pay(server, await createCharge(server), '4242424242424242');
    await own.changes(2);
    // The other merchant's next change comes after ours, and is its second event.
    await createCharge(server, {}, other);
    expect(await foreign.changes(2)).toBe(2);
    await own.leave();
    await foreign.leave();
  });

  test('hears of what another process did', async () => {
    const { merchantId } = server.merchant;
    const stream = await open(await someoneAt(merchantId), merchantId);
    await stream.changes(1);
    await server.sql`SELECT pg_notify('merchant_changes', ${`elsewhere ${merchantId}`})`;
    await stream.changes(2);
    await stream.leave();
  });

  test('is refused to a ninth page of one person, and free again when one is closed', async () => {
    const { merchantId } = server.merchant;
    const someone = await someoneAt(merchantId);
    const streams = await Promise.all(Array.from({ length: 8 }, () => open(someone, merchantId)));
    expect(streams.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
    expect((await open(someone, merchantId)).response.status).toBe(429);
    await streams[0]?.leave();
    await expect.poll(async () => (await open(someone, merchantId)).response.status).toBe(200);
    for (const stream of streams) await stream.leave();
  });

  test('ends with the session and with the role, without another event', async () => {
    const { merchantId } = server.merchant;
    const [out, dismissed] = [await someoneAt(merchantId), await someoneAt(merchantId)];
    const streams = [await open(out, merchantId), await open(dismissed, merchantId)];
    for (const stream of streams) await stream.changes(1);
    await out.ask('DELETE', '/dashboard/api/session');
    await server.sql`DELETE FROM person_roles WHERE person_id = ${dismissed.person.id}`;
    await createCharge(server);
    for (const stream of streams) {
      await stream.ended;
      expect(await stream.changes(1)).toBe(1);
    }
  });

  test('ends with the server, at once', async () => {
    const another = await startTestServer();
    const { merchantId } = another.merchant;
    const someone = await signedIn(another, { merchantId, role: 'viewer' });
    const stream = await open(someone, merchantId, another.url);
    await stream.changes(1);
    const startedAt = performance.now();
    await another.stop();
    await stream.ended;
    // Far below the 20 seconds that a stop waits for requests under way.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});

describe('a list with a fresh first page', () => {
  const page = (ids: number[], next_cursor: string | null) => ({
    rows: ids.map((id) => ({ id })),
    next_cursor,
  });
  const ids = (data: { pages: { rows: { id: number }[] }[] }) =>
    data.pages.map(({ rows }) => rows.map(({ id }) => id));
  const old = { pages: [page([9, 8, 7], '7'), page([6, 5, 4], '4')], pageParams: [undefined, '7'] };

  test.each([
    [
      'new rows push others down',
      page([11, 10, 9], '9'),
      [
        [11, 10, 9, 8, 7],
        [6, 5, 4],
      ],
    ],
    ['a row that is gone from it is gone', page([9, 7, 6], '6'), [[9, 7, 6, 5, 4]]],
    [
      'nothing changed',
      page([9, 8, 7], '7'),
      [
        [9, 8, 7],
        [6, 5, 4],
      ],
    ],
    ['all of it is new', page([20, 19, 18], '18'), [[20, 19, 18]]],
    ['it is the only page now', page([9, 8], null), [[9, 8]]],
  ])('when %s', (_when, fresh, expected) => {
    const merged = withFirstPage(old, fresh);
    expect(ids(merged)).toEqual(expected);
    expect(merged.pageParams).toHaveLength(merged.pages.length);
  });
});
