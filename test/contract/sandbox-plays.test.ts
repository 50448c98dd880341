import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notation } from '../../src/chain/chains/notation.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { type Answer, call, createCharge, keyHeaders, readTransaction, until } from '../kit/client.ts';
import { choose, openOrder, stateOf, untilStatus } from '../kit/crypto/orders.ts';
import { recipientOf } from '../kit/payouts/recipient.ts';
import { fund, openPayout } from '../kit/payouts/requests.ts';
import { signedIn } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

import { samplePaymentLink } from './payment-link-exercises.ts';

/** What can be played in the sandbox: a shop's own tests need no browser. */

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  [server, receiver] = await Promise.all([startTestServer({ SANDBOX_CHAINS: 'on' }), startReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await server.stop();
});

const play = (path: string, body: unknown, headers = {}): Promise<Answer> =>
  call(server, 'POST', `/sandbox/${path}`, headers, body);

const charge = (fields: object = {}): Promise<string> =>
  createCharge(server, { notification_url: `${receiver.url}/hook`, ...fields });

const pix = {
  method_code: 'PIX',
  method_category: 'BANK_TRANSFER',
  country: 'BRA',
  currency: 'BRL',
  amount: 150,
};
const choice = { ...pix, method_code: 'ALL', method_category: 'ALL' };

const refundOf = (reference: string): Promise<Answer> =>
  call(server, 'POST', `/api/transactions/${reference}/refunds`, keyHeaders(server.merchant), {});

const readOrder = async (id: string | undefined) =>
  (await call(server, 'GET', `/payment/${id}`, keyHeaders(server.merchant))).body.order;

async function becomes(reference: string, status: string): Promise<void> {
  await until(
    async () => (await readTransaction(server, reference)).body.data.status,
    (seen) => seen === status,
  );
}

