import { invalid, missing } from './api-error.ts';
import type { Books } from './books.ts';
import type { Parameters } from './parameters.ts';

/** Newest first. */
export function page<Each extends { id: string; created: number }>(
  oldestFirst: Each[],
  given: Parameters,
): object {
  const { limit = 10, starting_after: after, ending_before: before, created = {} } = given;
  if (limit < 1 || limit > 100) throw invalid('limit must be from 1 to 100', { param: 'limit' });
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = created;
  const listed = oldestFirst
    .filter((each) => each.created > gt && each.created >= gte && each.created < lt && each.created <= lte)
    .reverse();
  const placeOf = (id: string, param: string): number => {
    const all = oldestFirst.toReversed();
    const place = all.findIndex((each) => each.id === id);
    if (place < 0) throw missing('object', id, param);
    return place;
  };
  let data = listed;
  if (after !== undefined) {
    const place = placeOf(after, 'starting_after');
    const older = new Set(oldestFirst.toReversed().slice(place + 1));
    data = listed.filter((each) => older.has(each));
  }
  if (before !== undefined) {
    const place = placeOf(before, 'ending_before');
    const younger = new Set(oldestFirst.toReversed().slice(0, place));
    // The items next to the named one, not the very newest.
    data = listed.filter((each) => younger.has(each));
    return { object: 'list', data: data.slice(-limit), has_more: data.length > limit };
  }
  return { object: 'list', data: data.slice(0, limit), has_more: data.length > limit };
}

/** Replaces ids by their objects, along the requested paths. */
export function expand(books: Books, answer: object, paths: readonly string[] = []): object {
  // biome-ignore lint/suspicious/noExplicitAny: a copy of any of Stripe's objects.
  const copy: any = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > 4) throw invalid('You cannot expand more than 4 levels of a property.');
    expandAt(books, copy, parts, path);
  }
  return copy;
}

const kindOf = {
  ch: 'charge',
  pi: 'payment_intent',
  re: 'refund',
  du: 'dispute',
  po: 'payout',
} as const;

// biome-ignore lint/suspicious/noExplicitAny: any of Stripe's objects.
function expandAt(books: Books, at: any, [name = '', ...rest]: string[], path: string): void {
  if (Array.isArray(at)) {
    for (const each of at) expandAt(books, each, [name, ...rest], path);
    return;
  }
  if (!(name in at)) throw invalid(`This property cannot be expanded (${path}).`);
  if (typeof at[name] === 'string') {
    const kind = kindOf[at[name].split('_')[0] as keyof typeof kindOf];
    if (kind) at[name] = structuredClone(books.find(kind, at[name]));
  }
  if (rest.length > 0 && at[name] !== null && typeof at[name] === 'object')
    expandAt(books, at[name], rest, path);
}
