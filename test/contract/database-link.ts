import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createTestDatabase } from '../kit/postgres.ts';

export interface DatabaseLink {
  /** The address of the database by way of this link. */
  url: string;
  /** The same without the link, for looking behind the scenes. */
  directUrl: string;
  /** From here on PostgreSQL is away: open connections break, new ones are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A test database behind a wire that can be cut, as when PostgreSQL restarts. */
export async function linkToDatabase(): Promise<DatabaseLink> {
  const database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = (onPort: number) =>
    new Promise<void>((resolve) => {
      server.listen(onPort, '127.0.0.1', resolve);
    });
  await listen(0);
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const linkPort = Number(url.port);

  async function cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of open) socket.destroy();
    await closed;
  }

  return {
    url: url.href,
    directUrl: database.url,
    cut,
    mend: () => listen(linkPort),
    async close() {
      if (server.listening) await cut();
      await database.drop();
    },
  };
}
