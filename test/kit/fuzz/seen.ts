import type { Random } from './random.ts';

/** Words from answers, by the path that returned them: the same path usually knows them. */
export interface Seen {
  /** Without a place, only the addresses in the answer. */
  note(place: string | null, answer: unknown): void;
  /** Usually a word from this path. */
  word(place: string): string | undefined;
}

/** Ids and words from answers, for later requests: at most this many per path. */
const mostSeen = 60;

export function createSeen(random: Random): Seen {
  const words = new Map<string, string[]>();
  function keep(place: string, word: string): void {
    const known = words.get(place) ?? [];
    words.set(place, known);
    if (known.length < mostSeen) known.push(word);
    else known[random.below(mostSeen)] = word;
  }
  return {
    note(place, answer) {
      for (const text of textsIn(answer)) {
        if (place !== null && /^[\w.:-]{6,80}$/.test(text)) keep(place, text);
        // The page of a charge, a payout or a payment link is known by its own address.
        for (const [, page = '', id = ''] of text.matchAll(/https?:\/\/[^/\s"<>]+(\/[a-z-]+)\/([\w.-]+)/g))
          keep(page, id);
      }
    },
    word(place) {
      const here = words.get(place) ?? [];
      const some = here.length > 0 && random.chance(0.8) ? here : [...words.values()].flat();
      return some.length > 0 ? random.of(some) : undefined;
    },
  };
}

/** "/dashboard/api/links" for all paths below it. */
export function placeOf(path: string): string {
  return path.split('/{')[0] as string;
}

/** Texts longer than this are documents and pictures. */
const longest = 5_000;

function* textsIn(answer: unknown, depth = 0): Iterable<string> {
  if (typeof answer === 'string' && answer.length <= longest) yield answer;
  if (typeof answer !== 'object' || answer === null || depth > 6) return;
  for (const part of Object.values(answer).slice(0, 20)) yield* textsIn(part, depth + 1);
}
