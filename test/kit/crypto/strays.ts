import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../src/base/db/pool.ts';
import { accountAddresses } from '../../../src/chain/wallets/account-addresses.ts';
import { accountXpub } from '../../../src/chain/wallets/account-xpub.ts';
import { recordStrays } from '../../../src/crypto/deposits/strays/stray-store.ts';
import type { OrderKey } from '../../../src/crypto/orders/order.ts';
import { ensureWallet } from '../../../src/crypto/orders/store.ts';
import { aHeldOrder, cursorAt, timeOf } from './held-orders.ts';

/** The account of `startWatchWorld` on Ethereum and related networks. */
const xpub = accountXpub(Buffer.alloc(64, 1), 60, 0);

/** An order of 100 at an address of that account, which also exists on another network of the family. */
export async function anOrderOn(
  sql: Sql,
  merchantId: string,
  network: string,
): Promise<OrderKey & { address: string }> {
  await ensureWallet(sql, network, xpub);
  const [next] = await sql<{ index: bigint }[]>`
    SELECT max(next_index) AS index FROM deposit_wallets WHERE xpub = ${xpub}`;
  const address = accountAddresses()(xpub, next?.index ?? 0n);
  return await aHeldOrder(sql, merchantId, { network, address });
}

/** Final money that arrived for such an order on POLYGON, in a database without a chain. */
export async function aStray(
  sql: Sql,
  merchantId: string,
  network: string,
  units: bigint,
): Promise<OrderKey & { address: string; transactionHash: string }> {
  await ensureWallet(sql, 'POLYGON', xpub);
  await cursorAt(sql, 2_000n, 2_000n, 'POLYGON');
  const order = await anOrderOn(sql, merchantId, network);
  const transactionHash = `0x${randomBytes(32).toString('hex')}`;
  const log = {
    blockNumber: 1_500n,
    blockHash: `0x${'cc'.repeat(32)}`,
    transactionHash,
    logIndex: 0,
    from: `0x${'5e'.repeat(20)}`,
    to: order.address,
    amountUnits: units,
  };
  await sql.begin((tx) =>
    recordStrays(tx, 'POLYGON', [{ log, blockTime: timeOf(1_500n), order }], new Date()),
  );
  return { ...order, transactionHash };
}
