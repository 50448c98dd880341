import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Money } from '../../../base/money/money.ts';
import type { CaseTarget, CaseWord } from './decide-case.ts';

/** What moved at a processor and cannot be explained, until a person decides. */
export interface NewCase {
  /** Whose it is; all zeros: nobody's. */
  merchantId: string;
  id: string;
  processor: string;
  accountId: string | null;
  /** `refund`, a kind of line, or what a reconciliation found. */
  kind: string;
  /** The processor's own id of the refund or the line, or ours of what the processor does not have. */
  reference: string;
  chargeId: string | null;
  /** What it adds to what the processor holds. */
  amount: Money;
  /** As a code. */
  reason: string;
  /** Whether it lies in the suspense account of the processor. */
  isPosted: boolean;
}

export interface CardCase extends NewCase {
  openedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  bookedTo: CaseTarget | null;
  bookedFor: string | null;
  note: string | null;
  /** One person's word, where a decision takes two; kept when it is decided. */
  proposal: (CaseWord & { person: string; personId: string; note: string; at: Date }) | null;
}

type CaseRow = Omit<CardCase, 'amount' | 'proposal'> & {
  currency: string;
  amountMinor: bigint;
  proposedTo: CaseTarget | null;
  proposedFor: string | null;
  proposedBy: string | null;
  proposerId: string | null;
  proposalNote: string | null;
  proposedAt: Date | null;
};

const caseColumns = `
  merchant_id AS "merchantId", id, processor, account_id AS "accountId", kind, reference, charge_id AS "chargeId",
  currency, amount_minor AS "amountMinor", reason, is_posted AS "isPosted", opened_at AS "openedAt",
  decided_at AS "decidedAt", decided_by AS "decidedBy", booked_to AS "bookedTo", booked_for AS "bookedFor",
  note, proposed_to AS "proposedTo", proposed_for AS "proposedFor", proposed_by AS "proposedBy", proposer_id AS "proposerId",
  proposal_note AS "proposalNote", proposed_at AS "proposedAt"`;

function toCase(row: CaseRow): CardCase {
  const { currency, amountMinor, proposedTo, proposedFor, proposedBy, proposerId, proposalNote, ...rest } =
    row;
  const { proposedAt, ...known } = rest;
  return {
    ...known,
    amount: { amountMinor, currency },
    proposal:
      proposedTo === null
        ? null
        : {
            to: proposedTo,
            bookedFor: proposedFor as string,
            person: proposedBy as string,
            personId: proposerId as string,
            note: proposalNote as string,
            at: proposedAt as Date,
          },
  };
}

/** False: it is there already, decided or not. */
export async function openCase(tx: Tx, each: NewCase, now: Date): Promise<boolean> {
  const rows = await tx`
    INSERT INTO card_cases (
      merchant_id, id, processor, account_id, kind, reference, charge_id, currency, amount_minor, reason, is_posted,
      opened_at)
    VALUES (
      ${each.merchantId}, ${each.id}, ${each.processor}, ${each.accountId}, ${each.kind}, ${each.reference},
      ${each.chargeId}, ${each.amount.currency}, ${each.amount.amountMinor}, ${each.reason}, ${each.isPosted}, ${now})
        ON CONFLICT DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

/** All that are open, the oldest first. */
export async function listOpenCases(db: Db, limit: number): Promise<CardCase[]> {
  const rows = await db<CaseRow[]>`
    SELECT ${db.unsafe(caseColumns)}
      FROM card_cases
     WHERE decided_at IS NULL
     ORDER BY opened_at, id
     LIMIT ${limit}`;
  return rows.map(toCase);
}

/** The last that were decided, the newest first. */
export async function listDecidedCases(db: Db, limit: number): Promise<CardCase[]> {
  const rows = await db<CaseRow[]>`
    SELECT ${db.unsafe(caseColumns)}
      FROM card_cases
     WHERE decided_at IS NOT NULL
     ORDER BY decided_at DESC, id
     LIMIT ${limit}`;
  return rows.map(toCase);
}

export async function countOpenCases(db: Db): Promise<{ processor: string; count: number }[]> {
  return await db<{ processor: string; count: number }[]>`
    SELECT processor, count(*)::int AS count
      FROM card_cases
     WHERE decided_at IS NULL
     GROUP BY processor`;
}

export async function findCase(db: Db, id: string): Promise<CardCase | null> {
  const [row] = await db<CaseRow[]>`
    SELECT ${db.unsafe(caseColumns)}
      FROM card_cases
     WHERE id = ${id}`;
  return row ? toCase(row) : null;
}

/** Holds a case against whoever else decides it; null: it is decided. */
export async function lockOpenCase(
  tx: Tx,
  { merchantId, id }: Pick<CardCase, 'merchantId' | 'id'>,
): Promise<CardCase | null> {
  const [row] = await tx<CaseRow[]>`
    SELECT ${tx.unsafe(caseColumns)}
      FROM card_cases
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND decided_at IS NULL
       FOR UPDATE`;
  return row ? toCase(row) : null;
}

/** Which of these cases were decided, and which are open; by id. */
export async function casesAmong(db: Db, ids: readonly string[]): Promise<Map<string, 'open' | 'decided'>> {
  if (ids.length === 0) return new Map();
  const rows = await db<{ id: string; isOpen: boolean }[]>`
    SELECT id, decided_at IS NULL AS "isOpen"
      FROM card_cases
     WHERE id = ANY (${ids}::uuid[])`;
  return new Map(rows.map(({ id, isOpen }) => [id, isOpen ? 'open' : 'decided']));
}

/** One person's word. The caller holds the case. */
export async function saveCaseProposal(
  tx: Tx,
  { merchantId, id }: Pick<CardCase, 'merchantId' | 'id'>,
  word: CaseWord & { person: string; personId: string; note: string },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE card_cases
       SET proposed_to = ${word.to},
           proposed_for = ${word.bookedFor},
           proposed_by = ${word.person},
           proposer_id = ${word.personId},
           proposal_note = ${word.note},
           proposed_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/** The caller holds the case. */
export async function saveCaseDecision(
  tx: Tx,
  { merchantId, id }: Pick<CardCase, 'merchantId' | 'id'>,
  word: CaseWord & { person: string; note: string },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE card_cases
       SET decided_at = ${now},
           decided_by = ${word.person},
           booked_to = ${word.to},
           booked_for = ${word.bookedFor},
           note = ${word.note}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}
