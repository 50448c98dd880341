import { PasarelaError } from '../../../base/ground/errors.ts';
import { formatAsset } from '../../../base/money/asset.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { witnessLines } from '../../../crypto/custody/held-text.ts';
import { judgeOutcome } from '../../../crypto/custody/judge-outcome.ts';
import { findHeld, type HeldOutcome, heldOutcomes } from '../../../crypto/sending/held-outcomes.ts';
import { type Command, UsageError } from '../command.ts';
import { details, formatTime } from '../format.ts';
import { byOption, readReason } from '../person.ts';

/** Transfers in a final block that no RPC node proves: the answer of each source, and the decision of two people. */
export const outcomeCommands: Command[] = [
  {
    name: 'outcomes list',
    summary:
      'List transfers that are held because no node proves what they moved, with what each node says; exits 1 when there are any',
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const held = await heldOutcomes(sql);
      return {
        json: { held },
        text: held.length === 0 ? 'Nothing is held.' : held.map(describe).join('\n\n'),
        failed: held.length > 0,
      };
    },
  },
  {
    name: 'outcomes decide',
    summary:
      'Say what became of a transfer that no node proves, with a code of your second factor; it counts when a second person says the same',
    operands: ['<id>', '<arrived|not-arrived>'],
    options: { by: byOption, note: { kind: 'text', value: '<text>', help: 'how you know', required: true } },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const [id = '', typed = ''] = input.operands;
      if (typed !== 'arrived' && typed !== 'not-arrived') {
        throw new UsageError([`"${typed}": must be arrived or not-arrived.`]);
      }
      const word = typed === 'arrived' ? 'arrived' : 'not_arrived';
      const found = await findHeld(sql, id);
      if (!found)
        throw new PasarelaError('not_found', `No transfer ${id} is held: see pasarela outcomes list.`);
      const approver = await input.approver(found.merchantId);
      const note = readReason(input, 'note');
      const deps = { sql, notation, now: () => new Date() };
      const { held, isEnded } = await judgeOutcome(deps, id, { word, note }, approver);
      const outcome = isEnded
        ? word === 'arrived'
          ? 'Decided by two people: it counts as sent.'
          : 'Decided by two people: it failed, and what was set aside is released.'
        : 'Written down. A second person has to say the same.';
      return { json: { held, isEnded }, text: `${describe(held)}\n\n${outcome}` };
    },
  },
];

function describe(held: HeldOutcome): string {
  const { network, proposal } = held;
  const optional: [string, string][] = proposal
    ? [['Said so far', `${proposal.word.replace('_', '-')}, by ${proposal.person}: ${proposal.note}`]]
    : [];
  return details([
    ['Id', held.id],
    ['Kind', held.purpose],
    ['Merchant', held.merchantId],
    ['Amount', formatAsset(held.amountUnits, assetOn(network))],
    ['To', notation.formatAddress(network, held.to)],
    ['Network', network],
    ['Transaction', notation.formatTransactionHash(network, held.hash)],
    ['Block', held.blockNumber.toString()],
    ['Held since', formatTime(held.heldAt)],
    ...witnessLines(held).map((line, at): [string, string] => [at === 0 ? 'Nodes say' : '', line]),
    ...optional,
  ]);
}
