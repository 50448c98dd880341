import { ChainUnavailable } from '../chains/port/chain.ts';
import type { Drafting, WalletFacts } from '../chains/port/payout-chain.ts';
import type { Db, Tx } from '../db/pool.ts';
import { SignerUnavailable } from '../sending/signer.ts';
import { blockedPayouts, listFault } from './address-lists.ts';
import { decideSending, type SendingFacts } from './decide-sending.ts';
import { type PausedScopes, pausedScopes } from './pauses.ts';
import type { WaitReason } from './payout.ts';
import {
  changeWallet,
  queuedPayouts,
  saveWaitOf,
  saveWaitOfMerchants,
  saveWaitOfQueue,
  saveWaits,
  takeFromQueue,
} from './queue-store.ts';
import type { Memory, SendDeps } from './send-deps.ts';
import { isAsSeen, type PayoutToSend, type PayoutUnderWay, transferOf } from './sending.ts';
import { sideBySide } from './side-by-side.ts';
import { buryTransactions, insertPlanned, lockUnderWay, type NewTransaction } from './transaction-store.ts';
import {
  assignNonces,
  type HotWallet,
  hotWalletsOf,
  lockHotWallet,
  nextNonces,
  outgoingBut,
  outgoingFromNonce,
} from './wallet-store.ts';

export interface Planned {
  /** As many got a transaction. */
  count: number;
  /** What holds up payouts of this network now. */
  reasons: Set<WaitReason>;
}

/** Planned in one transaction: large enough to share its cost, small enough that the first need not wait for long. */
const batchSize = 64;
/** As many as are looked at when the first ones must wait. */
const windowSize = 256;
/** On their way and in no block yet. Nodes keep some hundreds for one wallet before they drop any. */
const maxUnmined = 256;
/** Asked together, they go to a node in one request where it takes that. */
const addressChecksAtOnce = 64;
/** How soon a payout that was queued under a pause says so. */
const checkPausedMs = 5_000;
/** How long an answer about a frozen address is believed. */
const believedMs = 60_000;

/** Decides who is sent now and writes that down: from here on each of them has a transaction that may be signed. */
export async function planPayouts(
  deps: SendDeps,
  memory: Memory,
  stranded: readonly PayoutUnderWay[],
): Promise<Planned> {
  const { sql, chain } = deps;
  const { network } = chain;
  const [paused, blocked] = await Promise.all([pausedScopes(sql), blockedPayouts(sql, network)]);
  if (isPaused(paused, network)) return await holdUpQueue(deps, memory, 'paused');

  await clearOldWaits(deps, memory, paused);
  for (const payout of stranded) {
    if ((await listFault(sql, { ...payout, network })) === 'blocked') blocked.add(payout.id);
  }
  if (blocked.size > 0) await saveWaitOf(sql, network, [...blocked], 'address_blocked');
  const frozenIds = frozenNow(deps, memory);
  const reasons = new Set<WaitReason>();
  if (blocked.size > 0) reasons.add('address_blocked');
  if (frozenIds.length > 0) reasons.add('would_fail');
  const leftOut = { merchantIds: [...paused.merchants], payoutIds: [...blocked, ...frozenIds] };
  const candidates: PayoutToSend[] = [
    ...stranded.filter(({ merchantId, id }) => !paused.merchants.has(merchantId) && !blocked.has(id)),
    ...(await queuedPayouts(sql, network, leftOut, windowSize)),
  ];
  if (candidates.length === 0) return { count: 0, reasons };

  try {
    const look = await lookAround(deps);
    if ('reason' in look) return await holdUpQueue(deps, memory, look.reason);
    const free = await freeOf(deps, sql, memory, look);
    const first = decideSending(candidates, { ...free, room: Math.min(free.room, batchSize) });
    const { sound, frozen } = await checkAddresses(deps, memory, first.send);
    const waits = [...first.waits, ...frozen.map((payout) => ({ payout, reason: 'would_fail' as const }))];
    await saveWaits(
      sql,
      waits
        .filter(({ payout, reason }) => payout.waitReason !== reason)
        .map(({ payout: { merchantId, id }, reason }) => ({ merchantId, id, reason })),
    );
    for (const { reason } of waits) if (reason) reasons.add(reason);
    return { count: await writePlan(deps, memory, look, sound), reasons };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    deps.logger.warn({ err: error, network }, 'payouts wait');
    return await holdUpQueue(deps, memory, reason);
  }
}

