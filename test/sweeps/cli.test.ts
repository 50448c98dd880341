import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatAddress } from '../../src/chain/chains/address/codec.ts';
import { type Outcome, run } from '../../src/surfaces/cli/run.ts';
import { machineUser } from '../kit/machine-user.ts';
import { plenty, type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';

const otherMnemonic = 'test test test test test test test test test test test junk';

describe.each(['ERC20', 'TRC20'] as const)('the command line on %s', (network) => {
  let world: SweepWorld;
  let folder: string;
  let keysFile: string;
  let gasFile: string;
  beforeAll(async () => {
    world = await startSweepWorld(network);
    folder = await mkdtemp(join(tmpdir(), 'pasarela-sweep-cli-'));
    const { family } = world.served.network;
    await writeFile(
      join(folder, 'sandbox.json'),
      JSON.stringify({
        networks: {
          [network]: {
            rpcUrl: world.rpcUrl,
            fullNodeUrl: world.served.fullNodeUrls[0],
            token: formatAddress(family, world.token),
          },
        },
      }),
    );
    keysFile = await secret('keys', world.xprv);
    gasFile = await secret('gas', world.gasKey);
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function secret(name: string, content: string, mode = 0o600): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, `${content}\n`, { mode });
    return path;
  }
  const written = (address: string): string => formatAddress(world.served.network.family, address);
  const cli = (argv: string[], progress?: (line: string) => void): Promise<Outcome> =>
    run(argv, { DATABASE_URL: world.databaseUrl, DATA_DIR: folder }, progress);
  const runArgs = (id: string, ...more: string[]): string[] => {
    return [
      'sweep',
      'run',
      id,
      '--by',
      machineUser,
      '--keys-file',
      keysFile,
      '--gas-key-file',
      gasFile,
      '--yes',
      ...more,
    ];
  };
  /** Mines continuously while a command runs. */
  async function whileMining<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const mining = (async () => {
      while (!isOver) {
        await world.payer.mine(1);
        await world.catchUp();
        await wait(50);
      }
    })();
    try {
      return await work;
    } finally {
      isOver = true;
      await mining;
    }
  }

  test('plans, refuses wrong keys, waits for gas, sweeps, and all checks are clean', async () => {
    const paid = await world.paidOrders(3);
    const [small] = await world.paidOrders(1, 500n);
    const waiting = await world.order();
    await world.payer.pay(waiting.address, waiting.units / 2n);
    const late = await world.order();
    await world.endHold(late.id);
    await world.payer.pay(late.address, late.units);
    await world.finalize();
    await world.catchUp();
    expect((await world.read(late.id)).anomalies).toContain('late');
    const recent = await world.order();
    await world.payer.pay(recent.address, recent.units);
    await world.catchUp();

    const planned = await cli(['sweep', 'plan', network, '--to', 'hot', '--json']);
    expect(planned).toMatchObject({ exitCode: 0, stderr: '' });
    const { sweep, plan } = JSON.parse(planned.stdout);
    const addresses = plan.items.map(({ address }: { address: string }) => address);
    expect(new Set(addresses)).toEqual(new Set([...paid, late].map(({ address }) => address)));
    expect(plan.tooSmall).toEqual({ count: 1, units: String(small?.units) });
    for (const item of plan.items) {
      expect(item.suspenseUnits).toBe(item.address === late.address ? String(late.units) : '0');
      expect(BigInt(item.likelyFee)).toBeGreaterThan(0n);
      // The address has no gas yet, so all of it has to be sent.
      expect(BigInt(item.gasToSend)).toBeGreaterThanOrEqual(BigInt(item.likelyFee));
      expect(BigInt(item.likelyTopUp)).toBeGreaterThan(0n);
    }
    const shown = await cli(['sweep', 'plan', network, '--to', 'hot', '--limit', '2', '--by', machineUser]);
    expect(shown.stdout).toContain('2 addresses with');
    expect(shown.stdout).toContain('pasarela sweep run');

    const [, second] = /pasarela sweep run (\S+)/.exec(shown.stdout) ?? [];
    const cancel = (id = '') => cli(['sweep', 'cancel', id, '--by', machineUser, '--note', 'a typo']);
    expect((await cancel(second)).stdout).toMatch(
      /skipped: canceled: a typo[\s\S]* is done: 0 of 2 addresses/,
    );
    expect((await cancel(second)).stderr).toContain('Only a sweep that was never run can be canceled.');
    expect((await cli(['audit', 'list'])).stdout).toContain('sweep_canceled');

    const wrong = await secret('wrong', otherMnemonic);
    const refused = await cli([
      'sweep',
      'run',
      sweep.id,
      '--by',
      machineUser,
      '--keys-file',
      wrong,
      '--gas-key-file',
      gasFile,
      '--yes',
    ]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('has not the key of');
    expect(refused.stderr).toContain('Nothing was sent');
    expect(refused.stderr).not.toContain('junk');
    const open = await secret('open', world.xprv, 0o644);
    const unsafe = await cli(['sweep', 'run', sweep.id, '--by', machineUser, '--keys-file', open, '--yes']);
    expect(unsafe.stderr).toContain('others may read');
    const [made] = await world.sql`SELECT count(*)::int AS count FROM outgoing_transactions`;
    expect(made).toEqual({ count: 0 });
    expect(JSON.parse((await cli(['sweep', 'show', sweep.id, '--json'])).stdout).status).toBe('planned');

    // Enough for one of them only.
    const [first] = plan.items;
    const enough = ((BigInt(first.gasToSend) + BigInt(first.likelyTopUp)) * 3n) / 2n;
    await world.giveGas(world.gasPayer, enough);
    const lines: string[] = [];
    const running = cli(runArgs(sweep.id), (line) => {
      lines.push(line);
      if (line.startsWith('The gas payer'))
        void world.giveGas(world.gasPayer, plenty[world.served.network.family]);
    });
    const done = await whileMining(running);
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(done.stdout).toContain('is done: 4 of 4 addresses');
    expect(lines.some((line) => line.includes(`The gas payer ${written(world.gasPayer)} has`))).toBe(true);
    expect(lines.some((line) => line.startsWith('4 of 4: '))).toBe(true);
    expect(await cli(runArgs(sweep.id))).toMatchObject({ exitCode: 0 });
    expect(await cancel(sweep.id)).toMatchObject({ exitCode: 1 });
    // Running a canceled sweep moves nothing.
    expect((await cli(runArgs(second ?? ''))).stdout).toContain('is done: 0 of 2 addresses');

    const total = [...paid, late].reduce((sum, { units }) => sum + units, 0n);
    expect(await world.chain.tokenBalance(world.hotWallet)).toBe(total);
    expect(await world.balance(`custody_${network}_hot`)).toBe(-total);
    expect(await whileMining(cli(['chain', 'reconcile']))).toMatchObject({ exitCode: 0 });
    expect(await whileMining(cli(['custody', 'check']))).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await cli(['ledger', 'check'])).toMatchObject({ exitCode: 0 });
    const listed = await cli(['sweep', 'list']);
    expect(listed.stdout).toContain('4 of 4');
    const audit = await cli(['audit', 'list']);
    for (const secretText of [world.xprv, world.gasKey, world.gasKey.slice(2)]) {
      for (const text of [...lines, done.stdout, audit.stdout, listed.stdout])
        expect(text).not.toContain(secretText);
    }
    for (const act of ['sweep_planned', 'sweep_run']) expect(audit.stdout).toContain(act);

    // Money in suspense can still be resolved, but cannot have been sent back from an empty address.
    const refund = ['orders', 'resolve', late.id, 'refund', '--by', machineUser, '--note', 'sent back'];
    expect((await cli(refund)).stderr).toContain('was swept from its address');
    expect(await cli([...refund, '--from-other-funds'])).toMatchObject({ exitCode: 0 });
    expect(await world.balance('deposit_suspense')).toBe(waiting.units / 2n);
    expect(await world.gaps()).toEqual([]);
  });
});
