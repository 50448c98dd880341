import { Client } from 'undici';
import { type Credentials, keyHeaders, sampleCharge } from '../client.ts';

/** The notes of a merchant's program: it sees only the API's answers. */
export interface Notes {
  /** References of charges whose creation was answered with 200, and their amounts. */
  charges: Map<string, number>;
  /** Answers counted by status. */
  statuses: Map<number, number>;
  /** The error code of each request without an answer. */
  failures: string[];
}

export function newNotes(): Notes {
  return { charges: new Map(), statuses: new Map(), failures: [] };
}

/** A merchant's program on one kept-alive connection: token, charge, token, charge, until a request gets no answer. */
export async function createChargesUntilCut(
  url: string,
  credentials: Credentials,
  notes: Notes,
): Promise<void> {
  const client = new Client(url);
  try {
    for (;;) {
      const token = await post(client, '/api/auth/token', keyHeaders(credentials), undefined);
      note(notes, token.status);
      if (token.status !== 200) continue;
      const amount = (100 + Math.floor(Math.random() * 1_000_000)) / 100;
      const charge = await post(
        client,
        '/api/transactions/charges',
        {
          authorization: `Bearer ${token.body.data.access_token}`,
          'x-session-id': token.body.data.session_id,
        },
        { ...sampleCharge, amount },
      );
      note(notes, charge.status);
      if (charge.status === 200) notes.charges.set(charge.body.data.reference, amount);
    }
  } catch (error) {
    notes.failures.push(String((error as { code?: string }).code ?? error));
  } finally {
    await client.destroy();
  }
}

function note(notes: Notes, status: number): void {
  notes.statuses.set(status, (notes.statuses.get(status) ?? 0) + 1);
}

export async function post(
  client: Client,
  path: string,
  headers: Record<string, string>,
  body: object | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever the server sent
): Promise<{ status: number; body: any }> {
  const answer = await client.request({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text };
}
