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
  /** What the chain says it holds. */
  heldUnits: bigint;
}

/** So long after its time an order's address is still watched for a payment that nobody recorded. */
const lateWindowMs = 7 * 24 * 60 * 60 * 1000;
/** Balances asked for at the same time: gateways count requests by the second. */
const asksInFlight = 4;

/** What the chain says that addresses hold, read a few at a time. */
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

/** Addresses of a network that may hold money, a page at a time; a page can be short though more follow. */
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
 * Compares what the chain says that addresses hold with what the books say. It asks for balances and not
 * for logs, and looks at no block: what the watcher missed, for whatever reason, shows here. Answers the
 * gaps that are certain from now on.
 */
export async function compareAddresses(
  { sql, chain }: ReconcileDeps,
  addresses: BookedAddress[],
): Promise<HeldAddress[]> {
  if (addresses.length === 0) return [];
  const held = await readHoldings(chain, addresses);
  // After the balances: a watcher that reached it has read all that they can contain.
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
 * Where a contract counts in smaller parts than we do, what it holds beyond whole units adds up: two transfers of 0.6 units each
 * make one more unit than is booked. No payment is that small, so less than dust too much is rounding there.
 */
function isGap(network: string, { expectedUnits, heldUnits }: Omit<Finding, 'address'>): boolean {
  const hasFinerParts = (networkById(network)?.tokenDecimals ?? assetDecimals) > assetDecimals;
  const surplus = heldUnits - expectedUnits;
  return hasFinerParts ? surplus < 0n || surplus >= dustUnits : surplus !== 0n;
}

/** Looks again at differences that were found before. */
export async function compareAgain(deps: ReconcileDeps, addresses: string[]): Promise<HeldAddress[]> {
  const booked = await bookedAddresses(deps.sql, deps.chain.network, { addresses }, deps.now());
  return await compareAddresses(deps, booked);
}
