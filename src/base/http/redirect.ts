import { createServer } from 'node:http';
import { decideRedirect } from './decide-redirect.ts';

const words = {
  308: 'Use https.\n',
  403: 'This was sent unencrypted. Use https.\n',
  421: 'There is no such host here.\n',
};
/** A request without a body arrives at once. */
const timeoutMs = 5_000;
const maxConnections = 1_000;

/** Redirects http to https if no proxy does, and answers nothing else: no health, no metrics. */
export async function startRedirect(
  { host, port }: { host: string; port: number },
  publicUrls: readonly string[],
): Promise<{ port: number; close(): Promise<void> }> {
  const hosts = new Map(publicUrls.map((url) => [new URL(url).hostname, new URL(url).host]));
  const server = createServer(
    { requestTimeout: timeoutMs, headersTimeout: timeoutMs, connectionsCheckingInterval: timeoutMs },
    ({ method = '', url = '/', headers }, response) => {
      const { status, location } = decideRedirect({ method, url, host: headers.host }, hosts);
      response.writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        ...(location !== null && { location }),
      });
      response.end(words[status]);
    },
  );
  server.maxConnections = maxConnections;
  await new Promise<void>((listening, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => listening());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
