/** The number of cached texts; with the limit on their length, half a megabyte. */
const maxTexts = 1_000;
const maxLength = 256;

/**
 * Caches the result for a text. For results that depend on the text alone, are slow to compute and repeat often, such
 * as a merchant's addresses in each of its charges.
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
