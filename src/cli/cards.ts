import { readProcessorStatus } from '../charges/lines/processor-status.ts';
import { readAccounts } from '../processors/accounts-store.ts';
import { processorNames } from '../processors/names.ts';
import type { Command } from './command.ts';
import { formatTime, table } from './format.ts';

export const cardStatusCommand: Command = {
  name: 'cards status',
  summary:
    'Show the card processors of this installation: how they are used, what was read from them, what waits',
  operands: [],
  options: {},
  needs: 'cards',
  async run({ sql, openCards }) {
    const { cards, config } = await openCards();
    const [installed, owned] = [await cards.accounts(), await readAccounts(sql)];
    const statuses = [];
    for (const name of processorNames) {
      const status = await readProcessorStatus(sql, name);
      const place = config.used.indexOf(name);
      const account = installed.find((each) => each.processor.name === name && each.merchantId === null);
      statuses.push({
        ...status,
        order: place < 0 ? null : place + 1,
        hasKeys: account !== undefined,
        hasLines: account?.processor.hasLines ?? true,
        kind: account ? (config.direct ? await cards.of(asDirect(name)) : account.processor).kind : null,
        accountsOfMerchants: owned.filter((each) => each.processor === name && each.isCurrent).length,
      });
    }
    const told = statuses.filter(
      (each) =>
        each.order !== null || each.hasKeys || each.accountsOfMerchants > 0 || each.attemptsUnresolved > 0n,
    );
    return {
      json: told,
      text: [
        table(
          [
            'PROCESSOR',
            'ORDER',
            'KIND',
            'OWN ACCOUNTS',
            'LAST LINE',
            'READ UNTIL',
            'NOTIFICATIONS',
            'UNRESOLVED',
          ],
          told.map((each) => [
            each.processor,
            each.order?.toString() ?? (each.hasKeys ? 'keys only' : 'not used'),
            each.kind ?? '',
            String(each.accountsOfMerchants),
            each.lastLineAt ? formatTime(each.lastLineAt) : 'none',
            each.readUntil ? formatTime(each.readUntil) : each.hasLines ? 'never' : 'it tells none',
            String(each.notificationsWaiting),
            String(each.attemptsUnresolved),
          ]),
          'This installation takes no cards.',
        ),
        ...told.flatMap(({ processor, failure }) =>
          failure === null ? [] : [`The lines of ${processor} could not be read: ${failure}`],
        ),
      ].join('\n'),
    };
  },
};

/** As new payments use it where our page may take cards; one that has a page alone answers as that. */
function asDirect(processor: string) {
  return { processor, kind: 'direct' as const, accountId: null };
}
