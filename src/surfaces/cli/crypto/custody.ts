import { notation } from '../../../chain/chains/notation.ts';
import { parseTransactionHash } from '../../../chain/chains/transaction-hash.ts';
import { bookTransfer } from '../../../crypto/custody/book-transfer.ts';
import { checkCustody } from '../../../crypto/custody/check-custody.ts';
import { type CustodyReport, isRight, type Part, type PlaceReport } from '../../../crypto/custody/custody.ts';
import { type Command, UsageError } from '../command.ts';
import { table } from '../format.ts';
import { byOption, readReason } from '../person.ts';
import { amountOn, readChains } from './network-operand.ts';
import { compareAll, resolveSuspects } from './reconcile.ts';
import { openNetwork, openPayoutChain } from './sweep-operands.ts';

export const custodyCommands: Command[] = [
  {
    name: 'custody check',
    summary:
      'Compare what the ledger says lies at deposit addresses, in hot wallets and in the treasury with the chain, and name what differs; exits 1 when something is off',
    operands: [],
    options: {
      network: { kind: 'text', value: '<network>', help: 'only this one' },
    },
    writes: 'findings',
    needs: 'networks',
    async run({ sql, chains, progress }, input) {
      const reports: CustodyReport[] = [];
      for (const chain of readChains(chains, input.text('network'))) {
        await compareAll(sql, chain, false, progress);
        await resolveSuspects(sql, chain, progress);
        reports.push(await checkCustody({ sql, chain }));
      }
      const isOff = reports.some(({ places }) => !places.every(isRight));
      return {
        json: reports.map(written),
        text: `${reports.map(describe).join('\n\n')}\n\n${isOff ? 'Something is off.' : 'All is right.'}`,
        failed: isOff,
      };
    },
  },
  {
    name: 'custody book',
    summary: 'Enter a transfer from or to a hot wallet or the treasury that you made yourself',
    operands: ['<network>', '<place>', '<transaction>'],
    options: {
      by: byOption,
      note: { kind: 'text', value: '<words>', help: 'what it was for', required: true },
    },
    writes: 'acts',
    needs: 'networks',
    async run(context, input) {
      const { sql } = context;
      const [typed = '', place = '', hash = ''] = input.operands;
      if (place !== 'hot' && place !== 'treasury') throw new UsageError(['<place> must be hot or treasury.']);
      const transactionHash = parseTransactionHash(hash);
      if (transactionHash === null) throw new UsageError([`"${hash}" is no hash of a transaction.`]);
      const { chain, served } = openNetwork(context, typed);
      const request = {
        place,
        transactionHash,
        by: await input.by(),
        note: readReason(input, 'note'),
      } as const;
      const payoutChain = await openPayoutChain(context, served);
      const booked = await bookTransfer({ sql, chain, payoutChain, now: () => new Date() }, request).finally(
        payoutChain.close,
      );
      return {
        json: booked.map(({ log, ...rest }) => ({
          ...rest,
          log: {
            ...log,
            transactionHash: notation.formatTransactionHash(chain.network, log.transactionHash),
          },
        })),
        text: booked
          .map(({ kind, units }) => `Booked ${amountOn(chain.network, units)}: ${words[kind]}.`)
          .join('\n'),
      };
    },
  },
];

const words = {
  wallet_funded: 'it came from outside, against the funds of the operator',
  wallet_drawn: 'it went outside, against the funds of the operator',
  wallet_moved: 'it went from one place to the other',
  swept: 'it was swept from a deposit address, and is no longer booked there',
} as const;

/** Writes hashes in the notation of the network's explorers. */
function written(report: CustodyReport): CustodyReport {
  const hashOf = (hash: string) => notation.formatTransactionHash(report.network, hash);
  const partOf = (part: Part): Part => ({ ...part, hash: part.hash && hashOf(part.hash) });
  const places = report.places.map((place) => ({ ...place, parts: place.parts.map(partOf) }));
  return { ...report, places };
}

function describe({ network, headNumber, places }: CustodyReport): string {
  const rows = table(
    [`${network} AT BLOCK ${headNumber}`, 'BOOKED', 'ON CHAIN', 'DIFFERENCE', 'UNEXPLAINED'],
    places.map(({ place, bookedUnits, heldUnits, unexplainedUnits }) => [
      place,
      amountOn(network, bookedUnits),
      amountOn(network, heldUnits),
      amountOn(network, heldUnits - bookedUnits),
      amountOn(network, unexplainedUnits),
    ]),
    '',
  );
  const parts = places.flatMap((report) => report.parts.map((part) => describePart(network, report, part)));
  return parts.length === 0
    ? rows
    : `${rows}\n\n${table(['PLACE', 'AMOUNT', 'WHAT', 'TRANSACTION'], parts, '')}`;
}

function describePart(
  network: string,
  { place }: PlaceReport,
  { kind, units, hash, subject }: Part,
): string[] {
  const who = subject?.startsWith('0x') ? notation.formatAddress(network, subject) : (subject ?? '');
  const what = {
    deposit: `deposit of order ${who}, not final yet`,
    payout: `payout ${who}, not final yet`,
    sweep: `sweep item ${who}, not final yet`,
    failed_payout: `payout ${who} FAILED in the books and left the wallet`,
    failed_sweep: `sweep item ${who} FAILED in the books and left its address`,
    unknown_in: `came to ${who}; nobody here knows from what`,
    unknown_out: `left ${who}; nobody here sent it`,
    address: `${who} holds something else than its transfers add up to`,
  }[kind];
  return [
    place,
    amountOn(network, units),
    what,
    hash === null ? '' : notation.formatTransactionHash(network, hash),
  ];
}
