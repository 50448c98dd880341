import { toBytes } from '../../base/db/bytes.ts';
import type { Db } from '../../base/db/pool.ts';
import type { Account } from './nonces.ts';

/** Transfers sent from a wallet that its balance may still include. */
export interface Outgoing {
  count: number;
  /** In the network's token. */
  units: bigint;
  /** In the chain's coin, apart from fees. */
  coinUnits: bigint;
}

/** Another token on the same chain shares the nonces, but not the balance of this one. */
const outgoingColumns = (db: Db, network: string) => db`
  count(*)::int AS count,
  coalesce(sum(amount) FILTER (WHERE purpose <> 'top_up' AND sendings.network = ${network}), 0)::text AS units,
  coalesce(sum(amount) FILTER (WHERE purpose = 'top_up'), 0)::text AS "coinUnits"`;

type OutgoingRow = { count: number; units: string; coinUnits: string };

const toOutgoing = (row: OutgoingRow | undefined): Outgoing => ({
  count: row?.count ?? 0,
  units: BigInt(row?.units ?? 0),
  coinUnits: BigInt(row?.coinUnits ?? 0),
});

/** Counts by nonce: a mined transaction has a nonce below the chain's next one. */
export async function outgoingFromNonce(
  db: Db,
  network: string,
  { chain, wallet }: Account,
  nextNonce: bigint,
): Promise<Outgoing> {
  const [row] = await db<OutgoingRow[]>`
    SELECT ${outgoingColumns(db, network)}
      FROM nonces
      JOIN sendings ON sendings.merchant_id = nonces.merchant_id AND sendings.id = nonces.sending_id
     WHERE nonces.chain = ${chain}
       AND nonces.wallet = ${toBytes(wallet)}
       AND nonces.nonce >= ${nextNonce}
       AND sendings.status = 'open'`;
  return toOutgoing(row);
}

/** On a network without nonces: counts all but those seen in a block. */
export async function outgoingBut(
  db: Db,
  network: string,
  wallet: string,
  minedIds: readonly string[],
): Promise<Outgoing> {
  const [row] = await db<OutgoingRow[]>`
    SELECT ${outgoingColumns(db, network)}
      FROM sendings
     WHERE network = ${network}
       AND wallet = ${toBytes(wallet)}
       AND status = 'open'
       AND id <> ALL (${minedIds as string[]}::uuid[])
       AND EXISTS (
             SELECT
               FROM outgoing_transactions AS made
              WHERE made.merchant_id = sendings.merchant_id
                AND made.sending_id = sendings.id
                AND made.status IN ('planned', 'signed', 'sent'))`;
  return toOutgoing(row);
}