/** Nothing of the network can be sent now. */
export async function holdUpQueue(deps: SendDeps, memory: Memory, reason: WaitReason): Promise<Planned> {
  memory.hasOldWaits = true;
  await saveWaitOfQueue(deps.sql, deps.chain.network, reason);
  return { count: 0, reasons: new Set([reason]) };
}

function isPaused({ all, networks }: PausedScopes, network: string): boolean {
  return all || networks.has(network);
}

function reasonOf(error: unknown): WaitReason | null {
  if (error instanceof ChainUnavailable) return 'node_unavailable';
  return error instanceof SignerUnavailable ? 'signer_unavailable' : null;
}

/** Those of paused merchants say so; nobody else carries a reason of before. It goes over the whole queue. */
async function clearOldWaits(deps: SendDeps, memory: Memory, paused: PausedScopes): Promise<void> {
  const nowMs = deps.now().getTime();
  const merchantIds = [...paused.merchants].toSorted();
  const isSame = merchantIds.join() === memory.pausedMerchantIds.join();
  const isChecked = merchantIds.length === 0 || nowMs < memory.checkPausedAtMs;
  if (!memory.hasOldWaits && isSame && isChecked) return;
  await saveWaitOfMerchants(deps.sql, deps.chain.network, merchantIds);
  memory.hasOldWaits = false;
  memory.pausedMerchantIds = merchantIds;
  memory.checkPausedAtMs = nowMs + checkPausedMs;
}

interface Look {
  wallet: HotWallet;
  facts: WalletFacts;
  drafting: Drafting;
}

/** All that must be true of the outside before anything is promised. */
async function lookAround({ sql, chain, signer }: SendDeps): Promise<Look | { reason: WaitReason }> {
  const [wallet] = await hotWalletsOf(sql, chain.network);
  if (!wallet?.isActive) return { reason: 'no_wallet' };
  const [address, facts, drafting] = await Promise.all([
    signer.addressOn({ id: chain.network, family: chain.family }),
    chain.wallet(wallet.address),
    chain.drafting(wallet.address),
  ]);
  if (address !== wallet.address) {
    throw new SignerUnavailable(
      `the signer has the key of ${address ?? 'no wallet'}, not of ${wallet.address}`,
    );
  }
  return drafting.wait ? { reason: drafting.wait } : { wallet, facts, drafting };
}

/** What the wallet has left when all that is on its way has arrived. */
async function freeOf(
  { chain, now }: SendDeps,
  db: Db,
  memory: Memory,
  { wallet, facts, drafting }: Look,
): Promise<SendingFacts> {
  const { count, units } =
    facts.nextNonce === null
      ? await outgoingBut(db, chain.network, wallet.address, [...memory.minedIn.keys()])
      : await outgoingFromNonce(db, chain.network, wallet.address, facts.nextNonce);
  return {
    now: now(),
    freeUsdtUnits: facts.usdtUnits - units,
    freeGasUnits: facts.gasUnits - BigInt(count) * drafting.maxCost,
    maxCost: drafting.maxCost,
    room: Math.max(0, maxUnmined - count),
  };
}

/** Payouts to frozen addresses, which are looked at again after a while. */
function frozenNow({ now }: SendDeps, memory: Memory): string[] {
  const nowMs = now().getTime();
  for (const untilMs of [memory.frozenUntilMs, memory.soundUntilMs]) {
    for (const [key, until] of untilMs) if (until <= nowMs) untilMs.delete(key);
  }
  return [...memory.frozenUntilMs.keys()];
}

