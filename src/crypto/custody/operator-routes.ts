import { Type } from 'typebox';
import { operatorSchema } from '../../accounts/dashboard-kit/at-installation.ts';
import { readReason, reasonSchema } from '../../accounts/dashboard-kit/reason.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import { actorOf } from '../../accounts/people/person.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { formatAsset } from '../../base/money/asset.ts';
import { assetOn, networkById } from '../../chain/chains/networks.ts';
import { notation } from '../../chain/chains/notation.ts';
import { type HeldOutcome, heldOutcomes } from '../sending/held-outcomes.ts';
import { witnessLines } from './held-text.ts';
import { judgeOutcome } from './judge-outcome.ts';

export interface OutcomeRoutesDeps {
  sql: Sql;
  secrets: Secrets;
  people: PeopleAuthenticator;
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const words = ['arrived', 'not_arrived'] as const;
const outcome = Type.Object({
  id: Type.String({ description: 'The payout, the refund or the swept address' }),
  kind: Type.Enum(['payout', 'refund', 'sweep', 'top_up']),
  merchant_id: Type.String(),
  network: Type.String(),
  network_title: Type.String(),
  amount: Type.String(),
  arrived: Type.String({ description: 'What a node shows at the recipient' }),
  to: Type.String(),
  transaction_hash: Type.String(),
  held_at: Type.String(),
  sources: Type.Array(Type.String(), { description: 'What each node says, in words' }),
  said: Type.Union([Type.Enum([...words]), Type.Null()], {
    description: 'Said by one person so far; a second person has to say the same',
  }),
  said_by: nullableText,
  note: nullableText,
});
const listAnswer = envelope(Type.Object({ outcomes: Type.Array(outcome) }));

/** Transfers that no node proves: the account of each source, and the verdict of two people. */
export function outcomeRoutes(app: App, deps: OutcomeRoutesDeps): void {
  const { sql, people } = deps;
  const here = identify(async (request) => {
    const { by, merchant } = await people.atPlace(request);
    if (merchant) throw notFound();
    return by;
  });
  const list = async () => ({ outcomes: (await heldOutcomes(sql)).map(shape) });

  app.get(
    '/dashboard/api/outcomes',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listOutcomes',
        summary: 'List transfers that are held because no node proves what they moved',
        ...operatorSchema,
        'x-permission': 'installation.read',
        response: { 200: listAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => success('Held transfers', await list()),
  );

  app.post(
    '/dashboard/api/outcomes/:outcome/decision',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'decideOutcome',
        'x-proof': 'always',
        summary: 'Say what became of a transfer that no node proves',
        description:
          'It counts when a second person says the same. What a node shows at the recipient cannot be declared as not arrived.',
        ...operatorSchema,
        'x-permission': 'payouts.approve',
        params: Type.Object({ outcome: Type.String() }),
        body: Type.Object({
          word: Type.Enum([...words], { expected: `one of ${words.join(', ')}` }),
          note: reasonSchema,
        }),
        response: { 200: listAnswer, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request) => {
      const by = here.callerOf(request);
      const id = readId(request.params.outcome);
      if (id === null) throw notFound();
      const { word } = request.body;
      const note = readReason('note', request.body.note);
      const approver = { personId: by.person.id, email: actorOf(by) };
      const { isEnded } = await judgeOutcome({ ...deps, notation }, id, { word, note }, approver);
      return success(isEnded ? 'Decided by two people' : 'A second person has to say the same', await list());
    },
  );
}

function shape(held: HeldOutcome) {
  const { network, proposal } = held;
  const asset = assetOn(network);
  return {
    id: held.id,
    kind: held.purpose,
    merchant_id: held.merchantId,
    network,
    network_title: networkById(network)?.title ?? network,
    amount: formatAsset(held.amountUnits, asset),
    arrived: formatAsset(held.arrivedUnits, asset),
    to: notation.formatAddress(network, held.to),
    transaction_hash: notation.formatTransactionHash(network, held.hash),
    held_at: held.heldAt.toISOString(),
    sources: witnessLines(held),
    said: proposal?.word ?? null,
    said_by: proposal?.person ?? null,
    note: proposal?.note ?? null,
  };
}
