import { createServer } from 'node:net';

/**
 * An unused port, for a server that must restart on the same one or that must know its public URL in advance. Below the
 * range of ephemeral ports, so that no connection of another test takes it meanwhile.
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
