import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../../base/db/pool.ts';
import type { ChainReader } from '../../../chain/chains/create-chain.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { confirmedGaps, type Gap, suspectedGaps } from '../../../crypto/deposits/gaps/gap-store.ts';
import {
  addressPage,
  compareAddresses,
  compareAgain,
} from '../../../crypto/deposits/gaps/reconcile-deposits.ts';
import type { Command } from '../command.ts';
import { formatTime, table } from '../format.ts';
import { amountOn, readChains } from './network-operand.ts';

const pageSize = 200;
/** How long a difference is rechecked while the watcher reads on: a few blocks of any network. */
const confirmForMs = 60_000;
const lookAgainMs = 2_000;

export const reconcileCommand: Command = {
  name: 'chain reconcile',
  summary: 'Compare every deposit address with the books now and list the gaps; exits 1 when there are any',
  operands: [],
  options: {
    network: { kind: 'text', value: '<network>', help: 'only this one' },
    all: { kind: 'flag', help: 'also addresses without a known payment, however old' },
  },
  writes: 'findings',
  needs: 'networks',
  async run({ sql, chains, progress }, input) {
    const confirmed: Gap[] = [];
    const suspected: Gap[] = [];
    let compared = 0;
    for (const chain of readChains(chains, input.text('network'))) {
      compared += await compareAll(sql, chain, input.flag('all'), progress);
      await resolveSuspects(sql, chain, progress);
      confirmed.push(...(await confirmedGaps(sql, chain.network)));
      suspected.push(...(await suspectedGaps(sql, chain.network)));
    }
    const sum = `${compared} addresses compared.`;
    const doubts =
      suspected.length > 0 ? `\n${suspected.length} more differ, but the watcher has not read on since.` : '';
    return {
      json: { compared, gaps: confirmed.map(shown), suspected: suspected.map(shown) },
      text:
        confirmed.length === 0
          ? `${sum}${doubts || '\nAll is right: each holds what the recorded transfers add up to.'}`
          : `${sum}\n\n${gapTable(confirmed)}\n\nGaps: ${confirmed.length}.${doubts}`,
      failed: confirmed.length > 0,
    };
  },
};

export async function compareAll(
  sql: Sql,
  chain: ChainReader,
  all: boolean,
  progress: (line: string) => void,
): Promise<number> {
  const deps = { sql, chain, now: () => new Date() };
  let compared = 0;
  for (let after: string | null = '0x'; after !== null; ) {
    const page = await addressPage(deps, after, pageSize);
    const chosen = all ? page.all : page.active;
    await compareAddresses(deps, chosen);
    compared += chosen.length;
    after = page.next;
    if (after !== null) progress(`${chain.network}: ${compared} addresses compared`);
  }
  return compared;
}

/** Rechecks until each difference is either a certain gap or gone. */
export async function resolveSuspects(
  sql: Sql,
  chain: ChainReader,
  progress: (line: string) => void,
): Promise<void> {
  const deadline = Date.now() + confirmForMs;
  for (;;) {
    const suspects = await suspectedGaps(sql, chain.network);
    if (suspects.length === 0 || Date.now() > deadline) return;
    progress(`${chain.network}: ${suspects.length} differences are looked at again`);
    await compareAgain(
      { sql, chain, now: () => new Date() },
      suspects.map(({ address }) => address),
    );
    if ((await suspectedGaps(sql, chain.network)).length > 0) await wait(lookAgainMs);
  }
}

function shown(gap: Gap) {
  return {
    ...gap,
    address: notation.formatAddress(gap.network, gap.address),
    gapUnits: gap.heldUnits - gap.expectedUnits,
  };
}

function gapTable(gaps: Gap[]): string {
  return table(
    ['NETWORK', 'ADDRESS', 'HOLDS', 'BOOKED', 'ORDER', 'SINCE'],
    gaps.map((gap) => [
      gap.network,
      notation.formatAddress(gap.network, gap.address),
      amountOn(gap.network, gap.heldUnits),
      amountOn(gap.network, gap.expectedUnits),
      gap.orderId,
      formatTime(gap.foundAt),
    ]),
    '',
  );
}
