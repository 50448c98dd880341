import type { Db } from '../../base/db/sql.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { notation } from '../../chain/chains/notation.ts';
import { openTicket } from '../../crypto/orders/order-token.ts';
import { findOrderById } from '../../crypto/orders/store.ts';
import { findPayoutById } from '../../crypto/payouts/store.ts';
import { findChargeById } from '../../payments/charges/store.ts';
import { chargeHistory } from '../lookup/charge-history.ts';
import { type Findings, type Found, findPayments } from '../lookup/find-payments.ts';
import type { History } from '../lookup/history.ts';
import { orderHistory } from '../lookup/order-history.ts';
import { payoutHistory } from '../lookup/payout-history.ts';
import { type Command, type Input, type Option, type Result, UsageError } from './command.ts';
import { readWhole } from './event-options.ts';
import { details, formatTime, table } from './format.ts';

const defaultDays = 30;
/** A search without an index of its own scans ids by their time: only --days bounds it. */
const maxDays = 3_650;
/** More would not fit on a screen; the output says if there are more. */
const maxFound = 50;
/** This many are shown in full. */
const maxTold = 3;

export const daysOption: Option = {
  kind: 'text',
  value: '<number>',
  help: `how far back to look for what no index finds (order number, e-mail, last four, address): ${defaultDays} days if absent`,
};

export const findCommand: Command = {
  name: 'find',
  summary:
    'Tell what happened to a payment, by anything it is known by: reference, order number, e-mail, hash or id, transaction, address, last four digits of the card',
  operands: ['<anything>'],
  options: { days: daysOption },
  needs: 'installation',
  async run({ sql, secrets }, input) {
    const since = readSince(input);
    return await found(sql, input, since, await search(sql, secrets, input.operands[0] ?? '', since));
  },
};

export function readSince(input: Input): Date {
  const days = readWhole(input, 'days') ?? defaultDays;
  if (days < 1 || days > maxDays) throw new UsageError([`--days: must be 1 to ${maxDays}.`]);
  return new Date(Date.now() - days * 86_400_000);
}

export async function search(db: Db, secrets: Secrets, text: string, since: Date): Promise<Findings> {
  const openHash = (hash: string): string | null => openTicket(secrets, hash)?.id ?? null;
  return await findPayments(db, { text, since, limit: maxFound, openHash });
}

/** Shows a few results in full, many by name only. */
export async function found(db: Db, input: Input, since: Date, findings: Findings): Promise<Result> {
  const { readAs, isBounded } = findings;
  const where = `Looked for ${readAs}${isBounded ? ` in what was made since ${formatTime(since)}; --days looks further back` : ''}.`;
  if (findings.found.length === 0) {
    const text = `Nothing is known by "${input.operands[0]}". ${where}`;
    return { json: { readAs, found: [] }, text, failed: true };
  }
  if (findings.found.length > maxTold) {
    const rows = table(
      ['WHAT', 'ID', 'MERCHANT'],
      findings.found.map(({ kind, id, merchantId }) => [kind, id, merchantId]),
      '',
    );
    const more = findings.found.length >= maxFound ? ' There may be more.' : '';
    const text = `${rows}\n\n${where}${more} pasarela find <id> tells of one.`;
    return { json: { readAs, found: findings.found }, text };
  }
  const stories = [];
  for (const each of findings.found) stories.push(await storyOf(db, each));
  return {
    json: { readAs, found: findings.found, stories },
    text: `${stories.map(describeHistory).join('\n\n\n')}\n\n${where}`,
  };
}

async function storyOf(db: Db, { kind, id }: Found): Promise<History> {
  const charge = kind === 'charge' ? await findChargeById(db, id) : null;
  if (charge) return await chargeHistory(db, charge, notation);
  const payout = kind === 'payout' ? await findPayoutById(db, id) : null;
  if (payout) return await payoutHistory(db, payout, notation);
  const order = await findOrderById(db, id);
  if (order) return await orderHistory(db, order, notation);
  throw new Error(`the ${kind} ${id} is gone`);
}

export function describeHistory({ title, standing, facts, lines }: History): string {
  const told = lines.map(({ at, part, text }): [string, string] => [`${formatTime(at)}  ${part}`, text]);
  return `${title}\n${standing}\n\n${details(facts)}\n\n${details(told)}`;
}
