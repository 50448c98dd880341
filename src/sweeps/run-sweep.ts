import { setTimeout as wait } from 'node:timers/promises';
import { ChainUnavailable } from '../chains/port/chain.ts';
import { followErrands } from './follow-errands.ts';
import { planItems } from './plan-items.ts';
import type { RunDeps } from './run-deps.ts';
import { sendSigned, signPlanned } from './send-signed.ts';
import { endIfDone, leadSweep } from './sweep-store.ts';
import { openItems } from './transaction-store.ts';

/** A process that died is followed after this. */
const leaseSeconds = 6;
const keepLeadMs = 2_000;
const lookAgainMs = 500;

/**
 * One step: follow what is under way, plan what can be, sign and send. Each part finds its work in the database, so that a
 * process that dies between any two is followed by one that goes on with the same rows. Answers how much was done, and
 * null when nothing is left to do.
 */
export async function stepSweep(deps: RunDeps): Promise<number | null> {
  const { sql, sweep } = deps;
  if (await endIfDone(sql, sweep.id)) return null;
  const items = await openItems(sql, sweep.id);
  // What was planned before a crash comes first: later nonces wait for it.
  let count = await signPlanned(deps);
  const followed = await followErrands(deps, count > 0 ? await openItems(sql, sweep.id) : items);
  count += followed.count + (await sendSigned(deps, items, followed.again));
  const now = await openItems(sql, sweep.id);
  const planned = await planItems(deps, now, followed);
  if (planned > 0) {
    count += planned + (await signPlanned(deps));
    await sendSigned(deps, now, []);
  }
  return count;
}

/** Steps until all is swept, or somebody stops it. False: another process runs this sweep. */
export async function runSweep(
  deps: RunDeps,
  { token, paceMs, signal }: { token: string; paceMs: number; signal: AbortSignal },
): Promise<boolean> {
  const { sql, sweep } = deps;
  // Whoever ran it may have been killed a moment ago.
  const giveUpAtMs = Date.now() + 2 * leaseSeconds * 1000;
  while (!signal.aborted) {
    if (!(await leadSweep(sql, sweep.id, token, leaseSeconds))) {
      if (Date.now() > giveUpAtMs) return false;
      await wait(lookAgainMs, undefined, { signal }).catch(() => {});
      continue;
    }
    // While a step takes long (a slow node), the lead is kept.
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
