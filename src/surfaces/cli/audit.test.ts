import { expect, test } from 'vitest';
import { useCli } from '../../../test/kit/cli.ts';
import { actingUser, machineUser } from '../../../test/kit/machine-user.ts';

const { cli, json, newMerchant, sql } = useCli();

test('keys and pauses leave a row each, in order, with who did it', async () => {
  expect((await cli('audit', 'verify')).stdout).toBe('The audit log is empty.\n');
  const merchant = await newMerchant();
  const { keyId } = await json('keys', 'issue', merchant, '--by', machineUser);
  await json('keys', 'rotate', merchant);
  await json('keys', 'revoke', keyId, '--by', machineUser);
  await json('payouts', 'pause', 'all', '--by', machineUser, '--reason', 'a drill');
  const rows = await json('audit', 'list');
  expect(rows.map(({ act, actor }: { act: string; actor: string }) => [act, actor])).toEqual([
    ['payouts_paused', actingUser],
    ['key_revoked', actingUser],
    ['keys_rotated', expect.stringMatching(/^user ./)],
    ['key_issued', actingUser],
    ['merchant_created', expect.stringMatching(/^user ./)],
  ]);
  expect((await json('audit', 'list', '--limit', '1', '--before', '3'))[0].act).toBe('key_issued');
  expect((await cli('audit', 'list')).stdout).toMatch(/\n2 +\d{4}-.* UTC +user .+ +key_issued +merchant /);

  const { exitCode, stdout } = await cli('audit', 'verify');
  expect(exitCode).toBe(0);
  const digest = /Digest ([0-9a-f]{64})\n/.exec(stdout)?.[1] ?? '';
  await json('payouts', 'resume', 'all', '--by', machineUser, '--reason', 'over');
  expect((await cli('audit', 'verify', '--digest', digest)).exitCode).toBe(0);
});

test('a row that was changed, and a digest that is not there, make verify fail', async () => {
  expect((await cli('audit', 'verify', '--digest', 'ab'.repeat(32))).exitCode).toBe(1);
  expect((await cli('audit', 'verify', '--digest', 'x')).stderr).toContain('--digest: is not one');
  await sql()`ALTER TABLE audit_log DISABLE TRIGGER USER`;
  await sql()`UPDATE audit_log SET actor = 'Somebody' WHERE number = 2`;
  const { exitCode, stdout } = await cli('audit', 'verify');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Row 2: it, or the row before it, is not what was written.');
});
