/** What people know the books by; the page in the browser reads it, too. */

/** The accounts of a merchant that people know: what they can use, and where else money of theirs is. */
export const books = {
  available: 'merchant_available',
  reserved: 'merchant_reserved',
  settling: 'merchant_settling',
  direct: 'merchant_direct',
  undecided: 'deposit_suspense',
  returning: 'refunds_due',
} as const;
export type Book = keyof typeof books;

/** What lines can be asked for: of an account, or those that make a figure of the overview. */
export const movementSources = [
  ...(Object.keys(books) as Book[]),
  'received',
  'given_back',
  'taken_back',
  'paid_out',
  'fees',
] as const;
export type MovementSource = (typeof movementSources)[number];

/** The accounts that a statement covers: all money of the merchant that is with the installation. */
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
  /** Entries that belong to hours that were closed when they were written. */
  'corrections',
  'other',
] as const;
export type StatementKind = (typeof statementKinds)[number];
