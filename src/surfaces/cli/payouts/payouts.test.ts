import { beforeEach, describe, expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { actingUser, machineUser } from '../../../../test/kit/machine-user.ts';
import { recordTransaction } from '../../../../test/kit/payouts/made-transactions.ts';
import { openPayoutWorld, type PayoutWorld, recipient } from '../../../../test/kit/payouts/payout-world.ts';
import { newId } from '../../../base/db/ids.ts';

const { cli, json, newMerchant, sql } = useCli();

let world: PayoutWorld;
beforeEach(async () => {
  world = await openPayoutWorld(sql());
});

const written = '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB';

describe('payouts list', () => {
  test('shows payouts newest first, by merchant, status and network, page by page', async () => {
    const open = await world.open(100_00n);
    const queued = await world.confirmed(200_00n);
    const review = await world.confirmed(2_000_00n);
    await (await openPayoutWorld(sql())).open(1_00n);
    const mine = ['payouts', 'list', '--merchant', world.merchantId];
    const ids = async (...argv: string[]) =>
      (await json(...mine, ...argv)).payouts.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([review, queued, open]);
    expect(await ids('--status', 'queued')).toEqual([queued]);
    expect(await ids('--network', 'erc20')).toEqual([review, queued]);
    expect(await ids('--network', 'TRC20')).toEqual([]);
    const { nextCursor } = await json(...mine, '--limit', '2');
    expect(nextCursor).toBe(queued);
    expect(await ids('--limit', '2', '--cursor', nextCursor)).toEqual([open]);
    const { stdout } = await cli(...mine);
    expect(stdout).toMatch(
      new RegExp(`${queued} .*UTC +queued +200\\.00 USD +200\\.000000 USDT +ERC20 +${written}`),
    );
  });

  test.each([
    [['--status', 'gone'], /^--status: "gone" is not one of open, review, /],
    [['--limit', '0'], /^--limit: must be 1 to 200\.\n$/],
    [['--cursor', 'x'], /^--cursor: is not one/],
    [['--network', 'BTC'], /^There is no network "BTC"/],
    [['--merchant', 'x'], /^There is no merchant x\.\n$/],
  ])('%j is refused in one line', async (argv, line) => {
    const { exitCode, stderr } = await cli('payouts', 'list', ...argv);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(line);
  });
});

describe('payouts show', () => {
  test('tells all a person needs, with who did what, and not the link', async () => {
    const id = await world.confirmed(9_000_00n);
    await cli('payouts', 'approve', id, '--by', machineUser);
    const { stdout } = await cli('payouts', 'show', id);
    expect(stdout).toMatch(/Status +queued\n/);
    expect(stdout).toMatch(/Recipient gets +9000\.000000 USDT\n/);
    expect(stdout).toMatch(/Rate +1\.00000000 USD, fixed\n/);
    expect(stdout).toContain(written);
    expect(stdout).toContain(`1 of 1: ${actingUser}\n`);
    expect(stdout).toContain('No transactions yet.');
    expect(stdout).toMatch(new RegExp(`${actingUser} +payout_approved`));
    const shown = await json('payouts', 'show', id);
    expect(Object.keys(shown).filter((name) => /link|hash|token/i.test(name))).toEqual([]);
  });

  test('tells what a transaction cost, in the coin that it was paid in', async () => {
    const id = await world.confirmed(100_00n);
    const made = { number: 1, network: 'ERC20', status: 'final', hashByte: '11' };
    const payout = { merchantId: world.merchantId, id };
    await recordTransaction(sql(), payout, { ...made, networkFee: 1_234_567_000_000_000n });
    expect((await cli('payouts', 'show', id)).stdout).toMatch(/UTC +final +0\.001234 ETH\n/);
  });

  test.each([['x'], [newId()]])('does not know %s', async (id) => {
    for (const argv of [
      ['show'],
      ['approve', '--by', machineUser],
      ['cancel', '--by', machineUser, '--note', 'x'],
    ]) {
      const [verb = '', ...options] = argv;
      expect((await cli('payouts', verb, id, ...options)).stderr).toBe(`There is no payout ${id}.\n`);
    }
  });
});

describe('approve, reject, cancel', () => {
  test('each says what happened, once', async () => {
    const large = await world.confirmed(2_000_00n);
    expect(
      (await cli('payouts', 'approve', large, '--by', ` ${machineUser.toUpperCase()} `)).stdout,
    ).toContain(`Approved by ${actingUser}. It is sent when its turn comes.`);
    expect((await cli('payouts', 'reject', large, '--by', machineUser, '--note', 'no')).stderr).toBe(
      'This payout is queued: it does not wait for approval.\n',
    );
    expect(
      (await cli('payouts', 'cancel', large, '--by', machineUser, '--note', 'wrong person')).stdout,
    ).toContain('Canceled. 2000.000000 USDT are available to the merchant again.');
    const other = await world.confirmed(2_000_00n);
    const { stdout } = await cli(
      'payouts',
      'reject',
      other,
      '--by',
      machineUser,
      '--note',
      'not our customer',
    );
    expect(stdout).toContain('Rejected. 2000.000000 USDT are available to the merchant again.');
    expect(stdout).toMatch(/Why it failed +rejected: not our customer\n/);
    expect((await cli('ledger', 'check')).exitCode).toBe(0);
  });

  test('of a very large one a second person is asked for', async () => {
    await cli('merchants', 'set', world.merchantId, '--payout-auto-approve', '10');
    const id = await world.confirmed(2_000_00n);
    expect((await cli('payouts', 'approve', id, '--by', machineUser)).stdout).toContain(
      'It needs one more person.',
    );
    expect((await cli('payouts', 'approve', id, '--by', machineUser)).stdout).toContain(
      `${actingUser} has approved it before, which counts once. It needs one more person.`,
    );
  });

  test.each([
    [['approve'], /^--by <account> is missing/],
    [['approve', '--by', 'Ana'], /^--by: nobody has an account yet/],
    [['cancel', '--by', machineUser], /^--note <text> is missing/],
    [['cancel', '--by', machineUser, '--note', ''], /^--note: must be given/],
    [['cancel', '--note', 'x'], /^--by <account> is missing/],
  ])('%j is refused and changes nothing', async ([verb = '', ...options], message) => {
    const id = await world.confirmed(2_000_00n);
    const { exitCode, stderr } = await cli('payouts', verb, id, ...options);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect((await json('payouts', 'show', id)).status).toBe('review');
  });
});

describe('pauses', () => {
  test('are set, listed and ended, for all, a network or a merchant', async () => {
    const why = ['--by', machineUser, '--reason', 'looking into it'];
    const merchant = await newMerchant();
    for (const [argv, scope] of [
      [['all'], 'all'],
      [['network', 'trc20'], 'network:TRC20'],
      [['merchant', merchant], `merchant:${merchant}`],
    ] as const) {
      expect((await cli('payouts', 'pause', ...argv, ...why)).stdout).toContain('wait from now on');
      expect((await cli('payouts', 'pause', ...argv, ...why)).stdout).toContain('were paused already');
      expect(await json('payouts', 'pauses')).toEqual([
        expect.objectContaining({ scope, pausedBy: actingUser, reason: 'looking into it' }),
      ]);
      expect((await cli('payouts', 'resume', ...argv, ...why)).stdout).toContain('are sent again');
      expect((await cli('payouts', 'resume', ...argv, ...why)).stderr).toContain('are not paused');
    }
    expect((await cli('payouts', 'pauses')).stdout).toBe('Nothing is paused.\n');
  });

  test.each([[['all', 'x']], [['network']], [['merchant']], [['everything']]])(
    '%j is no scope',
    async (argv) => {
      const { stderr } = await cli('payouts', 'pause', ...argv, '--by', machineUser, '--reason', 'x');
      expect(stderr).toBe('Give one of: all, network <network>, merchant <merchant>.\n');
    },
  );
});

describe('lists of addresses', () => {
  const why = ['--by', machineUser, '--note', 'known thief'];

  test('are filled, shown and cleared', async () => {
    expect((await cli('payouts', 'block', 'ERC20', recipient, ...why)).stdout).toBe(
      `${written} on ERC20 for all merchants is now on the block-list.\n`,
    );
    expect((await cli('payouts', 'block', 'ERC20', written, ...why)).stdout).toContain('was already');
    const own = ['--merchant', world.merchantId];
    await json('payouts', 'allow', 'ERC20', written, ...own, ...why);
    const listed = await json('payouts', 'addresses');
    expect(listed.map(({ list }: { list: string }) => list).sort()).toEqual(['allow', 'block']);
    expect(await json('payouts', 'addresses', ...own)).toEqual([
      expect.objectContaining({ list: 'allow', network: 'ERC20', address: recipient, note: 'known thief' }),
    ]);
    expect((await cli('payouts', 'addresses')).stdout).toMatch(/\nall +block +ERC20 +0xABaB/i);
    expect((await cli('payouts', 'unlist', 'ERC20', written, ...own, ...why)).stdout).toContain(
      'is off the allow-list.',
    );
    expect((await cli('payouts', 'unlist', 'ERC20', written, ...why)).stdout).toContain(
      'is off the block-list.',
    );
    expect((await cli('payouts', 'unlist', 'ERC20', written, ...why)).stderr).toContain('stands on no list.');
  });

  test.each([
    [['block', 'ERC20', `${written.slice(0, -1)}b`], /checksum/],
    [['block', 'TRC20', written], /This is an Ethereum address/],
    [['block', 'XYZ', written], /There is no network/],
    [['allow', 'ERC20', written], /--merchant <merchant> is missing/],
  ])('%j is refused', async (argv, message) => {
    const { exitCode, stderr } = await cli('payouts', ...argv, ...why);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
  });
});

describe('set-email', () => {
  const setEmail = (id: string, email: string) =>
    cli('payouts', 'set-email', id, email, '--by', machineUser, '--note', 'by phone');

  test('corrects the address, says what becomes of the code, and is kept with who did it and why', async () => {
    const id = await world.open(100_00n);
    expect((await setEmail(id, 'eva@right.example')).stdout).toContain(
      'codes are mailed to eva@right.example. The recipient gets one when they enter a wallet.',
    );
    expect((await setEmail(id, 'eva@right.example')).stdout).toContain('nothing was changed');
    const { email, audit } = await json('payouts', 'show', id);
    expect(email).toBe('eva@right.example');
    expect(audit).toMatchObject([
      { actor: actingUser, act: 'payout_email_corrected' },
      { act: 'payout_made' },
    ]);
    expect(JSON.parse(audit[0].details)).toEqual({
      merchantId: world.merchantId,
      from: 'eva@recipient.example',
      to: 'eva@right.example',
      note: 'by phone',
    });
  });

  test('mails a new code where a wallet was entered, and a refusal is shown until then', async () => {
    const id = await world.open(100_00n);
    await sql()`
      INSERT INTO payout_claims (merchant_id, payout_id, network, address, code_hash, refused_at, refusal, language)
      VALUES (${world.merchantId}, ${id}, 'ERC20', ${Buffer.alloc(20, 7)}, ${Buffer.alloc(32)}, now(), '550 nobody', 'en')`;
    const listed = async () => (await cli('payouts', 'list', '--merchant', world.merchantId)).stdout;
    expect(await listed()).toMatch(new RegExp(`${id} .* open +code_undeliverable `));
    expect((await cli('payouts', 'show', id)).stdout).toMatch(/refused the code at .*: 550 nobody\n/);
    expect((await setEmail(id, 'eva@right.example')).stdout).toContain('A new one is on its way');
    const [mail] = await sql()`SELECT recipient, subject FROM mails WHERE payout_id = ${id}`;
    expect(mail).toEqual({ recipient: 'eva@right.example', subject: 'Your code to collect from Tienda' });
    expect((await json('payouts', 'show', id)).codeRefused).toBeNull();
    expect(await listed()).not.toContain('code_undeliverable');
  });

  test('refuses what is no address, a payout that is confirmed, and one that is not there', async () => {
    const id = await world.open(100_00n);
    expect((await setEmail(id, 'eva')).stderr).toMatch(/^email.* must be one plain e-mail address/);
    expect((await setEmail(await world.confirmed(100_00n), 'eva@right.example')).stderr).toMatch(
      /^Its wallet is confirmed or its time is over/,
    );
    expect((await setEmail(newId(), 'eva@right.example')).stderr).toMatch(/^There is no payout/);
  });
});
