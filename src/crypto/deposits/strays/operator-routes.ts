import { Type } from 'typebox';
import { atInstallation, operatorSchema } from '../../../accounts/dashboard-kit/at-installation.ts';
import { readReason, reasonSchema } from '../../../accounts/dashboard-kit/reason.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import { type App, notFound } from '../../../base/http/server.ts';
import { formatAsset } from '../../../base/money/asset.ts';
import { parseAddress } from '../../../chain/chains/address/codec.ts';
import { explorerTransactionUrl } from '../../../chain/chains/explorer.ts';
import { assetOn, type Network, networkById } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { dustUnits } from '../../orders/order.ts';
import { findOrderById } from '../../orders/store.ts';
import { returnStrays } from '../../payouts/refund/return-strays.ts';
import { adoptStrays } from './adopt-strays.ts';
import { type RecordedStray, undecidedStrays } from './stray-store.ts';

export interface StrayRoutesDeps {
  sql: Sql;
  secrets: Secrets;
  people: PeopleAuthenticator;
  now(): Date;
}

/** A longer list would not be read; the command line lists all. */
const maxListed = 50;

const stray = Type.Object({
  order: Type.String({ description: 'The order that it was meant for' }),
  merchant_id: Type.String(),
  network: Type.String(),
  network_title: Type.String(),
  amount: Type.String(),
  asked: Type.String({ description: 'What the order is paid in, and where' }),
  sender: Type.String({ description: 'May be an exchange: ask the customer where to return it' }),
  transaction_hash: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
  at: Type.String(),
  can_adopt: Type.Boolean({ description: 'Whether it can count for the order: it is the order’s asset' }),
});
const listAnswer = envelope(Type.Object({ strays: Type.Array(stray) }));
const params = Type.Object({ order: Type.String() });
const network = Type.String({ minLength: 1, maxLength: 40, description: 'Where it came' });

/** Money that came for an order on another network or in another coin: credited to the order, or given back. */
export function strayRoutes(app: App, deps: StrayRoutesDeps): void {
  const { sql } = deps;
  const here = atInstallation(deps.people);
  const answers = { 200: listAnswer, ...errors(400, 401, 403, 404, 409, 413, 415, 422) };
  const list = async () => ({
    strays: await Promise.all((await undecidedStrays(sql, dustUnits, maxListed)).map(shape)),
  });

  app.get(
    '/dashboard/api/strays',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listStrays',
        summary:
          'List money that came for orders on another network or in another coin and is not decided about',
        ...operatorSchema,
        'x-permission': 'installation.read',
        response: { 200: listAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => success('Money that came astray', await list()),
  );

  app.post(
    '/dashboard/api/strays/:order/adopt',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'adoptStray',
        'x-proof': 'demanded',
        summary: 'Count what came on another network for its order, as a payment',
        description:
          'All that came to the address there. In time and enough, the order is paid; late or short, its merchant decides.',
        ...operatorSchema,
        'x-permission': 'payments.resolve',
        params,
        body: Type.Object({ network, note: reasonSchema }),
        response: answers,
      },
    },
    async (request) => {
      const actor = here.callerOf(request);
      const orderId = readOrder(request.params.order);
      const note = readReason('note', request.body.note);
      const { id } = readNetwork(request.body.network);
      await adoptStrays({ ...notation, ...deps }, { orderId, network: id, note, actor });
      return success('Counted for its order', await list());
    },
  );

  app.post(
    '/dashboard/api/strays/:order/return',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'returnStray',
        'x-proof': 'demanded',
        summary: 'Give back what came on another network or in another coin, to an address that you say',
        description:
          'It becomes a refund that somebody else has to approve (approvePayout), and is sent from the hot wallet of its network.',
        ...operatorSchema,
        'x-permission': 'payments.refund',
        params,
        body: Type.Object({
          network,
          address: Type.String({ minLength: 1, maxLength: 100 }),
          note: reasonSchema,
        }),
        response: answers,
      },
    },
    async (request) => {
      const actor = here.callerOf(request);
      const orderId = readOrder(request.params.order);
      const note = readReason('note', request.body.note);
      const { id, family } = readNetwork(request.body.network);
      const address = parseAddress(family, request.body.address.trim());
      if (typeof address !== 'string') {
        throw validationFailed([{ field: 'address', message: 'is no address on this network' }]);
      }
      await returnStrays({ ...notation, ...deps }, { orderId, network: id, address, note, actor });
      return success('Somebody else has to approve it', await list());
    },
  );

  async function shape({ merchantId, orderId, network: id, ...each }: RecordedStray) {
    const order = await findOrderById(sql, orderId);
    const row = networkById(id);
    const asked = networkById(order?.hold?.network ?? '');
    return {
      order: orderId,
      merchant_id: merchantId,
      network: id,
      network_title: row?.title ?? id,
      amount: formatAsset(each.amountUnits, assetOn(id)),
      asked: [order?.asset, asked?.title].filter(Boolean).join(', '),
      sender: notation.formatAddress(id, each.from),
      transaction_hash: notation.formatTransactionHash(id, each.transactionHash),
      url: row ? explorerTransactionUrl(row, each.transactionHash) : null,
      at: each.blockTime.toISOString(),
      can_adopt: order?.asset === assetOn(id),
    };
  }
}

function readOrder(text: string): string {
  const id = readId(text);
  if (id === null) throw notFound();
  return id;
}

function readNetwork(text: string): Network {
  const found = networkById(text);
  if (!found) throw validationFailed([{ field: 'network', message: 'is no network that is known here' }]);
  return found;
}
