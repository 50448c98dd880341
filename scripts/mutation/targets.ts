interface Target {
  file: string;
  tests: string[];
  /** Per cent of its mutants that are killed, those that change nothing left out. */
  atLeast: number;
  /** Mutants that no test can tell from the original, and why. */
  equivalents?: Record<string, string>;
}

const sameSize = 'Of equal sizes it is one part to the unit: the condition only saves a division.';
const noSign = 'Zero has no sign.';
const keptFormat = 'Kept only to save time.';
const sameText = 'For the compiler only: it returns what it is given.';

export const targets: Target[] = [
  {
    file: 'src/chain/chains/token-amount.ts',
    tests: ['src/chain/chains/token-amount.test.ts'],
    atLeast: 100,
    equivalents: {
      'tokenDecimals === assetDecimals ? parts : parts / partsPerUnit(tokenDecimals) => parts / partsPerUnit(tokenDecimals)':
        sameSize,
      'tokenDecimals === assetDecimals ? units : units * partsPerUnit(tokenDecimals) => units * partsPerUnit(tokenDecimals)':
        sameSize,
    },
  },
  {
    file: 'src/chain/rates/convert.ts',
    tests: ['src/chain/rates/convert.test.ts'],
    atLeast: 100,
  },
  {
    file: 'src/crypto/orders/order.ts',
    tests: ['src/crypto/orders/order.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/crypto/sending/decide-following.ts',
    tests: ['src/crypto/sending/decide-following.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/base/money/money.ts',
    tests: ['src/base/money/money.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/base/money/clabe.ts',
    tests: ['src/base/money/clabe.test.ts'],
    atLeast: 92,
  },
  {
    file: 'src/base/money/typed-amount.ts',
    tests: ['src/base/money/typed-amount.test.ts'],
    atLeast: 92,
  },
  {
    file: 'src/base/money/instalments.ts',
    tests: ['src/base/money/instalments.test.ts'],
    atLeast: 93,
  },
  {
    file: 'src/crypto/payouts/sending/decide-sending.ts',
    tests: ['src/crypto/payouts/sending/decide-sending.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/crypto/payouts/refund/decide-refund.ts',
    tests: ['src/crypto/payouts/refund/decide-refund.test.ts'],
    atLeast: 95,
  },
  {
    file: 'src/payments/charges/cases/decide-case.ts',
    tests: ['src/payments/charges/cases/decide-case.test.ts'],
    atLeast: 100,
    equivalents: {
      'amountMinor < 0n => (amountMinor) <= (0n)': noSign,
      '0n => 1n': noSign,
    },
  },
  {
    file: 'src/payments/charges/movements/decide-balance.ts',
    tests: ['src/payments/charges/movements/decide-balance.test.ts'],
    atLeast: 90,
    equivalents: {
      'minor < 0n => (minor) <= (0n)': noSign,
    },
  },
  {
    file: 'src/commerce/payment-links/progress/pieces.ts',
    tests: ['src/commerce/payment-links/progress/pieces.test.ts'],
    atLeast: 95,
  },
  {
    file: 'src/chain/rates/combine.ts',
    tests: ['src/chain/rates/combine.test.ts'],
    atLeast: 90,
    equivalents: {
      'return false; => return null;': 'A filter leaves out either.',
      '0n => 1n': 'All sets that are compared get one more; zero has no sign.',
      'value < 0n => (value) <= (0n)': noSign,
      'a < b => (a) <= (b)': 'Equal prices may stand in any order.',
    },
  },
  {
    file: 'src/base/money/written.ts',
    tests: ['src/base/money/written.test.ts'],
    atLeast: 90,
    equivalents: {
      '!format => true': keptFormat,
      'numbers.set(key, format); => ;': keptFormat,
      '!notation => true': keptFormat,
      'notations.set(key, notation); => ;': keptFormat,
      "typeof decimal === 'string' ? exact(decimal) : decimal => exact(decimal)": sameText,
      "typeof decimal === 'string' ? exact(decimal) : decimal => decimal": sameText,
      "typeof decimal === 'string' => (typeof decimal) !== ('string')": sameText,
    },
  },
  {
    file: 'src/commerce/payment-links/invoice-total.ts',
    tests: ['src/commerce/payment-links/payment-link.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/commerce/payment-links/progress/parts.ts',
    tests: ['src/commerce/payment-links/progress/parts.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/commerce/payment-links/payment-link.ts',
    tests: ['src/commerce/payment-links/payment-link.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/payments/charges/authorizations/decide-authorization.ts',
    tests: ['src/payments/charges/authorizations/decide-authorization.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/payments/charges/disputes/decide-dispute.ts',
    tests: ['src/payments/charges/disputes/decide-dispute.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/payments/charges/refunds/decide-refund.ts',
    tests: ['src/payments/charges/refunds/decide-refund.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/payments/charges/refunds/decide-imports.ts',
    tests: ['src/payments/charges/refunds/decide-imports.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/events/webhooks/delivery/decide-delivery.ts',
    tests: ['src/events/webhooks/delivery/decide-delivery.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/payments/charges/charge.ts',
    tests: ['src/payments/charges/decide-attempt.test.ts'],
    atLeast: 90,
  },
  {
    file: 'src/base/money/region.ts',
    tests: ['src/base/money/region.test.ts'],
    atLeast: 90,
  },
];
