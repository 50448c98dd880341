import { type Command, type Input, UsageError } from '../command.ts';
import { readWhole } from '../event-options.ts';
import { urlOption } from './account.ts';
import { readSandboxFile, sandboxFilePath } from './sandbox-file.ts';

/** Longer than a play takes: an acquirer that does not answer is waited for. */
const timeoutMs = 60_000;

export const triggerCommand: Command = {
  name: 'trigger',
  summary:
    'Let something happen in a running sandbox: a customer pays or fails to, a bank decides, time passes, a network adds or loses blocks',
  operands: ['<play>', '<target>'],
  options: {
    method: { kind: 'text', value: '<code>', help: 'what the customer chooses, for a charge of ALL' },
    network: { kind: 'text', value: '<network>', help: 'where an order is paid' },
    amount: { kind: 'text', value: '<amount>', help: 'what is paid for an order; absent: what is missing' },
    address: { kind: 'text', value: '<address>', help: 'what to freeze or release on a network' },
    blocks: { kind: 'text', value: '<number>', help: 'how many to mine or to replace; 1 if absent' },
    url: urlOption,
  },
  needs: 'environment',
  async run({ env }, input) {
    const [play = '', target = ''] = input.operands;
    const base = input.text('url') ?? (env.PASARELA_URL || (await ownSandbox(sandboxFilePath(env))));
    const { path, body } = requestOf(play, target, input);
    const answer = await post(new URL(path, base), body);
    const { did, status, amount, transaction, next = [] } = answer;
    const told = did ?? (transaction ? `${amount} were sent: ${transaction}` : 'Done.');
    const lines = [
      `${told}${status ? ` The charge is ${status}.` : ''}`,
      ...next.map((line) => `Next: ${line}`),
    ];
    return { json: answer, text: lines.join('\n') };
  },
};

/** What does not happen to a charge; every other play does. */
function requestOf(play: string, target: string, input: Input): { path: string; body: object } {
  const of = encodeURIComponent(target);
  if (play === 'mine' || play === 'reorganise') {
    return { path: `/sandbox/networks/${of}/${play}`, body: { blocks: readWhole(input, 'blocks') ?? 1 } };
  }
  if (play === 'freeze' || play === 'release') {
    const body = { address: input.text('address'), frozen: play === 'freeze' };
    return { path: `/sandbox/networks/${of}/freeze`, body };
  }
  if (play === 'expire-link') return { path: `/sandbox/payment-links/${of}`, body: { play: 'expire' } };
  const given = (name: string) => ({ ...(input.isGiven(name) && { [name]: input.text(name) }) });
  const ofOrder = ordersPlays[play];
  if (ofOrder) return { path: `/sandbox/orders/${of}`, body: { play: ofOrder, ...given('network') } };
  return play === 'pay-order'
    ? { path: `/sandbox/wallet/${of}`, body: { ...given('network'), ...given('amount') } }
    : { path: `/sandbox/charges/${of}`, body: { play, ...given('method') } };
}

const ordersPlays: Readonly<Record<string, string | undefined>> = {
  'expire-order': 'expire',
  'pay-order-late': 'late',
  'pay-order-wrong-token': 'wrong_token',
};

interface Played {
  did?: string;
  status?: string;
  amount?: string;
  transaction?: string;
  next?: string[];
}

async function post(url: URL, body: object): Promise<Played> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  };
  const response = await fetch(url, request).catch(() => {
    throw new UsageError([`No sandbox answers at ${url.origin}. Start it, or name its address by --url.`]);
  });
  const answer = (await response.json().catch(() => ({}))) as {
    message?: string;
    data?: Played & { fields?: { field: string; message: string }[] };
  };
  if (!response.ok) {
    const faults = (answer.data?.fields ?? []).map(({ field, message }) => `${field} ${message}.`);
    throw new UsageError(
      faults.length > 0 ? faults : [answer.message ?? `The sandbox answered ${response.status}.`],
    );
  }
  return answer.data ?? (answer as Played);
}

async function ownSandbox(path: string): Promise<string> {
  const file = await readSandboxFile(path);
  if (file) return file.baseUrl;
  throw new UsageError([
    `${path} does not name a sandbox. Run this in its folder, or name its address by --url.`,
  ]);
}
