import type { Db, Sql, Tx } from '../db/pool.ts';
import type { Block } from './chain.ts';
import { toBytes } from './store.ts';

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

/** Starts the cursor of a network behind a block; one that is there stays. */
export async function startCursor(sql: Sql, network: string, block: Block): Promise<void> {
  await sql`
    INSERT INTO chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_time)
    VALUES (${network}, ${block.number}, ${toBytes(block.hash)}, ${block.time}, ${block.number}, ${block.time})
        ON CONFLICT (network) DO NOTHING`;
}

/** Takes or keeps the lead of a network; null when another watcher has it. */
export async function takeLead(
  sql: Sql,
  network: string,
  token: string,
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await sql`
    UPDATE chain_cursors
       SET lease_until = now() + make_interval(secs => ${leaseSeconds}),
           lease_token = ${token}
     WHERE network = ${network}
       AND (lease_token = ${token} OR lease_until IS NULL OR lease_until < now())
    RETURNING network`;
  return rows.length === 1;
}

/** Moves the cursor on, under the lead; false when the lead was lost: then nothing may be saved. */
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

/** Remembers where a step ended, and forgets what can no longer be reorganised away. */
export async function rememberBlock(
  tx: Tx,
  network: string,
  block: { number: bigint; hash: string; time: Date },
  finalizedNumber: bigint,
): Promise<void> {
  await tx`
    INSERT INTO chain_blocks (network, block_number, block_hash, block_time)
    VALUES (${network}, ${block.number}, ${toBytes(block.hash)}, ${block.time})
        ON CONFLICT (network, block_number)
        DO UPDATE SET block_hash = excluded.block_hash, block_time = excluded.block_time`;
  // The newest final one stays: a reorganisation of everything else leads back to it.
  await tx`
    DELETE FROM chain_blocks
     WHERE network = ${network}
       AND block_number < (
         SELECT max(block_number)
           FROM chain_blocks
          WHERE network = ${network}
            AND block_number <= ${finalizedNumber}
       )`;
}

/** Where earlier steps ended, newest first. */
export async function rememberedBlocks(
  db: Db,
  network: string,
): Promise<{ number: bigint; hash: string; time: Date }[]> {
  return await db<{ number: bigint; hash: string; time: Date }[]>`
    SELECT block_number AS number, '0x' || encode(block_hash, 'hex') AS hash, block_time AS time
      FROM chain_blocks
     WHERE network = ${network}
     ORDER BY block_number DESC`;
}

export async function forgetBlocksAbove(tx: Tx, network: string, blockNumber: bigint): Promise<void> {
  await tx`
    DELETE FROM chain_blocks
     WHERE network = ${network}
       AND block_number > ${blockNumber}`;
}
