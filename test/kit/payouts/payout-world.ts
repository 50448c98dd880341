import { checkLedger, faultsIn } from '../../../src/accounts/ledger/check-ledger.ts';
import { createMerchant } from '../../../src/accounts/merchants/create-merchant.ts';
import { personAsks } from '../../../src/accounts/merchants/keys/asker.ts';
import { defaultSettings, type MerchantSettings } from '../../../src/accounts/merchants/merchant.ts';
import { updateMerchant } from '../../../src/accounts/merchants/store.ts';
import { newId } from '../../../src/base/db/ids.ts';
import type { Sql } from '../../../src/base/db/pool.ts';
import { createSecrets } from '../../../src/base/ground/secrets.ts';
import { notation } from '../../../src/chain/chains/notation.ts';
import { usdToUnitsAtMost } from '../../../src/chain/rates/convert.ts';
import type { ProcessOrderBody } from '../../../src/crypto/orders/order-request.ts';
import { confirmPayout } from '../../../src/crypto/payouts/claim/confirm-payout.ts';
import { openPayout } from '../../../src/crypto/payouts/request/open-payout.ts';
import { fund } from './requests.ts';

export const secrets = createSecrets([Buffer.alloc(32, 1)]);

/** The recipient of test payouts. */
export const recipient = `0x${'ab'.repeat(20)}`;

/** A merchant with USDT, and its payouts, without a server: the test sets the clock. */
export interface PayoutWorld {
  merchantId: string;
  /** E5 at a given time; returns the payout's id. */
  open(amountMinor: bigint, at?: Date): Promise<string>;
  /** Opened and confirmed: in review or queued. */
  confirmed(amountMinor: bigint, at?: Date): Promise<string>;
  settle: { sql: Sql; notation: typeof notation; now(): Date };
}

export async function openPayoutWorld(
  sql: Sql,
  settings: Partial<MerchantSettings> = {},
  units = 10_000_000_000_000n,
  priceScaled = 100_000_000n,
): Promise<PayoutWorld> {
  const { merchant } = await createMerchant(
    { sql, secrets, urlPolicy: { allowHttp: true, allowLoopback: true } },
    { name: 'Tienda', contactEmail: 'ana@tienda.example' },
    'the kit',
  );
  await updateMerchant(sql, merchant.id, { settings: { ...defaultSettings, ...settings } });
  if (units > 0n) await fund({ sql }, merchant.id, units);
  const open: PayoutWorld['open'] = async (amountMinor, at = new Date()) => {
    const ticket = {
      id: newId(),
      country: 'COL',
      origin: 'api' as const,
      amountMinor,
      email: 'eva@recipient.example',
      merchantIdCustom: null,
      returnUrl: null,
      merchantId: null,
      createdAt: at,
    };
    const body: ProcessOrderBody = {
      hash: '',
      paymentMethod: 'usdt',
      typePayment: 'wallet',
      typeTransaction: 'cashout',
      merchantId: merchant.id,
    };
    await openPayout(
      {
        sql,
        secrets,
        isServed: () => true,
        freshRate: async () => ({ priceScaled, at, sources: ['fixed'] }),
        toUnits: usdToUnitsAtMost,
        now: () => at,
      },
      ticket,
      body,
      merchant.id,
      personAsks('ana@shop.example'),
    );
    return ticket.id;
  };
  return {
    merchantId: merchant.id,
    open,
    async confirmed(amountMinor, at = new Date()) {
      const payoutId = await open(amountMinor, at);
      const request = { merchantId: merchant.id, payoutId, network: 'ERC20', address: recipient };
      await sql.begin((tx) => confirmPayout(tx, { ...request, language: 'es' as const }, at));
      return payoutId;
    },
    settle: { sql, notation, now: () => new Date() },
  };
}

/** The faults that `ledger check` would report. */
export async function ledgerFaults(sql: Sql): Promise<object[]> {
  return faultsIn(await checkLedger(sql));
}
