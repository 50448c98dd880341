import { describe, expect, test } from 'vitest';
import { describeServers, readServers, serversOf } from './servers.ts';

test('one host is one server, taken as it is', () => {
  const url = 'postgres://pay:p%40ss@db.example/pay?sslmode=require';
  expect(readServers(url)).toEqual({ urls: [url], target: 'any' });
});

test('of several hosts each is a server of its own, and the one that takes writes is looked for', () => {
  const read = serversOf(
    'postgresql://pay:secret@one.example:5433,[::1]:5434,three.example/pay?sslmode=require',
  );
  expect(read).toEqual({
    urls: [
      'postgresql://pay:secret@one.example:5433/pay?sslmode=require',
      'postgresql://pay:secret@[::1]:5434/pay?sslmode=require',
      'postgresql://pay:secret@three.example/pay?sslmode=require',
    ],
    target: 'read-write',
  });
  expect(describeServers(read)).toBe('one.example:5433, [::1]:5434, three.example');
});

test('what is looked for may be said, and the driver is not told', () => {
  const url = 'postgres://one,two/pay?target_session_attrs=prefer-standby&sslmode=require';
  expect(readServers(url)).toEqual({
    urls: ['postgres://one/pay?sslmode=require', 'postgres://two/pay?sslmode=require'],
    target: 'prefer-standby',
  });
});

describe('what is wrong is named', () => {
  test.each([
    ['db.example/pay', 'address'],
    ['https://db.example/pay', 'address'],
    ['postgres://db.example:port/pay', 'address'],
    ['postgres://one,,two/pay', 'hosts'],
    ['postgres://one:5432,two:port/pay', 'hosts'],
    ['postgres://one/pay?target_session_attrs=master', 'target'],
  ])('%s', (url, fault) => {
    expect(readServers(url)).toEqual({ fault });
  });
});
