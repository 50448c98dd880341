import { type AlarmDeps, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import { newId } from '../../base/db/ids.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { SearchingChain } from '../../chain/chains/port/chain.ts';
import { checkLag, type LagDeps } from './check-lag.ts';
import { fillGaps } from './gaps/fill-gaps.ts';
import { claimAudit, confirmedGaps, moveAudit, suspectedGaps } from './gaps/gap-store.ts';
import {
  addressPage,
  compareAddresses,
  compareAgain,
  type ReconcileDeps,
} from './gaps/reconcile-deposits.ts';
import type { RescanDeps } from './gaps/rescan-blocks.ts';

/** A process that just started has this long to catch up. */
const catchUpMs = 60_000;

export function lagJob(deps: LagDeps): Job {
  const startedMs = deps.now().getTime();
  return {
    name: 'check-chain-lag',
    idleMs: 10_000,
    async run() {
      if (deps.now().getTime() - startedMs >= catchUpMs) await checkLag(deps);
      return 0;
    },
  };
}

/** With the rest between pages this makes at most 20 balances a second, which the smallest provider plans allow. */
const pageSize = 100;
const restSeconds = 5;
/** The pause between two rounds. */
const roundRestSeconds = 600;
/** Longer than a page takes on a slow node. */
const leaseSeconds = 120;

/** Compares all deposit addresses of a network that may hold money, page by page, in an endless loop. */
export function reconcileJob(deps: RescanDeps & AlarmDeps & { chain: SearchingChain }): Job {
  const { sql, chain } = deps;
  const { network } = chain;
  const token = newId();
  return {
    name: `reconcile-${network}`,
    idleMs: restSeconds * 1000,
    async run() {
      const claim = await claimAudit(sql, network, token, leaseSeconds);
      if (!claim) return 0;
      const suspects = await suspectedGaps(sql, network);
      await compareAgain(
        deps,
        suspects.map(({ address }) => address),
      );
      const page = await addressPage(deps, claim.after, pageSize);
      await compareAddresses(deps, page.active);
      await ringOrEnd(deps);
      const found = await fillGaps(deps);
      if (found.length > 0) {
        deps.logger.error({ network, payments: found.length }, 'payments were missed, and are found');
        await ringOrEnd(deps);
      }
      // Suspected gaps are checked again soon, also between two rounds.
      const isOver = page.next === null && (await suspectedGaps(sql, network)).length === 0;
      await moveAudit(sql, network, token, {
        after: page.next ?? '0x',
        restSeconds: isOver ? roundRestSeconds : 0,
      });
      // A page of abandoned addresses took no time and no requests.
      return page.active.length === 0 && page.next !== null ? 1 : 0;
    },
  };
}

async function ringOrEnd(deps: ReconcileDeps & AlarmDeps): Promise<void> {
  const { network } = deps.chain;
  const gaps = await confirmedGaps(deps.sql, network);
  if (gaps.length === 0) {
    await endAlarm(deps, {
      network,
      code: 'chain_gap',
      text: `${network}: all deposit addresses hold what the books say`,
    });
    return;
  }
  await raiseAlarm(deps, {
    network,
    code: 'chain_gap',
    text: `${network}: ${gaps.length} deposit addresses hold something else than the books say`,
    advice:
      'pasarela chain reconcile lists them. Where more is held than booked, a payment was missed: its block is looked for and read again every minute, and pasarela chain rescan does it by hand. Orders of such an address do not fail meanwhile. Where less is held, somebody moved money.',
  });
}
