import { listProcessors } from '../../../payments/processors/list-processors.ts';
import type { Command } from '../command.ts';
import { formatTime, table } from '../format.ts';

export const cardStatusCommand: Command = {
  name: 'cards status',
  summary:
    'Show the card processors of this installation: how they are used, what was read from them, what waits',
  operands: [],
  options: {},
  needs: 'cards',
  async run({ sql, openCards }) {
    const { processors, config } = await openCards();
    const told = await listProcessors({ sql, processors }, config);
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
