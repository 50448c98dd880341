import { isId } from '../../db/ids.ts';

/** An id has 36 characters; any longer part of a path is a secret: the token of a payout's claim, an order's hash. */
const longestId = 36;
/** No path of ours has that many digits outside its ids; a card number does, even if it is percent-encoded. */
const maxDigits = 11;

/** The path of a request for a log: without its query, and without secrets or card numbers. */
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
