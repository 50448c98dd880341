import { Type } from 'typebox';
import { changeMerchant } from '../../../accounts/merchants/change-merchant.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import type { MerchantEdit } from '../../../accounts/merchants/merchant-edit.ts';
import { actorOf, type SignedIn } from '../../../accounts/people/person.ts';
import type { UrlPolicy } from '../../../base/egress/guard.ts';
import { type FieldFault, PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import type { App } from '../../../base/http/server.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { parseAddress } from '../../../chain/chains/address/codec.ts';
import { networkById, networks } from '../../../chain/chains/networks.ts';
import { atMerchant, placesOfPayouts } from '../dashboard-place.ts';
import { type PayoutPageDeps, readNote } from '../dashboard-routes.ts';
import { paidOutAt } from '../money-store.ts';
import { type Destination, everyMerchant } from './address-lists.ts';
import { type ListChange, listAddress, listedAddresses, unlistAddress } from './list-address.ts';

export interface PayoutControlDeps extends PayoutPageDeps {
  urlPolicy: UrlPolicy;
  /** How long a new destination waits before money may go there. */
  newDestinationMs: number;
}

const limit = Type.Union([Type.String({ maxLength: 20 }), Type.Null()], {
  description: 'In USD, a decimal; null: no limit',
});
const limitFields = {
  enabled: Type.Boolean({ description: 'Whether the merchant makes payouts at all' }),
  single: limit,
  daily: limit,
  monthly: limit,
  auto_approve_up_to: Type.String({
    maxLength: 20,
    description: 'Above it people approve, above ten times it two',
  }),
  fee_basis_points: Type.Number({ description: 'On top of each payout, in hundredths of a percent' }),
};
const limitsAnswer = envelope(
  Type.Object({ ...limitFields, used_today: Type.String(), used_this_month: Type.String() }),
);
const fieldNames: Readonly<Record<string, string>> = {
  payoutsEnabled: 'enabled',
  payoutSingleLimit: 'single',
  payoutDailyLimit: 'daily',
  payoutMonthlyLimit: 'monthly',
  payoutAutoApproveUpTo: 'auto_approve_up_to',
  payoutFeeBasisPoints: 'fee_basis_points',
};
const addressBody = {
  network: Type.String({ maxLength: 40, description: 'Such as TRC20' }),
  address: Type.String({ maxLength: 200 }),
  note: Type.String({ minLength: 1, maxLength: 500, description: 'Why' }),
};
const listed = Type.Object({
  list: Type.Enum(['allow', 'block']),
  network: Type.String(),
  address: Type.String(),
  note: Type.String(),
  for_all: Type.Boolean({ description: 'Blocked by the installation for every merchant' }),
  created_at: Type.String(),
  good_from: Type.Union([Type.String(), Type.Null()], {
    description: 'From when payouts may go there; null: since it was listed',
  }),
  ends_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When it leaves the list; null: it stays',
  }),
});
const posted = [400, 401, 403, 404, 413, 415, 422];

