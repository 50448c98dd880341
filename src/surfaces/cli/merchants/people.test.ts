import { expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { actingUser, machineUser } from '../../../../test/kit/machine-user.ts';
import { addPerson, changesMailedTo, giveSecondFactor } from '../../../../test/kit/people.ts';

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

test('somebody who lost their devices gets in by the password again, and is told', async () => {
  const person = await addPerson({ sql: sql() }, { merchantId: null, role: 'operator' });
  await giveSecondFactor({ sql: sql() }, person);
  const lost = await json('people', 'reset-factors', person.email.toUpperCase());
  expect(lost).toEqual({ app: true, passkeys: 0, sessions: 0 });
  const [row] = await sql()`SELECT two_factor_enabled FROM people WHERE id = ${person.id}`;
  expect(row).toEqual({ two_factor_enabled: false });
  const [act] = await sql()`
    SELECT actor FROM audit_log WHERE act = 'second_factors_reset' AND subject = ${`person ${person.id}`}`;
  expect(act).toEqual({ actor: actingUser });
  const told = await changesMailedTo({ sql: sql() }, person.email);
  expect(told.map(({ subject }) => subject)).toEqual([
    'The second factor and the passkeys of your account were removed',
  ]);
  expect((await cli('people', 'reset-factors', 'nobody@company.example')).stderr).toMatch(
    /^Nobody has an account/,
  );
});
