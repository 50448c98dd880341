import { describe, expect, test } from 'vitest';
import {
  aCryptoCheckout,
  aHold,
  amountUnits,
  aTransfer,
  minutes,
  testTime,
  transactionHash,
  tronAddress,
} from '../../../../../test/kit/pages/crypto-checkout.ts';
import { assetTexts } from '../../texts/texts.ts';
import type { CryptoCheckout } from '../crypto-checkout.ts';
import { renderCryptoCheckout } from './render.ts';

const paying = { status: 'awaiting', hold: aHold() } as const;

function open(checkout: CryptoCheckout): string {
  const context = {
    language: 'en',
    texts: assetTexts.USDT.en,
    locale: 'en-US',
    mode: 'live',
    operatorName: null,
    nonce: 'n',
    assets: { css: '', script: '' },
  } as const;
  return renderCryptoCheckout(checkout, context, testTime);
}

describe('paying', () => {
  test('on Ethereum shows amount, address, both codes and the link', () => {
    const body = open(aCryptoCheckout(paying));
    expect(body).toContain('<span id="amount">184.902118</span>');
    expect(body).toContain('data-copy="0xABCD8e21a0f4c6b37d5e9f1a2b3c4d5e6f708192"');
    expect(body.match(/class="code"/g)).toHaveLength(2);
    expect(body).toContain('href="ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?');
    expect(body).toContain('"chainId":"0x1"');
    expect(body).toContain('Only USDT, and only on Ethereum (ERC-20)');
  });

  test('on Tron shows the address as a code, and tells to enter the amount', () => {
    const hold = aHold({ network: 'TRC20' });
    const body = open(aCryptoCheckout({ ...paying, hold }));
    expect(body).toContain(`data-copy="${tronAddress}"`);
    expect(body.match(/class="code"/g)).toHaveLength(1);
    expect(body).toContain('This code carries only the address');
    expect(body).not.toContain('href="ethereum:');
    expect(body).toContain('"family":"tron"');
  });

  test('a part that arrived leaves the rest, in text, code and link alike', () => {
    const order = { ...paying, status: 'pending', seenUnits: 100_000_000n } as const;
    const transfers = [aTransfer({ amountUnits: 100_000_000n })];
    const body = open(aCryptoCheckout(order, { transfers }));
    expect(body).toContain('We received 100.00 of 184.902118 USDT.');
    expect(body).toContain('<span id="amount">84.902118</span>');
    expect(body).toMatch(/href="ethereum:[^"]+uint256&#61;84902118"/);
    expect(body).toContain((84_902_118).toString(16).padStart(64, '0'));
  });
});

describe('what became of it', () => {
  const seen = { transfers: [aTransfer()] };
  const timeUp = aHold({ heldUntil: minutes(-20) });
  const confirming = { ...paying, status: 'pending', seenUnits: amountUnits } as const;
  const success = { ...confirming, status: 'success' } as const;
  const failed = { ...paying, status: 'failed', hold: timeUp } as const;
  test.each([
    ['12 of 72 confirmations · about 12 minutes to go', aCryptoCheckout(confirming, seen)],
    ['The time is up: send nothing more', aCryptoCheckout({ ...paying, hold: timeUp })],
    ['Payment complete', aCryptoCheckout(success, seen)],
    [
      'You sent 10.00 USDT too much.',
      aCryptoCheckout(
        { ...success, anomalies: ['overpaid'] },
        { transfers: [aTransfer({ amountUnits: amountUnits + 10_000_000n })] },
      ),
    ],
    ['No payment arrived in time.', aCryptoCheckout({ ...failed, anomalies: ['expired'] })],
    [
      '100.00 of 184.902118 USDT arrived.',
      aCryptoCheckout(
        { ...failed, anomalies: ['underpaid'], seenUnits: 100_000_000n },
        { transfers: [aTransfer({ amountUnits: 100_000_000n })] },
      ),
    ],
    [
      '184.902118 USDT arrived after the time was up.',
      aCryptoCheckout({ ...failed, anomalies: ['late'] }, seen),
    ],
    [
      '184.902118 USDT were returned to you',
      aCryptoCheckout({ ...failed, anomalies: ['late'], resolution: 'refunded' }, seen),
    ],
    ['We have no exchange rate yet', aCryptoCheckout({}, { preview: null })],
    ['no longer in them', aCryptoCheckout({ ...paying, anomalies: ['orphaned'] })],
  ])('"%s"', (text, checkout) => {
    expect(open(checkout)).toContain(text);
  });

  test('a payment that the network took back: wait, and nothing that asks to pay', () => {
    const body = open(aCryptoCheckout({ ...paying, anomalies: ['orphaned'] }));
    expect(body).toContain('do not send it again');
    expect(body).not.toMatch(/id="amount"|data-copy|class="code"|href="ethereum:/);
  });

  test('a network that nobody reads: payments are not seen at the moment', () => {
    const chain = { readNumber: 1_011n, finalizedNumber: 940n, isUnread: true };
    const text = 'We cannot see payments on this network at the moment';
    expect(open(aCryptoCheckout(paying, { chain }))).toContain(text);
    expect(open(aCryptoCheckout(paying))).not.toContain(text);
  });

  test('a payment that no block has yet: it is on its way', () => {
    const chain = { readNumber: 1_011n, finalizedNumber: 940n, isSent: true };
    expect(open(aCryptoCheckout(paying, { chain }))).toContain('Your payment was sent.');
    expect(open(aCryptoCheckout(paying))).toContain('Waiting for your payment…');
  });

  test('money on another network or in another coin: it is seen, and who was told is told', () => {
    const stray = {
      network: 'USDC_POLYGON',
      amountUnits: 40_000_000n,
      orphaned: false,
      toldAt: null,
      decision: null,
    } as unknown as CryptoCheckout['strays'][number];
    const seen = 'We see 40.00 USDC on Polygon PoS; you were asked to pay USDT, Ethereum (ERC-20).';
    const untold = open(aCryptoCheckout(paying, { strays: [stray] }));
    expect(untold).toContain(`${seen} We will tell Tienda Andina`);
    const told = { strays: [{ ...stray, toldAt: testTime }] };
    expect(open(aCryptoCheckout(paying, told))).toContain(`${seen} Tienda Andina was told.`);
    expect(open(aCryptoCheckout({ ...failed, anomalies: ['expired'] }, told))).toContain(seen);
    const returned = { strays: [{ ...stray, toldAt: testTime, decision: 'returned' as const }] };
    expect(open(aCryptoCheckout(paying, returned))).toContain('It is being given back.');
  });

  test('a receipt leads to the transaction in the explorer', () => {
    const body = open(aCryptoCheckout(success, seen));
    expect(body).toContain(`href="https://etherscan.io/tx/${transactionHash}"`);
  });

  test('who never chose a network is asked for no transaction', () => {
    const body = open(aCryptoCheckout({ status: 'failed', anomalies: ['expired'] }));
    expect(body).toContain('You were not charged.');
    expect(body).not.toContain('id="transaction"');
  });
});
