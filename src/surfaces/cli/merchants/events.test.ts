import { beforeEach, describe, expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { recordEvents } from '../../../../test/kit/webhooks/events.ts';
import { newId } from '../../../base/db/ids.ts';
import { makeLogPartitions } from '../../../events/outbox/log-partitions.ts';

const { cli, json, newMerchant, sql } = useCli();

let merchant: string;
/** Oldest first; deliveries of the first two were given up. */
let ids: string[];

beforeEach(async () => {
  merchant = await newMerchant();
  ids = await recordEvents(sql(), merchant, 'https://shop.example/hook', 3);
  await sql()`
    UPDATE deliveries
       SET status = 'undeliverable', failures = 4
     WHERE event_id = ANY (${ids.slice(0, 2)}::uuid[])`;
});

async function statuses(): Promise<string[]> {
  const rows = await sql()<{ status: string }[]>`
    SELECT status FROM deliveries WHERE merchant_id = ${merchant} ORDER BY event_id`;
  return rows.map((row) => row.status);
}

describe('events list', () => {
  test('shows where each delivery stands, newest first', async () => {
    const { stdout } = await cli('events', 'list', merchant);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.split(/\s/, 1)[0])).toEqual(ids.toReversed());
    expect(lines[1]).toMatch(/ approved .* pending, next /);
    expect(lines[2]).toMatch(/undeliverable after 4 failed$/);
  });

  test('is narrowed by its options and goes on behind a cursor', async () => {
    const first = await json(
      'events',
      'list',
      merchant,
      '--delivery-status',
      'undeliverable',
      '--limit',
      '1',
    );
    expect(first.events.map((event: { id: string }) => event.id)).toEqual([ids[1]]);
    const { stdout } = await cli('events', 'list', merchant, '--cursor', first.nextCursor);
    expect(stdout).toContain(ids[0]);
    expect(stdout).not.toContain(ids[2]);
    expect((await cli('events', 'list', merchant, '--to', '2020-01-01')).stdout).toBe(
      'There are no such events.\n',
    );
  });

  test('names every option that cannot be read', async () => {
    const { exitCode, stderr } = await cli(
      ...['events', 'list', merchant, '--delivery-status', "x' OR true --", '--from', 'yesterday'],
      ...['--status', 'lost', '--limit', '0'],
    );
    expect(exitCode).toBe(1);
    expect(stderr.split('\n').map((line) => line.split(':')[0])).toEqual([
      '--delivery-status',
      '--status',
      '--from',
      '--limit',
      '',
    ]);
  });
});

test('events show tells of every send in words', async () => {
  await makeLogPartitions(sql(), new Date());
  await sql()`
    INSERT INTO delivery_attempts (merchant_id, event_id, sent_at, url, signature, http_status, response_headers,
                                   body_excerpt, duration_ms, cause, explanation)
    VALUES (${merchant}, ${ids[0] ?? ''}, now(), 'https://shop.example/hook', 'v1,', 500, '{}', 'oh no', 12,
            'http_status', 'The receiver answered HTTP 500.')`;
  const { stdout } = await cli('events', 'show', merchant, ids[0] ?? '');
  expect(stdout).toMatch(/Body +\{"number":0,"eventType":"charge.approved","eventId":"[0-9a-f-]{36}"\}/);
  expect(stdout).toContain(
    'https://shop.example/hook  12 ms\n  The receiver answered HTTP 500.\n  Answer: "oh no"',
  );
  expect((await cli('events', 'show', merchant, ids[2] ?? '')).stdout).toContain('No sends in the log.');
});

test('events redeliver puts one delivery back to work', async () => {
  const { exitCode } = await cli('events', 'redeliver', merchant, ids[1] ?? '');
  expect(exitCode).toBe(0);
  expect(await statuses()).toEqual(['undeliverable', 'pending', 'pending']);
});

test.each([['show'], ['redeliver']])('events %s knows only the events of the merchant', async (verb) => {
  const other = await newMerchant();
  const { exitCode, stderr } = await cli('events', verb, other, ids[0] ?? '');
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'There is no event with this id.\n' });
});

describe('events replay', () => {
  const undeliverable = ['--delivery-status', 'undeliverable'];

  test('counts first; nothing is sent without --yes', async () => {
    const { stdout } = await cli('events', 'replay', merchant, ...undeliverable);
    expect(stdout).toContain('2 events would be sent again, 50 a second at most');
    expect(stdout).toContain('--yes --expect 2');
    const rows = await sql()`SELECT FROM replays WHERE merchant_id = ${merchant}`;
    expect(rows).toHaveLength(0);
  });

  test('with --yes begins a replay that can be looked at and stopped', async () => {
    const { replay } = await json(
      ...['events', 'replay', merchant, ...undeliverable, '--yes', '--expect', '2', '--per-second', '7'],
    );
    expect(replay).toMatchObject({ status: 'running', total: 2, done: 0, perSecond: 7 });
    expect((await cli('replays', 'show', merchant, replay.id)).stdout).toMatch(
      /Sent again +0 of 2, 7 a second/,
    );
    expect((await cli('replays', 'cancel', merchant, replay.id)).stdout).toMatch(/Status +canceled/);
    expect((await cli('replays', 'show', await newMerchant(), replay.id)).exitCode).toBe(1);
  });

  test.each<[string[], RegExp]>([
    [
      [],
      /^Choose events by at least one of --delivery-status, --status, --reference, --endpoint, --from, --to\.$/,
    ],
    [[...undeliverable, '--per-second', '501'], /^--per-second: must be a whole number from 1 to 500$/],
    [[...undeliverable, '--per-second', 'fast'], /^--per-second: "fast" is not a whole number\.$/],
    [[...undeliverable, '--expect', '-1'], /expect/],
    [[...undeliverable, '--yes', '--expect', '9'], /^The filter now finds 2 events, not 9/],
    [['--delivery-status', 'lost', '--yes'], /^--delivery-status: must be one of pending,/],
  ])('%j is refused, and nothing is sent', async (options, line) => {
    const { exitCode, stderr } = await cli('events', 'replay', merchant, ...options);
    expect(exitCode).toBe(1);
    expect(stderr.trimEnd()).toMatch(line);
    expect(await statuses()).toEqual(['undeliverable', 'undeliverable', 'pending']);
  });
});

describe('webhooks test', () => {
  test('queues a sample for the given address', async () => {
    const { eventId } = await json('webhooks', 'test', merchant, '--url', 'https://shop.example/try');
    const shown = await json('events', 'show', merchant, eventId);
    expect(shown).toMatchObject({ status: 'test', deliveryStatus: 'pending' });
    expect(JSON.parse(shown.body)).toMatchObject({ numeroOrden: 'SAMPLE', merchantId: merchant });
  });

  test.each<[string[], RegExp]>([
    [[], /^The account has no webhook URL/],
    [['--url', 'http://10.0.0.1/'], /^--url: The host is a private, local or reserved address/],
  ])('%j is refused', async (options, line) => {
    const { exitCode, stderr } = await cli('webhooks', 'test', merchant, ...options);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(line);
  });

  test('knows only merchants that there are', async () => {
    expect((await cli('webhooks', 'test', newId())).stderr).toMatch(/^There is no merchant /);
  });
});
