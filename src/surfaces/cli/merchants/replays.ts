import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import { cancelReplay } from '../../../events/webhooks/replays/cancel-replay.ts';
import { getReplay } from '../../../events/webhooks/replays/get-replay.ts';
import { previewReplay, replayEvents } from '../../../events/webhooks/replays/replay-events.ts';
import type { Replay } from '../../../events/webhooks/replays/replay-store.ts';
import { type Command, type Input, type Result, UsageError } from '../command.ts';
import { eventFilterOptions, readFilterFields, readWhole } from '../event-options.ts';
import { details, formatTime } from '../format.ts';

export const replayEventsCommand: Command = {
  name: 'events replay',
  summary: 'Count the events that a filter finds and, with --yes, send them all again',
  operands: ['<merchant>'],
  options: {
    ...eventFilterOptions,
    'per-second': {
      kind: 'text',
      value: '<number>',
      help: 'how many at most in a second: 1 to 500, 50 if absent',
      field: 'per_second',
    },
    yes: { kind: 'flag', help: 'send them; without it they are only counted' },
    expect: {
      kind: 'text',
      value: '<number>',
      help: 'the count you saw; if it has changed, nothing is sent',
      field: 'expected_count',
    },
  },
  writes: 'deliveries',
  needs: 'database',
  async run({ sql }, input) {
    const merchant = await getMerchant(sql, input.operands[0] ?? '');
    const request = await readRequest(input);
    if (!input.flag('yes')) {
      const count = await previewReplay(sql, merchant.id, request.filter);
      return {
        json: { count, replay: null },
        text: `${count} events would be sent again, ${request.perSecond} a second at most. Nothing is sent yet.\nTo send them, repeat it with --yes --expect ${count}`,
      };
    }
    const replay = await replayEvents(sql, merchant.id, request);
    return {
      json: { count: replay.total, replay },
      text: `${describeReplay(replay)}\n\nThe server sends them while it runs. replays show tells how far it is, replays cancel stops it.`,
    };
  },
};

export const replayCommands: Command[] = [
  {
    name: 'replays show',
    summary: 'Show how far a replay has come',
    operands: ['<merchant>', '<replay>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [merchantId = '', replayId = ''] }) {
      const merchant = await getMerchant(sql, merchantId);
      return shown(await getReplay(sql, merchant.id, replayId));
    },
  },
  {
    name: 'replays cancel',
    summary: 'Stop a replay where it is',
    operands: ['<merchant>', '<replay>'],
    options: {},
    writes: 'deliveries',
    needs: 'database',
    async run({ sql }, { operands: [merchantId = '', replayId = ''] }) {
      const merchant = await getMerchant(sql, merchantId);
      return shown(await cancelReplay(sql, merchant.id, replayId));
    },
  },
];

async function readRequest(input: Input) {
  const fields = readFilterFields(input);
  if (Object.keys(fields).length === 0) {
    const names = Object.keys(eventFilterOptions).map((name) => `--${name}`);
    throw new UsageError([`Choose events by at least one of ${names.join(', ')}.`]);
  }
  const perSecond = readWhole(input, 'per-second');
  const expectedCount = readWhole(input, 'expect');
  const { readReplayRequest } = await import('../../../events/webhooks/replays/replay-request.ts');
  const read = readReplayRequest(
    {
      ...fields,
      ...(perSecond !== undefined && { per_second: perSecond }),
      ...(expectedCount !== undefined && { expected_count: expectedCount }),
    },
    [],
  );
  if (read.kind === 'faults') throw validationFailed(read.faults);
  return read.request;
}

function shown(replay: Replay): Result {
  return { json: replay, text: describeReplay(replay) };
}

function describeReplay(replay: Replay): string {
  return details([
    ['Replay', replay.id],
    ['Status', replay.status],
    ['Sent again', `${replay.done} of ${replay.total}, ${replay.perSecond} a second at most`],
    ['Filter', JSON.stringify(replay.filter)],
    ['Created', formatTime(replay.createdAt)],
  ]);
}
