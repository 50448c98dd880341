import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, run } from '../../src/surfaces/cli/run.ts';
import { payerOn } from '../kit/chains/payer.ts';
import { until } from '../kit/client.ts';
import { awaitPayment, untilStatus } from '../kit/crypto/orders.ts';
import { machineUser } from '../kit/machine-user.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A default sandbox, its own keys, and the command line as a process. */

let server: TestServer;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-sweep-sandbox-'));
  server = await startTestServer({ SANDBOX_CHAINS: 'on', DATA_DIR: folder });
  env = { DATABASE_URL: server.databaseUrl, DATA_DIR: folder };
  await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ networks: server.networks }));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const cli = (...argv: string[]): Promise<Outcome> => run(argv, env);
const program = fileURLToPath(new URL('../../src/surfaces/cli/main.ts', import.meta.url));

/** Runs the command until its output matches, then kills it. */
async function killAt(argv: string[], pattern: RegExp): Promise<void> {
  const child = spawn(process.execPath, [program, ...argv], { env: { PATH: process.env.PATH, ...env } });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (pattern.test(line)) child.kill('SIGKILL');
  }
  expect(await ended, lines.join('\n')).toEqual([null, 'SIGKILL']);
}

describe.each(['ERC20', 'TRC20'])('a sandbox on %s', (network) => {
  test('sweeps to its hot wallet, also when killed on the way, and custody is right', async () => {
    const described = server.networks[network];
    if (!described) throw new Error('no such network');
    const orders = [await awaitPayment(server, network), await awaitPayment(server, network, '40.00')];
    const payer = payerOn(network, described);
    for (const { address, units } of orders) await payer.pay(address, units);
    for (const { id } of orders) await untilStatus(server, id, 'success');
    const gasFile = join(folder, `gas-${network}`);
    await writeFile(gasFile, described.funder.privateKey, { mode: 0o600 });
    // Run as an operator does: repeated until the cursor has reached the last payments.
    const before = await until(
      () => cli('custody', 'check', '--network', network, '--json'),
      ({ exitCode }) => exitCode === 0,
    );
    const [, hot] = JSON.parse(before.stdout)[0].places;
    expect(hot).toMatchObject({ place: 'hot', bookedUnits: '100000000000', heldUnits: '100000000000' });

    const planned = await cli('sweep', 'plan', network, '--to', 'hot', '--json');
    const { sweep } = JSON.parse(planned.stdout);
    const keysFile = join(folder, 'deposit-keys');
    const argv = [
      'sweep',
      'run',
      sweep.id,
      '--by',
      machineUser,
      '--keys-file',
      keysFile,
      '--gas-key-file',
      gasFile,
      '--yes',
    ];
    await killAt(argv, network === 'ERC20' ? /^gas to/ : /^USDT of/);
    expect(await cli(...argv)).toMatchObject({ exitCode: 0, stderr: '' });

    const shown = JSON.parse((await cli('sweep', 'show', sweep.id, '--json')).stdout);
    expect(shown.items.map(({ status }: { status: string }) => status)).toEqual(['swept', 'swept']);
    const after = await cli('custody', 'check', '--network', network, '--json');
    expect(after.exitCode).toBe(0);
    const [deposits, now] = JSON.parse(after.stdout)[0].places;
    expect(deposits).toMatchObject({ bookedUnits: '0', heldUnits: '0' });
    expect(now).toMatchObject({ bookedUnits: '100065500000', heldUnits: '100065500000', parts: [] });
    expect(await cli('ledger', 'check')).toMatchObject({ exitCode: 0 });
  });
});
