import { expect } from 'vitest';
import type { Sql } from '../../src/base/db/pool.ts';
import { createCharge, readTransaction } from '../kit/client.ts';
import type { ProcessorSimulator, SimulatedNotification } from '../kit/processors/simulator.ts';
import type { TestServer } from '../kit/server.ts';

type Served = Pick<TestServer, 'url' | 'merchant'> & { sql: Sql };

/** A customer who pays with a card, on a processor's page or on ours, and the resulting state. */
export type CardCustomer = ReturnType<typeof cardCustomer>;

export function cardCustomer(server: Served, simulator: ProcessorSimulator) {
  const notificationsUrl = `${server.url}/processors/${simulator.name}/notifications`;

  const newCharge = () =>
    createCharge(server, { currency: simulator.currency, country: simulator.country, amount: 100 });

  /** Follows a link of our server as a browser does. */
  const visit = (path: string): Promise<Response> =>
    fetch(server.url + path, {
      redirect: 'manual',
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    });

  /** Submits our page, which asks for the details that the processor needs, or for the card itself. */
  async function submit(reference: string, number = ''): Promise<{ view: string; forwardTo: string }> {
    const card = { number, expiry: '12/39', code: '123' };
    const posted = await fetch(`${server.url}/pay/${reference}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ ...card, name: 'Ana Test', document: simulator.document ?? '' }),
    });
    return (await posted.json()) as { view: string; forwardTo: string };
  }

  /** Opens the processor's page, through the form of our page if there is one. */
  async function openPage(reference: string): Promise<string> {
    const visited = await visit(`/pay/${reference}`);
    if (visited.status === 303) return visited.headers.get('location') as string;
    const state = await submit(reference);
    expect(state).toMatchObject({ view: 'at_processor' });
    return state.forwardTo;
  }

  const read = async (reference: string) => (await readTransaction(server, reference)).body.data;
  const statusOf = async (reference: string): Promise<string> => (await read(reference)).status;
  const attemptOf = async (reference: string) => (await read(reference)).attempts.at(-1);

  async function paidCharge(): Promise<{ reference: string; attemptId: string }> {
    const reference = await newCharge();
    await simulator.pay(await openPage(reference), 'approved');
    await visit(`/pay/${reference}/return`);
    expect(await statusOf(reference)).toBe('approved');
    return { reference, attemptId: (await attemptOf(reference)).id };
  }

  async function eventsOf(reference: string): Promise<Record<string, unknown>[]> {
    const rows = await server.sql<{ body: string }[]>`
      SELECT body FROM events WHERE subject_id = ${reference} ORDER BY id`;
    return rows.map(({ body }) => JSON.parse(body));
  }

  /** Makes the worker's inquiries due now. */
  async function askNow(table: 'attempts' | 'refunds' | 'disputes'): Promise<void> {
    await server.sql`UPDATE ${server.sql(table)} SET due_at = now() - interval '1 second', lease_until = NULL`;
  }

  /** Makes the reading of the processor's list of disputes due now. */
  async function listDisputesNow(): Promise<void> {
    await server.sql`UPDATE dispute_cursors SET due_at = now()`;
  }

  /** Returns the HTTP status. */
  async function send(
    notification: SimulatedNotification | undefined = simulator.notifications.at(-1),
    to = notificationsUrl,
  ): Promise<number> {
    const { headers, query, body } = notification?.signed() ?? { headers: {}, query: '', body: '' };
    return (await fetch(`${to}${query && `?${query}`}`, { method: 'POST', headers, body })).status;
  }

  return {
    notificationsUrl,
    newCharge,
    visit,
    submit,
    openPage,
    statusOf,
    attemptOf,
    paidCharge,
    eventsOf,
    askNow,
    listDisputesNow,
    send,
  };
}
