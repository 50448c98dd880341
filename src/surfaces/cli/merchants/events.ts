import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import {
  attemptsOf,
  type DeliverableEvent,
  type LoggedAttempt,
  listEvents,
} from '../../../events/outbox/event-store.ts';
import { getEvent } from '../../../events/webhooks/get-event.ts';
import { redeliverEvent } from '../../../events/webhooks/redeliver-event.ts';
import type { Command } from '../command.ts';
import { eventFilterOptions, readFilterFields } from '../event-options.ts';
import { details, formatTime, table } from '../format.ts';

export const eventCommands: Command[] = [
  {
    name: 'events list',
    summary: "List a merchant's events and where their deliveries stand, newest first",
    operands: ['<merchant>'],
    options: {
      ...eventFilterOptions,
      limit: { kind: 'text', value: '<number>', help: 'how many at most: 1 to 200, 50 if absent' },
      cursor: { kind: 'text', value: '<cursor>', help: 'continue an earlier list' },
    },
    mayBeOld: true,
    needs: 'database',
    async run({ sql }, input) {
      const merchant = await getMerchant(sql, input.operands[0] ?? '');
      const page = { limit: input.text('limit'), cursor: input.text('cursor') };
      const { readEventQuery } = await import('../../../events/webhooks/event-query.ts');
      const read = readEventQuery({ ...readFilterFields(input), ...page }, []);
      if (read.kind === 'faults') throw validationFailed(read.faults);
      const range = read.beforeId ? { beforeId: read.beforeId } : {};
      const found = await listEvents(sql, merchant.id, read.filter, range, read.limit + 1);
      const events = found.slice(0, read.limit);
      const nextCursor = found.length > read.limit ? (events.at(-1)?.id ?? null) : null;
      const lines = table(
        ['EVENT', 'CREATED', 'STATUS', 'REFERENCE', 'DELIVERY'],
        events.map((event) => [
          event.id,
          formatTime(event.createdAt),
          event.status,
          event.subjectId,
          deliveryText(event),
        ]),
        'There are no such events.',
      );
      return {
        json: { events, nextCursor },
        text: nextCursor === null ? lines : `${lines}\n\nMore with --cursor ${nextCursor}`,
      };
    },
  },
  {
    name: 'events show',
    summary: 'Show an event and every send of it, with what the receiver answered',
    operands: ['<merchant>', '<event>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [merchantId = '', eventId = ''] }) {
      const merchant = await getMerchant(sql, merchantId);
      const event = await getEvent(sql, merchant.id, eventId);
      const attempts = (await attemptsOf(sql, merchant.id, [event])).get(event.id) ?? [];
      return { json: { ...event, attempts }, text: describeEvent(event, attempts) };
    },
  },
  {
    name: 'events redeliver',
    summary: 'Send an event again at once, with all its re-sends if it fails',
    operands: ['<merchant>', '<event>'],
    options: {},
    writes: 'deliveries',
    needs: 'database',
    async run({ sql }, { operands: [merchantId = '', eventId = ''] }) {
      const merchant = await getMerchant(sql, merchantId);
      const event = await redeliverEvent(sql, merchant.id, eventId);
      return {
        json: event,
        text: `Event ${event.id} is sent again, by the server as soon as it runs. events show tells what comes of it.`,
      };
    },
  },
];

function deliveryText({ deliveryStatus, failures, dueAt }: DeliverableEvent): string {
  const after = failures > 0 ? ` after ${failures} failed` : '';
  return deliveryStatus === 'pending'
    ? `pending${after}, next ${formatTime(dueAt)}`
    : `${deliveryStatus}${after}`;
}

function describeEvent(event: DeliverableEvent, attempts: LoggedAttempt[]): string {
  const head = details([
    ['Event', event.id],
    ['Status', event.status],
    ['Reference', event.subjectId],
    ['Created', formatTime(event.createdAt)],
    ['Delivery', deliveryText(event)],
    ['Body', event.body],
  ]);
  const sends = attempts.map((attempt) =>
    [
      `${formatTime(attempt.sentAt)}  ${attempt.url}  ${attempt.durationMs} ms`,
      `  ${attempt.explanation}`,
      ...(attempt.bodyExcerpt === '' ? [] : [`  Answer: ${JSON.stringify(attempt.bodyExcerpt)}`]),
    ].join('\n'),
  );
  return [head, ...(sends.length > 0 ? sends : ['No sends in the log.'])].join('\n\n');
}
