import { findPayoutByClaim } from '../../../src/crypto/payouts/claim/claim-secret.ts';
import { confirmPayout } from '../../../src/crypto/payouts/claim/confirm-payout.ts';
import { rpc } from '../../../src/sandbox/chains/rpc.ts';
import type { Answer } from '../../kit/client.ts';
import { processOrder } from '../../kit/crypto/orders.ts';
import { processPayout } from '../../kit/payouts/requests.ts';
import type { Chance } from '../chance.ts';
import { networks, type SimulatedNetwork, type World } from '../world.ts';
import { ask, createHash, play, said, serverOf } from './asking.ts';
import { type Known, type KnownPayout, type Move, newAddress } from './move.ts';
import { approveAll } from './people.ts';

export const cryptoMoves: readonly Move[] = [
  {
    name: 'order',
    weight: 5,
    async run(world, known, chance) {
      const hash = await createHash(world, chance);
      if (hash === undefined) return 'no answer';
      const { body } = await processOrder(serverOf(world), hash);
      const id = body?.url?.split('/').at(-1);
      if (id) known.orders.push(id);
      return id ?? 'no answer';
    },
  },
  {
    name: 'payer',
    weight: 9,
    async run(world, { orders }, chance) {
      if (orders.length === 0) return undefined;
      const id = chance.pick(orders.slice(-6));
      const network = chance.pick(networks);
      const name = chance.weighted([
        { weight: 8, play: 'pay' },
        { weight: 1, play: 'late' },
        { weight: 1, play: 'wrong_token' },
        { weight: 1, play: 'expire' },
      ]).play;
      if (name !== 'pay') {
        // Its transactions are awaited, so they need blocks of their own, also if the order has another network already.
        const { rpcUrl } = world.chains.ERC20;
        const needsBlocks = name === 'wrong_token';
        if (needsBlocks) await rpc(rpcUrl, 'evm_setAutomine', [true]);
        await world.stampNext(network);
        const done = await play(world, `orders/${id}`, { play: name, network });
        if (needsBlocks) await rpc(rpcUrl, 'evm_setAutomine', [false]);
        return `${name} ${done}`;
      }
      await world.stampNext(network);
      const amount = chance.pick([undefined, undefined, undefined, '1', '3.99', '60']);
      return await play(world, `wallet/${id}`, { network, amount });
    },
  },
  {
    name: 'payout',
    weight: 4,
    async run(world, known, chance) {
      const made = await makePayout(world, known, chance);
      if (typeof made === 'string' || chance.happens(0.5)) return typeof made === 'string' ? made : made.hash;
      return `${made.hash}, ${await confirm(world, made, chance.pick(networks))}`;
    },
  },
  {
    name: 'recipient',
    weight: 6,
    async run(world, { payouts }, chance) {
      const waiting = payouts.filter(({ network }) => network === null);
      if (waiting.length === 0) return undefined;
      return await confirm(world, chance.pick(waiting), chance.pick(networks));
    },
  },
  {
    name: 'cancel',
    weight: 1,
    async run(world, { payouts, orders }, chance) {
      const path = chance.pick([...payouts.flatMap(({ hash }) => hash ?? []), ...orders]);
      if (path === undefined) return undefined;
      return said(await ask(world, `/payment/${path}/cancel`, {}));
    },
  },
];

async function makePayout(
  world: World,
  known: Known,
  chance: Chance,
): Promise<(KnownPayout & { hash: string }) | string> {
  const hash = await createHash(world, chance);
  if (hash === undefined) return 'no answer';
  const { body } = await processPayout(serverOf(world), hash);
  const token = body?.url?.split('/').at(-1);
  if (!token) return said({ httpStatus: 0, body } as Answer);
  const payout = { hash, token, address: newAddress(chance.apart(token)), network: null };
  known.payouts.push(payout);
  return payout;
}

/** A payout that only has to be sent. */
export async function queuePayout(
  world: World,
  known: Known,
  chance: Chance,
  network = chance.pick(networks),
): Promise<string> {
  const made = await makePayout(world, known, chance);
  if (typeof made === 'string') return made;
  const confirmed = await confirm(world, made, network);
  await approveAll(world);
  return `${made.hash}, ${confirmed}`;
}

/** The recipient confirms a wallet. */
async function confirm(
  world: World,
  recipient: KnownPayout,
  network: SimulatedNetwork,
): Promise<string | undefined> {
  const payout = await findPayoutByClaim(world.sql, recipient.token);
  if (!payout) return undefined;
  const { merchantId, id: payoutId } = payout;
  const { address } = recipient;
  const result = await world
    .program()
    .sql.begin((tx) =>
      confirmPayout(tx, { merchantId, payoutId, network, address, language: 'en' }, new Date()),
    );
  if (result === 'confirmed') recipient.network = network;
  return `${network} ${result}`;
}
