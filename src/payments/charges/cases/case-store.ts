import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Money } from '../../../base/money/money.ts';
import type { CaseTarget, CaseWord } from './decide-case.ts';

/** An unexplained movement at a processor, until a person decides. */
export interface NewCase {
  /** The merchant that owns it; all zeros: none. */
  merchantId: string;
  id: string;
  processor: string;
  accountId: string | null;
  /** `refund`, a kind of movement, or what a reconciliation found. */
  kind: string;
  /** The processor's own id of the refund or the movement, or our id of what the processor does not have. */
  reference: string;
  chargeId: string | null;
  /** Its effect on the money that the processor holds. */
  amount: Money;
  /** A code. */
  reason: string;
  /** Whether it is posted to the processor's suspense account. */
  isPosted: boolean;
}

export interface CardCase extends NewCase {
  openedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  bookedTo: CaseTarget | null;
  bookedFor: string | null;
  note: string | null;
  /** One person's proposal, if a decision takes two; kept after the decision. */
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

/** False: the case already exists, decided or not. */
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

/** All open cases, oldest first. */
export async function listOpenCases(db: Db, limit: number): Promise<CardCase[]> {
  const rows = await db<CaseRow[]>`
    SELECT ${db.unsafe(caseColumns)}
      FROM card_cases
     WHERE decided_at IS NULL
     ORDER BY opened_at, id
     LIMIT ${limit}`;
  return rows.map(toCase);
}

/** The cases decided last, newest first. */
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

/** Locks a case against concurrent decisions; null: it is already decided. */
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

/** Which of these cases are decided and which are open, by id. */
export async function casesAmong(db: Db, ids: readonly string[]): Promise<Map<string, 'open' | 'decided'>> {
  if (ids.length === 0) return new Map();
  const rows = await db<{ id: string; isOpen: boolean }[]>`
    SELECT id, decided_at IS NULL AS "isOpen"
      FROM card_cases
     WHERE id = ANY (${ids}::uuid[])`;
  return new Map(rows.map(({ id, isOpen }) => [id, isOpen ? 'open' : 'decided']));
}

/** Saves one person's proposal. The caller holds the lock on the case. */
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

/** The caller holds the lock on the case. */
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
