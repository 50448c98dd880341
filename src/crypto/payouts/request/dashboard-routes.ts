import { Type } from 'typebox';
import { personAsks } from '../../../accounts/merchants/keys/asker.ts';
import { payoutLimitsOf } from '../../../accounts/merchants/merchant.ts';
import { actorOf } from '../../../accounts/people/person.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import type { App } from '../../../base/http/server.ts';
import { type AssetCode, assetCodes, formatUnits } from '../../../base/money/asset.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { type OrderTicket, openTicket, sealTicket } from '../../orders/order-token.ts';
import { approvalsNeeded } from '../approval/controls.ts';
import { assessPayouts, type BatchAssessment, batchProblems } from '../batches/assess-batch.ts';
import { descriptionFaults, readRow } from '../batches/read-batch.ts';
import { atMerchant, nullableText, placesOfPayouts } from '../dashboard-place.ts';
import type { PayoutPageDeps } from '../dashboard-routes.ts';
import { makePayout } from './make-payout.ts';

const typed = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description !== undefined && { description }) });
export const asset = Type.Enum([...assetCodes], { expected: `one of ${assetCodes.join(', ')}` });

/** The cost of payouts, and the obstacles to making them. */
export const assessmentFields = {
  crypto_amount: Type.Union([Type.String(), Type.Null()], {
    description: 'At the rate of this moment; null: there is none',
  }),
  fee: nullableText,
  total: Type.Union([Type.String(), Type.Null()], { description: 'What leaves the balance' }),
  available: Type.String(),
  problems: Type.Array(Type.Enum([...batchProblems])),
};

export function showAssessment({ amountUnits, feeUnits, availableUnits, problems }: BatchAssessment) {
  const isKnown = amountUnits !== null && feeUnits !== null;
  return {
    crypto_amount: isKnown ? formatUnits(amountUnits) : null,
    fee: isKnown ? formatUnits(feeUnits) : null,
    total: isKnown ? formatUnits(amountUnits + feeUnits) : null,
    available: formatUnits(availableUnits),
    problems,
  };
}

/** One payout made by a person: assessed first, then made. */
export function payoutMakeRoutes(app: App, deps: PayoutPageDeps): void {
  const { here } = placesOfPayouts(deps);

  app.post(
    '/dashboard/api/payout-quotes',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'quotePayout',
        summary: 'See what a payout would come to; nothing is made',
        description: 'The `hash` makes it, once, within a day: `makePayout`.',
        ...atMerchant,
        'x-permission': 'payouts.make',
        body: Type.Object({
          email: typed(400),
          amount: typed(40, 'In USD: "1234.56", "1,234.56" and "1.234,56" are the same'),
          country: typed(10, 'ISO 3166-1 alpha-3'),
          reference: Type.Optional(typed(400)),
          description: Type.Optional(typed(1_000)),
          asset,
        }),
        response: {
          200: envelope(
            Type.Object({
              hash: Type.String(),
              amount: Type.String({ description: 'In USD; a decimal, exact' }),
              approvals_needed: Type.Number({ description: 'How many people have to approve it' }),
              ...assessmentFields,
            }),
          ),
          ...errors(400, 401, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const { merchant } = here.callerOf(request);
      const { body } = request;
      const read = readRow(1, (column) => (body[column] ?? '').trim());
      if ('faults' in read) {
        throw validationFailed(
          read.faults.map(({ kind, message }) => ({
            field: kind === 'amount_ambiguous' ? 'amount' : kind,
            message,
          })),
        );
      }
      const ticket: OrderTicket = {
        id: newIdOf(merchant.id),
        country: read.country,
        origin: 'web',
        amountMinor: read.amountMinor,
        email: read.email,
        merchantIdCustom: read.reference,
        returnUrl: null,
        merchantId: merchant.id,
        createdAt: deps.now(),
      };
      const assessment = await assess(merchant.id, body.asset, ticket);
      const { autoApproveUpToMinor } = payoutLimitsOf(merchant.settings);
      return success('It can be made with the hash', {
        hash: sealTicket(deps.secrets, ticket),
        amount: formatDecimal(ticket.amountMinor, 2),
        approvals_needed: approvalsNeeded(ticket.amountMinor, autoApproveUpToMinor),
        ...showAssessment(assessment),
      });
    },
  );

  async function assess(merchantId: string, asset: AssetCode, { amountMinor, country }: OrderTicket) {
    const rate = await deps.freshRate(asset);
    const intended = { merchantId, asset, amountMinor, largestMinor: amountMinor, countries: [country] };
    return await deps.sql.begin((tx) => assessPayouts(deps, tx, intended, rate));
  }

  app.post(
    '/dashboard/api/payouts',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'makePayout',
        summary: 'Make the payout that was looked at; the same again answers the same',
        ...atMerchant,
        'x-permission': 'payouts.make',
        body: Type.Object({
          hash: Type.String({ maxLength: 6_000, description: 'The hash that quotePayout answered' }),
          asset,
          description: Type.Optional(typed(1_000)),
        }),
        response: {
          200: envelope(
            Type.Object({
              id: Type.String(),
              url: Type.String({ description: 'The recipient’s secret link: give it to them alone' }),
            }),
          ),
          ...errors(400, 401, 403, 404, 409, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const ticket = openTicket(deps.secrets, request.body.hash);
      const description = request.body.description?.trim() || null;
      const faults = [
        ...(ticket?.merchantId === merchant.id
          ? []
          : [{ field: 'hash', message: 'is not one that quotePayout answered for this merchant' }]),
        ...descriptionFaults(description),
      ];
      if (faults.length > 0 || !ticket) throw validationFailed(faults);
      const intended = { ...ticket, merchantId: merchant.id };
      const what = { asset: request.body.asset, description };
      const token = await makePayout(deps, intended, what, personAsks(actorOf(by)));
      return success('Give the recipient the link', {
        id: ticket.id,
        url: `${deps.checkoutUrl()}/payout/${token}`,
      });
    },
  );
}
