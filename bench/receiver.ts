import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's server that never fails: reads the webhook and answers 200. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.end('ok'));
});
// Listens on every loopback address: each counts as a separate endpoint.
server.listen(0, '0.0.0.0', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
