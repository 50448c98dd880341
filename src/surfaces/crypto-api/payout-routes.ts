import { Type } from 'typebox';
import type { Authenticator } from '../../accounts/merchants/sessions/authenticate.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { identify } from '../../base/http/identify.ts';
import type { App } from '../../base/http/server.ts';
import { findOrderById } from '../../crypto/orders/store.ts';
import type { ReviewDeps } from '../../crypto/payouts/approval/approve-payout.ts';
import { cancelPayout } from '../../crypto/payouts/cancel-payout.ts';
import { type Correction, correctEmail } from '../../crypto/payouts/claim/correct-email.ts';
import type { MailCodeDeps } from '../../crypto/payouts/claim/mail-code.ts';
import { reissueClaim } from '../../crypto/payouts/claim/reissue-claim.ts';
import { getPayout } from '../../crypto/payouts/get-payout.ts';
import { showPayout } from '../../crypto/payouts/show-payout.ts';
import { findPayoutById } from '../../crypto/payouts/store.ts';
import { emailText } from '../../payments/charges/charge-request.ts';
import { actAnswers, orderAct, ownedBy, shownOrder } from './order-act.ts';
import { readOrderName } from './routes.ts';

export interface PayoutRoutesDeps extends ReviewDeps, MailCodeDeps {
  checkoutUrl(): string;
  secrets: Secrets;
  authenticator: Authenticator;
}

const correctEmailSchema = Type.Object({ email: emailText });

/** A merchant's actions on a payout after E5. */
export function payoutRoutes(app: App, deps: PayoutRoutesDeps): void {
  const byAny = identify(deps.authenticator.byAny);

  app.post(
    '/payment/:order/cancel',
    {
      config: { face: 'crypto' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'cancelPayout',
        summary: 'Cancel a payout that is not being sent yet, by its hash or id',
        description: 'What was set aside for it is available again. Repeating it answers the same.',
        ...orderAct,
        'x-scope': 'payouts',
        response: actAnswers(shownOrder),
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const { id } = readOrderName(deps.secrets, request.params.order);
      const found = await findPayoutById(deps.sql, id);
      if (!found && (await findOrderById(deps.sql, id))?.merchantId === merchant.id) {
        throw new PasarelaError(
          'payout_not_cancelable',
          'This order is to be paid to you: it expires by itself.',
        );
      }
      const { actor } = deps.authenticator.askerOf(request);
      const payout = await cancelPayout(deps, ownedBy(merchant, found), { actor, note: null });
      return {
        status: true as const,
        message: 'Payout canceled',
        order: await showPayout(deps, payout),
      };
    },
  );

  app.post(
    '/payment/:order/link',
    {
      config: { face: 'crypto', keepsBytes: true },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'reissuePayoutLink',
        summary: 'Make the recipient’s link of a payout anew, by its hash or id',
        description:
          'The link before dies at once, with all that was entered under it. The new one is answered here and nowhere else; every call makes another.',
        ...orderAct,
        'x-scope': 'payouts',
        response: actAnswers(
          Type.Object({ status: Type.Literal(true), url: Type.String(), message: Type.String() }),
        ),
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const { actor } = await deps.authenticator.signedAsker(request, merchant);
      const { id } = readOrderName(deps.secrets, request.params.order);
      const payout = ownedBy(merchant, await findPayoutById(deps.sql, id));
      const token = await reissueClaim(deps, payout, actor);
      return {
        status: true as const,
        url: `${deps.checkoutUrl()}/payout/${token}`,
        message: 'Send the recipient to url; the link before no longer works',
      };
    },
  );

  app.post(
    '/payment/:order/email',
    {
      config: { face: 'crypto', keepsBytes: true },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'correctPayoutEmail',
        summary: 'Correct the e-mail that a payout’s code is mailed to, by its hash or id',
        description:
          'Until its recipient has confirmed a wallet. If one was entered, a new code is mailed to the address and every code before is void; else the code is mailed when one is. The link stays the same. Repeating it changes nothing; with the address it has, a code that the mail server refused is mailed once more, at most once a minute.',
        ...orderAct,
        'x-scope': 'payouts',
        body: correctEmailSchema,
        response: actAnswers(shownOrder),
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const { actor } = await deps.authenticator.signedAsker(request, merchant);
      const { id } = readOrderName(deps.secrets, request.params.order);
      const payout = ownedBy(merchant, await findPayoutById(deps.sql, id));
      const { email } = request.body;
      const correction = await correctEmail(deps, payout, { email, actor, note: null });
      return {
        status: true as const,
        message: messageOf(correction),
        order: await showPayout(deps, await getPayout(deps.sql, id)),
      };
    },
  );
}

function messageOf(correction: Correction): string {
  switch (correction.kind) {
    case 'same':
      return 'It is the address that codes are mailed to already';
    case 'corrected':
      return 'Address corrected; the code is mailed when the recipient enters a wallet';
    case 'mailed':
      return 'A new code is mailed to the address; codes before are void';
    case 'link_mailed':
      return 'Address corrected; a new link is mailed to it, and the one before no longer works';
    case 'later':
      return `The code before is void; the recipient can ask for another from ${correction.until.toISOString()} on`;
  }
}
