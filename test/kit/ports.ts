import { createServer } from 'node:net';

/**
 * A port nobody listens on, for a server that must come back on the same one or that knows its public address before.
 * Below the range the system hands out by itself, so that no connection of another test takes it meanwhile.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    const free = await new Promise<boolean>((tell) => {
      probe.once('error', () => tell(false));
      probe.listen(port, '127.0.0.1', () => tell(true));
    });
    if (!free) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
}
