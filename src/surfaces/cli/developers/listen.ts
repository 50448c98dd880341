import { type Command, UsageError } from '../command.ts';
import { readDuration } from '../duration.ts';
import { readWhole } from '../event-options.ts';
import { formatTime } from '../format.ts';
import { openAccount, urlOption } from './account.ts';
import { followEvents, type ListedEvent, readEvent, redeliver } from './event-source.ts';
import { createForwarder } from './forward.ts';

const forwardOption = {
  kind: 'text',
  value: '<url>',
  help: 'your receiver: each event is signed and sent there, also on this machine',
} as const;

export const listenCommand: Command = {
  name: 'listen',
  summary: "Print a merchant's events as they happen, and forward them to a receiver on this machine",
  operands: [],
  options: {
    forward: forwardOption,
    events: { kind: 'list', value: '<types>', help: 'only these: charge.*, payout.failed; all if absent' },
    since: { kind: 'text', value: '<time>', help: 'begin with the events of the last 10m, 2h or 1d' },
    count: { kind: 'text', value: '<number>', help: 'end after this many events; without end if absent' },
    url: urlOption,
  },
  needs: 'environment',
  async run({ env, print, progress }, input) {
    const account = await openAccount(env, input.text('url'));
    const count = readWhole(input, 'count') ?? Number.POSITIVE_INFINITY;
    const since = input.text('since') ?? '0';
    const sinceSeconds = readDuration(since);
    if (sinceSeconds === null)
      throw new UsageError([`--since: "${since}" is not a time like 10m, 2h or 1d.`]);
    const isWanted = readTypes(input.list('events') ?? ['*']);
    const target = input.text('forward');
    const forwarder = target === undefined ? null : createForwarder(target, account);
    if (forwarder?.isNewSecret) progress(`What is forwarded is signed with ${forwarder.secret}`);
    const begun = (): void =>
      progress(`Listening to merchant ${account.merchantId} at ${account.baseUrl}. End it with Ctrl C.`);

    let seen = 0;
    let failed = 0;
    if (count === 0) return { json: { events: seen, failed }, text: 'It waited for no event.' };
    for await (const event of followEvents(account, sinceSeconds * 1000, { begun, note: progress })) {
      if (!isWanted(typeOf(event))) continue;
      const forwarded = (await forwarder?.forward(event)) ?? null;
      if (forwarded && !forwarded.ok) failed += 1;
      print(input.flag('json') ? JSON.stringify({ ...event, forwarded }) : lineOf(event, forwarded));
      seen += 1;
      if (seen >= count) break;
    }
    const text = `${seen} events${failed > 0 ? `, of which ${failed} were not confirmed` : ''}.`;
    return { json: { events: seen, failed }, text, ...(failed > 0 && { failed: true }) };
  },
};

export const resendCommand: Command = {
  name: 'resend',
  summary: 'Send an event again, by the server or to a receiver on this machine',
  operands: ['<event>'],
  options: { forward: forwardOption, url: urlOption },
  needs: 'environment',
  async run({ env }, input) {
    const account = await openAccount(env, input.text('url'));
    const [id = ''] = input.operands;
    const target = input.text('forward');
    if (target === undefined) {
      await redeliver(account, id);
      return { json: { event: id }, text: 'The server sends it again at once.' };
    }
    const forwarder = createForwarder(target, account);
    const event = await readEvent(account, id);
    const forwarded = await forwarder.forward(event);
    const secret = forwarder.isNewSecret ? `\nIt was signed with ${forwarder.secret}` : '';
    return {
      json: { event: id, forwarded },
      text: lineOf(event, forwarded) + secret,
      ...(!forwarded.ok && { failed: true }),
    };
  },
};

/** `charge.*` takes every event of a charge, `*` every event. */
function readTypes(patterns: string[]): (type: string) => boolean {
  const wrong = patterns.filter((pattern) => !/^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(pattern));
  if (wrong.length > 0) {
    throw new UsageError(
      wrong.map((each) => `--events: "${each}" is not a type like charge.* or payout.failed.`),
    );
  }
  return (type) =>
    patterns.some((each) => (each.endsWith('*') ? type.startsWith(each.slice(0, -1)) : type === each));
}

/** Events from before types were sent have none. */
function typeOf({ payload, status }: ListedEvent): string {
  return typeof payload.eventType === 'string' ? payload.eventType : status;
}

function lineOf(event: ListedEvent, forwarded: { ok: boolean; text: string } | null): string {
  const line = `${formatTime(new Date(event.created_at))}  ${typeOf(event).padEnd(22)} ${event.reference}  ${event.id}`;
  if (!forwarded) return line;
  return `${line}\n  ${forwarded.ok ? 'confirmed' : 'NOT CONFIRMED'}: ${forwarded.text}`;
}
