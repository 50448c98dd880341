import { maxPasswordLength, minPasswordLength } from './open-auth.ts';

/** Shorter names occur in many good passwords by chance. */
const shortestName = 4;

/**
 * Why a password is refused; null: it is allowed. `names` are those that a stranger would try first: the person's, the
 * merchant's.
 */
export async function passwordFault(
  password: string | null,
  names: readonly (string | null)[],
): Promise<string | null> {
  const length = Array.from(password ?? '').length;
  if (password === null || length < minPasswordLength) {
    return `must have at least ${minPasswordLength} characters`;
  }
  if (length > maxPasswordLength) return `must have at most ${maxPasswordLength} characters`;
  const plain = password.toLowerCase();
  if (isRepeated(plain) || (await isCommon(plain))) {
    return 'is one of those that are tried first: choose another, of several words for example';
  }
  return hasName(plain, names) ? 'must not have your name, your e-mail or the name of the shop in it' : null;
}

/** "abcabcabcabc": a few characters repeated. */
function isRepeated(plain: string): boolean {
  return [1, 2, 3, 4].some(
    (size) => plain === plain.slice(0, size).repeat(plain.length).slice(0, plain.length),
  );
}

/** Also matches with digits and signs around it: "Password2026!". */
async function isCommon(plain: string): Promise<boolean> {
  const known = await loadCommon();
  return known.has(plain) || known.has(bare(plain));
}

/** The text from its first letter to its last. */
function bare(plain: string): string {
  const characters = Array.from(plain);
  const isLetter = (character: string): boolean => /\p{L}/u.test(character);
  return characters.slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1).join('');
}

function hasName(plain: string, names: readonly (string | null)[]): boolean {
  return names
    .flatMap((name) => (name ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .some((part) => part.length >= shortestName && plain.includes(part));
}

let loading: Promise<ReadonlySet<string>> | null = null;

/** 50,000 of the most often leaked passwords. Loaded at the first choice of a password. */
function loadCommon(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  );
  return loading;
}
