import { describe, expect, test } from 'vitest';
import { useCli } from '../../../test/kit/cli.ts';
import { actingUser, machineUser } from '../../../test/kit/machine-user.ts';
import { openPayoutWorld } from '../../../test/kit/payouts/payout-world.ts';
import { addPerson, giveSecondFactor } from '../../../test/kit/people.ts';
import { run } from './run.ts';

/** The person that the audit log names, and how they were authenticated. */

const { account, cli, databaseUrl, json, newMerchant, sql } = useCli();
const pause = (by: string) => ['payouts', 'pause', 'all', '--by', by, '--reason', 'a drill'];
const as = (answer: () => string, told: string[] = []) => ({
  run: (...argv: string[]) =>
    run(
      argv,
      { DATABASE_URL: databaseUrl() },
      (line) => told.push(line),
      async () => answer(),
    ),
});

/** A payout that two people have to approve. */
async function aVeryLargeOne(): Promise<{ merchantId: string; id: string }> {
  const world = await openPayoutWorld(sql());
  await json('merchants', 'set', world.merchantId, '--payout-auto-approve', '10');
  return { merchantId: world.merchantId, id: await world.confirmed(2_000_00n) };
}

describe('before anybody has an account', () => {
  test('--by is the user of this machine, which is said, and nobody else', async () => {
    const told: string[] = [];
    const { exitCode } = await as(() => '', told).run(...pause(machineUser));
    expect(exitCode).toBe(0);
    expect(told.join()).toContain('Nobody has an account yet');
    expect((await cli(...pause('Ana'))).stderr).toMatch(/^--by: nobody has an account yet, /);
    // Nobody can authenticate as her: the command explains what to do instead of asking for a password.
    const early = await cli(...pause('ana@company.example'));
    expect(early.stderr).toMatch(/^--by: nobody has an account yet, .*pasarela people invite/);
    const [row] = await json('audit', 'list');
    expect(row).toMatchObject({ actor: actingUser, act: 'payouts_paused' });
  });

  test('they approve as one person', async () => {
    const { id } = await aVeryLargeOne();
    for (let times = 0; times < 2; times++) {
      const { status, approvals } = await json('payouts', 'approve', id, '--by', machineUser);
      expect([status, approvals]).toEqual(['review', [actingUser]]);
    }
  });
});

describe('with accounts', () => {
  test('--by is one of them, with its password, and a role that may', async () => {
    const operator = await account('operator');
    const auditor = await account('auditor');
    await json('payouts', 'resume', 'all', '--by', operator, '--reason', 'over');
    expect((await json('audit', 'list'))[0]).toMatchObject({ actor: operator, act: 'payouts_resumed' });
    expect((await cli(...pause(auditor))).stderr).toBe(`The role of ${auditor} does not allow this.\n`);
    expect((await cli(...pause(machineUser))).stderr).toMatch(/^--by: must be the e-mail of an account/);
    // Commands that decide nothing about money need no account: the log names the machine's user.
    expect(await newMerchant()).toMatch(/-/);
  });

  test('wrong tries are refused alike, and soon have to wait', async () => {
    const operator = await account('operator');
    for (let times = 0; times < 5; times++) {
      const { stderr } = await as(() => 'wrong').run(...pause(operator));
      expect(stderr).toBe('E-mail and password do not fit.\n');
    }
    // The wait is a second, which may pass before the next attempt here.
    await sql()`UPDATE sign_in_failures SET last_at = now() + interval '1 hour'`;
    const { stderr } = await cli(...pause(operator));
    await sql()`DELETE FROM sign_in_failures`;
    expect(stderr).toMatch(/^Too many tries that did not fit\. Try again in \d+ s\.\n$/);
  });

  test('one with a second factor shows a code of it, each once, and its password does nothing', async () => {
    const person = await addPerson({ sql: sql() }, { merchantId: null, role: 'operator' });
    const codes = await giveSecondFactor({ sql: sql() }, person);
    const code = codes();
    const { exitCode } = await as(() => code).run(...pause(person.email));
    expect(exitCode).toBe(0);
    expect((await as(() => code).run(...pause(person.email))).stderr).toMatch(/code: has been used/);
    expect((await as(() => person.password).run(...pause(person.email))).stderr).toMatch(/does not fit/);
    expect((await as(codes).run(...pause(person.email))).exitCode).toBe(0);
  });

  test('an approval asks for a second factor, and a code that approved one approves no other', async () => {
    const world = await openPayoutWorld(sql());
    const [first, second] = [await world.confirmed(2_000_00n), await world.confirmed(2_000_00n)];
    const without = await account('approver');
    expect((await cli('payouts', 'approve', first, '--by', without)).stderr).toContain(
      'An approval asks for a second factor',
    );
    const person = await addPerson({ sql: sql() }, { merchantId: null, role: 'approver' });
    const code = (await giveSecondFactor({ sql: sql() }, person))();
    const approve = (id: string) => as(() => code).run('payouts', 'approve', id, '--by', person.email);
    expect((await approve(first)).stdout).toContain('It is sent when its turn comes.');
    expect((await approve(second)).stderr).toMatch(/code: has been used/);
    expect((await json('payouts', 'show', second)).status).toBe('review');
  });

  test('a name that was typed before accounts were asked for is shown, and counts no more', async () => {
    const { merchantId, id } = await aVeryLargeOne();
    await sql()`
      INSERT INTO payout_approvals (merchant_id, payout_id, person, approved_at)
      VALUES (${merchantId}, ${id}, 'ana', now())`;
    const eva = await account('approver', 'with a second factor');
    const { status, approvals } = await json('payouts', 'approve', id, '--by', eva);
    expect([status, approvals]).toEqual(['review', [eva]]);
    expect((await cli('payouts', 'show', id)).stdout).toMatch(/1 of 2: .*; before accounts: ana\n/);
    const luz = await account('approver', 'with a second factor');
    expect((await json('payouts', 'approve', id, '--by', luz)).status).toBe('queued');
  });
});
