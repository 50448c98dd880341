import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { ChainUnavailable } from '../../chain/chains/port/chain.ts';
import { isRestored } from '../payouts/pauses/pauses.ts';
import { createEngine } from '../sending/engine.ts';
import type { EngineReport } from '../sending/engine-deps.ts';
import { lockStranded } from '../sending/plan-sendings.ts';
import type { Sending, SendingKey } from '../sending/sending.ts';
import { giveUpSendings } from '../sending/store.ts';
import { openItems } from './item-store.ts';
import { planItems } from './plan-items.ts';
import type { RunDeps } from './run-deps.ts';
import { type ItemUnderWay, laneOf } from './sweep.ts';
import { refusals, sweepSendings, topUpSendings } from './sweep-sendings.ts';
import { countEnded, endIfDone, leadSweep } from './sweep-store.ts';

/** Another process takes over from a dead one after this time. */
const leaseSeconds = 6;
const keepLeadMs = 2_000;
const lookAgainMs = 500;

/**
 * One step: follows what is under way, plans what is possible, signs and sends. Each part finds its work in the
 * database, so that after a crash another process continues with the same rows. Returns how much was done, or null if
 * nothing is left to do.
 */
export async function stepSweep(deps: RunDeps): Promise<number | null> {
  const { sql, sweep } = deps;
  if (await endIfDone(sql, sweep.id)) return null;
  let items = await openItems(sql, sweep);
  const ended: Extract<EngineReport, { kind: 'ended' }>[] = [];
  // A new engine for each step: it checks everything.
  const engine = createEngine({
    ...deps,
    lane: laneOf(sweep),
    chainOf: (purpose) => (purpose === 'top_up' ? deps.coin : deps.usdt),
    signer: { sign: async (request) => deps.keys.sign(request) },
    users: { sweep: sweepSendings(sweep), top_up: topUpSendings },
    paceMs: 0,
    tell: (told) => (told.kind === 'ended' ? ended.push(told) : tellOf(deps, items, told)),
  });
  // Transactions planned before a crash come first: later nonces wait for them.
  let { count } = await engine.sign();
  const followed = await engine.follow();
  for (const told of ended) await tellEnded(deps, items, told);
  count += (followed?.count ?? 0) + (await engine.send()).count;
  await dropTopUps(sql, followed?.stranded ?? []);
  items = await openItems(sql, sweep);
  const planned = await planItems(deps, items, engine.mined(), followed?.poor ?? []);
  if (planned > 0) {
    count += planned + (await engine.sign()).count;
    items = await openItems(sql, sweep);
    await engine.send();
  }
  return count;
}

/** Gives up gas that can never arrive. The address itself shows whether more is needed. */
async function dropTopUps(sql: Sql, stranded: readonly Sending[]): Promise<void> {
  const topUps = stranded.filter(({ purpose }) => purpose === 'top_up');
  if (topUps.length === 0) return;
  await sql.begin(async (tx) => giveUpSendings(tx, await lockStranded(tx, topUps)));
}

function itemOf(items: readonly ItemUnderWay[], { id }: SendingKey): ItemUnderWay | undefined {
  return items.find((item) => item.id === id || item.topUps.some((topUp) => topUp.id === id));
}

function tellOf(deps: RunDeps, items: readonly ItemUnderWay[], told: EngineReport): void {
  if (told.kind === 'node_away') deps.tell({ kind: 'node_away', reason: told.error.message });
  if (told.kind === 'held') {
    const item = itemOf(items, told.sending);
    const reason = 'no node proves what its transaction moved: see pasarela outcomes list';
    if (item) deps.tell({ kind: 'waits', item, reason });
  }
  if (told.kind !== 'taken' && told.kind !== 'declined') return;
  const { sending, hash } = told;
  const item = itemOf(items, sending);
  if (!item || (sending.purpose !== 'sweep' && sending.purpose !== 'top_up')) return;
  deps.tell(
    told.kind === 'taken'
      ? { kind: 'sent', item, purpose: sending.purpose, hash }
      : { kind: 'declined', item, hash, reason: told.reason },
  );
}

async function tellEnded(
  deps: RunDeps,
  items: readonly ItemUnderWay[],
  { sending, fate }: Extract<EngineReport, { kind: 'ended' }>,
): Promise<void> {
  const item = itemOf(items, sending);
  if (!item || sending.purpose !== 'sweep') return;
  const counts = await countEnded(deps.sql, deps.sweep.id);
  deps.tell(
    fate.outcome === 'transferred'
      ? { kind: 'swept', item, hash: fate.hash, ...counts }
      : { kind: 'ended', item, note: refusals[fate.outcome], ...counts },
  );
}

/** Steps until all is swept or the run is stopped. False if another process runs this sweep. */
export async function runSweep(
  deps: RunDeps,
  { token, paceMs, signal }: { token: string; paceMs: number; signal: AbortSignal },
): Promise<boolean> {
  const { sql, sweep } = deps;
  // The previous process may have been killed a moment ago.
  const giveUpAtMs = Date.now() + 2 * leaseSeconds * 1000;
  while (!signal.aborted) {
    if (await isRestored(sql)) {
      throw new PasarelaError(
        'service_unavailable',
        'The database was restored: `pasarela restored status` shows what to look at, `pasarela restored confirm` lets sweeps run.',
      );
    }
    if (!(await leadSweep(sql, sweep.id, token, leaseSeconds))) {
      if (Date.now() > giveUpAtMs) return false;
      await wait(lookAgainMs, undefined, { signal }).catch(() => {});
      continue;
    }
    // The lead is renewed during a long step (a slow node).
    const keeping = setInterval(
      () => leadSweep(sql, sweep.id, token, leaseSeconds).catch(() => false),
      keepLeadMs,
    );
    let count: number | null = 0;
    try {
      count = await stepSweep(deps);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      deps.tell({ kind: 'node_away', reason: error.message });
    } finally {
      clearInterval(keeping);
    }
    if (count === null) return true;
    if (count === 0) await wait(paceMs, undefined, { signal }).catch(() => {});
  }
  return true;
}
