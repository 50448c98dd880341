import { Type } from 'typebox';
import { atInstallation, operatorSchema } from '../../accounts/dashboard-kit/at-installation.ts';
import { readReason, reasonSchema } from '../../accounts/dashboard-kit/reason.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { formatUnits } from '../../base/money/asset.ts';
import { networkById } from '../../chain/chains/networks.ts';
import { notation } from '../../chain/chains/notation.ts';
import type { ServedNetwork } from '../../chain/chains/served-network.ts';
import { askForCheck } from '../../crypto/custody/ask-for-check.ts';
import { bookedUnits, custodyChecks } from '../../crypto/custody/custody-store.ts';
import { lagLimitSeconds } from '../../crypto/deposits/check-lag.ts';
import { listCursors } from '../../crypto/deposits/cursor-store.ts';
import { hotWalletsOf } from '../../crypto/sending/hot-wallets.ts';
import { cancelSweep } from '../../crypto/sweeps/cancel-sweep.ts';
import { findSweep, listSweeps } from '../../crypto/sweeps/sweep-store.ts';
import { nodesOf, readProcesses, walletsOf } from './read-state.ts';

export interface NetworkRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  served: readonly ServedNetwork[];
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const maxSweeps = 50;

const networksAnswer = envelope(
  Type.Object({
    networks: Type.Array(
      Type.Object({
        network: Type.String(),
        title: Type.String(),
        asset: Type.String(),
        block: nullableText,
        lag_seconds: Type.Union([Type.Number(), Type.Null()], {
          description: 'How old the newest block is that was read; null: none was',
        }),
        lag_limit_seconds: Type.Number({ description: 'Beyond it the alarm rings' }),
        is_led: Type.Boolean({ description: 'Whether a process reads it' }),
        gaps: Type.Number({ description: 'Deposit addresses that hold something else than is booked' }),
        nodes: Type.Array(Type.Object({ host: Type.String(), is_well: Type.Boolean(), fault: nullableText })),
        wallets: Type.Array(
          Type.Object({
            address: Type.String(),
            is_active: Type.Boolean(),
            held: Type.Union([Type.String(), Type.Null()], { description: 'null: nobody has looked lately' }),
            gas: nullableText,
            coin: Type.String(),
          }),
        ),
        custody: Type.Object({
          deposits: Type.String(),
          hot: Type.String(),
          treasury: Type.String(),
          is_off: Type.Boolean({ description: 'The chain has something else than is booked' }),
          next_check_at: nullableText,
        }),
      }),
    ),
  }),
);

const sweepShape = Type.Object({
  id: Type.String(),
  network: Type.String(),
  asset: Type.String(),
  place: Type.Enum(['hot', 'treasury']),
  address: Type.String(),
  status: Type.Enum(['planned', 'running', 'done']),
  planned_by: Type.String(),
  created_at: Type.String(),
  addresses: Type.Number(),
  ended: Type.Number(),
  planned: Type.String(),
  swept: Type.String(),
});

/** Networks with their RPC nodes, wallets and custody, and the sweeps between them. */
export function networkRoutes(app: App, deps: NetworkRoutesDeps): void {
  const { sql, now } = deps;
  const here = atInstallation(deps.people);
  const reading = { ...operatorSchema, 'x-permission': 'installation.read' as const };
  const operating = { ...operatorSchema, 'x-permission': 'installation.operate' as const };

  app.get(
    '/dashboard/api/networks',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listNetworks',
        summary: 'List the networks with their lag, nodes, wallets and custody',
        ...reading,
        response: { 200: networksAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => {
      const [cursors, checks, processes] = await Promise.all([
        listCursors(sql),
        custodyChecks(sql),
        readProcesses(sql),
      ]);
      const [nodes, held] = [nodesOf(processes), walletsOf(processes)];
      const nowMs = now().getTime();
      const networks = deps.served.map(async ({ network: { id, title, asset, coin, blockSeconds } }) => {
        const cursor = cursors.find(({ network }) => network === id);
        const check = checks.find(({ network }) => network === id);
        const [wallets, booked] = await Promise.all([hotWalletsOf(sql, id), bookedUnits(sql, id)]);
        return {
          network: id,
          title,
          asset,
          block: cursor ? String(cursor.blockNumber) : null,
          lag_seconds: cursor ? Math.max(0, Math.round((nowMs - cursor.blockTime.getTime()) / 1000)) : null,
          lag_limit_seconds: lagLimitSeconds(blockSeconds),
          is_led: cursor?.isLed ?? false,
          gaps: cursor?.gaps ?? 0,
          nodes: nodes
            .filter(({ network }) => network === id)
            .map(({ host, isWell, fault }) => ({ host, is_well: isWell, fault })),
          wallets: wallets.map((wallet) => {
            const address = notation.formatAddress(id, wallet.address);
            const known = held.find((each) => each.network === id && each.address === address);
            return {
              address,
              is_active: wallet.isActive,
              held: known?.held ?? null,
              gas: known?.gas ?? null,
              coin: coin.code,
            };
          }),
          custody: {
            deposits: formatUnits(booked.deposits),
            hot: formatUnits(booked.hot),
            treasury: formatUnits(booked.treasury),
            is_off: check?.isOff ?? false,
            next_check_at: check?.dueAt.toISOString() ?? null,
          },
        };
      });
      return success('Networks', { networks: await Promise.all(networks) });
    },
  );

  app.post(
    '/dashboard/api/networks/:network/custody-checks',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'askForCustodyCheck',
        summary: 'Have custody on a network compared with the chain now',
        ...operating,
        params: Type.Object({ network: Type.String() }),
        response: { 200: envelope(Type.Null()), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      await askForCheck(sql, request.params.network, here.callerOf(request), now());
      return success('Custody is compared within half a minute', null);
    },
  );

  app.get(
    '/dashboard/api/sweeps',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listSweeps',
        summary: `List the last ${maxSweeps} sweeps, newest first`,
        ...reading,
        response: {
          200: envelope(Type.Object({ sweeps: Type.Array(sweepShape) })),
          ...errors(401, 403, 404),
        },
      },
    },
    async () => {
      const sweeps = await listSweeps(sql, maxSweeps);
      return success('Sweeps', {
        sweeps: sweeps.map((sweep) => ({
          id: sweep.id,
          network: sweep.network,
          asset: networkById(sweep.network)?.asset ?? '',
          place: sweep.place,
          address: notation.formatAddress(sweep.network, sweep.address),
          status: sweep.status,
          planned_by: sweep.plannedBy,
          created_at: sweep.createdAt.toISOString(),
          addresses: sweep.items,
          ended: sweep.ended,
          planned: formatUnits(sweep.plannedUnits),
          swept: formatUnits(sweep.sweptUnits),
        })),
      });
    },
  );

  app.post(
    '/dashboard/api/sweeps/:sweep/cancel',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'cancelSweep',
        summary: 'Drop a sweep that was planned and never run',
        ...operating,
        params: Type.Object({ sweep: Type.String() }),
        body: Type.Object({ note: reasonSchema }),
        response: { 200: envelope(Type.Null()), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request) => {
      const id = readId(request.params.sweep);
      const sweep = id && (await findSweep(sql, id));
      if (!sweep) throw notFound();
      const why = { person: here.callerOf(request), note: readReason('note', request.body.note) };
      if (!(await cancelSweep(sql, sweep, why, now()))) {
        throw new PasarelaError('sweep_not_cancelable', 'Only a sweep that was never run can be canceled.');
      }
      return success('The sweep is canceled', null);
    },
  );
}
