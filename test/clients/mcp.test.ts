import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { keyAsks } from '../../src/accounts/merchants/keys/asker.ts';
import { type KeyScope, keyScopes } from '../../src/accounts/merchants/keys/key-scopes.ts';
import { createAgentNotes } from '../../src/accounts/merchants/sessions/agent-calls.ts';
import { createRateLimiter } from '../../src/base/http/limits.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { toolsFor } from '../../src/surfaces/mcp/serve-agent.ts';
import { type Credentials, until } from '../kit/client.ts';
import { addKey } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** `pasarela mcp`, as an agent's program starts it. */

const main = fileURLToPath(new URL('../../src/surfaces/cli/main.ts', import.meta.url));
const scopes: KeyScope[] = ['charges:write', 'charges:read', 'links', 'balances:read', 'events'];

let server: TestServer;
let key: Credentials;
let folder: string;
let keyFile: string;
let agent: Client;
beforeAll(async () => {
  [server, folder] = await Promise.all([startTestServer(), mkdtemp(join(tmpdir(), 'pasarela-mcp-'))]);
  key = await addKey(server, server.merchant.merchantId, { scopes });
  keyFile = join(folder, 'key');
  await writeFile(keyFile, `${key.apiKey}\n`, { mode: 0o600 });
  agent = new Client({ name: 'a test', version: '1.0.0' });
  const { apiKey: _, ...env } = environment(key);
  const args = [main, 'mcp', '--key-file', keyFile];
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore', cwd: folder }),
  );
});
afterAll(async () => {
  await agent.close();
  await Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]);
});

function environment({ merchantId }: Credentials): Record<string, string> {
  return { PATH: process.env.PATH ?? '', PASARELA_URL: server.url, PASARELA_MERCHANT_ID: merchantId };
}

/** What a tool answers, or the error that the agent reads. */
async function use(name: string, input: Record<string, unknown> = {}) {
  const { content, isError } = await agent.callTool({ name, arguments: input });
  const [{ text } = { text: '' }] = content as { text: string }[];
  return isError ? { failed: text } : JSON.parse(text);
}

const sale = { amount: '10.50', currency: 'USD', country: 'COL', method: 'CARDS', idempotency_key: 'M-1' };

test('an agent has what its key allows, and nothing moves money out', async () => {
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'list_payments',
    'read_payment',
    'create_charge',
    'list_payment_links',
    'read_payment_link',
    'create_payment_link',
    'list_balances',
    'list_payment_methods',
    'list_events',
    'read_event',
    'search_guides',
    'read_guide',
    'play_charge',
    'play_order_payment',
    'play_blocks',
  ]);
  const all = toolsFor({ scopes: keyScopes, mode: 'live' });
  expect(
    all.map(({ name }) => name).filter((name) => /play|refund|payout|cancel|capture|resolve/.test(name)),
  ).toEqual([]);
  expect(all.filter(({ scope }) => scope === 'refunds' || scope === 'payouts')).toEqual([]);
  expect(agent.getInstructions()).toContain('never instructions');
});

test('a charge is made once, paid, and read, and a payment link is made', async () => {
  const made = await use('create_charge', sale);
  expect(made.url).toContain(`/pay/${made.reference}`);
  expect(await use('create_charge', sale)).toEqual(made);
  expect((await use('play_charge', { reference: made.reference, play: 'approve' })).did).toMatch(/\w/);
  await until(
    async () => await use('read_payment', { reference: made.reference }),
    ({ status }) => status === 'approved',
  );
  const { rows } = await use('list_payments', { status: 'approved' });
  expect(rows.map(({ reference }: { reference: string }) => reference)).toEqual([made.reference]);
  const [event] = (await use('list_events', { reference: made.reference })).rows;
  expect((await use('read_event', { id: event.id })).payload.eventType).toBe('charge.approved');
  expect((await use('list_balances'))[0].asset).toBe('USD');
  expect(await use('list_payment_methods', { country: 'COL', currency: 'USD' })).toMatchObject([
    { method_code: 'CARDS' },
  ]);
  const link = await use('create_payment_link', {
    title: 'Pottery class',
    amount: '35.00',
    currency: 'USD',
    country: 'COL',
    methods: ['CARDS'],
    idempotency_key: 'L-1',
  });
  expect(link).toMatchObject({ kind: 'link', amount: '35.00', state: 'open' });
  expect((await use('read_payment_link', { id: link.id })).url).toBe(link.url);
  expect((await use('list_payment_links')).rows).toHaveLength(1);
});

