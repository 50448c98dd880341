import type { CryptoOrder, Hold } from '../../../src/crypto/orders/store.ts';
import type { RecordedTransfer } from '../../../src/crypto/orders/transfers/transfer-store.ts';
import type { CryptoCheckout, NetworkChoice } from '../../../src/surfaces/checkout/crypto/crypto-checkout.ts';

/** Orders for tests of the crypto page. */

export const orderId = '0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5e';
export const testTime = new Date('2026-11-15T15:04:05Z');
export const minutes = (count: number): Date => new Date(testTime.getTime() + count * 60_000);

export const ethereum: NetworkChoice = {
  id: 'ERC20',
  title: 'Ethereum (ERC-20)',
  family: 'evm',
  chainId: 1,
  asset: 'USDT',
  partsOf: (units) => units,
  coin: 'ETH',
  feeLevel: 'varied',
  finalWithin: 'quarter_hour',
  token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  blockSeconds: 12,
  formatAddress: (address) => address.replace('abcd', 'ABCD'),
  formatTransaction: (hash) => hash,
  explorerTransaction: (hash) => `https://etherscan.io/tx/${hash}`,
  explorerAddress: (address) => `https://etherscan.io/address/${address}`,
};

/** Represents a local network, which no explorer shows. */
export const tron: NetworkChoice = {
  id: 'TRC20',
  title: 'Tron (TRC-20)',
  family: 'tron',
  chainId: 728_126_428,
  asset: 'USDT',
  partsOf: (units) => units,
  coin: 'TRX',
  feeLevel: 'dollars',
  finalWithin: 'minutes',
  token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  blockSeconds: 3,
  formatAddress: () => tronAddress,
  formatTransaction: (hash) => hash.slice(2),
  explorerTransaction: () => null,
  explorerAddress: () => null,
};

export const depositAddress = '0xabcd8e21a0f4c6b37d5e9f1a2b3c4d5e6f708192';
export const tronAddress = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
export const amountUnits = 184_902_118n;

export function aHold(change: Partial<Hold> = {}): Hold {
  return {
    network: 'ERC20',
    address: depositAddress,
    addressIndex: 7n,
    amountUnits,
    rateScaled: 99_989_000n,
    rateAt: testTime,
    rateSources: ['fixed'],
    local: null,
    heldUntil: minutes(29),
    ...change,
  };
}

function anOrder(change: Partial<CryptoOrder> = {}): CryptoOrder {
  return {
    merchantId: '0198f2a4-0000-7000-8000-000000000001',
    id: orderId,
    status: 'open',
    anomalies: [],
    chargeId: null,
    country: 'COL',
    origin: 'web',
    price: { currency: 'USD', amountMinor: 18_488n },
    amountMinor: 18_488n,
    asset: 'USDT',
    email: 'ana@example.com',
    merchantIdCustom: 'A-1042',
    metadata: null,
    description: 'Zapatillas Andina, talla 42',
    language: null,
    returnUrl: null,
    opensUntil: minutes(24 * 60),
    hold: null,
    seenUnits: 0n,
    finalUnits: 0n,
    resolution: null,
    resolutionNote: null,
    createdAt: minutes(-1),
    decidedAt: null,
    traceparent: null,
    ...change,
  };
}

export const transactionHash = `0x${'5a0e1b7c'.repeat(8)}`;

export function aTransfer(change: Partial<RecordedTransfer> = {}): RecordedTransfer {
  return {
    id: '0198f2a4-7777-7b3a-9d52-000000000001',
    network: 'ERC20',
    transactionHash,
    logIndex: 3,
    blockNumber: 1_000n,
    blockTime: minutes(-2),
    amountUnits,
    orphaned: false,
    posted: false,
    credited: false,
    feeUnits: 0n,
    disposition: null,
    isSwept: false,
    refundId: null,
    ...change,
  };
}

export function aCryptoCheckout(
  order: Partial<CryptoOrder> = {},
  change: Partial<CryptoCheckout> = {},
): CryptoCheckout {
  return {
    order: anOrder(order),
    linkToken: null,
    merchantName: 'Tienda Andina',
    supportEmail: null,
    termsUrl: null,
    brandColor: null,
    logoUrl: null,
    supportUrl: null,
    transfers: [],
    strays: [],
    networks: [ethereum, tron],
    preview: { rateScaled: 99_989_000n, amountUnits, local: null, usdMinor: 18_488n },
    chain: { readNumber: 1_011n, finalizedNumber: 940n },
    ...change,
  };
}
