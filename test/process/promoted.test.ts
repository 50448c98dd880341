import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../src/accounts/audit/audit-log.ts';
import { connect } from '../../src/base/db/pool.ts';
import { migrate } from '../../src/base/db/schema/migrate.ts';
import { acknowledge, hasFollowed, readCover } from '../../src/base/db/standby/cover.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { type CoverWatch, createCoverWatch } from '../../src/commerce/installation/cover-watch.ts';
import { noticeRestore } from '../../src/commerce/installation/mark-restored.ts';
import { pausedScopes } from '../../src/crypto/payouts/pauses/pauses.ts';
import type { Sender } from '../../src/crypto/payouts/sending/send-payouts.ts';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import { until } from '../kit/client.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import {
  cutOff,
  type Pair,
  promote,
  startPair,
  urlOfPair,
  waitForStandbys,
} from '../kit/processes/standby.ts';

/**
 * A standby that lacks acknowledged commits is promoted: it was cut off, and PostgreSQL was set not to wait for it. It
 * knows nothing of the payouts that were sent meanwhile.
 */

let pair: Pair;
let world: EngineWorld;
let paid: Payout;
const logger = createMemoryLogger([]);
let passedMs = 0;
const clock = () => ({ wallMs: Date.now() + passedMs, steadyMs: performance.now() + passedMs });
/** The watches of the sending process, and of one that loses sight of the primary after its first look. */
let watch: CoverWatch;
let other: CoverWatch;
/** The watch of a process that saw the primary after it had left this standby behind. */
let late: CoverWatch;
let sender: Sender;

beforeAll(async () => {
  pair = await startPair();
  await migrate(pair.primary.sql);
  await noticeRestore(pair.primary.sql, logger, new Date());
  world = await startEngineWorld('ERC20', { url: urlOfPair(pair), drop: async () => {} });
  const newWatch = () => createCoverWatch(world.sql, (line) => logger.warn(line), clock);
  [watch, other, late] = [newWatch(), newWatch(), newWatch()];
  sender = world.senderWith({ mayLeave: watch.look });
});
afterAll(async () => {
  await world.close();
  await pair.close();
});

const received = () => world.received(paid.address as string);

test('any role sees what covers it, and makes sure of it', async () => {
  await world.sql`CREATE ROLE plain LOGIN`;
  const plain = connect(pair.primary.url.replace('pasarela@', 'plain@'), { max: 1 });
  expect(await readCover(plain)).toMatch(/^\* \d+$/);
  expect(await readCover(plain)).toBe(await readCover(world.sql));
  expect(await acknowledge(plain)).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  // It was never a standby: its data may have come from an archive.
  expect(await hasFollowed(plain, '0/1')).toBe(false);
  await plain.end();
});

test('one standby more than is waited for covers nothing: it may be the one that is promoted', async () => {
  const follower = new pg.Client({ connectionString: `${pair.primary.url}?replication=true` });
  await follower.connect();
  expect(await readCover(world.sql)).toBe('');
  await follower.end();
  await expect.poll(() => readCover(world.sql)).toMatch(/^\* \d+$/);
});

test('with a cover payouts are sent at once', async () => {
  expect(await other.look()).toBe(true);
  const first = await world.payout();
  await world.drain(sender);
  expect(await world.received(first.address as string)).toEqual([first.amountUnits]);
});

test('once it is lost nothing leaves for as long as somebody may believe in it', async () => {
  paid = await world.payout();
  await cutOff(pair);
  await sender.step();
  await sender.step();
  expect(await world.made(paid.id)).toEqual(['1 signed']);
  expect(await received()).toEqual([]);
  await world.sql`
    UPDATE installation
       SET value = jsonb_set(value::jsonb, '{heldUntilMs}', '0')::text
     WHERE name = 'cover'`;
  await world.drain(sender);
  expect(await received()).toEqual([paid.amountUnits]);
  passedMs = 100_000;
});

test('who saw another confirm everything believes in that one', async () => {
  await pair.keepLog();
  await waitForStandbys(pair.primary, '*');
  await until(
    () => readCover(world.sql),
    (cover) => cover !== '',
  );
  expect(await late.look()).toBe(true);
});

test('promoted then, it waits for a person, and nothing is sent twice', async () => {
  await pair.primary.kill();
  await promote(pair.standby);
  expect((await world.read(paid.id)).status).toBe('queued');
  expect(await late.hasAll(world.sql)).toBe(false);
  expect(await other.hasAll(world.sql)).toBe(false);
  // The watch that saw nothing of it distrusts the standby only because of the elapsed time.
  passedMs = 0;
  expect(await other.hasAll(world.sql)).toBe(true);
  expect(await watch.hasAll(world.sql)).toBe(false);
  passedMs = 100_000;
  await noticeRestore(world.sql, logger, new Date(), other);
  expect((await pausedScopes(world.sql)).all).toBe(true);
  const [row] = await listAudit(world.sql, { subject: 'installation' }, 10);
  expect(row).toMatchObject({ actor: 'pasarela', act: 'database_restored' });
  for (let round = 0; round < 3; round++) {
    await sender.step();
    await world.payer.mine(1);
  }
  expect(await received()).toEqual([paid.amountUnits]);
});
