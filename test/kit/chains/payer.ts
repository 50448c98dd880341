import { TronWeb } from 'tronweb';
import { type Abi, encodeFunctionData, type Hex } from 'viem';
import type { Network } from '../../../src/chain/chains/networks.ts';
import { partsOf } from '../../../src/chain/chains/token-amount.ts';
import { type ContractName, contracts } from '../../../src/sandbox/chains/contracts.ts';
import { rpc } from '../../../src/sandbox/chains/rpc.ts';
import type { DescribedNetwork } from '../../../src/sandbox/networks.ts';

/** A payer with plenty of test USDT, who sends real transactions. */
export interface Payer {
  /** Pays and returns the transaction's hash in the network's notation. */
  pay(to: string, units: bigint): Promise<string>;
  /** Makes blocks until the payments are final. */
  finalize(): Promise<void>;
}

const feeLimitSun = 100_000_000;
const kinds = {
  // Above what the first blocks of a local chain ask for.
  evm: { usdt: 'EthereumUsdt', gasPrice: '0x77359400' },
  tron: { usdt: 'TronUsdt', gasPrice: '0x0' },
} as const;
const ethereum = { family: 'evm', tokenDecimals: 6 } as const;

export function payerOn(network: string, described: DescribedNetwork): Payer {
  return network === 'TRC20' ? tronPayer(described) : evmPayer(described);
}

export interface EvmPayer extends Payer {
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  mine(blocks: number): Promise<void>;
  /** Pays; no block has the payment until `include`. */
  submit(to: string, units: bigint): Promise<{ include(): Promise<void> }>;
  /** Calls a test contract as the funder, in a block of its own; returns the transaction's hash. */
  send(contract: ContractName, to: string, functionName: string, args: unknown[]): Promise<string>;
  /** Sends many payments in one transaction through a contract that was funded for it. */
  payMany(payments: { to: string; value: bigint }[]): Promise<string>;
  deploy(contract: ContractName): Promise<string>;
}

/** A local chain knows the funder's key and signs for them; also the one beneath the Tron node. */
export function evmPayer(
  { rpcUrl, token, funder }: DescribedNetwork,
  network: Pick<Network, 'family' | 'tokenDecimals'> = ethereum,
): EvmPayer {
  const { usdt, gasPrice } = kinds[network.family];
  const call = <T>(method: string, ...params: unknown[]): Promise<T> => rpc<T>(rpcUrl, method, params);

  async function transact(transaction: { to?: string; data: Hex }): Promise<string> {
    const from = funder.address;
    const receipt = await call<{ status: string; transactionHash: string; contractAddress: string | null }>(
      'eth_sendTransactionSync',
      { from, gas: '0x1c9c380', gasPrice, ...transaction },
    );
    if (receipt.status !== '0x1') throw new Error('the chain refused the transaction');
    return receipt.transactionHash;
  }

  const send: EvmPayer['send'] = (contract, to, functionName, args) =>
    transact({ to, data: encodeFunctionData({ abi: contracts[contract].abi as Abi, functionName, args }) });
  let wallet: Promise<string> | null = null;
  async function deploy(contract: ContractName): Promise<string> {
    const hash = await transact({ data: contracts[contract].bytecode });
    const receipt = await call<{ contractAddress: string }>('eth_getTransactionReceipt', hash);
    return receipt.contractAddress;
  }
  const mine = async (blocks: number): Promise<void> => {
    await call('anvil_mine', `0x${blocks.toString(16)}`);
  };
  return {
    rpc: call,
    mine,
    send,
    pay: (to, units) => send(usdt, token, 'transfer', [to, partsOf(network, units)]),
    finalize: () => mine(3),
    async submit(to, units) {
      await call('evm_setAutomine', false);
      const data = encodeFunctionData({
        abi: contracts[usdt].abi as Abi,
        functionName: 'transfer',
        args: [to, partsOf(network, units)],
      });
      await call('eth_sendTransaction', { from: funder.address, to: token, gas: '0x30d40', gasPrice, data });
      return {
        async include() {
          await call('evm_setAutomine', true);
          await mine(1);
        },
      };
    },
    deploy,
    async payMany(payments) {
      wallet ??= deploy('ContractWallet');
      const inParts = payments.map(({ to, value }) => ({ to, value: partsOf(network, value) }));
      const total = inParts.reduce((sum, { value }) => sum + value, 0n);
      await send(usdt, token, 'transfer', [await wallet, total]);
      return await send('ContractWallet', await wallet, 'pay', [token, inParts]);
    },
  };
}

/** Unmodified tronweb, as a wallet uses it. */
function tronPayer({ fullNodeUrl, token, funder }: DescribedNetwork): Payer {
  const tronWeb = new TronWeb({
    fullHost: fullNodeUrl as string,
    privateKey: funder.privateKey.replace(/^0x/, ''),
  });
  async function pay(to: string, units: bigint): Promise<string> {
    const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
      token,
      'transfer(address,uint256)',
      { feeLimit: feeLimitSun },
      [
        { type: 'address', value: to },
        { type: 'uint256', value: units.toString() },
      ],
      funder.address,
    );
    const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction));
    if (!sent.result) throw new Error(`the node refused the transaction: ${JSON.stringify(sent)}`);
    return sent.transaction.txID;
  }
  return {
    pay,
    // The sandbox's clock makes the blocks; a payment here makes it produce them faster.
    finalize: async () => {},
  };
}
