import { isId } from '../../base/db/ids.ts';
import { type Input, UsageError } from './command.ts';
import { readWhole } from './event-options.ts';

/** Nobody reads more at once; the cursor leads to the next page. */
export const maxListed = 200;
const listedByDefault = 50;

/** Reads the requested page and status; throws all faults at once. */
export function readPage<Status extends string>(input: Input, statuses: readonly Status[] = []) {
  const limit = readWhole(input, 'limit') ?? listedByDefault;
  const cursor = input.text('cursor');
  const typed = statuses.length > 0 ? input.text('status') : undefined;
  const status = statuses.find((known) => known === typed);
  const faults = [
    ...(limit < 1 || limit > maxListed ? [`--limit: must be 1 to ${maxListed}.`] : []),
    ...(cursor !== undefined && !isId(cursor) ? ['--cursor: is not one that a list ended with.'] : []),
    ...(typed !== undefined && status === undefined
      ? [`--status: "${typed}" is not one of ${statuses.join(', ')}.`]
      : []),
  ];
  if (faults.length > 0) throw new UsageError(faults);
  return { limit, cursor, status };
}
