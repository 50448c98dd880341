import { isAskedCode, methods } from '../../src/accounts/methods/methods.ts';

/** How a method is called: a proper noun is the same in every language, the others are in the texts. */
export function methodName(code: string, texts: Readonly<Record<string, string>>): string {
  return texts[code] ?? (isAskedCode(code) ? methods[code].name : null) ?? code;
}
