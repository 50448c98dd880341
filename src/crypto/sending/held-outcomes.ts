import type { Db, Tx } from '../../base/db/pool.ts';
import type { Witness } from '../../chain/chains/port/payout-chain.ts';
import type { Mined, Purpose, Sending, SendingKey } from './sending.ts';

/** A person's verdict on a transfer that no node proves. */
export type HeldWord = 'arrived' | 'not_arrived';

/** A sending whose transaction succeeded without the expected transfer. It waits for a proof, or for two people. */
export interface HeldOutcome extends SendingKey {
  purpose: Purpose;
  network: string;
  /** The id of its sweep; `hot` otherwise. */
  lane: string;
  wallet: string;
  to: string;
  amountUnits: bigint;
  hash: string;
  blockNumber: bigint;
  networkFee: bigint;
  arrivedUnits: bigint;
  witnesses: WrittenWitness[];
  heldAt: Date;
  proposal: { word: HeldWord; person: string; personId: string; note: string; at: Date } | null;
}

/** A witness as it is stored: amounts are decimal strings. */
export type WrittenWitness = {
  [K in keyof Witness]: bigint extends Witness[K] ? Exclude<Witness[K], bigint> | string : Witness[K];
};

/** Saves held sendings, or the present accounts of the nodes. The caller holds the sendings. Returns the new ones. */
export async function saveHeld(
  tx: Tx,
  network: string,
  held: readonly { sending: Sending; fate: Mined }[],
  now: Date,
): Promise<Set<string>> {
  if (held.length === 0) return new Set();
  const rows = held.map(({ sending: { merchantId, id }, fate }) => ({
    merchant_id: merchantId,
    sending_id: id,
    network,
    hash: fate.hash.slice(2),
    block_number: fate.blockNumber.toString(),
    network_fee: fate.networkFee.toString(),
    arrived_units: arrivedOf(fate).toString(),
    witnesses: (fate.witnesses ?? []).map(writeWitness),
  }));
  const saved = await tx<{ id: string; isNew: boolean }[]>`
    INSERT INTO held_outcomes (merchant_id, sending_id, network, hash, block_number, network_fee, arrived_units, witnesses, held_at)
    SELECT merchant_id, sending_id, network, decode(hash, 'hex'), block_number, network_fee, arrived_units, witnesses, ${now}
      FROM jsonb_to_recordset(${tx.json(rows)}) AS held (
             merchant_id uuid, sending_id uuid, network text, hash text, block_number bigint, network_fee numeric,
             arrived_units bigint, witnesses jsonb)
        ON CONFLICT (merchant_id, sending_id)
        DO UPDATE SET hash = excluded.hash, block_number = excluded.block_number, network_fee = excluded.network_fee,
                      arrived_units = excluded.arrived_units, witnesses = excluded.witnesses
    RETURNING sending_id AS id, xmax = 0 AS "isNew"`;
  return new Set(saved.filter(({ isNew }) => isNew).map(({ id }) => id));
}

/** The highest arrival that any node shows: money that one node shows at the recipient is never given back. */
export function arrivedOf({ witnesses = [] }: Pick<Mined, 'witnesses'>): bigint {
  let most = 0n;
  for (const { arrivedUnits } of witnesses) if (arrivedUnits > most) most = arrivedUnits;
  return most;
}

function writeWitness(witness: Witness): WrittenWitness {
  const { leftUnits, arrivedUnits, walletChangeUnits, recipientChangeUnits } = witness;
  return {
    ...witness,
    leftUnits: leftUnits.toString(),
    arrivedUnits: arrivedUnits.toString(),
    walletChangeUnits: walletChangeUnits?.toString() ?? null,
    recipientChangeUnits: recipientChangeUnits?.toString() ?? null,
  };
}

