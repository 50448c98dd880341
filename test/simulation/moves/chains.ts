import { encodeFunctionData } from 'viem/utils';
import { contracts } from '../../../src/sandbox/chains/contracts.ts';
import { rpc } from '../../../src/sandbox/chains/rpc.ts';
import type { Chance } from '../chance.ts';
import { act } from '../operator.ts';
import { networks, type SimulatedNetwork, type World } from '../world.ts';
import type { Move } from './move.ts';
import { trouble } from './trouble.ts';

interface Transaction {
  hash: string;
  from: string;
  to: string | null;
  input: string;
}

const transferSelector = '0xa9059cbb';

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
      // The block before the head is final: what is below stays.
      await reorganise(world, network, 1, []);
      return network;
    },
  },
  {
    name: 'reorganise what was final',
    weight: 1,
    async run(world, _, chance) {
      // Only here a transaction can be put into another block by its bytes.
      const { rpcUrl } = world.chains.ERC20;
      const head = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'));
      const depth = Math.min(3 + chance.below(6), head - world.firstBlock.ERC20);
      if (depth < 3) return undefined;
      const { kept, again } = await keptBy(world, chance, head - depth);
      await reorganise(
        world,
        'ERC20',
        depth,
        kept.map((raw) => [raw, chance.below(depth)]),
      );
      for (const call of again) await rpc(rpcUrl, 'eth_sendTransaction', [call]);
      await world.mine('ERC20', 2);
      return `${depth} blocks, ${kept.length} transactions kept`;
    },
  },
  {
    name: 'issuer',
    weight: 1.5,
    async run(world, known, chance) {
      const network = chance.pick(networks);
      const addresses = known.payouts.map(({ address }) => address);
      const what = chance.pick(['recipient', 'recipient', 'hot wallet', 'all']);
      const address = what === 'hot wallet' ? await hotWallet(world, network) : addresses.at(-1);
      if (address === undefined) return undefined;
      const name = what === 'all' ? `pause ${network}` : `freeze ${address} on ${network}`;
      const call = (verb: 'on' | 'off') =>
        what === 'all'
          ? issue(world, network, verb === 'on' ? 'pause' : 'unpause', [])
          : issue(world, network, verb === 'on' ? 'addBlackList' : 'removeBlackList', [
              address as `0x${string}`,
            ]);
      return await trouble(known, name, call);
    },
  },
  {
    name: 'gas',
    weight: 1,
    async run(world, known, chance) {
      const network = chance.pick(networks);
      const { rpcUrl } = world.chains[network];
      const wallet = await hotWallet(world, network);
      let had = '0x0';
      return await trouble(known, `no coin for fees on ${network}`, async (verb) => {
        if (verb === 'on') had = await rpc<string>(rpcUrl, 'eth_getBalance', [wallet, 'latest']);
        await rpc(rpcUrl, 'anvil_setBalance', [wallet, verb === 'on' ? '0x0' : had]);
      });
    },
  },
  {
    name: 'another program',
    weight: 1,
    async run(world) {
      // It has the same key, and moves no token: it takes a nonce.
      const { rpcUrl } = world.chains.ERC20;
      const wallet = await hotWallet(world, 'ERC20');
      await rpc(rpcUrl, 'anvil_impersonateAccount', [wallet]);
      const hash = await rpc<string>(rpcUrl, 'eth_sendTransaction', [
        // A price of its own: what the node proposes depends on earlier worlds.
        { from: wallet, to: wallet, value: '0x0', gas: '0x5208', gasPrice: '0x2540be400' },
      ]);
      await rpc(rpcUrl, 'anvil_stopImpersonatingAccount', [wallet]);
      return hash;
    },
  },
  {
    name: 'operator looks at the wallets',
    weight: 2,
    run: explainForeign,
  },
];

/** Each transaction that stays is in the block of this number above the first one that is another. */
async function reorganise(
  world: World,
  network: SimulatedNetwork,
  depth: number,
  kept: readonly (readonly [raw: string, block: number])[],
): Promise<void> {
  const { rpcUrl } = world.chains[network];
  const wallet = await hotWallet(world, network);
  const coins = await rpc<string>(rpcUrl, 'eth_getBalance', [wallet, 'latest']);
  await rpc(rpcUrl, 'anvil_reorg', [depth, kept]);
  // The move `gas` sets a balance without a transaction, which no block would bring back.
  await rpc(rpcUrl, 'anvil_setBalance', [wallet, coins]);
  await world.mine(network, 1);
}

/**
 * The transactions above that block which stay: all but the customers' payments, of which the first ones stay. Sweeps
 * stay, because nothing defends a finished one. What the token's issuer did among the payments is done again.
 */
async function keptBy(
  world: World,
  chance: Chance,
  block: number,
): Promise<{ kept: string[]; again: object[] }> {
  const { rpcUrl, token, funder } = world.chains.ERC20;
  const payer = funder.address.toLowerCase();
  const head = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'));
  const kept: string[] = [];
  const again: object[] = [];
  let isDropping = false;
  for (let number = block + 1; number <= head; number++) {
    const at = `0x${number.toString(16)}`;
    const { transactions } = await rpc<{ transactions: Transaction[] }>(rpcUrl, 'eth_getBlockByNumber', [
      at,
      true,
    ]);
    for (const { hash, from, to, input } of transactions) {
      const isIssuers = to === token.toLowerCase() && !input.startsWith(transferSelector);
      if (from === payer && !isIssuers && chance.happens(0.5)) isDropping = true;
      if (from !== payer || !isDropping)
        kept.push(await rpc<string>(rpcUrl, 'eth_getRawTransactionByHash', [hash]));
      else if (isIssuers) again.push({ from, to, data: input, gas: '0x30d40' });
    }
  }
  return { kept, again };
}

async function hotWallet(world: World, network: SimulatedNetwork): Promise<string> {
  const [row] = await world.sql<{ address: Buffer }[]>`
    SELECT address FROM hot_wallets WHERE network = ${network} AND active`;
  return `0x${row?.address.toString('hex')}`;
}

type Issuing = 'pause' | 'unpause' | 'addBlackList' | 'removeBlackList';

/** A call that only the token's issuer may make. Two blocks are mined, so that it is final. */
async function issue(
  world: World,
  network: SimulatedNetwork,
  functionName: Issuing,
  args: readonly `0x${string}`[],
): Promise<void> {
  const { rpcUrl, token, funder } = world.chains[network];
  const isTron = network === 'TRC20';
  const { abi } = isTron ? contracts.TronUsdt : contracts.EthereumUsdt;
  const data = encodeFunctionData({ abi, functionName, args } as never);
  await world.stampNext(network);
  const free = isTron && { gasPrice: '0x0' };
  await rpc(rpcUrl, 'eth_sendTransaction', [
    { from: funder.address, to: token, gas: '0x30d40', data, ...free },
  ]);
  await world.mine(network, 2);
}

/** The operator says of each transaction that the books do not know what it was. */
export async function explainForeign(world: World): Promise<string | undefined> {
  const { stdout } = await world.command('hot-wallet', 'check', '--json');
  if (stdout === '') return 'no answer';
  const { unknown } = JSON.parse(stdout) as {
    unknown: { network: string; nonce: string | null; log: object | null }[];
  };
  const done: string[] = [];
  for (const { network, nonce, log } of unknown) {
    if (nonce === null || log) continue;
    const { exitCode } = await act(world, 'hot-wallet', 'foreign', network, nonce);
    done.push(`${network} ${nonce}: ${exitCode === 0 ? 'explained' : 'not yet'}`);
  }
  return done.join(', ') || undefined;
}
