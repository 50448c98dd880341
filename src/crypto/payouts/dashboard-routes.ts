import { type Static, Type } from 'typebox';
import { totalsAnswer } from '../../accounts/dashboard-kit/totals.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import { actorOf, type SignedIn } from '../../accounts/people/person.ts';
import type { Reads } from '../../base/db/reads.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { isPlainText } from '../../base/ground/plain-text.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../base/http/request/paging.ts';
import type { App } from '../../base/http/server.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { timelineSchema } from '../../events/outbox/timeline-schema.ts';
import { approvalsOf } from './approval/approval-store.ts';
import { approvePayout, rejectPayout } from './approval/approve-payout.ts';
import { cancelable, cancelPayout } from './cancel-payout.ts';
import { reissueClaim } from './claim/reissue-claim.ts';
import { payoutStates, summarizePayout } from './dashboard-answer.ts';
import { atAnyPlace, nullableText, payoutParams, placesOfPayouts } from './dashboard-place.ts';
import { findPayouts, totalPayouts } from './list-payouts.ts';
import type { OpenPayoutDeps } from './request/open-payout.ts';
import type { Payout } from './store.ts';
import { payoutEntryKinds, payoutTimeline } from './timeline.ts';

export interface PayoutPageDeps extends OpenPayoutDeps {
  reads: Reads;
  people: PeopleAuthenticator;
  notation: Notation;
  checkoutUrl(): string;
}

const summaryFields = {
  id: Type.String(),
  merchant_id: Type.String(),
  kind: Type.Enum(['payout', 'refund']),
  state: Type.Enum([...payoutStates]),
  status: Type.String({ description: 'The status in the words of readCryptoOrder' }),
  failure: nullableText,
  waiting: nullableText,
  amount: Type.String({ description: 'In USD; a decimal, exact' }),
  asset: Type.String(),
  crypto_amount: Type.String({ description: 'What the recipient gets' }),
  fee: Type.String({ description: 'What the merchant pays on top' }),
  email: Type.String(),
  reference: nullableText,
  description: nullableText,
  network: nullableText,
  wallet: nullableText,
  made_by: nullableText,
  made_by_key: nullableText,
  created_at: Type.String(),
};
/** The filter of the payout list and of its export. */
export const payoutFilter = {
  search: Type.Optional(
    Type.String({ maxLength: 254, description: 'An id, e-mail, reference or transaction hash' }),
  ),
  state: Type.Optional(Type.Enum([...payoutStates], { expected: `one of ${payoutStates.join(', ')}` })),
};
const listAnswer = envelope(
  Type.Object({ payouts: Type.Array(Type.Object(summaryFields)), next_cursor: nullableText }),
);
const detail = Type.Object({
  ...summaryFields,
  opens_until: Type.String({ description: 'Until when the recipient can enter a wallet' }),
  approvals_needed: Type.Number(),
  approvals: Type.Array(
    Type.Object({
      person: Type.String(),
      at: Type.String(),
      counts: Type.Boolean({ description: 'False: a name that was typed before accounts were asked for' }),
    }),
  ),
  can_approve: Type.Boolean({
    description: 'Whether the caller can approve it: they neither made it nor approved it before',
  }),
  can_cancel: Type.Boolean(),
  can_reissue: Type.Boolean(),
  timeline: timelineSchema(payoutEntryKinds),
});
const detailAnswer = envelope(detail);
const note = Type.String({ minLength: 1, maxLength: 500, description: 'Why; the merchant is shown it' });
const posted = [400, 401, 403, 404, 409, 413, 415, 422];