/** Ends the held outcomes of these sendings, if any. The caller holds the sendings. */
export async function endHeld(
  tx: Tx,
  keys: readonly SendingKey[],
  by: 'proof' | 'people',
  now: Date,
): Promise<void> {
  await tx`
    UPDATE held_outcomes
       SET ended_at = ${now},
           ended_by = ${by}
     WHERE (merchant_id, sending_id) IN (
             SELECT *
               FROM unnest(${keys.map((key) => key.merchantId)}::uuid[], ${keys.map((key) => key.id)}::uuid[]))
       AND ended_at IS NULL`;
}

type HeldRow = Omit<HeldOutcome, 'proposal' | 'amountUnits' | 'networkFee'> & {
  amount: string;
  fee: string;
  proposal: HeldWord | null;
  proposedBy: string | null;
  proposerId: string | null;
  note: string | null;
  proposedAt: Date | null;
};

const heldColumns = `
  held.merchant_id AS "merchantId", held.sending_id AS id, sendings.purpose, held.network, sendings.lane,
  '0x' || encode(sendings.wallet, 'hex') AS wallet, '0x' || encode(sendings.recipient, 'hex') AS "to",
  sendings.amount::text AS amount, '0x' || encode(held.hash, 'hex') AS hash, held.block_number AS "blockNumber",
  held.network_fee::text AS fee, held.arrived_units AS "arrivedUnits", held.witnesses, held.held_at AS "heldAt",
  held.proposal, held.proposed_by AS "proposedBy", held.proposer_id AS "proposerId", held.proposal_note AS note,
  held.proposed_at AS "proposedAt"`;

function toHeld(row: HeldRow): HeldOutcome {
  const { amount, fee, proposal, proposedBy, proposerId, note, proposedAt, ...held } = row;
  return {
    ...held,
    amountUnits: BigInt(amount),
    networkFee: BigInt(fee),
    proposal:
      proposal === null
        ? null
        : {
            word: proposal,
            person: proposedBy as string,
            personId: proposerId as string,
            note: note as string,
            at: proposedAt as Date,
          },
  };
}

/** All held outcomes, oldest first. */
export async function heldOutcomes(db: Db): Promise<HeldOutcome[]> {
  const rows = await db<HeldRow[]>`
    SELECT ${db.unsafe(heldColumns)}
      FROM held_outcomes AS held
      JOIN sendings ON sendings.merchant_id = held.merchant_id AND sendings.id = held.sending_id
     WHERE held.ended_at IS NULL
     ORDER BY held.held_at, held.sending_id`;
  return rows.map(toHeld);
}

export async function findHeld(db: Db, id: string): Promise<HeldOutcome | null> {
  const [row] = await db<HeldRow[]>`
    SELECT ${db.unsafe(heldColumns)}
      FROM held_outcomes AS held
      JOIN sendings ON sendings.merchant_id = held.merchant_id AND sendings.id = held.sending_id
     WHERE held.sending_id = ${id}
       AND held.ended_at IS NULL`;
  return row ? toHeld(row) : null;
}

/** Saves one person's verdict. The caller holds the sending. */
export async function saveProposal(
  tx: Tx,
  { merchantId, id }: SendingKey,
  proposal: { word: HeldWord; person: string; personId: string; note: string },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE held_outcomes
       SET proposal = ${proposal.word},
           proposed_by = ${proposal.person},
           proposer_id = ${proposal.personId},
           proposal_note = ${proposal.note},
           proposed_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND sending_id = ${id}`;
}

/** Takes the held outcomes of which the operator was not notified yet, and marks them as notified. */
export async function takeUntold(tx: Tx, now: Date): Promise<HeldOutcome[]> {
  const rows = await tx<{ id: string }[]>`
    UPDATE held_outcomes
       SET told_at = ${now}
     WHERE told_at IS NULL
       AND ended_at IS NULL
    RETURNING sending_id AS id`;
  if (rows.length === 0) return [];
  const ids = new Set(rows.map(({ id }) => id));
  return (await heldOutcomes(tx)).filter(({ id }) => ids.has(id));
}
