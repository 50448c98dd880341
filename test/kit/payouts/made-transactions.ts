import type { Db } from '../../../src/base/db/pool.ts';

/** Records a transaction for a payout as if it had been sent; its hash consists of equal bytes. */
export async function recordTransaction(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
  made: { number: number; network: string; status: string; hashByte: string; networkFee?: bigint },
): Promise<void> {
  await db`
    INSERT INTO sendings (merchant_id, id, purpose, network, lane, wallet, recipient, amount, created_at)
    VALUES (${merchantId}, ${id}, 'payout', ${made.network}, 'hot', '\\x01', '\\x02', 1, now())
        ON CONFLICT DO NOTHING`;
  await db`
    INSERT INTO outgoing_transactions (
      merchant_id, sending_id, number, network, chain, wallet, status, unsigned, signed, hash, terms, network_fee, sent_at,
      created_at)
    VALUES (
      ${merchantId}, ${id}, ${made.number}, ${made.network}, 'a chain', '\\x01', ${made.status}, '\\x01', '\\x02',
      decode(${made.hashByte.repeat(32)}, 'hex'), '', ${made.networkFee === undefined ? null : String(made.networkFee)}, now(),
      now())`;
}
