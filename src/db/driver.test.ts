import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/kit/postgres.ts';
import { connect } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection that breaks inside a transaction rejects its queries, and the pool works on', async () => {
  const wires: Socket[] = [];
  const target = new URL(database.url);
  const proxy = createServer((near) => {
    const far = dial(Number(target.port), target.hostname);
    wires.push(near);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('close', () => far.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const sql = connect(url.href, { max: 1 });
  try {
    const broken = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      wires[0]?.end();
      // The driver learns of it in a later turn; both queries are on their way by then or after.
      await tx`SELECT 2`.catch(() => {});
      await tx`SELECT 3`;
    });
    await expect(broken).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await sql`SELECT 4 AS four`).toEqual([{ four: 4 }]);
  } finally {
    await sql.end({ timeout: 1 });
    proxy.close();
  }
});
