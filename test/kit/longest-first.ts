import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The project whose files share their processes. */
export const sharing = 'sharing';

/**
 * Files that take more than a minute, the longest first: a late start would delay the end of the run. Before them the
 * one that first waits a minute for packages from the network.
 */
const longest = [
  'clients/python',
  'cards/killed',
  'payouts/killed-engine',
  'browser/card-page',
  'crypto/local-chains',
  'browser/crypto-page',
  'process/kill.test',
  'simulation/',
  'browser/payout-page',
  'process/first-start',
  'browser/guides',
  'browser/card.test',
  'crypto/killed-watcher',
  'clients/example',
  'process/readme',
  'crypto/faulty-nodes',
  'cards/hosted',
  'browser/payout-path',
  'browser/local-methods',
  'process/rolling-upgrade',
];

/**
 * First the files with a process of their own, because a shared process ends as soon as such a file comes next. Among
 * them, and among those that share one, first the longest, then the pages.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.includes(`/test/${name}`));
  const rest = moduleId.includes('/test/browser/') ? longest.length : longest.length + 1;
  return (place === -1 ? rest : place) + (project.name === sharing ? longest.length + 2 : 0);
}
