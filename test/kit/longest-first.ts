import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The project whose files share their processes. */
export const sharing = 'sharing';

/** What took more than a minute, the longest first: begun late, one of them would be waited for at the end. */
const longest = [
  'browser/payout-page',
  'browser/card-page',
  'payouts/killed-engine',
  'browser/crypto-page',
  'cards/killed',
  'browser/card.test',
  'crypto/local-chains',
  'browser/payout-path',
  'process/rolling-upgrade',
  'cards/hosted',
];

/**
 * The longest files, then the others that have a process to themselves, then those that share theirs: a shared process
 * ends as soon as a file that wants its own comes next.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (project.name === sharing) return longest.length + 1;
  const place = longest.findIndex((name) => moduleId.includes(`/test/${name}`));
  return place === -1 ? longest.length : place;
}
