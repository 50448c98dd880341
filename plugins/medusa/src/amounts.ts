/** Exact amounts: Medusa's in any of its forms, and the text that Pasarela takes. */

/** A decimal as a whole number of units, rounded half up; throws for what is no amount. */
function toUnits(text: string, digits: number): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === '') throw new TypeError(`"${text}" is not an amount.`);
  const kept = fraction.slice(0, digits).padEnd(digits, '0');
  return BigInt(whole + kept) + (Number(fraction[digits] ?? 0) >= 5 ? 1n : 0n);
}

function fromUnits(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** A number, a text, `{value}`, a BigNumber of Medusa or of bignumber.js. */
function textOf(amount: unknown): string {
  if (typeof amount === 'string') return amount;
  if (typeof amount === 'number')
    return Number.isFinite(amount) && amount < 1e15 ? plain(amount) : String(amount);
  const { raw, value, toFixed } = (amount ?? {}) as {
    raw?: { value?: unknown };
    value?: unknown;
    toFixed?(): string;
  };
  const inner = raw?.value ?? value;
  if (inner !== undefined) return textOf(inner);
  return toFixed ? toFixed.call(amount) : String(amount);
}

/** Never with an exponent. */
const plain = (amount: number): string => (/e/.test(String(amount)) ? amount.toFixed(20) : String(amount));

/** By the decimals of ISO 4217: Medusa's totals may have more, and are rounded as Medusa rounds what it shows. */
export function exactAmount(amount: unknown, currency: string): string {
  const digits = digitsOf(currency);
  return fromUnits(toUnits(textOf(amount), digits), digits);
}

export function isSameAmount(one: string, other: string, currency: string): boolean {
  return toUnits(one, digitsOf(currency)) === toUnits(other, digitsOf(currency));
}

/** Converts a part of the price to the asset that was paid, rounded down. */
export function partInAsset(part: string, price: string, credited: string, currency: string): string {
  const digits = digitsOf(currency);
  const units = (toUnits(credited, assetDigits) * toUnits(part, digits)) / toUnits(price, digits);
  return fromUnits(units, assetDigits);
}

const assetDigits = 6;

/** ISO 4217, of those that have not two. `Intl` has other decimals: it writes pesos without cents. */
const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

const digitsOf = (currency: string): number =>
  none.includes(currency) ? 0 : three.includes(currency) ? 3 : 2;
