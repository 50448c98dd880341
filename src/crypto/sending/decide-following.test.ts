import { describe, expect, test } from 'vitest';
import type { Fate } from '../../chain/chains/port/payout-chain.ts';
import { decideFollowing, hasOnlyStale } from './decide-following.ts';
import type { MadeTransaction, Sending, TransactionStatus } from './sending.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const rules = { hasNonces: true, patienceMs: 48_000, now };

function made(
  number: number,
  status: TransactionStatus,
  some: Partial<MadeTransaction> = {},
): MadeTransaction {
  return {
    number,
    wallet: '0x0a',
    nonce: 7n,
    status,
    hash: status === 'planned' ? null : `0x0${number}`,
    terms: '',
    expiresAt: null,
    since: now,
    ...some,
  };
}

function sending(...transactions: MadeTransaction[]): Sending {
  return {
    merchantId: 'm',
    id: 's',
    purpose: 'payout',
    wallet: '0x0a',
    to: '0x01',
    amountUnits: 1n,
    transactions,
  };
}

const mined = (isFinal: boolean): Fate => ({
  kind: 'mined',
  hash: '0x01',
  blockNumber: 1n,
  isFinal,
  outcome: 'transferred',
  networkFee: 1n,
});

describe('what follows from the fate of a sending', () => {
  const sent = made(1, 'sent');
  const late = made(1, 'sent', { since: ago(50_000) });
  const waiting = (known: boolean): Fate => ({ kind: 'waiting', known });
  test.each<[string, Sending, Fate, string]>([
    ['in a final block', sending(sent), mined(true), 'settle'],
    ['in a final block and not yet recorded', sending(made(1, 'signed')), mined(true), 'settle'],
    ['in a block', sending(sent), mined(false), 'wait'],
    ['in a block and not yet recorded', sending(made(1, 'signed')), mined(false), 'taken'],
    ['held by a node', sending(sent), waiting(true), 'wait'],
    ['held by a node and not yet recorded', sending(made(1, 'signed')), waiting(true), 'taken'],
    ['held by no node', sending(sent), waiting(false), 'send_again'],
    ['late', sending(late), waiting(true), 'outbid'],
    ['late and about to be outbid', sending(late, made(2, 'planned')), waiting(true), 'wait'],
    ['never to be in a block', sending(sent), { kind: 'impossible' }, 'bury'],
    [
      'never to be in a block, with an outbid not yet signed',
      sending(sent, made(2, 'planned')),
      { kind: 'impossible' },
      'bury',
    ],
    [
      'never to be in a block, with another nonce planned since',
      sending(made(1, 'dead'), made(2, 'planned', { nonce: 8n })),
      { kind: 'impossible' },
      'wait',
    ],
    [
      'never to be in a block, and planned anew where there are no nonces',
      sending(made(1, 'dead', { nonce: null }), made(2, 'planned', { nonce: null })),
      { kind: 'impossible' },
      'wait',
    ],
    [
      'never to be in a block, because it was never signed',
      sending(made(1, 'planned')),
      { kind: 'impossible' },
      'wait',
    ],
    [
      'never to be in a block, with one given up before',
      sending(made(1, 'dead'), made(2, 'sent', { nonce: 8n })),
      { kind: 'impossible' },
      'bury',
    ],
    ['held by a node, but all given up', sending(made(1, 'dead')), waiting(true), 'wait'],
    [
      'waiting for exactly as long as it may',
      sending(made(1, 'sent', { since: ago(48_000) })),
      waiting(true),
      'wait',
    ],
    [
      'in a final block, and no node proves what it moved',
      sending(sent),
      { ...mined(true), outcome: 'unproven' } as Fate,
      'hold',
    ],
    ['given up already', sending(made(1, 'dead')), { kind: 'impossible' }, 'wait'],
  ])('%s', (_what, given, fate, expected) => {
    expect(decideFollowing(given, fate, rules).kind).toBe(expected);
  });

  test('where there are no nonces nothing is outbid', () => {
    const fate = waiting(true);
    expect(decideFollowing(sending(late), fate, { ...rules, hasNonces: false }).kind).toBe('wait');
  });
});

describe('one that was never signed', () => {
  const expiring = { nonce: null, expiresAt: new Date(now.getTime() + 5_000) };
  test('is planned anew when what was planned is about to expire', () => {
    const old = made(1, 'planned', { ...expiring, since: ago(55_000) });
    expect(hasOnlyStale(sending(old), now)).toBe(true);
  });
  test('is not when it was planned a moment ago, whatever our clock says', () => {
    expect(hasOnlyStale(sending(made(1, 'planned', expiring)), now)).toBe(false);
  });
  test('is not while another one of it was signed, nor when there is none', () => {
    const old = made(1, 'planned', { ...expiring, since: ago(55_000) });
    expect(hasOnlyStale(sending(old, made(2, 'sent')), now)).toBe(false);
    expect(hasOnlyStale(sending(made(1, 'dead')), now)).toBe(false);
  });
  test('is not once it is signed: only the chain can tell', () => {
    const signed = made(1, 'signed', { ...expiring, since: ago(600_000) });
    expect(hasOnlyStale(sending(signed), now)).toBe(false);
  });
});
