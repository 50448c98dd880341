import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brandOf,
  groupNumber,
  holdsCardNumber,
  onlyDigits,
  passesLuhn,
} from '../../payments/charges/cards/card-brands.ts';
import { type CardForm, cardFields, type InputRules, readCardInput, readPayerInput } from './card-input.ts';

const now = new Date('2026-11-15T12:00:00Z');
const rules: InputRules = { now, country: 'USA', emailAsked: false, payerFields: [], instalments: [] };
const good: CardForm = {
  number: '4242 4242 4242 4242',
  expiry: '12/30',
  code: '123',
  name: 'Ana Pérez',
  email: '',
  document: '',
  instalments: '',
  phone: '',
  bank: '',
  street: '',
  city: '',
  state: '',
  postal_code: '',
};

function faultsOf(change: Partial<CardForm>, with_: Partial<InputRules> = {}) {
  const read = readCardInput({ ...good, ...change }, { ...rules, ...with_ });
  return read.ok ? {} : read.faults;
}

/** Appends the check digit that makes a number valid. */
function withCheckDigit(digits: string): string {
  for (let check = 0; check < 10; check++) if (passesLuhn(digits + check)) return digits + check;
  throw new Error('no digit fits');
}

const sixteenDigits = fc
  .stringMatching(/^4\d{14}$/)
  .map(withCheckDigit)
  .filter((number) => brandOf(number)?.id === 'visa');

test('a well typed card is read to what an acquirer takes', () => {
  expect(readCardInput({ ...good, name: '  Ana   Pérez ' }, rules)).toEqual({
    ok: true,
    card: {
      number: '4242424242424242',
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
      holderName: 'Ana Pérez',
    },
    payerName: null,
    email: null,
    document: null,
    phone: null,
    bank: null,
    address: null,
    instalments: 1,
  });
});

test('an empty form has a fault in every field that is asked for', () => {
  const empty = Object.fromEntries(cardFields.map((field) => [field, ''])) as CardForm;
  const read = readCardInput(empty, { ...rules, country: 'BRA', emailAsked: true });
  expect(read).toEqual({
    ok: false,
    faults: {
      number: 'number_missing',
      expiry: 'expiry_missing',
      code: 'code_missing',
      name: 'name_missing',
      document: 'document_missing',
    },
  });
});

describe('the number', () => {
  test('is the same however it was spaced or dashed', () => {
    fc.assert(
      fc.property(
        sixteenDigits,
        fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0'), { maxLength: 16 }),
        (number, gaps) => {
          const typed = [...number].map((digit, i) => digit + (gaps[i] ?? '')).join('');
          const read = readCardInput({ ...good, number: typed }, rules);
          expect(read.ok && read.card?.number).toBe(number);
        },
      ),
    );
  });

  test('with any one digit mistyped is not accepted', () => {
    fc.assert(
      fc.property(sixteenDigits, fc.nat(15), fc.integer({ min: 1, max: 9 }), (number, at, add) => {
        const wrong = (Number(number[at]) + add) % 10;
        const typed = number.slice(0, at) + wrong + number.slice(at + 1);
        expect(faultsOf({ number: typed }).number).toBeDefined();
      }),
    );
  });

  test.each([
    ['4242 4242 4242', 'number_incomplete'],
    ['4242 4242 4242 4241', 'number_wrong'],
    ['4242 4242 4242 4242 4', 'number_wrong'],
    ['4242 4242 4242 424x', 'number_wrong'],
    ['3782 822463 1000', 'number_incomplete'],
    ['0000 0000 0000 0000 0000', 'number_wrong'],
  ])('%s is %s', (number, fault) => {
    expect(faultsOf({ number }).number).toBe(fault);
  });

  test.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'amex'],
    ['36227206271667', 'diners'],
    ['6011111111111117', 'discover'],
    ['3530111333300000', 'jcb'],
    ['6362970000457013', 'elo'],
    ['5067310000000010', 'elo'],
    ['6062826786276634', 'hipercard'],
    ['5895620000000002', 'naranja'],
    ['6200000000000005', 'unionpay'],
  ])('%s is known as %s and accepted', (number, brand) => {
    expect(brandOf(number)?.id).toBe(brand);
    expect(faultsOf({ number, code: brand === 'amex' ? '1234' : '123' })).toEqual({});
  });

  test('is grouped as on the card, without losing a digit', () => {
    expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupNumber('378282246310005')).toBe('3782 822463 10005');
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,19}$/), (digits) => {
        expect(onlyDigits(groupNumber(digits))).toBe(digits);
      }),
    );
  });
});