describe('a play', () => {
  test.each([
    ['approve', {}, {}, 'approved'],
    ['challenge', {}, {}, 'approved'],
    ['unknown', {}, {}, 'approved'],
    ['chargeback', {}, {}, 'charged_back'],
    ['expire', {}, {}, 'expired'],
    ['approve', { country: 'BRA', currency: 'BRL' }, {}, 'approved'],
    ['approve', { country: 'ARG', currency: 'ARS' }, {}, 'approved'],
    ['approve', pix, {}, 'approved'],
    ['approve', choice, { method: 'PIX' }, 'approved'],
    ['expire', pix, {}, 'expired'],
  ])('%s of a charge %j ends as %s %s, by the page and the acquirer', async (name, fields, more, status) => {
    const reference = await charge(fields);
    const { httpStatus, body } = await play(`charges/${reference}`, { play: name, ...more });
    expect(httpStatus, JSON.stringify(body)).toBe(200);
    expect(body.data.next[0]).toBe(`GET /api/transactions/${reference}`);
    await becomes(reference, status);
    await until(
      async () => receiver.received.map((each) => JSON.parse(each.body)),
      (notices) =>
        notices.some(
          ({ transactionId, transactionStatus }) =>
            transactionId === reference && transactionStatus === status,
        ),
    );
  });

  test('expire also ends at once what was begun at the bank long ago, and is not looked at for a while', async () => {
    const reference = await charge(pix);
    await fetch(`${server.url}/pay/${reference}`, { method: 'POST', body: new URLSearchParams() });
    const [begun] = await server.sql<{ status: string }[]>`
      UPDATE attempts SET due_at = now() + interval '1 hour' WHERE charge_id = ${reference} RETURNING status`;
    expect(begun).toEqual({ status: 'awaiting' });
    await play(`charges/${reference}`, { play: 'expire' });
    await becomes(reference, 'expired');
  });

  test.each(['refuse', 'challenge_failed'])('%s leaves a charge open for another attempt', async (name) => {
    const reference = await charge();
    expect((await play(`charges/${reference}`, { play: name })).body.data.status).toBe('open');
    await play(`charges/${reference}`, { play: 'approve' });
    await becomes(reference, 'approved');
  });

  test('a dispute is open until its play decides it, either way, and the money follows', async () => {
    const disputed = async (): Promise<string> => {
      const reference = await charge();
      expect((await play(`charges/${reference}`, { play: 'dispute' })).httpStatus).toBe(200);
      expect((await play(`charges/${reference}`, { play: 'dispute_won' })).httpStatus).toBe(422);
      await becomes(reference, 'charged_back');
      return reference;
    };
    const [won, lost] = await Promise.all([disputed(), disputed()]);
    expect((await play(`charges/${won}`, { play: 'dispute_won' })).httpStatus).toBe(200);
    expect((await play(`charges/${lost}`, { play: 'dispute_lost' })).httpStatus).toBe(200);
    expect((await play(`charges/${lost}`, { play: 'dispute_won' })).httpStatus).toBe(422);
    await becomes(won, 'approved');
    const disputesOf = async (reference: string) =>
      receiver.received
        .map(({ body }) => JSON.parse(body))
        .filter(({ transactionId, disputeStatus }) => transactionId === reference && disputeStatus)
        .map(({ disputeStatus }) => disputeStatus);
    await until(
      () => disputesOf(won),
      (told) => told.join() === 'open,won',
    );
    await until(
      () => disputesOf(lost),
      (told) => told.join() === 'open,lost',
    );
    expect((await refundOf(won)).body.data.status).toBe('succeeded');
  });

  test('refund_refused lets the refund fail, and the charge stays paid', async () => {
    const reference = await charge();
    await play(`charges/${reference}`, { play: 'refund_refused' });
    expect(await refundOf(reference)).toMatchObject({ body: { data: { status: 'failed' } } });
    expect((await readTransaction(server, reference)).body.data.status).toBe('approved');
  });

  test('panel_refund gives back at the acquirer what was paid, once, and nothing else', async () => {
    const reference = await charge();
    expect((await play(`charges/${reference}`, { play: 'panel_refund' })).httpStatus).toBe(422);
    await play(`charges/${reference}`, { play: 'approve' });
    await becomes(reference, 'approved');
    const { httpStatus, body } = await play(`charges/${reference}`, { play: 'panel_refund' });
    expect([httpStatus, body.data.did]).toEqual([200, expect.stringMatching(/SBR-\d+\.$/)]);
    expect((await play(`charges/${reference}`, { play: 'panel_refund' })).httpStatus).toBe(422);
  });

  test('ends an order, pays one too late, and pays one in a foreign token', async () => {
    const [ended, late, wrong, unopened] = await Promise.all(
      ['8.10', '8.20', '8.30', '8.40'].map((amount) => openOrder(server, { amount })),
    );
    const order = (id: string | undefined, body: object) => play(`orders/${id}`, body);
    await play('networks/TRC20/mine', { blocks: 1 });
    expect((await order(wrong, { play: 'wrong_token' })).body.data.transaction).toMatch(/^0x/);
    expect((await order(late, { play: 'late', network: 'ERC20' })).httpStatus).toBe(200);
    await choose(server, ended as string, 'TRC20');
    expect((await order(ended, { play: 'expire' })).httpStatus).toBe(200);
    expect((await order(unopened, { play: 'expire' })).httpStatus).toBe(200);
    for (const id of [ended, late, unopened]) await untilStatus(server, id as string, 'failed');
    await until(
      async () => (await readOrder(late)).anomalies,
      (found) => found?.includes('late'),
    );
    expect(await readOrder(wrong)).toMatchObject({ status: 'awaiting' });
    expect((await order(ended, { play: 'expire' })).httpStatus).toBe(422);
    expect((await order(ended, { play: 'win', network: 7 })).body.data.fields).toHaveLength(2);
    expect((await order('nothing', { play: 'expire' })).httpStatus).toBe(404);
  });

  test('ends a payment link', async () => {
    const { merchantId } = server.merchant;
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    const made = await owner.ask('POST', '/api/payment-links', samplePaymentLink, {
      'x-merchant-id': merchantId,
    });
    const { id, url } = made.body.data;
    const token = new URL(url).pathname.split('/').at(-1);
    expect((await play(`payment-links/${token}`, { play: 'expire' })).httpStatus).toBe(200);
    const read = await owner.ask('GET', `/api/payment-links/${id}`, undefined, {
      'x-merchant-id': merchantId,
    });
    expect(read.body.data.state).toBe('expired');
    expect((await play('payment-links/nothing', { play: 'expire' })).httpStatus).toBe(404);
  });

  test.each(['ERC20', 'TRC20'])('a payout to an address frozen on %s cannot be sent', async (network) => {
    await fund(server, server.merchant.merchantId, 100_000_000n);
    const { token } = await openPayout(server);
    const recipient = recipientOf(server, token);
    const address = notation.formatAddress(network, `0x${randomBytes(20).toString('hex')}`);
    const freeze = (frozen: boolean) => play(`networks/${network}/freeze`, { address, frozen });
    expect((await freeze(true)).httpStatus).toBe(200);
    expect((await recipient.propose(network, address)).body.error).toBe('frozen');
    expect((await freeze(false)).httpStatus).toBe(200);
    expect((await recipient.propose(network, address)).httpStatus).toBe(200);
    expect((await play(`networks/${network}/freeze`, { address: 'x', frozen: 1 })).httpStatus).toBe(422);
  });

  test('mines and reorganises: a payment that a reorganisation took is awaited again', async () => {
    const id = await openOrder(server, { amount: '25.50' });
    expect((await play(`wallet/${id}`, { network: 'ERC20' })).httpStatus).toBe(200);
    const { body } = await play('networks/ERC20/mine', { blocks: 4 });
    expect(body.data.head).toBeGreaterThan(4);
    await untilStatus(server, id, 'success');
    const other = await openOrder(server, { amount: '9.50' });
    await play(`wallet/${other}`, { network: 'TRC20' });
    expect((await play('networks/TRC20/reorganise', { blocks: 1 })).httpStatus).toBe(200);
    expect((await stateOf(server, other)).status).not.toBe('failed');
  });

  test('is triggered from the command line, in words and as JSON', async () => {
    const trigger = (...words: string[]) => run(['trigger', ...words, '--url', server.url], {}, () => {});
    const reference = await charge();
    const paid = await trigger('approve', reference);
    expect(paid).toMatchObject({ exitCode: 0 });
    expect(paid.stdout).toContain(
      'The customer paid with the card 4242424242424242. The charge is approved.',
    );
    expect(paid.stdout).toContain(`Next: GET /api/transactions/${reference}`);
    const again = await trigger('approve', reference);
    expect(again.exitCode).not.toBe(0);
    expect(again.stderr).toContain('play needs an open charge; this one is approved.');
    expect(
      JSON.parse((await trigger('mine', 'ERC20', '--blocks', '2', '--json')).stdout).head,
    ).toBeGreaterThan(2);
  });

  test('says what to mend, all at once, and changes nothing', async () => {
    const reference = await charge();
    const wrong = await play(`charges/${reference}`, { play: 'win', method: 7, extra: 1 });
    expect(wrong.httpStatus).toBe(422);
    expect(wrong.body.data.fields.map(({ field }: { field: string }) => field)).toEqual([
      'play',
      'method',
      'extra',
    ]);
    expect((await play(`charges/${reference}`, { play: 'delay' })).httpStatus).toBe(422);
    expect((await play('charges/nothing', { play: 'approve' })).httpStatus).toBe(404);
    expect((await play('networks/ERC20/mine', { blocks: 1000 })).httpStatus).toBe(422);
    expect((await play('networks/BTC/mine', { blocks: 1 })).httpStatus).toBe(404);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await play(`charges/${reference}`, { play: 'approve' }, foreign)).httpStatus).toBe(403);
    expect((await readTransaction(server, reference)).body.data.status).toBe('open');
    const { body } = await call(server, 'GET', '/sandbox');
    expect(Object.keys(body.data)).toContain('POST /sandbox/charges/{reference}');
  });
});

