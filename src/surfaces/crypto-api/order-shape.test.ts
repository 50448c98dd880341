import { expect, test } from 'vitest';
import { notation } from '../../chain/chains/notation.ts';
import type { CryptoOrder } from '../../crypto/orders/store.ts';
import type { RecordedTransfer } from '../../crypto/orders/transfers/transfer-store.ts';
import { shapeOrder } from './order-shape.ts';

const heldUntil = new Date('2026-03-01T12:00:00Z');
const rates = { rateScaled: 100_000_000n, local: null };

function aTransfer(amountUnits: bigint, change: Partial<RecordedTransfer> = {}): RecordedTransfer {
  return {
    network: 'ERC20',
    id: 'id',
    transactionHash: `0x${'ab'.repeat(32)}`,
    logIndex: 0,
    blockNumber: 1n,
    blockTime: heldUntil,
    amountUnits,
    orphaned: false,
    posted: true,
    credited: false,
    feeUnits: 0n,
    disposition: null,
    isSwept: false,
    refundId: null,
    ...change,
  };
}

test('what came late and as dust is received as well, and marked', () => {
  const order = {
    id: 'id',
    amountMinor: 10_000n,
    price: { amountMinor: 10_000n, currency: 'USD' },
    anomalies: ['late'],
    seenUnits: 0n,
    hold: {
      ...rates,
      network: 'ERC20',
      address: `0x${'ab'.repeat(20)}`,
      amountUnits: 100_000_000n,
      heldUntil,
    },
  } as unknown as CryptoOrder;
  const late = { blockTime: new Date(heldUntil.getTime() + 1) };
  const transfers = [aTransfer(100_000_000n, late), aTransfer(9_999n), aTransfer(5n, { orphaned: true })];
  const { received, transactions } = shapeOrder(order, transfers, [], notation);
  expect(received).toBe('100.009999');
  expect(transactions).toMatchObject([
    { amount: '100.000000', late: true, dust: false },
    { amount: '0.009999', late: false, dust: true },
    { orphaned: true },
  ]);
});

test.each([
  ['ERC20', `0x${'ab'.repeat(32)}`],
  ['TRC20', 'ab'.repeat(32)],
])('a hash of %s is written as its explorers do', (network, written) => {
  const hold = { ...rates, network, address: `0x${'ab'.repeat(20)}`, amountUnits: 1n, heldUntil };
  const price = { amountMinor: 1n, currency: 'USD' };
  const order = { id: 'id', amountMinor: 1n, price, anomalies: [], hold } as unknown as CryptoOrder;
  expect(shapeOrder(order, [aTransfer(1n, { network })], [], notation).transactions).toMatchObject([
    { transactionHash: written },
  ]);
});
