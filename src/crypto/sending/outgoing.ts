import { toBytes } from '../../base/db/bytes.ts';
import type { Db } from '../../base/db/pool.ts';
import type { Account } from './nonces.ts';

/** What has left a wallet by our word and is perhaps still counted in what it holds. */
export interface Outgoing {
  count: number;
  /** Of the network's token. */
  units: bigint;
  /** Of the chain's coin, beside fees. */
  coinUnits: bigint;
}

/** Another token on the same chain shares the nonces, and not what the wallet holds of this one. */
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

/** By nonce: what is in a block has a nonce below the chain's next one. */
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

/** Where there are no nonces: all but those that were seen in a block. */
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
