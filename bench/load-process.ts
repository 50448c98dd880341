import { connect, type Socket } from 'node:net';
import type { Round, RoundResult } from './load.ts';

/**
 * The load generator, in its own process so that it takes no time from the program it measures. It writes prepared
 * bytes to sockets and reads only the status and length of an answer: on a small machine every microsecond spent here
 * would be taken from the server and flatten all ratios.
 */

process.on('message', async (round: Round) => {
  try {
    reply({ perSecond: await run(round) });
  } catch (error) {
    reply({ failure: (error as Error).message });
  }
});

function reply(result: RoundResult): void {
  process.send?.(result);
}

/** Sends `count` requests over `connections`, one at a time on each; returns the answers per second. */
async function run({ urls, connections, count, requests, maySleep = false }: Round): Promise<number> {
  const bytes = requests.map((request) => Buffer.from(request));
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, n) => open(urls[n % urls.length] as string)),
  );
  let sent = 0;
  const next = (): Buffer | null => (sent < count ? (bytes[sent++ % bytes.length] as Buffer) : null);
  const startedAt = performance.now();
  let running = true;
  // The generator never sleeps: the server would pay for waking it, more so the slower it answers.
  const stayAwake = (): void => {
    if (running) setImmediate(stayAwake);
  };
  if (!maySleep) stayAwake();
  try {
    await Promise.all(sockets.map((socket) => keepBusy(socket, next)));
  } finally {
    running = false;
    for (const socket of sockets) socket.destroy();
  }
  return count / ((performance.now() - startedAt) / 1000);
}

function open(url: string): Promise<Socket> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

const headEnd = '\r\n\r\n';
/** The position of the status in `HTTP/1.1 200 OK`. */
const statusStart = 'HTTP/1.1 '.length;

/** Sends one request after the other until none are left; any status but 200 ends the whole round. */
function keepBusy(socket: Socket, next: () => Buffer | null): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: Buffer | null = null;
    let bodyLeft = 0;

    const send = (): void => {
      const request = next();
      if (request) socket.write(request);
      else resolve();
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      if (bodyLeft > 0) {
        bodyLeft -= chunk.length;
        if (bodyLeft === 0) send();
        return;
      }
      const seen: Buffer = head ? Buffer.concat([head, chunk]) : chunk;
      const end = seen.indexOf(headEnd);
      if (end < 0) {
        head = seen;
        return;
      }
      head = null;
      const headText = seen.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(headText)?.[1];
      if (headText.slice(statusStart, statusStart + 3) !== '200' || length === undefined) {
        reject(new Error(`an answer was not a plain 200: ${seen.toString('utf8', 0, 500)}`));
        return;
      }
      bodyLeft = Number(length) - (seen.length - end - headEnd.length);
      if (bodyLeft === 0) send();
    });
    send();
  });
}
