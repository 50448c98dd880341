import { checkLedger, faultsIn } from '../src/accounts/ledger/check-ledger.ts';
import { sumHours } from '../src/commerce/reports/hour-sums.ts';
import { signedIn } from '../test/kit/people.ts';
import { type Comparison, compare, comparePairs, type Side } from './compare.ts';
import { deliverRound, receiverUrls } from './deliveries.ts';
import type { Figure, FigureOptions, Measured } from './figures.ts';
import { fillYear, merchantCount } from './fill-years.ts';
import { chargeSide, listRequest, request } from './requests.ts';
import { watcherOn } from './watcher.ts';
import { type Subject, vacuum, type World } from './world.ts';

/**
 * A year of charges of ten thousand merchants, with all related rows, against a new installation. BENCH_CHARGES sets
 * the number of charges; the full 10000000 take some 45 GB and more than an hour to store.
 */

/** The measured merchant has a thousand of these: enough for a full page. */
const fewCharges = 50_000;
const deliveryRounds = 3;
const checkRounds = 3;
/** Orders that wait for a payment, on both sides. */
const watchedAddresses = 1_000;

const full = new WeakMap<World, Promise<Subject>>();
function fullYear(world: World, charges: number): Promise<Subject> {
  return once(full, world, () => filled(world, 'full_year', charges));
}
const few = new WeakMap<World, Promise<Subject>>();
function fewOfAYear(world: World): Promise<Subject> {
  return once(few, world, () => filled(world, 'begun', fewCharges));
}

function once(known: WeakMap<World, Promise<Subject>>, world: World, make: () => Promise<Subject>) {
  const made = known.get(world) ?? make();
  known.set(world, made);
  return made;
}

async function filled(world: World, name: string, charges: number): Promise<Subject> {
  const subject = await world.subject(name);
  // A kept folder has the data of an earlier run.
  const [stored] = await subject.sql`SELECT 1 FROM charges LIMIT 1`;
  if (stored) return subject;
  await fillYear(subject.sql, subject.merchant.merchantId, charges);
  return subject;
}

function measured(comparison: Comparison, { charges }: FigureOptions): Measured {
  return { result: comparison.ratio, comparison, notes: { charges, merchants: merchantCount } };
}

/** Lists come first: the figures after them put new charges on top of the lists. */
export const growthFigures: Figure[] = [
  {
    name: 'growth_lists',
    title: 'first page of a list after a year of charges against 1,000',
    needed: { atLeast: 0.8 },
    async measure(world, options) {
      const side = ({ url, merchant }: Subject): Side => ({ url, requests: () => [listRequest(merchant)] });
      const many = await fullYear(world, options.charges);
      return measured(await compare(world.load, side(many), side(await fewOfAYear(world))), options);
    },
  },
  {
    name: 'dashboard_growth',
    title: "the dashboard's list, searches and overview after a year of charges against 1,000",
    needed: { atLeast: 0.7 },
    async measure(world, options) {
      const many = await dashboardSide(await fullYear(world, options.charges));
      const begun = await dashboardSide(await fewOfAYear(world));
      return measured(await compare(world.load, many, begun), options);
    },
  },
  {
    name: 'growth_ledger_check',
    title: 'postings/s that a ledger check goes through, after a year of charges against 50,000',
    needed: { atLeast: 0.8 },
    async measure(world, options) {
      const many = await fullYear(world, options.charges);
      const begun = await fewOfAYear(world);
      return measured(
        await comparePairs(
          () => checked(many),
          () => checked(begun),
          checkRounds,
        ),
        options,
      );
    },
  },
  {
    name: 'growth_charges',
    title: 'E2 calls/s after a year of charges against none',
    needed: { atLeast: 0.8 },
    async measure(world, options) {
      const many = await fullYear(world, options.charges);
      const none = await world.subject('none_of_a_year');
      return measured(await compare(world.load, chargeSide(many), chargeSide(none)), options);
    },
  },
  {
    name: 'growth_deliveries',
    title: 'webhooks/s after a year of charges against none',
    needed: { atLeast: 0.8 },
    async measure(world, options) {
      const urls = await receiverUrls(world);
      const many = await fullYear(world, options.charges);
      const none = await world.subject('none_of_a_year');
      const comparison = await comparePairs(
        () => deliverRound(many, urls),
        () => deliverRound(none, urls),
        deliveryRounds,
      );
      return measured(comparison, options);
    },
  },
  {
    name: 'growth_watcher',
    title: 'Transfer logs/s of a watcher after a year of charges against none',
    needed: { atLeast: 0.8 },
    async measure(world, options) {
      const many = await fullYear(world, options.charges);
      const none = await world.subject('none_of_a_year');
      const at = ({ databaseUrl: url, sql }: Subject) => watcherOn(world, { url, sql }, watchedAddresses);
      const [ours, baseline] = [await at(many), await at(none)];
      await ours.round();
      await baseline.round();
      return measured(await comparePairs(ours.round, baseline.round, 9), options);
    },
  },
];

const overviewDays = 30;

/**
 * A signed-in person opens the newest payments, searches for one, and opens the last month. Its hours are summed first,
 * as the job does.
 */
async function dashboardSide({ url, sql, merchant }: Subject): Promise<Side> {
  const { merchantId } = merchant;
  const now = new Date();
  await sumHours(sql, merchantId, now);
  await vacuum(sql, 'hour_sums');
  const { cookies } = await signedIn({ url, sql }, { merchantId, role: 'owner' });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const from = new Date(now.getTime() - overviewDays * 86_400_000);
  const paths = [
    'payments',
    'payments?search=order-5000',
    'payments?search=customer-5000%40mail.example',
    `overview?from=${from.toISOString()}&to=${now.toISOString()}&zone=America/Bogota`,
  ];
  return {
    url,
    requests: () =>
      paths.map((path) => request('GET', `/dashboard/api/${path}`, { cookie, 'x-merchant-id': merchantId })),
  };
}

async function checked({ sql }: Subject): Promise<number> {
  const startedMs = performance.now();
  const report = await checkLedger(sql);
  if (faultsIn(report).length > 0) throw new Error('the books that were filled are not right');
  return Number(report.postings) / ((performance.now() - startedMs) / 1000);
}
