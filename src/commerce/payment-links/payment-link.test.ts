import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargeStatuses } from '../../payments/charges/charge.ts';
import { adjustedTotal } from './invoice-total.ts';
import {
  type CurrentCharge,
  decideOnce,
  isOverdue,
  itemsOf,
  itemTotalMinor,
  nextReminder,
  type PaymentLink,
  totalsOf,
  wasPaid,
} from './payment-link.ts';
import { countPieces, decidePieces } from './progress/pieces.ts';
import { paymentLinkState } from './progress/progress.ts';

const now = new Date('2026-06-15T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const status = fc.constantFrom(...chargeStatuses);

describe('a line', () => {
  test('of whole quantities comes to exactly so many times its price', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10_000n), fc.bigInt(0n, 10n ** 12n), (quantity, priceMinor) => {
        expect(itemTotalMinor(quantity * 1000n, priceMinor)).toBe(quantity * priceMinor);
      }),
    );
  });

  test('of broken ones is never further than half a least unit from it, and rounds half up', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 7n), fc.bigInt(0n, 10n ** 12n), (milli, priceMinor) => {
        const off = itemTotalMinor(milli, priceMinor) * 1000n - milli * priceMinor;
        expect(off > -500n && off <= 500n).toBe(true);
      }),
    );
  });
});

test('each status of a charge is one of money that came, or of none', () => {
  expect(chargeStatuses.filter(wasPaid)).toEqual([
    'approved',
    'partially_refunded',
    'refunded',
    'charged_back',
  ]);
  expect(chargeStatuses.map(wasPaid)).not.toContain(null);
});

describe('a link', () => {
  test('that is paid once is paid whatever else holds, one for many never is', () => {
    fc.assert(
      fc.property(
        fc.option(status),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (of, isOnce, isClosed, isOver) => {
          const closedAt = isClosed ? minutes(-1) : null;
          const expiresAt = isOver ? now : minutes(1);
          const state = paymentLinkState(
            { isOnce, closedAt, expiresAt, stock: null },
            { chargeStatus: of, pieces: null, parts: null },
            now,
          );
          const isPaid = isOnce && of !== null && wasPaid(of);
          expect(state).toBe(isPaid ? 'paid' : isClosed ? 'closed' : isOver ? 'expired' : 'open');
        },
      ),
    );
  });

  const minute = 60_000;
  test.each([
    ['is the first', null, 'make'],
    ['comes after another charge ended', { status: 'declined' }, 'make'],
    ['sends the same request again', { isSame: true }, 'reuse'],
    ['does so after its charge ended', { isSame: true, expiresAt: now }, 'replace'],
    ['asks for something else', {}, 'replace'],
    ['writes the address in capitals', { email: 'ANA@X.example' }, 'replace'],
    ['comes while another has just begun', { email: 'eva@x.example' }, 'busy'],
    ['comes while somebody without an address has just begun', { email: null }, 'busy'],
    [
      'comes a moment before another has had 15 minutes',
      { email: 'eva@x.example', ageMs: 15 * minute - 1 },
      'busy',
    ],
    ['comes after another has had 15 minutes', { email: 'eva@x.example', ageMs: 15 * minute }, 'replace'],
  ] as const)('that is paid once decides: who %s', (_, given, decision) => {
    const { ageMs = 0, ...change } = { ...given } as Partial<CurrentCharge> & { ageMs?: number };
    const current: CurrentCharge = {
      status: 'open',
      email: 'ana@x.example',
      isSame: false,
      createdAt: new Date(now.getTime() - ageMs),
      expiresAt: minutes(1),
      ...change,
    };
    const payment = {
      amount: { amountMinor: 1n, currency: 'USD' },
      methodCode: 'CARDS' as const,
      email: 'Ana@x.example',
      quantity: 1,
    };
    expect(decideOnce(given && current, payment, now)).toBe(decision);
  });

  test('leads whoever asks to at most one charge that can still be paid', () => {
    const current = fc.record({
      status,
      email: fc.option(fc.constantFrom('a@x.example', 'A@X.example', 'b@x.example')),
      isSame: fc.boolean(),
      createdAt: fc.integer({ min: -1440, max: 0 }).map(minutes),
      expiresAt: fc.integer({ min: -1440, max: 1440 }).map(minutes),
    });
    const payment = {
      amount: { amountMinor: 1n, currency: 'USD' },
      methodCode: 'CARDS' as const,
      email: 'a@x.example',
      quantity: 1,
    };
    fc.assert(
      fc.property(current, (charge: CurrentCharge) => {
        const decision = decideOnce(charge, payment, now);
        // Another charge is made only if the present one can no longer be paid.
        expect(decision === 'make').toBe(charge.status !== 'open');
        if (decision === 'reuse') expect(charge.isSame && charge.expiresAt > now).toBe(true);
        const isYoung = charge.createdAt > minutes(-15);
        if (decision === 'busy') expect(isYoung && charge.email?.toLowerCase() !== payment.email).toBe(true);
      }),
    );
    expect(decideOnce(null, payment, now)).toBe('make');
  });
});

