/** The names of accounts and movements for people; the browser uses them too. */

/** A merchant's accounts for people: the available money, and where the rest is. */
export const books = {
  available: 'merchant_available',
  reserved: 'merchant_reserved',
  settling: 'merchant_settling',
  direct: 'merchant_direct',
  undecided: 'deposit_suspense',
  returning: 'refunds_due',
} as const;
export type Book = keyof typeof books;

/** The sources of a movement list: an account, or the movements behind a figure of the overview. */
export const movementSources = [
  ...(Object.keys(books) as Book[]),
  'received',
  'given_back',
  'taken_back',
  'paid_out',
  'fees',
] as const;
export type MovementSource = (typeof movementSources)[number];

/** The accounts of a statement: all money of the merchant that the installation holds. */
export const statementBooks = ['available', 'reserved', 'settling'] as const satisfies readonly Book[];
export type StatementBook = (typeof statementBooks)[number];

/** The kinds of movement that a statement shows. */
export const statementKinds = [
  'received',
  'fees',
  'given_back',
  'taken_back',
  'payouts',
  'settlements',
  /** Movements of reserved and settling money: set aside, released, paid. */
  'set_aside',
  'released',
  'paid',
  /** Entries written into hours that were already closed. */
  'corrections',
  'other',
] as const;
export type StatementKind = (typeof statementKinds)[number];