describe('the expiry', () => {
  test.each(['12/30', '12/2030', '1230', '122030', '12 / 30', '12-30', '12 30'])(
    '%s is December 2030',
    (expiry) => {
      const read = readCardInput({ ...good, expiry }, rules);
      expect(read.ok && [read.card?.expiryMonth, read.card?.expiryYear]).toEqual([12, 2030]);
    },
  );

  test.each([
    ['11/26', undefined],
    ['10/26', 'expiry_past'],
    ['12/25', 'expiry_past'],
    ['13/27', 'expiry_wrong'],
    ['00/27', 'expiry_wrong'],
    ['12/99', 'expiry_wrong'],
    ['12/3', 'expiry_wrong'],
    ['soon', 'expiry_wrong'],
  ])('%s in November 2026: %s', (expiry, fault) => {
    expect(faultsOf({ expiry }).expiry).toBe(fault);
  });

  test('of this month is good until the month has ended everywhere', () => {
    const expiry = '11/26';
    expect(faultsOf({ expiry }, { now: new Date('2026-12-01T11:59:00Z') }).expiry).toBeUndefined();
    expect(faultsOf({ expiry }, { now: new Date('2026-12-01T12:01:00Z') }).expiry).toBe('expiry_past');
  });
});

test.each([
  ['378282246310005', '123', 'code_wrong_amex'],
  ['378282246310005', '1234', undefined],
  ['4242424242424242', '1234', 'code_wrong'],
  ['4242424242424242', '12a', 'code_wrong'],
  ['4242424242424242', ' 123 ', undefined],
])('the code of %s as "%s": %s', (number, code, fault) => {
  expect(faultsOf({ number, code }).code).toBe(fault);
});

test.each([
  ['Zoë', undefined],
  ['José María Ñandú O’Neill-Sá', undefined],
  ['王', undefined],
  ['12345', 'name_wrong'],
  ['Ana <script>', 'name_wrong'],
  ['Ana\u0000', 'name_wrong'],
  ['Ana 4242 4242 4242 4242', 'name_wrong'],
  ['A'.repeat(101), 'name_wrong'],
])('the name "%s": %s', (name, fault) => {
  expect(faultsOf({ name }).name).toBe(fault);
});

test.each([
  ['', undefined],
  ['ana@example.com', undefined],
  [' ana@example.com ', undefined],
  ['ana@example', 'email_wrong'],
  ['ana@@example.com', 'email_wrong'],
  ['ana example.com', 'email_wrong'],
  ['ana@example..com', 'email_wrong'],
  ['4242424242424242@example.com', 'email_wrong'],
])('the e-mail "%s": %s', (email, fault) => {
  expect(faultsOf({ email }, { emailAsked: true }).email).toBe(fault);
});

test.each([
  ['BRA', 'document_missing'],
  ['ARG', 'document_missing'],
  ['COL', undefined],
  ['USA', undefined],
])('without a document, a card of %s: %s', (country, fault) => {
  expect(faultsOf({}, { country }).document).toBe(fault);
});

test('an e-mail address is not looked at when the merchant gave one', () => {
  expect(faultsOf({ email: 'nonsense' })).toEqual({});
});

test('a card number is recognised in any text, however it is spaced', () => {
  expect(holdsCardNumber('my card is 4242-4242-4242-4242!')).toBe(true);
  expect(holdsCardNumber('4242 4242 4242 4241')).toBe(false);
  expect(holdsCardNumber('Ana Pérez, 2026')).toBe(false);
});

