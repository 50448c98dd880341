import { expect, test } from 'vitest';
import { useCli } from '../../test/kit/cli.ts';
import { actingUser, machineUser } from '../../test/kit/machine-user.ts';

const { cli, json, newMerchant, sql } = useCli();

test('the first administrator is invited by a link that is printed, and the audit log says by whom', async () => {
  const invited = await json(
    'people',
    'invite',
    'Ana@Company.example',
    '--role',
    'administrator',
    '--by',
    machineUser,
  );
  expect(invited).toMatchObject({ email: 'ana@company.example', role: 'administrator' });
  expect(invited.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/dashboard\/link#[0-9a-f-]{36}\.[\w-]{32}$/);
  const [row] = await sql()`SELECT actor, subject, details FROM audit_log WHERE act = 'person_invited'`;
  expect(row).toMatchObject({ actor: actingUser, subject: 'installation' });
  expect(row.details).not.toContain(invited.url.split('.').at(-1));
  const listed = await json('people', 'list');
  expect(listed.invitations).toHaveLength(1);
  expect(await sql()`SELECT 1 FROM mails`).toEqual([]);
});

test('a role belongs to its place', async () => {
  const merchant = await newMerchant();
  await json('people', 'invite', 'eva@shop.example', '--role', 'owner', '--merchant', merchant);
  for (const words of [
    ['--role', 'owner'],
    ['--role', 'administrator', '--merchant', merchant],
    ['--role', 'king'],
  ]) {
    const { exitCode, stderr } = await cli('people', 'invite', 'eva@shop.example', ...words);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^--role: must be one of/),
    });
  }
  const wrong = await cli('people', 'invite', 'eva', '--role', 'administrator');
  expect(wrong.stderr).toMatch(/email: must be an e-mail address/);
});
