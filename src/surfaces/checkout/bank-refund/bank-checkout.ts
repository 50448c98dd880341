import type { Directory } from '../../../accounts/merchants/directory.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import type { Money } from '../../../base/money/money.ts';
import type { BankDetails, BankRefund } from '../../../payments/charges/refunds/bank/bank-refund.ts';
import { findByToken } from '../../../payments/charges/refunds/bank/bank-refund-store.ts';
import { giveDetails } from '../../../payments/charges/refunds/bank/give-details.ts';
import { findRefund } from '../../../payments/charges/refunds/refund-store.ts';
import { findCharge } from '../../../payments/charges/store.ts';
import { type Payee, payeeOf } from '../payee.ts';

/** All data of the page where a customer names the bank account for a refund. */
export interface BankCheckout extends Payee {
  bank: BankRefund;
  amount: Money;
  description: string | null;
  orderNumber: string | null;
}

export interface BankCheckoutDeps {
  /** null: no such refund, or a link that was replaced. */
  load(token: string): Promise<BankCheckout | null>;
  /** False: the refund has ended meanwhile. */
  give(bank: BankRefund, details: BankDetails): Promise<boolean>;
  /** Counts the requests of an address. */
  takeVisit(clientAddress: string): Promise<void>;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

export function createBankActions(
  deps: { sql: Sql; secrets: Secrets; directory: Directory; now(): Date } & Pick<
    BankCheckoutDeps,
    'takeVisit' | 'mode' | 'operatorName'
  >,
): BankCheckoutDeps {
  const { sql, mode, operatorName, takeVisit } = deps;
  return {
    mode,
    operatorName,
    takeVisit,
    async load(token) {
      const bank = await findByToken(sql, token);
      const [charge, refund, known] = bank
        ? await Promise.all([
            findCharge(sql, bank.merchantId, bank.chargeId),
            findRefund(sql, bank.merchantId, bank.id),
            deps.directory.get(bank.merchantId),
          ])
        : [];
      if (!bank || !charge || !refund) return null;
      const amount = { amountMinor: refund.amountMinor, currency: charge.amount.currency };
      const { description, orderNumber } = charge;
      return { bank, amount, description, orderNumber, ...payeeOf(known?.merchant ?? null) };
    },
    give: (bank, details) => giveDetails(deps, bank, details),
  };
}
