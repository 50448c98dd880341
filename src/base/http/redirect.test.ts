import { request } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideRedirect } from './decide-redirect.ts';
import { startRedirect } from './redirect.ts';

const hosts = new Map([
  ['pay.example', 'pay.example'],
  ['api.example', 'api.example:8443'],
]);

test.each([
  ['GET', 'pay.example', '/pay/1?a=b', 308, 'https://pay.example/pay/1?a=b'],
  ['HEAD', 'PAY.example:80', '/', 308, 'https://pay.example/'],
  ['GET', 'api.example', '//other.example/', 308, 'https://api.example:8443//other.example/'],
  ['GET', 'pay.example', 'http://other.example/x', 308, 'https://pay.example/'],
  ['POST', 'pay.example', '/api/auth/token', 403, null],
  ['GET', 'other.example', '/', 421, null],
  ['GET', undefined, '/', 421, null],
])('%s of %s%s: %s', (method, host, url, status, location) => {
  expect(decideRedirect({ method, host, url }, hosts)).toEqual({ status, location });
});

test('whatever is asked, nobody is led to a host that is not ours', () => {
  const parts = fc.record({ method: fc.string(), host: fc.string(), url: fc.webUrl() });
  fc.assert(
    fc.property(parts, fc.webPath(), (given, path) => {
      for (const url of [given.url, path, `/${path}`]) {
        for (const host of [given.host, 'pay.example', 'api.example:80']) {
          const { location } = decideRedirect({ method: 'GET', url, host }, hosts);
          if (location !== null) expect([...hosts.values()]).toContain(new URL(location).host);
        }
      }
      expect(decideRedirect({ ...given, host: 'pay.example' }, hosts).status).not.toBe(421);
    }),
  );
});

test('it answers on its own port, and tells nothing of health', async () => {
  const { port, close } = await startRedirect({ host: '127.0.0.1', port: 0 }, ['https://pay.example']);
  const ask = (path: string, host: string) =>
    new Promise<[number | undefined, string | undefined]>((tell, fail) => {
      request({ port, path, headers: { host } }, (answer) => {
        answer.resume();
        tell([answer.statusCode, answer.headers.location]);
      })
        .on('error', fail)
        .end();
    });
  expect(await ask('/dashboard', 'pay.example')).toEqual([308, 'https://pay.example/dashboard']);
  expect(await ask('/health/ready', `127.0.0.1:${port}`)).toEqual([421, undefined]);
  await close();
});