describe('a developer at the command line', () => {
  const envOf = ({ merchant }: TestServer) => ({
    PASARELA_URL: server.url,
    PASARELA_API_KEY: merchant.apiKey,
    PASARELA_MERCHANT_ID: merchant.merchantId,
    PASARELA_WEBHOOK_SECRET: merchant.webhookSecret,
  });
  const cli = (words: string[], { print, progress, env = envOf(server) }: Cli = {}) =>
    run(words, env, progress ?? (() => {}), undefined, 'root', print ?? (() => {}));
  interface Cli {
    env?: Record<string, string>;
    print?: (line: string) => void;
    progress?: (line: string) => void;
  }

  test('listens: what happens is printed and forwarded, signed, and only what was asked for', async () => {
    const local = await startReceiver();
    try {
      const lines: string[] = [];
      let isListening = () => {};
      const listening = new Promise<void>((resolve) => {
        isListening = resolve;
      });
      const ended = cli(
        ['listen', '--forward', `${local.url}/hook`, '--events', 'charge.*,payout.failed', '--count', '2'],
        { print: (line) => lines.push(line), progress: isListening },
      );
      await listening;
      await openOrder(server, { amount: '3.50' });
      const first = await charge();
      await play(`charges/${first}`, { play: 'approve' });
      const second = await charge();
      await play(`charges/${second}`, { play: 'expire' });
      expect(await ended).toMatchObject({ exitCode: 0, stdout: '2 events.\n' });
      expect(lines.map((line) => line.split('\n')[1]?.trim())).toEqual([
        expect.stringMatching(/^confirmed: 200 in \d+ ms$/),
        expect.stringMatching(/^confirmed: 200 in \d+ ms$/),
      ]);
      const known = new Webhook(server.merchant.webhookSecret);
      const notices = local.received.map(({ body, headers }) => known.verify(body, headers as never));
      expect(notices).toMatchObject([
        { transactionId: first, eventType: 'charge.approved' },
        { transactionId: second, eventType: 'charge.expired' },
      ]);
      // The same body as the server sent, to the byte.
      const sent = await until(
        async () => receiver.received.find(({ body }) => body.includes(first)),
        (found) => found !== undefined,
      );
      expect(local.received[0]?.body).toBe(sent?.body);
    } finally {
      await local.close();
    }
  });

  test('replays what was: since a time, or one event, by the server or to a local receiver', async () => {
    const reference = await charge();
    await play(`charges/${reference}`, { play: 'approve' });
    await becomes(reference, 'approved');
    const printed: string[] = [];
    const listened = await cli(
      ['listen', '--since', '1d', '--events', 'charge.approved', '--count', '1', '--json'],
      { print: (line) => printed.push(line) },
    );
    expect(listened.exitCode).toBe(0);
    const { id, forwarded } = JSON.parse(printed[0] as string);
    expect(forwarded).toBeNull();

    const closed = await cli(['resend', id, '--forward', 'http://127.0.0.1:9/hook']);
    expect(closed.exitCode).toBe(1);
    expect(closed.stdout).toContain('NOT CONFIRMED: ');
    expect((await cli(['resend', id, '--forward', `${receiver.url}/again`])).stdout).toContain(
      'confirmed: 200',
    );
    expect(receiver.received.filter(({ path }) => path === '/again')).toHaveLength(1);
    expect((await cli(['resend', id])).stdout).toBe('The server sends it again at once.\n');
    await until(
      async () => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length,
      (seen) => seen >= 3,
    );
  });

  test('is told what to mend, and a key is never an argument', async () => {
    const env = envOf(server);
    const stderrOf = async (words: string[], other: Record<string, string> = env) =>
      (await cli(words, { env: other })).stderr.trim();
    expect(await stderrOf(['listen', '--forward', 'localhost:3000'])).toContain('give one like http://');
    expect(await stderrOf(['listen', '--events', 'charge'])).toContain('charge.* or payout.failed');
    expect(await stderrOf(['listen', '--since', 'noon'])).toContain('10m, 2h or 1d');
    expect(await stderrOf(['listen'], { ...env, PASARELA_API_KEY: 'sk_wrong' })).not.toBe('');
    expect(await stderrOf(['listen'], { PASARELA_API_KEY: 'sk' })).toContain('belong together');
    expect(await stderrOf(['listen'], { DATA_DIR: '/nowhere' })).toContain('does not name a sandbox');
    expect(await stderrOf(['listen', '--key', 'x'])).toContain('There is no option --key');
    expect(await stderrOf(['resend', 'nothing'])).toBe('There is no event with this id.');
    const bad = { ...env, PASARELA_WEBHOOK_SECRET: 'whsec_short' };
    expect(await stderrOf(['resend', 'x', '--forward', receiver.url], bad)).toContain(
      'is not a webhook secret',
    );
  });
});
