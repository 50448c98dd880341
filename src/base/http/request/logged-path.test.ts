import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.ts';

const token = 'Qh3mV0yN5tS8rK1xW7uE4pZ2cA9bD6fG-jL_oI8vT3Y';
const id = '0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5e';

test.each([
  ['a link', `/payout/${token}`, '/payout/[secret]'],
  ['its forms', `/payout/${token}/code`, '/payout/[secret]/code'],
  ['another spelling', `/payout/%51${token.slice(1)}/state`, '/payout/[secret]/state'],
  ['a wrong address', `//PAYOUT/${token}?x=1`, '//PAYOUT/[secret]'],
  ['an order’s hash', `/payment/${'a'.repeat(300)}`, '/payment/[secret]'],
])('a secret does not stand in a log: %s', (_, url, path) => {
  expect(loggedPath(url)).toBe(path);
});

test.each([
  ['in one piece', '/api/transactions/4242424242424242', '/api/transactions/[number]'],
  ['with blanks', '/pay/4242%204242%204242%204242/state', '/pay/[number]/state'],
  ['in pieces', '/4242/4242/4242/4242', '/[number]/[number]/[number]/[number]'],
  ['spelt out', '/pay/%34%32%34%32%34%32%34%32%34%32%34', '/pay/[number]'],
  ['beside an id', `/pay/${id}/378282246310005`, `/pay/${id}/[number]`],
  ['in a query', '/v1/api?number=4242424242424242', '/v1/api'],
])('a card number does not stand in a log: %s', (_, url, path) => {
  expect(loggedPath(url)).toBe(path);
});

test.each([`/pay/${id}/return`, `/api/transactions/${id}/refunds`, '/api/auth/token'])('%s does', (path) => {
  expect(loggedPath(`${path}?reference=x`)).toBe(path);
});
