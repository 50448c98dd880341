import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of one connection that may wait for their answers. Node.js reads all that one packet holds, over a thousand,
 * and each costs some 13 KB as long as its client does not read: fifty connections took more than a gigabyte. Browsers
 * and proxies send one at a time.
 */
const mostUnderWay = 32;

/** Hangs up on whoever sends more requests ahead than that. */
export function boundConnections(server: Server, onHungUp: () => void): void {
  const underWay = new WeakMap<Socket, number>();
  const [answer] = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // The parser had read ahead: requests arrive here even after the socket is destroyed.
    if (socket.destroyed) return;
    const waiting = (underWay.get(socket) ?? 0) + 1;
    if (waiting > mostUnderWay) {
      socket.destroy();
      onHungUp();
      return;
    }
    underWay.set(socket, waiting);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    answer?.call(server, request, response);
  });
}
