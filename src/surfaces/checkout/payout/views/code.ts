import { html } from 'ghtml';
import { type Claim, codeLifetimeMs, reviewMs } from '../../../../crypto/payouts/claim/claim.ts';
import { clockTime, fill, waitTime } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import { codeStateOf, maskEmail, type PayoutCheckout, secondsUntil } from '../payout-checkout.ts';
import { mailingText } from './faults.ts';
import { renderChange, renderWallet, walletFields } from './wallet.ts';

/** The result of a code, or of a request for another one. */
export interface ReturnedCode {
  /** In words; null: no fault. */
  fault: string | null;
  notice: string | null;
}

/** One field, which phones fill from the mail by themselves. */
export function renderCode(
  checkout: PayoutCheckout,
  context: PageContext,
  path: string,
  claim: Claim,
  returned: ReturnedCode,
  now: Date,
): string {
  const { texts, language } = context;
  const text = fill(texts.payout_code_text, {
    email: maskEmail(checkout.payout.email),
    time: waitTime(codeLifetimeMs / 1000, language),
  });
  const state = codeStateOf(claim, now);
  const notice = returned.notice ?? elsewhere(claim, context, now);
  return html`<section class="panel">
<h1>${texts.payout_code_heading}</h1>
<p class="lead">${text}</p>
!${notice === null ? '' : html`<p class="notice warn" role="status">${notice}</p>`}
!${renderWallet(checkout, context, claim)}
!${state === 'mailed' ? entering(context, path, claim, returned.fault) : gone(checkout, returned.fault ?? texts[`payout_code_${state}`])}
!${resending(checkout, context, path, claim, now)}
!${renderChange(path, context)}
</section>`;
}

/**
 * The mail server refused the code. Only the merchant can correct the address: the claim token alone opens this page,
 * and anyone who has it could have the code sent to themselves.
 */
export function renderUndelivered(
  checkout: PayoutCheckout,
  context: PageContext,
  path: string,
  claim: Claim,
  { notice }: ReturnedCode,
  now: Date,
): string {
  const { texts } = context;
  const text = fill(texts.payout_undelivered_text, { email: maskEmail(checkout.payout.email) });
  const correct = fill(texts.payout_undelivered_correct, { merchant: checkout.merchantName });
  return html`<section class="panel">
<h1>${texts.payout_undelivered_heading}</h1>
<p class="notice bad" role="alert">${text}</p>
<p class="lead">${correct}</p>
!${notice === null ? '' : html`<p class="notice warn" role="status">${notice}</p>`}
!${renderWallet(checkout, context, claim)}
<p class="hint">${texts.payout_undelivered_again}</p>
!${resending(checkout, context, path, claim, now)}
!${renderChange(path, context)}
</section>`;
}

function entering({ texts }: PageContext, path: string, claim: Claim, fault: string | null): string {
  return html`<form method="post" action="${path}/code">!${walletFields(claim)}
<div class="field"><label for="code">${texts.payout_code_label}</label>
<input id="code" name="code" class="digits" required inputmode="numeric" autocomplete="one-time-code" maxlength="20" autofocus aria-describedby="code-error code-hint"!${fault === null ? '' : ' aria-invalid="true"'}>
<p class="error" id="code-error"!${fault === null ? '' : ' role="alert"'}>${fault ?? ''}</p>
<p class="hint" id="code-hint">${texts.payout_code_spam}</p></div>
<button class="pay">${texts.payout_continue}</button>
</form>`;
}

/** Says that the code is no longer valid, if another can be requested; otherwise the page already says so. */
function gone({ mailing }: PayoutCheckout, text: string): string {
  if (mailing.kind === 'locked' || mailing.kind === 'spent') return '';
  return html`<p class="notice bad" role="alert">${text}</p>`;
}

/** A code entered in another browser grants nothing here. */
function elsewhere(claim: Claim, { texts }: PageContext, now: Date): string | null {
  const verified = claim.verifiedAt !== null && now.getTime() - claim.verifiedAt.getTime() < reviewMs;
  return verified ? texts.payout_code_elsewhere : null;
}

function resending(
  checkout: PayoutCheckout,
  context: PageContext,
  path: string,
  claim: Claim,
  now: Date,
): string {
  const { texts } = context;
  const { mailing } = checkout;
  switch (mailing.kind) {
    case 'spent':
    case 'locked':
      return html`<p class="notice bad">${mailingText(checkout, context, mailing, now)}</p>`;
    case 'too_soon':
    case 'may': {
      const seconds = mailing.kind === 'may' ? 0 : secondsUntil(mailing.until, now);
      const wait = fill(texts.payout_code_resend_wait, { time: clockTime(seconds) });
      return html`<form method="post" action="${path}/resend" class="again">!${walletFields(claim)}
<p class="small" id="again"!${mailing.kind === 'may' ? ' hidden' : ''}>${wait}</p>
<button class="${codeStateOf(claim, now) === 'mailed' ? 'plain' : 'pay'}">${texts.payout_code_resend}</button></form>`;
    }
  }
}
