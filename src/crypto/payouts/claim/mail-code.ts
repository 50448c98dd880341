import { brandedMail, findBrand } from '../../../accounts/mail/brand.ts';
import { queueMail } from '../../../accounts/mail/queue-mail.ts';
import type { Tx } from '../../../base/db/pool.ts';
import type { Language } from '../../../base/money/language.ts';
import { sumText } from '../../../base/money/written.ts';
import type { Payout } from '../store.ts';
import {
  type Claim,
  type ClaimHashes,
  codeLifetimeMs,
  codesLately,
  newCode,
  type Wallet,
  wrongLately,
} from './claim.ts';
import { saveCode } from './claim-store.ts';
import { codeMail } from './code-text.ts';

export interface MailCodeDeps {
  hashes: ClaimHashes;
  formatAddress(network: string, address: string): string;
  networkTitle(network: string): string;
}

export interface CodeRequest {
  payout: Payout;
  merchantName: string;
  wallet: Wallet;
  language: Language;
}

/** Makes a code for a wallet and queues its mail, in the transaction that voids the earlier code. */
export async function mailCode(
  deps: MailCodeDeps,
  tx: Tx,
  { payout, merchantName, wallet, language }: CodeRequest,
  before: Claim | null,
  now: Date,
): Promise<void> {
  const code = newCode();
  const brand = await findBrand(tx, payout.merchantId);
  const reader = { language, timeZone: brand.timeZone };
  const words = codeMail(language, {
    code,
    merchantName,
    usd: sumText({ units: payout.amountMinor, code: 'USD' }, reader),
    crypto: sumText({ units: payout.amountUnits, code: payout.asset }, reader),
    networkTitle: deps.networkTitle(wallet.network),
    address: deps.formatAddress(wallet.network, wallet.address),
  });
  const mailId = await queueMail(tx, {
    merchantId: payout.merchantId,
    kind: 'payout_code',
    payoutId: payout.id,
    recipient: payout.email,
    ...brandedMail(language, brand, words),
  });
  await saveCode(tx, payout, wallet, {
    hash: deps.hashes.codeHashes({ ...wallet, payoutId: payout.id }, code)[0],
    until: new Date(now.getTime() + codeLifetimeMs),
    wrongCodesInAll: before ? wrongLately(before, now) : 0,
    codesSent: (before ? codesLately(before, now) : 0) + 1,
    at: now,
    mailId,
    language,
  });
}
