import type { Language } from '../../../../base/money/language.ts';

/**
 * A refund to a bank account that the customer names on a page of ours, for methods whose processor gives nothing back.
 * The merchant transfers the money itself and says so; until then the amount is set aside from its balance.
 */
export interface BankRefund {
  merchantId: string;
  /** The id of the refund. */
  id: string;
  chargeId: string;
  status: BankRefundStatus;
  /** Decides which details are asked for. */
  country: string;
  /** The customer's address, to which the page's link is mailed. */
  email: string;
  language: Language | null;
  askId: string;
  /** null: not given yet, or deleted at the end. */
  detailsSealed: Buffer | null;
  /** What may be shown of them to anybody of the merchant. */
  detailsHint: string | null;
  isHeld: boolean;
  /** The merchant's own reference of the transfer. */
  reference: string | null;
  askedAt: Date;
  givenAt: Date | null;
  endedAt: Date | null;
}

export const bankRefundStatuses = ['asked', 'given', 'paid', 'withdrawn'] as const;
export type BankRefundStatus = (typeof bankRefundStatuses)[number];

export function isOpen(status: BankRefundStatus): boolean {
  return status === 'asked' || status === 'given';
}

/** The fields of bank details, in the order in which they are asked for. */
export const bankFields = [
  'holder',
  'document',
  'pix_key',
  'clabe',
  'cbu',
  'cci',
  'bank',
  'branch',
  'account_kind',
  'account',
] as const;
export type BankField = (typeof bankFields)[number];

/** Where the customer wants the money. */
export type BankDetails = Partial<Record<BankField, string>>;

/** How the money is found: the first of these that is there. */
const targets = ['pix_key', 'clabe', 'cbu', 'cci', 'account'] as const;
const targetNames = { pix_key: 'Pix', clabe: 'CLABE', cbu: 'CBU', cci: 'CCI' } as const;

/** "CLABE •••• 4321": enough to recognise it, too little to use it. */
export function hintOf(details: BankDetails): string {
  const target = targets.find((field) => details[field] !== undefined);
  if (!target) return '••••';
  const name = target === 'account' ? (details.bank ?? '') : targetNames[target];
  return `${name} •••• ${(details[target] ?? '').slice(-4)}`;
}

export type Ending = { kind: 'paid'; reference: string } | { kind: 'withdrawn' };

/** Decides what an ending does. `same`: it ended so already. */
export function decideEnding(
  { status, reference }: Pick<BankRefund, 'status' | 'reference'>,
  ending: Ending,
): 'ends' | 'same' | 'ended_otherwise' {
  if (isOpen(status)) return 'ends';
  const isSame = status === ending.kind && (ending.kind === 'withdrawn' || ending.reference === reference);
  return isSame ? 'same' : 'ended_otherwise';
}
