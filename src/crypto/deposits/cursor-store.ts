import { toBytes } from '../../base/db/bytes.ts';
import { isLeasable, leasedTo, unleased } from '../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { Block, KnownBlock } from '../../chain/chains/port/chain.ts';
import { orphanUnposted } from '../orders/transfers/transfer-store.ts';

/** How far a network has been read. */
export interface Cursor {
  blockNumber: bigint;
  blockHash: string;
  blockTime: Date;
  finalizedNumber: bigint;
  finalizedTime: Date;
}

export async function readCursor(db: Db, network: string): Promise<Cursor | null> {
  const [row] = await db<Cursor[]>`
    SELECT block_number AS "blockNumber",
           '0x' || encode(block_hash, 'hex') AS "blockHash",
           block_time AS "blockTime",
           finalized_number AS "finalizedNumber",
           finalized_time AS "finalizedTime"
      FROM chain_cursors
     WHERE network = ${network}`;
  return row ?? null;
}

/** A network's reading status, for the operator. */
export interface CursorStatus extends Omit<Cursor, 'blockHash'> {
  network: string;
  isLed: boolean;
  /** When the last leader's lease ends. */
  ledUntil: Date;
  gaps: number;
  alarms: string[];
}

export async function listCursors(db: Db): Promise<CursorStatus[]> {
  return await db<CursorStatus[]>`
    SELECT network,
           block_number AS "blockNumber",
           block_time AS "blockTime",
           finalized_number AS "finalizedNumber",
           finalized_time AS "finalizedTime",
           coalesce(lease_until > now(), false) AS "isLed",
           coalesce(lease_until, updated_at) AS "ledUntil",
           (SELECT count(*)::int
              FROM chain_gaps
             WHERE chain_gaps.network = cursors.network
               AND confirmed_at IS NOT NULL) AS gaps,
           ARRAY(SELECT code
                   FROM chain_alarms
                  WHERE chain_alarms.network = cursors.network
                  ORDER BY code) AS alarms
      FROM chain_cursors AS cursors
     ORDER BY network`;
}

/** How far a network is final. No watcher moves the cursor until the transaction ends. */
export async function lockFinalized(
  tx: Tx,
  network: string,
): Promise<Pick<Cursor, 'finalizedNumber' | 'finalizedTime'> | null> {
  const [row] = await tx<Pick<Cursor, 'finalizedNumber' | 'finalizedTime'>[]>`
    SELECT finalized_number AS "finalizedNumber", finalized_time AS "finalizedTime"
      FROM chain_cursors
     WHERE network = ${network}
       FOR SHARE`;
  return row ?? null;
}

/** Starts a network's cursor behind a block. An existing cursor stays. */
export async function startCursor(sql: Sql, network: string, block: Block): Promise<void> {
  await sql.begin(async (tx) => {
    const rows = await tx`
      INSERT INTO chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_time)
      VALUES (${network}, ${block.number}, ${toBytes(block.hash)}, ${block.time}, ${block.number}, ${block.time})
          ON CONFLICT (network) DO NOTHING
      RETURNING network`;
    if (rows.length === 1) await rememberBlock(tx, network, block, block.number);
  });
}

/** Takes or renews the lead of a network; false if another watcher holds it. */
export async function takeLead(
  sql: Sql,
  network: string,
  token: string,
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await sql`
    UPDATE chain_cursors
       SET ${leasedTo(sql, token, leaseSeconds)}
     WHERE network = ${network}
       AND ${isLeasable(sql, token)}
    RETURNING network`;
  return rows.length === 1;
}

export async function releaseLead(sql: Sql, network: string, token: string): Promise<void> {
  await sql`
    UPDATE chain_cursors
       SET ${unleased(sql)}
     WHERE network = ${network}
       AND lease_token = ${token}`;
}

/** Advances the cursor under the lead; false if the lead was lost: then nothing may be saved. */
export async function moveCursor(
  tx: Tx,
  network: string,
  token: string,
  from: Cursor,
  to: Cursor,
): Promise<boolean> {
  const rows = await tx`
    UPDATE chain_cursors
       SET block_number = ${to.blockNumber},
           block_hash = ${toBytes(to.blockHash)},
           block_time = ${to.blockTime},
           finalized_number = ${to.finalizedNumber},
           finalized_time = ${to.finalizedTime},
           updated_at = now()
     WHERE network = ${network}
       AND lease_token = ${token}
       AND block_number = ${from.blockNumber}
       AND block_hash = ${toBytes(from.blockHash)}
    RETURNING network`;
  return rows.length === 1;
}

/**
 * How far below the newest final block earlier ones are remembered. This covers a chain whose finality failed, or a
 * local chain that was killed and lost its last seconds.
 */
const rememberedDepth = 256n;

/** Remembers the end of a step and forgets blocks that are too deep to be reorganised. */
export async function rememberBlock(
  tx: Tx,
  network: string,
  block: KnownBlock,
  finalizedNumber: bigint,
): Promise<void> {
  await tx`
    INSERT INTO chain_blocks (network, block_number, block_hash, block_time)
    VALUES (${network}, ${block.number}, ${toBytes(block.hash)}, ${block.time})
        ON CONFLICT (network, block_number)
        DO UPDATE SET block_hash = excluded.block_hash, block_time = excluded.block_time`;
  // The newest of them stays: a reorganisation of everything above leads back to it.
  await tx`
    DELETE FROM chain_blocks
     WHERE network = ${network}
       AND block_number < (
         SELECT max(block_number)
           FROM chain_blocks
          WHERE network = ${network}
            AND block_number <= ${finalizedNumber - rememberedDepth}
       )`;
}

/** The ends of earlier steps, newest first. */
export async function rememberedBlocks(db: Db, network: string): Promise<KnownBlock[]> {
  return await db<KnownBlock[]>`
    SELECT block_number AS number, '0x' || encode(block_hash, 'hex') AS hash, block_time AS time
      FROM chain_blocks
     WHERE network = ${network}
     ORDER BY block_number DESC`;
}

/** For a network that was replaced by another chain: the new chain is read from its start. */
export async function forgetChain(tx: Tx, network: string): Promise<void> {
  await tx`
    DELETE FROM chain_cursors
     WHERE network = ${network}`;
  await tx`
    DELETE FROM chain_blocks
     WHERE network = ${network}`;
  await orphanUnposted(tx, network);
}

export async function forgetBlocksAbove(tx: Tx, network: string, blockNumber: bigint): Promise<void> {
  await tx`
    DELETE FROM chain_blocks
     WHERE network = ${network}
       AND block_number > ${blockNumber}`;
}
