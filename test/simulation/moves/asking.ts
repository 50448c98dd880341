import { type Answer, call, keyHeaders } from '../../kit/client.ts';
import type { Chance } from '../chance.ts';
import type { World } from '../world.ts';

export const serverOf = (world: World) => ({ url: world.program().url, merchant: world.sandbox.merchant });

/** The merchant's server asks, with its key. */
export function ask(world: World, path: string, body: object, more: object = {}): Promise<Answer> {
  return call(serverOf(world), 'POST', path, { ...keyHeaders(world.sandbox.merchant), ...more }, body);
}

export async function play(world: World, path: string, body: object): Promise<string> {
  return said(await call(serverOf(world), 'POST', `/sandbox/${path}`, {}, body));
}

/** Counts how often each thing was asked in the present step. What earlier steps asked may depend on real timers. */
export function countAsked(world: World): (what: string) => number {
  const asked = new Map<string, number>();
  let step = world.chance();
  return (what) => {
    if (step !== world.chance()) asked.clear();
    step = world.chance();
    const times = asked.get(what) ?? 0;
    asked.set(what, times + 1);
    return times;
  };
}

export const said = ({ httpStatus, body }: Answer): string =>
  `${httpStatus} ${body?.data?.status ?? body?.data?.error ?? body?.message ?? ''}`.slice(0, 80);

/** What `POST /payment/create` answers with, for orders and payouts. */
export async function createHash(world: World, chance: Chance): Promise<string | undefined> {
  const { body } = await call(
    serverOf(world),
    'POST',
    '/payment/create',
    {},
    {
      country: 'COL',
      origin: 'api',
      amount: chance.pick(['1', '5', '25.50', '3.99']),
      email: 'ana@customer.example',
      merchantIdCustom: `order-${chance.below(1_000_000)}`,
    },
  );
  return body?.hash;
}
