/** Facts that a card number alone shows: its brand, its grouping, its length and that of its security code. */

export interface CardBrand {
  readonly id: string;
  readonly name: string;
  /** First digits, as "from-to" or a single value; the first brand that matches wins. */
  readonly prefixes: string;
  readonly lengths: readonly number[];
  readonly codeLength: 3 | 4;
  /** How the number is printed on the card. */
  readonly groups: readonly number[];
}

const fourByFour = [4, 4, 4, 4, 3] as const;
const sixteen = [16] as const;

/**
 * Local brands come first: their ranges lie inside those of the worldwide ones (Elo inside Visa and
 * Discover, Naranja and Cabal inside Maestro).
 */
const brands: readonly CardBrand[] = [
  {
    id: 'elo',
    name: 'Elo',
    prefixes:
      '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 ' +
      '636297 636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 ' +
      '650720-650727 650901-650978 651652-651679 655000-655019 655021-655058',
    lengths: sixteen,
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'hipercard',
    name: 'Hipercard',
    prefixes: '384100 384140 384160 606282 637095 637568 637599 637609 637612',
    lengths: [13, 16, 19],
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'naranja',
    name: 'Naranja',
    prefixes: '589562',
    lengths: sixteen,
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'cabal',
    name: 'Cabal',
    prefixes: '589657 603522 604201-604219 604300-604399',
    lengths: sixteen,
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'carnet',
    name: 'Carnet',
    prefixes: '286900 502275 506201-506339',
    lengths: sixteen,
    codeLength: 3,
    groups: fourByFour,
  },
  { id: 'visa', name: 'Visa', prefixes: '4', lengths: [13, 16, 19], codeLength: 3, groups: fourByFour },
  {
    id: 'mastercard',
    name: 'Mastercard',
    prefixes: '51-55 2221-2720',
    lengths: sixteen,
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'amex',
    name: 'Amex',
    prefixes: '34 37',
    lengths: [15],
    codeLength: 4,
    groups: [4, 6, 5],
  },
  {
    id: 'diners',
    name: 'Diners Club',
    prefixes: '300-305 3095 36 38-39',
    lengths: [14, 16, 19],
    codeLength: 3,
    groups: [4, 6, 4, 5],
  },
  {
    id: 'discover',
    name: 'Discover',
    prefixes: '6011 644-649 65',
    lengths: [16, 19],
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'jcb',
    name: 'JCB',
    prefixes: '3528-3589',
    lengths: [16, 17, 18, 19],
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'unionpay',
    name: 'UnionPay',
    prefixes: '62 81',
    lengths: [16, 17, 18, 19],
    codeLength: 3,
    groups: fourByFour,
  },
  {
    id: 'maestro',
    name: 'Maestro',
    prefixes: '50 56-58 60 63 67-69',
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    codeLength: 3,
    groups: fourByFour,
  },
];

const ranges = brands.flatMap((brand) =>
  brand.prefixes.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-');
    return { brand, from, to };
  }),
);

/** The brand of a number, or of as much of it as has been typed. */
export function brandOf(digits: string): CardBrand | null {
  const match = ranges.find(({ from, to }) => {
    const start = digits.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  });
  return match?.brand ?? null;
}

const unknownBrand = 'unknown';

/** The brand id to store for a number. */
export function brandIdOf(digits: string): string {
  return brandOf(digits)?.id ?? unknownBrand;
}

export function isCardBrand(id: string): boolean {
  return brands.some((brand) => brand.id === id);
}

/** The display name of a stored brand. */
export function brandName(id: string): string {
  return brands.find((brand) => brand.id === id)?.name ?? (id === unknownBrand ? '' : id);
}

/** ISO/IEC 7812: card numbers have 12 to 19 digits. */
export const numberLengths = { min: 12, max: 19 } as const;

/** The check that catches a mistyped or swapped digit. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/**
 * Whether a text probably holds a card number. Customers do paste it into the wrong field, and no field but the
 * number's own may carry it into a page, a table or a log.
 */
export function holdsCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[\s.-]?\d){11,18}/g) ?? [];
  return runs.some((run) => passesLuhn(onlyDigits(run)));
}

export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** "4242424242424242" as "4242 4242 4242 4242": in the groups printed on the card. */
export function groupNumber(digits: string): string {
  const parts: string[] = [];
  let start = 0;
  for (const length of brandOf(digits)?.groups ?? fourByFour) {
    if (start < digits.length) parts.push(digits.slice(start, start + length));
    start += length;
  }
  return parts.join(' ');
}
