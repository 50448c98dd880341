import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../src/base/db/pool.ts';
import { addFundedStore, queuePayout } from './queued-payouts.ts';

/** A payout whose transaction is in a final block, without a proof of what it moved; returns its id. */
export async function aHeldPayout(sql: Sql, arrivedUnits = 0n): Promise<string> {
  const merchantId = await addFundedStore(sql, 'ERC20');
  const { id } = await queuePayout(sql, 'ERC20', { merchantId });
  const [wallet, hash] = [randomBytes(20), randomBytes(32)];
  await sql`UPDATE payouts SET status = 'sending', wallet = ${wallet} WHERE id = ${id}`;
  await sql`
    INSERT INTO sendings (merchant_id, id, purpose, network, lane, wallet, recipient, amount, created_at)
    VALUES (${merchantId}, ${id}, 'payout', 'ERC20', 'hot', ${wallet}, ${wallet}, 1000000, now())`;
  await sql`
    INSERT INTO outgoing_transactions (merchant_id, sending_id, number, network, chain, wallet, status, unsigned, signed, hash,
                                       terms, created_at)
    VALUES (${merchantId}, ${id}, 1, 'ERC20', 'ethereum', ${wallet}, 'sent', '', '', ${hash}, '', now())`;
  const witness = {
    node: 'node-1.example',
    outcome: 'unproven',
    leftUnits: String(arrivedUnits),
    arrivedUnits: String(arrivedUnits),
    bloomShowsTransfer: true,
    walletChangeUnits: '-1000000',
    recipientChangeUnits: '1000000',
  };
  await sql`
    INSERT INTO held_outcomes (merchant_id, sending_id, network, hash, block_number, network_fee, arrived_units, witnesses, held_at)
    VALUES (${merchantId}, ${id}, 'ERC20', ${hash}, 7, 1, ${arrivedUnits}, ${sql.json([witness])}, now())`;
  return id;
}
