import type { CheckResult } from '../../../../crypto/payouts/claim/check-code.ts';
import type { Mailing } from '../../../../crypto/payouts/claim/claim.ts';
import type { WalletFault } from '../../../../crypto/payouts/claim/wallet-fault.ts';
import type { NetworkChoice } from '../../crypto/crypto-checkout.ts';
import { clockTime, fill, waitTime } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import { type PayoutCheckout, secondsUntil } from '../payout-checkout.ts';
import type { InputFault } from '../wallet-input.ts';

/** Texts for every refusal of the recipient's forms, which say what to correct. */

const shapes = { evm: { start: '0x', length: 42 }, tron: { start: 'T', length: 34 } } as const;

export function walletFaultText(
  { merchantName }: PayoutCheckout,
  { texts }: PageContext,
  network: NetworkChoice,
  fault: InputFault | WalletFault,
  typed: string,
  letter = '',
): string {
  return fill(texts[`payout_wallet_${fault}`], {
    merchant: merchantName,
    network: network.title,
    ...shapes[network.family],
    count: Array.from(typed).length,
    letter,
  });
}

export function codeFaultText(
  { texts }: PageContext,
  result: Exclude<CheckResult, { kind: 'right' | 'changed' }>,
): string {
  if (result.kind !== 'wrong') return texts[`payout_code_${result.kind}`];
  return result.triesLeft === 1
    ? texts.payout_code_wrong_last
    : fill(texts.payout_code_wrong, { count: result.triesLeft });
}

export function mailingText(
  { merchantName }: PayoutCheckout,
  { texts, language }: PageContext,
  mailing: Exclude<Mailing, { kind: 'may' }>,
  now: Date,
): string {
  const seconds = secondsUntil(mailing.until, now);
  const time = mailing.kind === 'too_soon' ? clockTime(seconds) : waitTime(seconds, language);
  return fill(texts[`payout_code_${mailing.kind}`], { time, merchant: merchantName });
}
