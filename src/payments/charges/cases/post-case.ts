import type { Account, Entry } from '../../../accounts/ledger/ledger.ts';
import { clearingAccount } from '../post-charge.ts';
import type { CardCase, NewCase } from './case-store.ts';
import type { CaseTarget } from './decide-case.ts';

/** The account for unexplained money at a processor, for each currency. */
function suspenseAccount(processor: string): Account {
  return `card_suspense_${processor}`;
}

function targetAccount(to: Exclude<CaseTarget, 'none'>, accountId: string | null): Account {
  switch (to) {
    case 'merchant':
      // Everything on a merchant's own account belongs to the merchant.
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
 * A decision explained the case. An entry belongs to one merchant's books: if the case is in another's, it leaves
 * suspense there against what the processor owes, and enters the merchant's books from it.
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
