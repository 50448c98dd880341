import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';

/**
 * How long an idle connection is kept for one more request. Closing it at once would cut off a request that its client
 * may be sending at that moment. An active client sends one well within this time, and the answer asks it to close the
 * connection.
 */
const idleGraceMs = 1_000;
/** The time for requests under way: longer than a card processor may take, shorter than the whole stop. */
export const finishMs = 20_000;

/**
 * Watches a server that is not listening yet. The returned function stops it: it accepts no more connections, answers
 * every request that is under way or still arrives on open ones, then closes the rest. From then on each answer must
 * carry `Connection: close`, so that clients leave one by one.
 */
export function watchConnections(server: Server): () => Promise<void> {
  let unfinished = 0;
  let onFinished = (): void => {};
  const finish = (): void => {
    unfinished -= 1;
    if (unfinished === 0) onFinished();
  };
  server.on('request', (_request, response) => {
    unfinished += 1;
    response.on('close', finish);
  });

  return async () => {
    // Not the HTTP server's own close(), which closes idle connections at once.
    const allGone = new Promise<void>((resolve) => {
      TcpServer.prototype.close.call(server, () => resolve());
    });
    await within(idleGraceMs, allGone);
    const allFinished = new Promise<void>((resolve) => {
      onFinished = resolve;
      if (unfinished === 0) resolve();
    });
    await within(finishMs, allFinished);
    // Connections idle through the grace period, and those that never sent a complete request.
    server.closeAllConnections();
    await allGone;
  };
}

async function within(ms: number, event: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([event, timeout]);
  clearTimeout(timer);
}
