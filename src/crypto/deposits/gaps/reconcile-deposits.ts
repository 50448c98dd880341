import type { Sql } from '../../../base/db/pool.ts';
import { assetDecimals } from '../../../base/money/asset.ts';
import { networkById } from '../../../chain/chains/networks.ts';
import type { Chain } from '../../../chain/chains/port/chain.ts';
import { dustUnits } from '../../orders/order.ts';
import { type BookedAddress, bookedAddresses, type Finding, saveFindings } from './gap-store.ts';

export interface ReconcileDeps {
  sql: Sql;
  chain: Chain;
  now(): Date;
}

export interface HeldAddress extends BookedAddress {
  /** The balance on the chain. */
  heldUnits: bigint;
}

/** How long after its expiry an order's address is still checked for an unrecorded payment. */
const lateWindowMs = 7 * 24 * 60 * 60 * 1000;
/** Concurrent balance requests: gateways limit requests per second. */
const asksInFlight = 4;

/** Reads the balances of addresses from the chain, a few at a time. */
export async function readHoldings(chain: Chain, addresses: BookedAddress[]): Promise<HeldAddress[]> {
  const held: HeldAddress[] = [];
  for (let at = 0; at < addresses.length; at += asksInFlight) {
    const some = addresses.slice(at, at + asksInFlight);
    const balances = await Promise.all(some.map(({ address }) => chain.tokenBalance(address)));
    some.forEach((booked, index) => {
      held.push({ ...booked, heldUnits: balances[index] ?? 0n });
    });
  }
  return held;
}

/** A page of a network's addresses that may hold money. A page can be short although more follow. */
export async function addressPage(
  { sql, chain, now }: ReconcileDeps,
  after: string,
  limit: number,
): Promise<{ active: BookedAddress[]; all: BookedAddress[]; next: string | null }> {
  const recentSince = new Date(now().getTime() - lateWindowMs);
  const all = await bookedAddresses(sql, chain.network, { after, limit }, recentSince);
  const next = all.length < limit ? null : (all.at(-1)?.address ?? null);
  return { active: all.filter((booked) => booked.isActive), all, next };
}

/**
 * Compares the balances of addresses on the chain with the books. It reads balances, not logs or blocks, so it finds
 * anything that the watcher missed for any reason. Returns the gaps that are confirmed now.
 */
export async function compareAddresses(
  { sql, chain }: ReconcileDeps,
  addresses: BookedAddress[],
): Promise<HeldAddress[]> {
  if (addresses.length === 0) return [];
  const held = await readHoldings(chain, addresses);
  // Read after the balances: a watcher that reached this block has read everything they can contain.
  const head = await chain.latestBlock();
  const gaps: Finding[] = held.filter((each) => isGap(chain.network, each));
  const confirmed = await sql.begin((tx) =>
    saveFindings(
      tx,
      chain.network,
      held.map(({ address }) => address),
      gaps,
      head.number,
    ),
  );
  return held.filter(({ address }) => confirmed.includes(address));
}

/**
 * If a contract has more decimals than we do, the fractions below our unit add up: two transfers of 0.6 units make one
 * more unit than is booked. No payment is that small, so a surplus below dust is rounding there.
 */
function isGap(network: string, { expectedUnits, heldUnits }: Omit<Finding, 'address'>): boolean {
  const hasFinerParts = (networkById(network)?.tokenDecimals ?? assetDecimals) > assetDecimals;
  const surplus = heldUnits - expectedUnits;
  return hasFinerParts ? surplus < 0n || surplus >= dustUnits : surplus !== 0n;
}

/** Checks earlier differences again. */
export async function compareAgain(deps: ReconcileDeps, addresses: string[]): Promise<HeldAddress[]> {
  const booked = await bookedAddresses(deps.sql, deps.chain.network, { addresses }, deps.now());
  return await compareAddresses(deps, booked);
}
