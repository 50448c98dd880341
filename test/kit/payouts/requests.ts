import { postEntry } from '../../../src/accounts/ledger/ledger.ts';
import { newId } from '../../../src/base/db/ids.ts';
import type { Sql } from '../../../src/base/db/pool.ts';
import { type Answer, type Credentials, call, keyHeaders } from '../client.ts';
import { createOrder } from '../crypto/orders.ts';

type Server = { url: string; merchant: Credentials };

/**
 * Gives a merchant USDT to pay out, in millionths: posted as outside funding, since no order's transfer explains it.
 */
export async function fund({ sql }: { sql: Sql }, merchantId: string, units: bigint): Promise<void> {
  await sql.begin((tx) =>
    postEntry(tx, {
      merchantId,
      kind: 'wallet_funded',
      subjectId: newId(),
      postings: [
        { account: 'custody_ERC20', asset: 'USDT', amount: -units },
        { account: 'merchant_available', asset: 'USDT', amount: units },
      ],
    }),
  );
}

/** E5 for a payout, with a merchant's key. */
export async function processPayout(
  server: Server,
  hash: string,
  credentials: Credentials = server.merchant,
  change: object = {},
): Promise<Answer> {
  return await call(server, 'POST', '/processor', keyHeaders(credentials), {
    hash,
    paymentMethod: 'usdt',
    typePayment: 'wallet',
    typeTransaction: 'cashout',
    description: 'Prize',
    merchantId: credentials.merchantId,
    ...change,
  });
}

/** E4 and E5 in one: returns the payout's hash and the secret token of its claim. */
export async function openPayout(
  server: Server,
  credentials: Credentials = server.merchant,
  change: object = {},
): Promise<{ hash: string; token: string }> {
  const hash = await createOrder(server, change);
  const { body } = await processPayout(server, hash, credentials);
  return { hash, token: body.url.split('/').at(-1) };
}

/** A merchant's USDT, by account. */
export async function usdtOf({ sql }: { sql: Sql }, merchantId: string): Promise<Record<string, bigint>> {
  const rows = await sql<{ account: string; balance: bigint }[]>`
    SELECT account, balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
       AND asset = 'USDT'`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}
