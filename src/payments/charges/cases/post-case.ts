import type { Account, Entry } from '../../../accounts/ledger/ledger.ts';
import { clearingAccount } from '../post-charge.ts';
import type { CardCase, NewCase } from './case-store.ts';
import type { CaseTarget } from './decide-case.ts';

/** Money at a processor that nobody has explained, for each currency. */
function suspenseAccount(processor: string): Account {
  return `card_suspense_${processor}`;
}

function targetAccount(to: Exclude<CaseTarget, 'none'>, accountId: string | null): Account {
  switch (to) {
    case 'merchant':
      // What happens on an account of the merchant's own is all the merchant's.
      return accountId === null ? 'merchant_available' : 'merchant_direct';
    case 'costs':
      return 'processor_costs';
    case 'bank':
      return 'operator_bank';
    case 'funds':
      return 'operator_funds';
    case 'reserve':
      return 'processor_reserve';
  }
}

type Moved = Pick<NewCase, 'merchantId' | 'id' | 'processor' | 'amount'>;

/** The processor holds more or less than we can explain. */
export function caseOpenedEntry({ merchantId, id, processor, amount }: Moved): Entry {
  const { amountMinor, currency: asset } = amount;
  return {
    merchantId,
    kind: 'card_case_opened',
    subjectId: id,
    postings: [
      { account: clearingAccount(processor), asset, amount: -amountMinor },
      { account: suspenseAccount(processor), asset, amount: amountMinor },
    ],
  };
}

/**
 * Somebody said what it was. An entry belongs to one merchant's books: where the case is in another's, it leaves suspense there for
 * what the processor owes, and enters the merchant's books from it.
 */
export function caseBookedEntries(each: CardCase, to: CaseTarget, bookedFor: string): Entry[] {
  if (to === 'none') return [];
  const { merchantId, id: subjectId, processor, isPosted, amount } = each;
  const { amountMinor, currency: asset } = amount;
  const kind = 'card_case_booked';
  const clearing = clearingAccount(processor);
  const from = isPosted ? suspenseAccount(processor) : clearing;
  const into = { account: targetAccount(to, each.accountId), asset, amount: amountMinor };
  if (bookedFor === merchantId) {
    return [
      { merchantId, kind, subjectId, postings: [{ account: from, asset, amount: -amountMinor }, into] },
    ];
  }
  const leaving: Entry[] = isPosted
    ? [
        {
          merchantId,
          kind,
          subjectId,
          postings: [
            { account: from, asset, amount: -amountMinor },
            { account: clearing, asset, amount: amountMinor },
          ],
        },
      ]
    : [];
  const entering: Entry = {
    merchantId: bookedFor,
    kind,
    subjectId,
    postings: [{ account: clearing, asset, amount: -amountMinor }, into],
  };
  return [...leaving, entering];
}
