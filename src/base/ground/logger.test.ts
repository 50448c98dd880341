import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createMemoryLogger } from './logger.ts';

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createMemoryLogger(lines).info(fields, 'said');
  const {
    level: _level,
    time: _time,
    pid: _pid,
    hostname: _host,
    msg: _msg,
    ...rest
  } = JSON.parse(lines[0] ?? '');
  return rest;
}

test('secrets are left out by name, at any depth and inside lists', () => {
  expect(
    logged({
      password: 'p',
      request: { headers: { authorization: 'Bearer x', 'x-api-key': 'psk', host: 'shop.example' } },
      tries: [{ card: { number: '4242424242424242' }, at: 3 }],
      a: { b: { c: { token: 't' } } },
    }),
  ).toEqual({
    password: '[redacted]',
    request: {
      headers: { authorization: '[redacted]', 'x-api-key': '[redacted]', host: 'shop.example' },
    },
    tries: [{ card: '[redacted]', at: 3 }],
    a: { b: { c: { token: '[redacted]' } } },
  });
});

test('what is logged is left as it was', () => {
  const fields = { card: { number: '4242424242424242' } };
  logged(fields);
  expect(fields).toEqual({ card: { number: '4242424242424242' } });
});

test('dates, errors and objects with a JSON form of their own come through', () => {
  const at = new Date('2026-01-31T10:00:00Z');
  const own = { toJSON: () => ({ seen: true, secret: 's' }) };
  const line = logged({
    at,
    own,
    err: Object.assign(new Error('broken'), { code: '23505', query: 'hidden' }),
  });
  expect(line).toMatchObject({
    at: at.toISOString(),
    own: { seen: true, secret: '[redacted]' },
    err: { type: 'Error', message: 'broken', code: '23505' },
  });
  expect(line.err).not.toHaveProperty('query');
});

test('something that refers to itself is cut off instead of going on for ever', () => {
  const loop: Record<string, unknown> = { name: 'loop' };
  loop.self = loop;
  expect(JSON.stringify(logged(loop))).toContain('[too deep]');
});

test('no line is lost when the process ends at once, however many there were', async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)};
    const { logger } = createLogger('info');
    for (let n = 0; n < 1234; n++) logger.info({ n }, 'line');
    process.exit(3);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
    (failure: { stdout: string }) => failure,
  );
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 1234 }, (_, n) => n));
});
