import { randomBytes } from 'node:crypto';
import { toBytes } from '../../../src/base/db/bytes.ts';
import { newId } from '../../../src/base/db/ids.ts';
import type { Sql } from '../../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../../src/base/ground/logger.ts';
import { formatUnits } from '../../../src/base/money/asset.ts';
import { assetOn } from '../../../src/chain/chains/networks.ts';
import { hotWalletOutflows } from '../../../src/crypto/custody/unknown-outflows.ts';
import { startCursor } from '../../../src/crypto/deposits/cursor-store.ts';
import type { OrderKey } from '../../../src/crypto/orders/order.ts';
import type { OutcomeDeps } from '../../../src/crypto/orders/outcome/outcome-deps.ts';
import { recordOrderOutcome } from '../../../src/crypto/orders/outcome/record-outcome.ts';
import {
  type CryptoOrder,
  ensureWallet,
  findOrderById,
  insertOrder,
  lockOrder,
  saveAddresses,
  saveHold,
  takeAddressIndexes,
} from '../../../src/crypto/orders/store.ts';
import { recordTransfers } from '../../../src/crypto/orders/transfers/transfer-store.ts';

export const network = 'ERC20';
/** The amount of these tests' orders. */
export const amountUnits = 100_000_000n;
/** Notation does not matter here. */
export const outcomeDeps: OutcomeDeps = {
  formatAddress: (_network, address) => address,
  formatTransactionHash: (_network, hash) => hash,
  formatAmount: (_network, units) => formatUnits(units),
};

/** Alarms that no test checks. */
export const unheard = {
  alertEmail: null,
  logger: createMemoryLogger([]),
  outflows: hotWalletOutflows(outcomeDeps),
};

function randomAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** An order that waits for USDT at an address and expires at `heldUntil`. */
export async function aHeldOrder(
  sql: Sql,
  merchantId: string,
  change: { address?: string; heldUntil?: Date; network?: string; chargeId?: string } = {},
): Promise<OrderKey & { address: string; heldUntil: Date }> {
  const id = change.chargeId ?? newId();
  const address = change.address ?? randomAddress();
  const heldUntil = change.heldUntil ?? new Date(Date.now() + 30 * 60_000);
  const onNetwork = change.network ?? network;
  await ensureWallet(sql, onNetwork, 'an xpub that no address of these tests comes from');
  await sql.begin(async (tx) => {
    await insertOrder(
      tx,
      {
        merchantId,
        id,
        chargeId: change.chargeId ?? null,
        country: 'COL',
        origin: 'api',
        price: { currency: 'USD', amountMinor: 10_000n },
        asset: assetOn(onNetwork),
        email: 'ana@cliente.example',
        merchantIdCustom: null,
        description: null,
        metadata: null,
        language: null,
        returnUrl: null,
        opensUntil: heldUntil,
        createdAt: new Date(),
      },
      Buffer.alloc(0),
    );
    const order = (await lockOrder(tx, merchantId, id)) as CryptoOrder;
    const taken = await takeAddressIndexes(tx, onNetwork);
    const hold = {
      network: onNetwork,
      address,
      addressIndex: taken?.index ?? 0n,
      amountUnits,
      rateScaled: 100_000_000n,
      rateAt: new Date(),
      rateSources: ['fixed'],
      local: null,
      heldUntil,
    };
    await saveAddresses(tx, onNetwork, [{ merchantId, orderId: id, address, number: taken?.number ?? 0n }]);
    await saveHold(tx, order, hold, order.amountMinor);
  });
  return { merchantId, orderId: id, address, heldUntil };
}

/** Sets the network's cursor; a block's time is its number, in seconds. */
export async function cursorAt(
  sql: Sql,
  blockNumber: bigint,
  finalizedNumber = blockNumber,
  onNetwork = network,
): Promise<void> {
  const block = {
    number: blockNumber,
    hash: `0x${'aa'.repeat(32)}`,
    parentHash: `0x${'bb'.repeat(32)}`,
    time: timeOf(blockNumber),
  };
  await startCursor(sql, onNetwork, block);
  await sql`
    UPDATE chain_cursors
       SET block_number = ${blockNumber},
           block_hash = ${toBytes(block.hash)},
           block_time = ${block.time},
           finalized_number = ${finalizedNumber},
           finalized_time = ${timeOf(finalizedNumber)}
     WHERE network = ${onNetwork}`;
}

export function timeOf(blockNumber: bigint): Date {
  return new Date(Number(blockNumber) * 1000);
}

/** Records a transfer to an order like the watcher; returns its transaction's hash. */
export async function arrive(
  sql: Sql,
  { merchantId, orderId, address }: OrderKey & { address: string },
  units: bigint,
  blockNumber: bigint,
  onNetwork = network,
): Promise<string> {
  const transactionHash = `0x${randomBytes(32).toString('hex')}`;
  await sql.begin((tx) =>
    recordTransfers(
      tx,
      onNetwork,
      [
        {
          log: {
            blockNumber,
            blockHash: `0x${'cc'.repeat(32)}`,
            transactionHash,
            logIndex: 0,
            from: randomAddress(),
            to: address,
            amountUnits: units,
          },
          blockTime: timeOf(blockNumber),
          order: { merchantId, orderId },
        },
      ],
      new Date(),
    ),
  );
  return transactionHash;
}

/** Decides an order at the current cursor. */
export async function recordOutcome(sql: Sql, key: OrderKey): Promise<CryptoOrder> {
  await sql.begin((tx) => recordOrderOutcome(outcomeDeps, tx, key, new Date()));
  return (await findOrderById(sql, key.orderId)) as CryptoOrder;
}