/** What is sent to an address that the token's issuer froze is lost to its owner: such payouts wait for a person. */
async function checkAddresses(
  { chain, now }: SendDeps,
  memory: Memory,
  payouts: readonly PayoutToSend[],
): Promise<{ sound: PayoutToSend[]; frozen: PayoutToSend[] }> {
  const untilMs = now().getTime() + believedMs;
  const unknown = payouts
    .map(({ address }) => address)
    .filter((address) => !memory.soundUntilMs.has(address));
  const frozenAddresses = new Set<string>();
  await sideBySide([...new Set(unknown)], addressChecksAtOnce, async (address) => {
    if (await chain.isBlacklisted(address)) frozenAddresses.add(address);
    else memory.soundUntilMs.set(address, untilMs);
  });
  const [frozen, sound] = [true, false].map((is) =>
    payouts.filter(({ address }) => frozenAddresses.has(address) === is),
  ) as [PayoutToSend[], PayoutToSend[]];
  for (const { id } of frozen) memory.frozenUntilMs.set(id, untilMs);
  return { sound, frozen };
}

/**
 * Gives each payout its transaction. It is decided once more under the wallet's lock: whatever another worker promised
 * meanwhile out of the same wallet counts, and so does what somebody paused or blocked.
 */
async function writePlan(
  deps: SendDeps,
  memory: Memory,
  look: Look,
  payouts: readonly PayoutToSend[],
): Promise<number> {
  if (payouts.length === 0) return 0;
  const { sql, chain } = deps;
  const { network } = chain;
  const { address } = look.wallet;
  return await sql.begin(async (tx) => {
    const wallet = await lockHotWallet(tx, network, address);
    const [paused, blocked] = await Promise.all([pausedScopes(tx), blockedPayouts(tx, network)]);
    if (!wallet?.isActive || isPaused(paused, network)) return 0;
    const { send } = decideSending(
      payouts.filter(({ merchantId, id }) => !paused.merchants.has(merchantId) && !blocked.has(id)),
      await freeOf(deps, tx, memory, look),
    );
    const fromQueue = await takeFromQueue(
      tx,
      address,
      send.filter(({ status }) => status === 'queued'),
    );
    const anew = await takeStranded(
      tx,
      address,
      send.filter((payout): payout is PayoutUnderWay => payout.status !== 'queued'),
    );
    const taken = send.filter(({ id }) => fromQueue.has(id) || anew.has(id));
    const { nextNonce } = look.facts;
    const nonces = nextNonce === null ? [] : await nextNonces(tx, network, wallet, nextNonce, taken.length);
    const planned = taken.map((payout, index): NewTransaction => {
      const { merchantId, id } = payout;
      const nonce = nonces[index] ?? null;
      const draft = look.drafting.draft(transferOf(payout, address), nonce);
      return { merchantId, id, number: anew.get(id) ?? 1, nonce, ...draft };
    });
    await assignNonces(tx, network, address, planned);
    await insertPlanned(tx, network, address, planned, deps.now());
    return planned.length;
  });
}

/** Gives up what can never be in a block; answers the number of the next transaction of each. */
async function takeStranded(
  tx: Tx,
  wallet: string,
  stranded: readonly PayoutUnderWay[],
): Promise<Map<string, number>> {
  const seen = new Map(stranded.map((payout) => [payout.id, payout]));
  const locked = (await lockUnderWay(tx, stranded)).filter((payout) =>
    isAsSeen(seen.get(payout.id) as PayoutUnderWay, payout),
  );
  await buryTransactions(tx, locked);
  await changeWallet(tx, wallet, locked);
  return new Map(locked.map(({ id, transactions }) => [id, (transactions.at(-1)?.number ?? 0) + 1]));
}
