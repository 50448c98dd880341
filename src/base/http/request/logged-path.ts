import { isId } from '../../db/ids.ts';

/** An id has 36 characters; whatever in a path is longer is a secret: a payout's link, an order's hash. */
const longestId = 36;
/** No path of ours has as many digits outside its ids; a card number has, also when it is spelt with percent signs. */
const maxDigits = 11;

/** The path of a request as it may stand in a log: without its query, and without secrets or card numbers. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const parts = path.split('/').map((part) => (part.length > longestId ? '[secret]' : part));
  const hasNumber = digitsIn(parts.filter((part) => !isId(part.toLowerCase())).join('')) > maxDigits;
  return parts
    .map((part) => (hasNumber && digitsIn(part) > 0 && !isId(part.toLowerCase()) ? '[number]' : part))
    .join('/');
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}
