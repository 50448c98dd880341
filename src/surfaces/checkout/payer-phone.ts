/** Mobile numbers by country: the calling code and the form of the number behind it. */
const mobiles = new Map<string, { code: string; number: RegExp }>([
  ['ARG', { code: '54', number: /^9?\d{10}$/ }],
  ['BRA', { code: '55', number: /^\d{2}9\d{8}$/ }],
  ['CHL', { code: '56', number: /^9\d{8}$/ }],
  ['COL', { code: '57', number: /^3\d{9}$/ }],
  ['MEX', { code: '52', number: /^\d{10}$/ }],
  ['PER', { code: '51', number: /^9\d{8}$/ }],
]);

/** E.164 allows fifteen digits. */
const anyNumber = /^\d{8,15}$/;
/** Longer than any number with all its spaces and brackets; checked first. */
const maxLength = 40;

/** The number in international form, e.g. "+573001234567"; null if it is no mobile number of the country. */
export function readPhone(country: string, text: string): string | null {
  if (text.length > maxLength || !/^\+?[\d\s().-]+$/.test(text.trim())) return null;
  const digits = text.replace(/\D/g, '');
  const mobile = mobiles.get(country);
  if (!mobile) return anyNumber.test(digits) ? `+${digits}` : null;
  const { code, number } = mobile;
  if (number.test(digits)) return `+${code}${digits}`;
  return digits.startsWith(code) && number.test(digits.slice(code.length)) ? `+${digits}` : null;
}
