import type { Measured } from './figures.ts';
import { type ComparedSales, compareSales, openMerchantSite } from './paying.ts';
import type { World } from './world.ts';

/** Buyers at once: a shop on a good day, not the most that a socket can take. */
const atOnce = 32;
/** PostgreSQL's driver opens so many by itself. */
const poolSize = 10;
const firstCount = 2_000;

/**
 * A token and then a charge, over and over, as an ordinary client asks for them; the program with all that `npm start`
 * starts, its chains too.
 */
async function measurePairs(world: World): Promise<ComparedSales> {
  const subject = await world.subject('pairs', { SANDBOX_CHAINS: 'on' });
  const { merchant, databaseUrl, sql } = subject;
  await sql`CREATE TABLE bare_charges (LIKE charges INCLUDING ALL)`;
  const bare = await world.baseline('bare-server.ts', {
    DATABASE_URL: databaseUrl,
    MERCHANT_ID: merchant.merchantId,
    POOL_SIZE: String(poolSize),
  });
  const shop = openMerchantSite(world);
  const seller = ({ pid, url }: { pid: number; url: string }) => ({
    pid,
    sell: (count: number) => shop({ url, merchant, atOnce, count }),
  });
  return await compareSales(world, seller(subject), seller(bare), firstCount);
}

/** Measured once for the figures of their rate and their cost. */
const measured = new WeakMap<World, Promise<ComparedSales>>();
function pairs(world: World): Promise<ComparedSales> {
  const measuring = measured.get(world) ?? measurePairs(world);
  measured.set(world, measuring);
  return measuring;
}

export async function pairsVsBare(world: World): Promise<Measured> {
  const { comparison, costs } = await pairs(world);
  return { result: comparison.ratio, comparison, notes: { ...costs } };
}

export async function pairsCpuVsBare(world: World): Promise<Measured> {
  const { costs } = await pairs(world);
  return { result: costs.cpuMicroseconds / costs.baselineCpuMicroseconds, notes: { ...costs } };
}

/** With the database's: a program can spare itself work by leaving it to the database, and the other way round. */
export async function pairsWholeCpuVsBare(world: World): Promise<Measured> {
  const { costs } = await pairs(world);
  const whole = costs.cpuMicroseconds + costs.databaseMicroseconds;
  return {
    result: whole / (costs.baselineCpuMicroseconds + costs.baselineDatabaseMicroseconds),
    notes: { ...costs },
  };
}
