import { html } from 'ghtml';
import { type Claim, codeLifetimeMs, reviewMs } from '../../../payouts/claim.ts';
import { clockTime, fill, waitTime } from '../../texts/fill.ts';
import type { PageContext } from '../../views/page.ts';
import { codeStateOf, maskEmail, type PayoutCheckout, type PayoutState } from '../payout-checkout.ts';
import { mailingText } from './faults.ts';
import { renderChange, renderWallet, walletFields } from './wallet.ts';

/** What came back of a code, or of asking for another one. */
export interface ReturnedCode {
  /** In words; null: nothing is wrong. */
  fault: string | null;
  notice: string | null;
}

/** One field, which phones fill from the mail by themselves. */
export function renderCode(
  checkout: PayoutCheckout,
  context: PageContext,
  state: PayoutState,
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
  const mailed = codeStateOf(claim, now) === 'mailed';
  const fault =
    returned.fault ?? (mailed ? null : texts[`payout_code_${codeStateOf(claim, now) as 'expired'}`]);
  const notice = returned.notice ?? elsewhere(claim, context, now);
  const invalid = fault === null ? '' : ' aria-invalid="true"';
  return html`<section class="panel">
<h1>${texts.payout_code_heading}</h1>
<p class="lead">${text}</p>
!${notice === null ? '' : html`<p class="notice warn" role="status">${notice}</p>`}
!${renderWallet(checkout, context, claim)}
<form method="post" action="${path}/code">!${walletFields(claim)}
<div class="field"><label for="code">${texts.payout_code_label}</label>
<input id="code" name="code" class="digits" required inputmode="numeric" autocomplete="one-time-code" maxlength="20" autofocus aria-describedby="code-error code-hint"!${invalid}>
<p class="error" id="code-error"!${fault === null ? '' : ' role="alert"'}>${fault ?? ''}</p>
<p class="hint" id="code-hint">${texts.payout_code_spam}</p></div>
<button class="pay">${texts.payout_continue}</button>
</form>
!${resending(checkout, context, state, path, claim, now)}
!${renderChange(path, context)}
</section>`;
}

/** Entered in another browser the code opens nothing here. */
function elsewhere(claim: Claim, { texts }: PageContext, now: Date): string | null {
  const verified = claim.verifiedAt !== null && now.getTime() - claim.verifiedAt.getTime() < reviewMs;
  return verified ? texts.payout_code_elsewhere : null;
}

function resending(
  checkout: PayoutCheckout,
  context: PageContext,
  state: PayoutState,
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
      const wait = fill(texts.payout_code_resend_wait, { time: clockTime(state.resendSeconds ?? 0) });
      return html`<form method="post" action="${path}/resend" class="again">!${walletFields(claim)}
<p class="small" id="again"!${mailing.kind === 'may' ? ' hidden' : ''}>${wait}</p>
<button class="plain">${texts.payout_code_resend}</button></form>`;
    }
  }
}
