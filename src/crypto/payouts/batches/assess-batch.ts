import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { findMethodRule, payoutLimitsOf } from '../../../accounts/merchants/merchant.ts';
import type { Tx } from '../../../base/db/pool.ts';
import type { AssetCode } from '../../../base/money/asset.ts';
import type { HeldRate } from '../../orders/choose-network.ts';
import { exceededLimit } from '../approval/limits.ts';
import { availableUnitsOf, paidOutAt } from '../money-store.ts';
import type { OpenPayoutDeps } from '../request/open-payout.ts';
import { countriesOf, largestRowMinor, type PayoutBatch } from './batch-store.ts';

/** The reasons why a batch cannot be made as a whole now. */
export const batchProblems = [
  'payouts_off',
  'method_off',
  'no_rate',
  'single_limit',
  'daily_limit',
  'monthly_limit',
  'balance',
] as const;
export type BatchProblem = (typeof batchProblems)[number];

export interface BatchAssessment {
  /** At the present rate; null: no rate. */
  amountUnits: bigint | null;
  feeUnits: bigint | null;
  availableUnits: bigint;
  problems: BatchProblem[];
}

/** Payouts that are not made yet: one, or several together. */
export interface IntendedPayouts {
  merchantId: string;
  asset: AssetCode;
  /** The sum, in US cents. */
  amountMinor: bigint;
  largestMinor: bigint;
  countries: string[];
}

export async function assessBatch(
  deps: OpenPayoutDeps,
  tx: Tx,
  batch: PayoutBatch,
  rate: HeldRate | null,
): Promise<BatchAssessment> {
  const [largestMinor, countries] = [await largestRowMinor(tx, batch), await countriesOf(tx, batch)];
  return await assessPayouts(deps, tx, { ...batch, largestMinor, countries }, rate);
}

/** The cost of these payouts now, and all obstacles to making them. */
export async function assessPayouts(
  deps: OpenPayoutDeps,
  tx: Tx,
  { merchantId, asset, amountMinor, largestMinor, countries }: IntendedPayouts,
  rate: HeldRate | null,
): Promise<BatchAssessment> {
  const { enabled, settings } = await getMerchant(tx, merchantId);
  const limits = payoutLimitsOf(settings);
  const paidOut = await paidOutAt(tx, merchantId, deps.now());
  const single = exceededLimit(largestMinor, { todayMinor: 0n, thisMonthMinor: 0n }, limits);
  const total = exceededLimit(amountMinor, paidOut, { ...limits, singleMinor: null });
  const amountUnits = rate && deps.toUnits(amountMinor, rate);
  const feeUnits =
    amountUnits === null ? null : (amountUnits * BigInt(settings.payoutFeeBasisPoints)) / 10_000n;
  const availableUnits = await availableUnitsOf(tx, merchantId, asset);
  const isShort = amountUnits !== null && feeUnits !== null && amountUnits + feeUnits > availableUnits;
  const isOpen = countries.every((country) => findMethodRule(settings, asset, country, 'USD') !== undefined);
  const problems: [BatchProblem, boolean][] = [
    ['payouts_off', !enabled || !settings.payoutsEnabled],
    ['method_off', !isOpen || !deps.isServed(asset)],
    ['no_rate', rate === null],
    ['single_limit', single?.limit === 'single'],
    ['daily_limit', total?.limit === 'daily'],
    ['monthly_limit', total?.limit === 'monthly'],
    ['balance', isShort],
  ];
  return {
    amountUnits,
    feeUnits,
    availableUnits,
    problems: problems.filter(([, is]) => is).map(([problem]) => problem),
  };
}
