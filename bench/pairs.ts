import type { Measured } from './figures.ts';
import { type ComparedSales, compareSales, openMerchantSite } from './paying.ts';
import type { World } from './world.ts';

/** Concurrent buyers: a merchant on a good day, not the most that a socket can take. */
const atOnce = 32;
/** The default pool size of PostgreSQL's driver. */
const poolSize = 10;
const firstCount = 2_000;

/**
 * A token and then a charge, repeatedly, with an ordinary client; the program runs everything that `npm start` starts,
 * including its chains.
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

/** Measured once for both figures, rate and cost. */
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

/** Includes the database: a program can move work to the database, and the other way round. */
export async function pairsWholeCpuVsBare(world: World): Promise<Measured> {
  const { costs } = await pairs(world);
  const whole = costs.cpuMicroseconds + costs.databaseMicroseconds;
  return {
    result: whole / (costs.baselineCpuMicroseconds + costs.baselineDatabaseMicroseconds),
    notes: { ...costs },
  };
}
