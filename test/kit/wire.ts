import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface Wire {
  /** The database's URL through this proxy. */
  url: string;
  openCount(): number;
  /** Breaks this many of its connections, chosen at random, like a reset: without closing them properly. */
  reset(count?: number): void;
  /** From here on PostgreSQL is away: open connections break, new ones are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy to a database on which connections can be broken. `pass` gives the database what it is sent. */
export async function openWire(
  databaseUrl: string,
  onConnection: (near: Socket, far: Socket) => void = () => {},
  pass: (near: Socket, far: Socket) => void = (near, far) => near.pipe(far),
): Promise<Wire> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(target);
    open.add(near);
    near.on('close', () => {
      open.delete(near);
      far.resetAndDestroy();
    });
    far.on('close', () => near.destroy());
    for (const socket of [near, far]) socket.on('error', () => {});
    onConnection(near, far);
    pass(near, far);
    far.pipe(near);
  });
  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  async function cut(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  }
  await listen(0);
  const { port } = server.address() as AddressInfo;
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    openCount: () => open.size,
    reset(count = open.size) {
      const shuffled = [...open].sort(() => Math.random() - 0.5);
      for (const socket of shuffled.slice(0, count)) socket.resetAndDestroy();
    },
    cut,
    mend: () => listen(port),
    async close() {
      if (server.listening) await cut();
    },
  };
}