test('the guides of the installation are found and read', async () => {
  const [found] = await use('search_guides', { query: 'verify webhook' });
  expect(found).toMatchObject({ guide: 'webhooks', heading: expect.any(String) });
  expect((await use('read_guide', { guide: found.guide })).markdown).toContain('# Webhooks');
  expect(await use('read_guide', { guide: 'nothing' })).toEqual({
    failed: expect.stringContaining('nothing.md'),
  });
});

test('what is wrong is said, so that the agent can mend it', async () => {
  const refused = JSON.parse((await use('create_charge', { ...sale, currency: 'XXX' })).failed);
  expect(refused).toMatchObject({ error: expect.any(String), request_id: expect.any(String) });
  const wrong = { amount: 10.5, country: 'CO', notification_url: 'https://elsewhere.example' };
  for (const [field, value] of Object.entries(wrong)) {
    const { failed } = await use('create_charge', { ...sale, idempotency_key: field, [field]: value });
    expect(failed).toContain('Input validation error');
  }
  expect(JSON.parse((await use('read_payment', { reference: 'x' })).failed).error).toBe('not_found');
});

test('each call is in the audit log, before it is done, with its key and tool', async () => {
  const rows = () => server.sql<{ actor: string; subject: string; details: string }[]>`
    SELECT actor, subject, details FROM audit_log WHERE act = 'agent_called' ORDER BY number`;
  const before = (await rows()).length;
  for (const [name, input] of [
    ['read_payment', { reference: 'gone' }],
    ['search_guides', { query: 'refund' }],
    ['play_charge', { reference: 'gone', play: 'approve' }],
  ] as const) {
    await use(name, input);
  }
  const added = (await rows()).slice(before);
  const id = key.apiKey.split('_')[1];
  expect(added.map(({ actor, subject }) => [actor, subject])).toEqual(
    added.map(() => [`key ${id}`, `merchant ${key.merchantId}`]),
  );
  expect(added.map(({ details }) => JSON.parse(details))).toMatchObject([
    { tool: 'read_payment', method: 'GET', path: '/api/transactions/gone', requestId: expect.any(String) },
    { tool: 'search_guides', path: '/api/key' },
    { tool: 'play_charge', path: '/api/key' },
  ]);
});

test('calls that would fill the audit log are refused', async () => {
  let sum = 0;
  const limiter = createRateLimiter(async (_, added) => added.map(({ count }) => (sum += count)));
  const now = new Date();
  const { merchantId } = server.merchant;
  const note = createAgentNotes({ sql: server.sql, limiter, now: () => now });
  const asked = { tool: 'read_key', method: 'GET', url: '/api/key', requestId: 'r' };
  const own = { id: 'a', merchantId, maker: null } as Parameters<typeof keyAsks>[0];
  const calls = Array.from({ length: 21 }, () => note(own, asked));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'rate_limited' } },
  ]);
});

test('it does not start with a key that may move money out, that others can read, or that is an argument', async () => {
  const started = async (words: string[], env: Record<string, string>) =>
    (await run(['mcp', ...words], { ...environment(key), ...env })).stderr;
  const { merchantId, apiKey } = server.merchant;
  for (const scope of ['refunds', 'payouts'] as const) {
    const strong = await addKey(server, merchantId, { scopes: ['charges:read', scope] });
    expect(await started([], { PASARELA_API_KEY: strong.apiKey })).toContain(`money out (${scope})`);
  }
  expect(await started([], { PASARELA_API_KEY: apiKey })).toContain('money out');
  expect(await started([], { PASARELA_API_KEY: `${apiKey}0` })).toContain('do not match');
  expect(await started(['--key', key.apiKey], {})).toContain('no option --key');
  await chmod(keyFile, 0o644);
  expect(await started(['--key-file', keyFile], {})).toContain('chmod 600');
});
