/** Texts that are kept; with the bound on their length, half a megabyte. */
const maxTexts = 1_000;
const maxLength = 256;

/**
 * What was found of a text, found once: for what depends on the text alone, takes a while, and comes again and again, as a
 * shop's addresses do with each of its charges.
 */
export function remembering<T>(find: (text: string) => T): (text: string) => T {
  const found = new Map<string, T>();
  return (text) => {
    if (text.length > maxLength) return find(text);
    const known = found.get(text);
    if (known !== undefined) return known;
    const fresh = find(text);
    if (found.size >= maxTexts) found.clear();
    found.set(text, fresh);
    return fresh;
  };
}
