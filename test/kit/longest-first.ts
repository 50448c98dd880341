import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The project whose files share their processes. */
export const sharing = 'sharing';

/** Files that took more than a minute, the longest first: a late start would delay the end of the run. */
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
 * The longest files, then the rest of those with a process of their own, then those that share one: a shared process
 * ends as soon as a file that needs its own comes next.
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
