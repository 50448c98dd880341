import { rpc } from '../../../src/sandbox/chains/rpc.ts';
import { networks } from '../world.ts';
import type { Move } from './move.ts';

export const chainMoves: readonly Move[] = [
  {
    name: 'mine',
    weight: 14,
    async run(world, _, chance) {
      const [network, blocks] = [chance.pick(networks), 1 + chance.below(4)];
      await world.mine(network, blocks);
      return `${network} ${blocks}`;
    },
  },
  {
    name: 'reorganise',
    weight: 2,
    async run(world, _, chance) {
      const network = chance.pick(networks);
      const { rpcUrl } = world.chains[network];
      // The block before the head is final: what is below stays.
      await rpc(rpcUrl, 'anvil_reorg', [1, []]);
      await world.mine(network, 1);
      return network;
    },
  },
];
