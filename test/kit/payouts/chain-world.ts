import { createHash, randomBytes } from 'node:crypto';
import { encodeFunctionData, type Hex } from 'viem';
import { expect } from 'vitest';
import { createPayoutChain } from '../../../src/chain/chains/create-payout-chain.ts';
import type {
  Draft,
  Fate,
  KnownTransaction,
  PayoutChain,
} from '../../../src/chain/chains/port/payout-chain.ts';
import type { SendingBounds } from '../../../src/chain/chains/sending-bounds.ts';
import { addressOfKey, digestOf, signWith } from '../../../src/chain/signers/signing.ts';
import { contracts } from '../../../src/sandbox/chains/contracts.ts';
import { rpc } from '../../../src/sandbox/chains/rpc.ts';
import type { Faults } from '../../../src/sandbox/tron-node/faults.ts';
import { type NetworkId, startLocalNetwork } from '../chains/local-network.ts';
import { deadlines } from '../deadlines.ts';

/** A network to send on, a funded wallet, and direct access to the chain beneath. Nothing happens by itself. */
export interface ChainWorld {
  id: NetworkId;
  chain: PayoutChain;
  wallet: string;
  /** Faults of the TRC20 node. */
  faults: Faults | null;
  /** The URL of its nodes: JSON-RPC, or Tron's native API. */
  nodeUrl: string;
  /** The chain itself, whatever a node reports. */
  rpcUrl: string;
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  /** Another adapter to the same chain, with these nodes and bounds. */
  chainOver(options: { nodeUrls?: string[]; quorum?: 1 | 2; bounds?: Partial<SendingBounds> }): PayoutChain;
  /** Drafts, signs and seals; nothing is sent. */
  prepare(payment: Partial<Payment>): Promise<Prepared>;
  signed(draft: Draft, payment: Payment): Prepared;
  fateOf(prepared: Prepared | Prepared[], chain?: PayoutChain): Promise<Fate>;
  /** Broadcasts, and waits for the block: a node answers before it mines. */
  send(...prepared: Prepared[]): Promise<void>;
  mined(...prepared: Prepared[]): Promise<void>;
  /** A wallet with these amounts of USDT and gas. */
  newWallet(usdtUnits: bigint, gasUnits: bigint): Promise<string>;
  balanceOf(address: string): Promise<bigint>;
  /** Calls the token as its issuer. */
  token(functionName: string, ...args: unknown[]): Promise<void>;
  /** Sends from a wallet without the adapter. */
  spendOutside(wallet: string): Promise<void>;
  mine(blocks: number): Promise<void>;
  passSeconds(seconds: number): Promise<void>;
  finalize(): Promise<void>;
  close(): Promise<void>;
}

export interface Payment {
  wallet: string;
  to: string;
  amountUnits: bigint;
  nonce: bigint | null;
}

export interface Prepared {
  payment: Payment;
  draft: Draft;
  signed: string;
  hash: string;
  known: KnownTransaction;
}

const blocksToFinality = 4;
const defaults: SendingBounds = {
  maxFeeWei: 100_000_000_000n,
  feeLimitSun: 50_000_000n,
  expirySeconds: 60,
};

export const somebody = () => `0x${randomBytes(20).toString('hex')}`;

export async function startChainWorld(id: NetworkId): Promise<ChainWorld> {
  const isTron = id === 'TRC20';
  const local = await startLocalNetwork(id, blocksToFinality);
  const { rpcUrls, fullNodeUrls, network } = local.served;
  const nodeUrl = (isTron ? fullNodeUrls : rpcUrls)[0] as string;
  const { rpcUrl, token, funder } = local.chain;
  const { abi } = contracts[isTron ? 'TronUsdt' : 'EthereumUsdt'];
  const keys = new Map<string, Buffer>();
  const chains: PayoutChain[] = [];
  const call = <T>(method: string, ...params: unknown[]) => rpc<T>(rpcUrl, method, params);
  const sendAs = async (from: string, transaction: { to: string; value?: string; data?: string }) => {
    await call('anvil_impersonateAccount', from);
    const gas = isTron ? { gasPrice: '0x0' } : {};
    await call('eth_sendTransactionSync', { from, gas: '0x4c4b40', ...gas, ...transaction });
  };

  const world: ChainWorld = {
    id,
    chain: null as never,
    wallet: '',
    faults: local.faults,
    nodeUrl,
    rpcUrl,
    rpc: call,
    chainOver({ nodeUrls = [nodeUrl], quorum = 1, bounds = {} }) {
      const chain = createPayoutChain(
        { ...local.served, rpcUrls: isTron ? [] : nodeUrls, fullNodeUrls: isTron ? nodeUrls : [], quorum },
        { sending: new Map([[id, { ...defaults, ...bounds }]]) },
        deadlines.answer,
      );
      chains.push(chain);
      return chain;
    },
    async prepare(given) {
      const wallet = given.wallet ?? world.wallet;
      const { nextNonce } = await world.chain.wallet(wallet);
      const payment = { to: somebody(), amountUnits: 1_500_000n, nonce: nextNonce, ...given, wallet };
      const drafting = await world.chain.drafting(wallet);
      return world.signed(drafting.draft(payment, payment.nonce), payment);
    },
    signed(draft, payment) {
      const key = keys.get(payment.wallet);
      if (!key) throw new Error(`no key of ${payment.wallet}`);
      const digest = digestOf({ network: { id, family: network.family }, unsigned: draft.unsigned });
      const sealed = world.chain.seal(draft.unsigned, signWith(key, digest));
      const known = { hash: sealed.hash, nonce: payment.nonce, expiresAt: draft.expiresAt };
      return { payment, draft, ...sealed, known };
    },
    fateOf(prepared, chain = world.chain) {
      const all = [prepared].flat();
      return chain.fateOf(
        all.map(({ known }) => known),
        (all[0] as Prepared).payment,
      );
    },
    async send(...prepared) {
      for (const { signed } of prepared) expect(await world.chain.broadcast(signed)).toEqual({ taken: true });
      await world.mined(...prepared);
    },
    async mined(...prepared) {
      for (const one of prepared) {
        await expect.poll(async () => (await world.fateOf(one)).kind).toBe('mined');
      }
    },
    async newWallet(usdtUnits, gasUnits) {
      const key = createHash('sha256').update(randomBytes(32)).digest();
      const address = addressOfKey(key) as string;
      keys.set(address, key);
      await call('anvil_setBalance', address, `0x${gasUnits.toString(16)}`);
      if (usdtUnits > 0n) await world.token('transfer', address, usdtUnits);
      return address;
    },
    async balanceOf(address) {
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [address] });
      return BigInt(await call<string>('eth_call', { to: token, data }, 'latest'));
    },
    async token(functionName, ...args) {
      await sendAs(funder.address, {
        to: token,
        data: encodeFunctionData({ abi, functionName, args }) as Hex,
      });
    },
    spendOutside: (wallet) => sendAs(wallet, { to: somebody(), value: '0x1' }),
    async mine(blocks) {
      await call('anvil_mine', `0x${blocks.toString(16)}`);
    },
    async passSeconds(seconds) {
      await call('evm_increaseTime', seconds);
      await world.mine(1);
    },
    finalize: () => world.mine(blocksToFinality + 1),
    async close() {
      await Promise.all(chains.map((chain) => chain.close()));
      await local.close();
    },
  };
  world.chain = world.chainOver({});
  world.wallet = await world.newWallet(1_000_000_000_000n, isTron ? 10n ** 12n : 10n ** 20n);
  return world;
}