describe('the lines of an invoice', () => {
  const invoice = (lines: object[], adjustments: object[] = []) =>
    ({ currency: 'USD', invoice: { lines, adjustments } }) as unknown as PaymentLink;
  const lines = [
    { text: 'Design', quantity: '1.5', price: '33.33' },
    { text: 'Paper', quantity: '0.001', price: '5.00' },
    { text: 'Ink', quantity: '0.001', price: '4.99' },
  ];

  test('come to their totals, rounded half up, and to their sum before and after taxes', () => {
    expect(itemsOf(invoice(lines))).toEqual([
      { text: 'Design', quantity: '1.5', priceMinor: 3_333n, totalMinor: 5_000n },
      { text: 'Paper', quantity: '0.001', priceMinor: 500n, totalMinor: 1n },
      { text: 'Ink', quantity: '0.001', priceMinor: 499n, totalMinor: 0n },
    ]);
    expect(totalsOf(invoice(lines, [{ kind: 'tax', name: 'IVA', percent: '19' }]))).toEqual({
      subtotalMinor: 5_001n,
      rows: [{ kind: 'tax', name: 'IVA', percent: '19', totalMinor: 950n }],
    });
  });

  test.each(['1.0001', 'two', ''])('of a quantity of %j cannot be read', (quantity) => {
    const [line] = lines;
    expect(() => itemsOf(invoice([{ ...line, quantity }]))).toThrow(`${quantity} on an invoice`);
  });

  test('of a payment link that is no invoice are none', () => {
    const link = { currency: 'USD', invoice: null } as PaymentLink;
    expect(itemsOf(link)).toEqual([]);
    expect(totalsOf(link)).toEqual({ subtotalMinor: 0n, rows: [] });
  });
});

describe('the total of an invoice', () => {
  test('takes discounts off the subtotal, and adds taxes on what is left, each rounded half up', () => {
    const { rows, totalMinor } = adjustedTotal(
      10_005n,
      [
        { kind: 'tax', name: 'IVA', percent: '19' },
        { kind: 'discount', name: 'Loyal', percent: '10' },
        { kind: 'discount', name: 'Voucher', amount: '5.50' },
        { kind: 'tax', name: 'Local', percent: '0.5' },
      ],
      2,
    );
    // 10005 - 1001 (1000.5 half up) - 550 = 8454; 19 % are 1606.26, 0.5 % are 42.27.
    expect(rows.map((row) => row.totalMinor)).toEqual([1_606n, -1_001n, -550n, 42n]);
    expect(totalMinor).toBe(10_102n);
  });

  test.each([{ percent: '' }, { percent: '1.00001' }, { percent: 'ten' }, { amount: '5.' }, {}])(
    'counts %j, which cannot be read yet, as nothing',
    (typed) => {
      expect(adjustedTotal(10_000n, [{ kind: 'discount', name: 'x', ...typed }], 2)).toMatchObject({
        rows: [{ totalMinor: 0n }],
        totalMinor: 10_000n,
      });
    },
  );

  test('is the sum of its rows, and no row is further than half a least unit from its share', () => {
    const percent = fc
      .integer({ min: 1, max: 1_000_000 })
      .map((units) => `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`);
    const tax = percent.map((each) => ({ kind: 'tax' as const, name: 'x', percent: each }));
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.array(tax, { maxLength: 5 }), (subtotal, taxes) => {
        const { rows, totalMinor } = adjustedTotal(subtotal, taxes, 2);
        expect(totalMinor).toBe(rows.reduce((sum, row) => sum + row.totalMinor, subtotal));
        for (const [at, row] of rows.entries()) {
          const units = BigInt((taxes[at]?.percent ?? '').replace('.', ''));
          const off = row.totalMinor * 1_000_000n - subtotal * units;
          expect(off > -500_000n && off <= 500_000n).toBe(true);
        }
      }),
    );
  });
});

describe('a stock', () => {
  test('gives no more than is left, and displaces only who is not paying', () => {
    const row = fc.record({
      linkId: fc.constant('l'),
      chargeId: fc.uuid(),
      pieces: fc.integer({ min: 1, max: 5 }),
      state: fc.constant('held' as const),
      status: fc.constantFrom(...chargeStatuses),
      createdAt: fc.integer({ min: -60, max: 0 }).map(minutes),
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 8 }),
        fc.nat(30),
        fc.nat(5),
        fc.integer({ min: 1, max: 5 }),
        (rows, stock, sold, wanted) => {
          const pieces = countPieces({ stock, sold }, rows, now);
          if (!pieces) throw new Error('it has a stock');
          const decision = decidePieces(pieces, rows, wanted, new Set(), now);
          if (decision.kind === 'take') expect(pieces.sold + pieces.held + wanted).toBeLessThanOrEqual(stock);
          if (decision.kind === 'fewer') expect(decision.left).toBeLessThan(wanted);
          if (decision.kind !== 'displace') return;
          for (const id of decision.chargeIds) {
            const charge = rows.find(({ chargeId }) => chargeId === id);
            expect([charge?.status, charge && charge.createdAt <= minutes(-15)]).toEqual(['open', true]);
          }
        },
      ),
    );
  });
});

describe('an invoice', () => {
  test('is reminded of three days before, on the day and a week after', () => {
    const times = [];
    for (
      let at = nextReminder('2026-06-20', now);
      at && times.length < 9;
      at = nextReminder('2026-06-20', at)
    )
      times.push(at);
    expect(times.map((time) => time.toISOString())).toEqual([
      '2026-06-17T13:00:00.000Z',
      '2026-06-20T13:00:00.000Z',
      '2026-06-27T13:00:00.000Z',
    ]);
  });

  test('is overdue when its day is over everywhere, while nobody has paid', () => {
    const invoice = {
      customerName: 'Ana',
      customerEmail: 'a@x.example',
      dueOn: '2026-06-14',
      lines: [],
      adjustments: [],
    };
    expect(isOverdue({ invoice }, 'open', new Date('2026-06-15T11:59:59Z'))).toBe(false);
    expect(isOverdue({ invoice }, 'open', now)).toBe(true);
    expect(isOverdue({ invoice }, 'paid', now)).toBe(false);
    expect(isOverdue({ invoice: null }, 'open', now)).toBe(false);
  });
});