/** The bounds of a merchant's payouts: limits and permitted destinations. */
export function payoutControlRoutes(app: App, deps: PayoutControlDeps): void {
  const { sql } = deps;
  const { here } = placesOfPayouts(deps);

  const changeBy = (by: SignedIn, { network, address }: Destination, note: string): ListChange => ({
    person: actorOf(by),
    note: readNote(note),
    waitMs: deps.newDestinationMs,
    shown: deps.notation.formatAddress(network, address),
  });

  async function showLimits(merchantId: string) {
    const { settings } = await getMerchant(sql, merchantId);
    const paidOut = await paidOutAt(sql, merchantId, deps.now());
    return {
      enabled: settings.payoutsEnabled,
      single: settings.payoutSingleLimit,
      daily: settings.payoutDailyLimit,
      monthly: settings.payoutMonthlyLimit,
      auto_approve_up_to: settings.payoutAutoApproveUpTo,
      fee_basis_points: settings.payoutFeeBasisPoints,
      used_today: formatDecimal(paidOut.todayMinor, 2),
      used_this_month: formatDecimal(paidOut.thisMonthMinor, 2),
    };
  }

  app.get(
    '/dashboard/api/payout-limits',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readPayoutLimits',
        summary: 'Read the limits of a merchant’s payouts, and what is used of them',
        ...atMerchant,
        'x-permission': 'payouts.read',
        response: { 200: limitsAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => success('Limits', await showLimits(here.callerOf(request).merchant.id)),
  );

  app.put(
    '/dashboard/api/payout-limits',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'setPayoutLimits',
        'x-proof': 'demanded',
        summary: 'Set the limits of a merchant’s payouts, all that are given',
        ...atMerchant,
        'x-permission': 'payouts.limits',
        body: Type.Partial(Type.Object(limitFields), { minProperties: 1 }),
        response: { 200: limitsAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const { body } = request;
      const edit: MerchantEdit = {
        ...(body.enabled !== undefined && { payoutsEnabled: body.enabled }),
        ...(body.single !== undefined && { payoutSingleLimit: body.single }),
        ...(body.daily !== undefined && { payoutDailyLimit: body.daily }),
        ...(body.monthly !== undefined && { payoutMonthlyLimit: body.monthly }),
        ...(body.auto_approve_up_to !== undefined && { payoutAutoApproveUpTo: body.auto_approve_up_to }),
        ...(body.fee_basis_points !== undefined && { payoutFeeBasisPoints: body.fee_basis_points }),
      };
      await changeMerchant(deps, merchant.id, edit, actorOf(by)).catch((error: unknown) => {
        throw error instanceof PasarelaError && error.fields
          ? validationFailed(error.fields.map(({ field, message }) => named(field, message)))
          : error;
      });
      return success('The limits are set', await showLimits(merchant.id));
    },
  );

  app.get(
    '/dashboard/api/payout-addresses',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listPayoutAddresses',
        summary: 'List where a merchant’s payouts may go alone, and where none may go',
        ...atMerchant,
        'x-permission': 'payouts.read',
        response: {
          200: envelope(
            Type.Object({
              addresses: Type.Array(listed),
              networks: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
            }),
          ),
          ...errors(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { merchant } = here.callerOf(request);
      const rows = [
        ...(await listedAddresses(sql, merchant.id)),
        ...(await listedAddresses(sql, everyMerchant)),
      ];
      return success('Addresses', {
        addresses: rows.map(({ list, network, address, note, merchantId, createdAt, goodFrom, endsAt }) => ({
          list,
          network,
          address: deps.notation.formatAddress(network, address),
          note,
          for_all: merchantId === everyMerchant,
          created_at: createdAt.toISOString(),
          good_from: goodFrom?.toISOString() ?? null,
          ends_at: endsAt?.toISOString() ?? null,
        })),
        networks: networks.map(({ id, title }) => ({ id, title })),
      });
    },
  );

  app.post(
    '/dashboard/api/payout-addresses',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listPayoutAddress',
        'x-proof': 'demanded',
        summary: 'Put an address on a merchant’s allow-list or block-list',
        description:
          'With an address on its allow-list a merchant pays to nothing else. One more address counts after the wait for new destinations; every owner is told.',
        ...atMerchant,
        'x-permission': 'payouts.addresses',
        body: Type.Object({ ...addressBody, list: Type.Enum(['allow', 'block']) }),
        response: {
          200: envelope(Type.Object({ is_new: Type.Boolean() })),
          ...errors(...posted),
        },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const { list, note } = request.body;
      const destination = readDestination(merchant.id, request.body);
      const why = { list, ...changeBy(by, destination, note) };
      return success('It is on the list', { is_new: await listAddress(sql, destination, why, deps.now()) });
    },
  );

  app.post(
    '/dashboard/api/payout-addresses/removal',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'unlistPayoutAddress',
        'x-proof': 'demanded',
        summary: 'Take an address off a merchant’s lists',
        description:
          'A block, and the last address that is allowed, end after the wait for new destinations; every owner is told. Listing the address again keeps it.',
        ...atMerchant,
        'x-permission': 'payouts.addresses',
        body: Type.Object(addressBody),
        response: { 200: envelope(Type.Null()), ...errors(...posted) },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const destination = readDestination(merchant.id, request.body);
      const why = changeBy(by, destination, request.body.note);
      await unlistAddress(sql, destination, why, deps.now());
      return success('It is on no list of the merchant', null);
    },
  );
}

function named(field: string, message: string): FieldFault {
  return { field: fieldNames[field] ?? field, message };
}

function readDestination(merchantId: string, given: { network: string; address: string }): Destination {
  const network = networkById(given.network);
  const address = network && parseAddress(network.family, given.address.trim());
  if (network && typeof address === 'string') return { merchantId, network: network.id, address };
  throw validationFailed([
    ...(network ? [] : [{ field: 'network', message: 'is not a network that is known here' }]),
    ...(typeof address === 'object' ? [{ field: 'address', message: address.message }] : []),
  ]);
}