describe('what a hosted processor must be told of the payer', () => {
  const nothing = Object.fromEntries(cardFields.map((field) => [field, ''])) as CardForm;
  const typed = { ...nothing, name: ' Ana  Prueba ' };
  const payerFields = ['name', 'email', 'document'] as const;

  test.each([
    ['BRA', '529.982.247-25', '52998224725'],
    ['COL', '1.020.304.050', '1020304050'],
    ['CHL', '12.345.678-5', '123456785'],
    ['ZAF', '8001015009087', '8001015009087'],
  ])('of %s is read, with the document %s', (country, document, read) => {
    expect(
      readPayerInput({ ...typed, document }, { country, emailAsked: false, payerFields, banks: [] }),
    ).toEqual({
      ok: true,
      card: null,
      payerName: 'Ana Prueba',
      email: null,
      document: read,
      phone: null,
      bank: null,
      address: null,
      instalments: 1,
    });
  });

  test('can be a mobile phone, a bank of the list, and an address', () => {
    const given = {
      ...typed,
      phone: '300 123 4567',
      bank: '1007',
      street: ' Calle 1 # 2-3 ',
      city: 'Bogotá',
      state: 'dc',
      postal_code: '110111',
    };
    const rules = {
      country: 'COL',
      emailAsked: false,
      payerFields: ['phone', 'bank', 'address'] as const,
      banks: [{ id: '1007', name: 'Bancolombia' }],
    };
    expect(readPayerInput(given, rules)).toMatchObject({
      ok: true,
      phone: '+573001234567',
      bank: '1007',
      address: { street: 'Calle 1 # 2-3', city: 'Bogotá', state: 'DC', postalCode: '110111' },
    });
    expect(readPayerInput({ ...given, phone: '601 555', bank: '9999', city: '<b>' }, rules)).toEqual({
      ok: false,
      faults: { phone: 'phone_wrong', bank: 'bank_missing', city: 'city_missing' },
    });
    expect(readPayerInput(typed, rules)).toEqual({
      ok: false,
      faults: {
        phone: 'phone_missing',
        bank: 'bank_missing',
        street: 'street_missing',
        city: 'city_missing',
        state: 'state_missing',
        postal_code: 'postal_code_missing',
      },
    });
  });

  test.each(['BRA', 'COL', 'CHL'])('of %s is missing when it is not typed', (country) => {
    expect(
      readPayerInput({ ...typed, name: '' }, { country, emailAsked: true, payerFields, banks: [] }),
    ).toEqual({
      ok: false,
      faults: { name: 'name_missing', email: 'email_missing', document: 'document_missing' },
    });
  });

  test('is not looked at where it is not asked for', () => {
    expect(
      readPayerInput(typed, { country: 'CHL', emailAsked: true, payerFields: [], banks: [] }),
    ).toMatchObject({
      ok: true,
      document: null,
    });
  });
});

describe('a direct processor that must be told of the payer', () => {
  const told = { payerFields: ['name', 'email', 'document'], emailAsked: true } as const;

  test.each([
    ['MEX', 'GODE561231HDFRRN09'],
    ['CHL', '12.345.678-5'],
    ['PER', '12345678'],
    ['URY', '1.234.567-8'],
    ['COL', '1.020.304.050'],
  ])('has e-mail and document on the card form of %s', (country, document) => {
    expect(faultsOf({}, { ...told, country })).toEqual({
      email: 'email_missing',
      document: 'document_missing',
    });
    expect(faultsOf({ email: 'ana@example.com', document }, { ...told, country })).toEqual({});
    expect(faultsOf({ email: 'ana@example.com', document: '1' }, { ...told, country })).toEqual({
      document: 'document_wrong',
    });
  });

  test('leaves the form as it is where it needs nothing', () => {
    expect(faultsOf({}, { country: 'MEX', emailAsked: true })).toEqual({});
  });
});

describe('instalments', () => {
  const offered = { instalments: [3, 6, 12] };
  const readAs = (instalments: string) => {
    const read = readCardInput({ ...good, instalments }, { ...rules, ...offered });
    return read.ok ? read.instalments : read.faults;
  };

  test('are one payment unless the customer says otherwise', () => {
    expect(['', '1'].map(readAs)).toEqual([1, 1]);
    expect(['3', '6', '12'].map(readAs)).toEqual([3, 6, 12]);
  });

  test.each(['2', '0', '-3', '3.0', '03', ' 3', '1e1', 'three', '999999999999'])(
    'in a number that is not offered are a fault: %s',
    (text) => expect(readAs(text)).toEqual({ instalments: 'instalments_wrong' }),
  );

  test('where none are offered are one payment or a fault', () => {
    expect(faultsOf({ instalments: '1' })).toEqual({});
    expect(faultsOf({ instalments: '3' })).toEqual({ instalments: 'instalments_wrong' });
  });
});
