import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PasarelaError } from '../../base/ground/errors.ts';
import { statusOf } from '../../base/http/status.ts';
import type { Person } from '../people/person.ts';
import { type CsvList, createCsvSender } from './csv.ts';

const server = fastify({ forceCloseConnections: true });
const ana: Person = { id: 'ana', email: 'ana@shop.example', name: 'Ana', language: 'es' };
let pagesRead = 0;
let pageCount = 0;
let failsAt = Number.POSITIVE_INFINITY;

/** Pages of a megabyte each. */
const list: CsvList<number> = {
  fileName: 'numbers',
  columns: [{ head: 'number', of: (row) => String(row).padStart(1_000, '0') }],
  from: new Date('2026-01-01'),
  to: new Date('2026-02-01'),
  async page(cursor, limit) {
    pagesRead += 1;
    const at = Number(cursor ?? 0);
    if (at >= failsAt) throw new Error('the database went away');
    const rows = Array.from({ length: limit }, (_, n) => at * limit + n);
    return { rows, next: at + 1 < pageCount ? String(at + 1) : null };
  },
};

beforeAll(async () => {
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof PasarelaError ? statusOf[error.code] : 500).send(),
  );
  const sender = createCsvSender();
  server.get('/:person', (request, reply) =>
    sender.send(request, reply, { ...ana, id: (request.params as { person: string }).person }, list),
  );
  await server.listen();
});
afterAll(() => server.close());
beforeEach(() => {
  pagesRead = 0;
  pageCount = 500;
  failsAt = Number.POSITIVE_INFINITY;
});

async function open(person: string): Promise<IncomingMessage> {
  const { port } = server.server.address() as AddressInfo;
  const [response] = await once(get({ port, path: `/${person}`, agent: false }), 'response');
  return response as IncomingMessage;
}

test('who does not read is not read for, and who goes away makes room for another of their own', async () => {
  const [first, second] = [await open('ana'), await open('ana')];
  expect((await open('ana')).statusCode).toBe(429);
  const others = await open('eva');
  expect(others.statusCode).toBe(200);
  others.destroy();
  await once(first, 'readable');
  expect(String(first.read(10))).toBe('\uFEFFNúmero');
  first.destroy();
  await expect
    .poll(async () => {
      const again = await open('ana');
      again.destroy();
      return again.statusCode;
    })
    .toBe(200);
  // Only the pages that sockets and streams buffer, not all of them.
  expect(pagesRead).toBeLessThan(pageCount / 4);
  second.destroy();
});

test('what cannot be read to the end does not look as if it were whole', async () => {
  pageCount = 5;
  failsAt = 3;
  const broken = await open('leo');
  broken.resume();
  await expect(once(broken, 'end')).rejects.toThrow(/aborted/);
  failsAt = 0;
  expect((await open('leo')).statusCode).toBe(500);
  failsAt = Number.POSITIVE_INFINITY;
  const whole = await open('leo');
  let bytes = 0;
  for await (const chunk of whole) bytes += chunk.length;
  expect(bytes).toBe(Buffer.byteLength('\uFEFFNúmero\r\n') + pageCount * 1_000 * 1_002);
});
