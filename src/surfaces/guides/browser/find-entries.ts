import type { SearchEntry } from '../guide.ts';

const mostResults = 8;

/** The words of a query, without accents, so that "codigo" finds "código". */
export function termsOf(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean).slice(0, 8);
}

/** The sections that have every word, those first that have them in their title. */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostResults)
    .map(({ entry }) => entry);
}

function scoreOf([, page, heading, text]: SearchEntry, terms: readonly string[]): number {
  const places: [string, number][] = [
    [fold(heading), 10],
    [fold(page), heading === '' ? 12 : 4],
    [fold(text), 1],
  ];
  let score = 0;
  for (const term of terms) {
    const points = places.map(([place, weight]) => {
      const at = place.indexOf(term);
      if (at < 0) return 0;
      // At the beginning of a word it is more likely meant.
      return /[\p{L}\p{N}]/u.test(place[at - 1] ?? ' ') ? weight / 2 : weight;
    });
    const best = Math.max(...points);
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
