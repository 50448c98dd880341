import { expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { until } from '../../../../test/kit/client.ts';
import { lockWaits } from '../../../../test/kit/lock-waits.ts';
import { newId } from '../../../base/db/ids.ts';

const { cli, json, newMerchant, sql } = useCli();

test('a rotation gives the others a last time, and never a later one than they had', async () => {
  const id = await newMerchant();
  const [first] = await json('keys', 'list', id);
  const second = await json('keys', 'issue', id);
  const third = await json('keys', 'rotate', id, '--overlap', '30m');
  expect(third.previous.map((key: { keyId: string }) => key.keyId).sort()).toEqual(
    [first.keyId, second.keyId].sort(),
  );
  const lastTime = Date.parse(third.previous[0].expiresAt);
  expect(Math.abs(lastTime - Date.now() - 30 * 60_000)).toBeLessThan(60_000);

  const fourth = await json('keys', 'rotate', id, '--overlap', '7d');
  const times = new Map(
    fourth.previous.map((key: { keyId: string; expiresAt: string }) => [key.keyId, key.expiresAt]),
  );
  expect(times.get(first.keyId)).toBe(third.previous[0].expiresAt);
  expect(Date.parse(String(times.get(third.keyId)))).toBeGreaterThan(lastTime);

  const last = await json('keys', 'rotate', id, '--overlap', '0');
  expect(last.previous).toEqual([]);
  const keys: { keyId: string; usable: boolean }[] = await json('keys', 'list', id);
  expect(keys.filter((key) => key.usable).map((key) => key.keyId)).toEqual([last.keyId]);
  expect(keys).toHaveLength(5);
});

test('of rotations at the same moment one key is left without a last day', async () => {
  const id = await newMerchant();
  const rotations: Promise<unknown>[] = [];
  // The lock is held until all of them wait for the merchant's row, so that they continue at the same time.
  await sql().begin(async (tx) => {
    await tx`SELECT 1 FROM merchants WHERE id = ${id} FOR UPDATE`;
    for (let i = 0; i < 4; i++) rotations.push(json('keys', 'rotate', id));
    await until(
      () => lockWaits(sql()),
      (waiting) => waiting === 4,
    );
  });
  await Promise.all(rotations);
  const keys: { expiresAt: string | null }[] = await json('keys', 'list', id);
  expect(keys).toHaveLength(5);
  expect(keys.filter((key) => key.expiresAt === null)).toHaveLength(1);
});

test('a key is revoked by its id or by the whole of it, once', async () => {
  const id = await newMerchant();
  const { keyId } = await json('keys', 'issue', id);
  const { apiKey, keyId: other } = await json('keys', 'issue', id);
  expect(await json('keys', 'revoke', keyId)).toEqual({ keyId, revoked: true });
  expect((await cli('keys', 'revoke', apiKey)).stdout).toBe(`Key ${other} is revoked.\n`);
  expect((await cli('keys', 'revoke', keyId)).exitCode).toBe(1);
  const { stdout } = await cli('keys', 'list', id);
  expect(stdout).toMatch(new RegExp(`^${keyId}  psk_${keyId}_  .* UTC  revoked .* UTC +all$`, 'm'));
});

test.each(['24', 'soon', '-1h', '91d'])('an overlap of "%s" is refused', async (overlap) => {
  const { exitCode, stderr } = await cli('keys', 'rotate', newId(), `--overlap=${overlap}`);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^--overlap: .* is not a time/);
});
