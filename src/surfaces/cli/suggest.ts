/** Words further apart than this are not a typing error. */
const maxSlips = 3;

/** " Did you mean x?" if a known word is close to the typed one, else empty. */
export function didYouMean(typed: string, known: readonly string[]): string {
  let best: string | undefined;
  let bestSlips = Math.min(maxSlips, Math.floor(typed.length / 2)) + 1;
  for (const word of known) {
    const slips = word.startsWith(typed) ? 1 : slipsBetween(typed, word);
    if (slips < bestSlips) [best, bestSlips] = [word, slips];
  }
  return best === undefined ? '' : ` Did you mean ${best}?`;
}

/** Letters to add, drop or change to get from one word to the other (Levenshtein). */
function slipsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