/** A merchant's payouts: list, details and decisions. */
export function payoutRoutes(app: App, deps: PayoutPageDeps): void {
  const { sql, notation } = deps;
  const { anywhere, payoutOf } = placesOfPayouts(deps);

  async function show(payout: Payout, by: SignedIn): Promise<Static<typeof detail>> {
    const approvals = await approvalsOf(sql, payout);
    const isMine = payout.madeBy === actorOf(by);
    const hasApproved = approvals.some(({ person, counts }) => counts && person === actorOf(by));
    return {
      ...summarizePayout(notation, payout),
      opens_until: payout.opensUntil.toISOString(),
      approvals_needed: payout.approvalsNeeded,
      approvals: approvals.map(({ person, approvedAt, counts }) => ({
        person,
        at: approvedAt.toISOString(),
        counts,
      })),
      can_approve: payout.status === 'review' && !isMine && !hasApproved,
      can_cancel: cancelable.has(payout.status),
      can_reissue: payout.status === 'open' && payout.opensUntil > deps.now(),
      timeline: await payoutTimeline(sql, notation, payout),
    };
  }

  app.get(
    '/dashboard/api/payouts',
    {
      config: { face: 'api' },
      onRequest: anywhere.onRequest,
      schema: {
        operationId: 'listPayouts',
        summary: 'List payouts, newest first',
        ...atAnyPlace,
        'x-permission': 'payouts.read',
        querystring: Type.Object({ ...payoutFilter, cursor: cursorSchema }),
        response: { 200: listAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const merchantId = anywhere.callerOf(request).merchant?.id ?? null;
      const { search = null, state = null, cursor } = request.query;
      const query = { merchantId, search, state, beforeId: readCursor(cursor), limit: pageLimit };
      const found = await deps.reads.read((some) => findPayouts(some, query, deps.now()));
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Payouts', {
        payouts: page.map((payout) => summarizePayout(notation, payout)),
        next_cursor,
      });
    },
  );

  app.get(
    '/dashboard/api/payouts/total',
    {
      config: { face: 'api' },
      onRequest: anywhere.onRequest,
      schema: {
        operationId: 'totalPayouts',
        summary: 'Sum up the payouts of a filter',
        ...atAnyPlace,
        'x-permission': 'payouts.read',
        querystring: Type.Object(payoutFilter),
        response: { 200: totalsAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const merchantId = anywhere.callerOf(request).merchant?.id ?? null;
      const { search = null, state = null } = request.query;
      const { count, amountMinor, isMore } = await deps.reads.read((some) =>
        totalPayouts(some, { merchantId, search, state }, deps.now()),
      );
      const totals = [{ currency: 'USD', count, amount: formatDecimal(amountMinor, 2), paid: null }];
      return success('Total', { totals: count === 0 ? [] : totals, is_more: isMore });
    },
  );

  app.get(
    '/dashboard/api/payouts/:payout',
    {
      config: { face: 'api' },
      onRequest: anywhere.onRequest,
      schema: {
        operationId: 'readPayout',
        summary: 'Read a payout, who approved it and what happened to it',
        ...atAnyPlace,
        'x-permission': 'payouts.read',
        params: payoutParams,
        response: { 200: detailAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const payout = await payoutOf(request, request.params.payout);
      return success('Payout', await show(payout, anywhere.callerOf(request).by));
    },
  );

  app.post(
    '/dashboard/api/payouts/:payout/approval',
    {
      config: { face: 'api' },
      onRequest: anywhere.onRequest,
      schema: {
        operationId: 'approvePayout',
        'x-proof': 'always',
        summary: 'Approve a payout that waits for people',
        description: 'Nobody approves what they made; the same person again counts once.',
        ...atAnyPlace,
        'x-permission': 'payouts.approve',
        params: payoutParams,
        body: Type.Object({}),
        response: { 200: detailAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { by } = anywhere.callerOf(request);
      const { id } = await payoutOf(request, request.params.payout);
      const approver = { personId: by.person.id, email: actorOf(by) };
      const { payout } = await approvePayout(deps, id, approver);
      return success('Approved', await show(payout, by));
    },
  );

  app.post(
    '/dashboard/api/payouts/:payout/rejection',
    {
      config: { face: 'api' },
      onRequest: anywhere.onRequest,
      schema: {
        operationId: 'rejectPayout',
        summary: 'Refuse a payout that waits for people; the merchant has the money back',
        ...atAnyPlace,
        'x-permission': 'payouts.approve',
        params: payoutParams,
        body: Type.Object({ note }),
        response: { 200: detailAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { by } = anywhere.callerOf(request);
      const { id } = await payoutOf(request, request.params.payout);
      const said = { person: actorOf(by), note: readNote(request.body.note) };
      return success('Rejected', await show(await rejectPayout(deps, id, said), by));
    },
  );

  app.post(
    '/dashboard/api/payouts/:payout/cancel',
    {
      config: { face: 'api' },
      onRequest: anywhere.onRequest,
      schema: {
        operationId: 'cancelPayoutOnPage',
        summary: 'Call back a payout that is not being sent yet; the merchant has the money back',
        ...atAnyPlace,
        'x-permission': 'payouts.make',
        params: payoutParams,
        body: Type.Object({ note }),
        response: { 200: detailAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { by } = anywhere.callerOf(request);
      const payout = await payoutOf(request, request.params.payout);
      const said = { actor: actorOf(by), note: readNote(request.body.note) };
      return success('Canceled', await show(await cancelPayout(deps, payout, said), by));
    },
  );

  app.post(
    '/dashboard/api/payouts/:payout/link',
    {
      config: { face: 'api' },
      onRequest: anywhere.onRequest,
      schema: {
        operationId: 'reissueLinkOnPage',
        summary: 'Make the recipient’s link of a payout anew; the one before dies',
        ...atAnyPlace,
        'x-permission': 'payouts.make',
        params: payoutParams,
        body: Type.Object({}),
        response: { 200: envelope(Type.Object({ url: Type.String() })), ...errors(...posted) },
      },
    },
    async (request) => {
      const { by } = anywhere.callerOf(request);
      const payout = await payoutOf(request, request.params.payout);
      const token = await reissueClaim(deps, payout, actorOf(by));
      return success('The link before no longer works', { url: `${deps.checkoutUrl()}/payout/${token}` });
    },
  );
}

/** A person's reason, which is shown to others. */
export function readNote(text: string): string {
  const said = text.trim().replace(/\s+/g, ' ');
  if (said !== '' && isPlainText(said)) return said;
  throw validationFailed([{ field: 'note', message: 'must be given in a few words' }]);
}
