import type { EvmNetwork } from '../networks.ts';
import type { Draft, Drafting, OutgoingTransfer, Sent } from '../port/payout-chain.ts';
import { hexOf } from '../rpc/block.ts';
import type { RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { callToken, feeRate, readWord, transfer, uint } from '../rpc/token-call.ts';
import { type Fees, offer, readTerms, replacementFees, usualTip, writeTerms } from './payout-fees.ts';
import { isRevert, readAmount } from './payout-node.ts';
import { gasOfCoin, unsignedTransfer } from './payout-transaction.ts';

/** An address without an owner that never held the token: a transfer to it takes the maximum gas. */
const nobody = '0x0efcf93cc7f29623978b0bdfde55ec88fb6458ac';
/** Used if no transfer can be simulated because the wallet is empty: half as much again as Tether's contract takes. */
const usualGas = 100_000n;
const tipsOfBlocks = 5n;
/** Slightly more than the size of an unsigned token transfer. */
const unsignedBytes = 140;
/** The parent chain's price may double before the transaction is obsolete. */
const spareL1Fees = 2n;
const l1FeeUpperBound = '0xf1c7a58b'; // getL1FeeUpperBound(uint256), of the unsigned size

export async function readDrafting(
  rpc: RpcClient,
  network: EvmNetwork,
  sent: Sent,
  { wallet, to = nobody }: { wallet: string; to?: string | undefined },
  capWei: bigint,
): Promise<Drafting> {
  const [market, isStopped] = await Promise.all([
    readMarket(rpc, network),
    sent === 'token' && wouldFail(rpc, network, wallet),
  ]);
  const gas = isStopped ? usualGas : await estimateGas(rpc, network, sent, wallet, to);
  const fees = offer(market.baseFeeWei, market.tipWei, gas, capWei);
  const now: Fees = fees ?? { maxFeeWei: capWei, tipWei: market.tipWei, gas };
  const l1FeeWei = await readL1Fee(rpc, network, unsignedBytes);
  const write = (transfer: OutgoingTransfer, nonce: bigint, given: Fees): Draft => ({
    unsigned: unsignedTransfer(network, sent, transfer, nonce, given),
    terms: writeTerms(given),
    expiresAt: null,
    maxCost: given.gas * given.maxFeeWei + spareL1Fees * l1FeeWei,
  });
  return {
    maxCost: now.gas * now.maxFeeWei + spareL1Fees * l1FeeWei,
    likelyCost: now.gas * (market.baseFeeWei + market.tipWei) + l1FeeWei,
    wait: isStopped ? 'would_fail' : fees === null ? 'fee_above_cap' : null,
    draft(transfer, nonce) {
      if (nonce === null) throw new TypeError(`${network.id} needs a nonce`);
      return write(transfer, nonce, now);
    },
    outbid(transfer, nonce, terms) {
      const higher = replacementFees(readTerms(terms), now, capWei);
      return higher && write(transfer, nonce, higher);
    },
  };
}

/** The base fee of the next block, and the tips in the last ones. */
async function readMarket(
  rpc: RpcClient,
  { fees }: EvmNetwork,
): Promise<{ baseFeeWei: bigint; tipWei: bigint }> {
  const answer = await rpc.call({
    method: 'eth_feeHistory',
    params: [hexOf(tipsOfBlocks), 'latest', [50]],
  });
  const { baseFeePerGas, reward } = (answer ?? {}) as {
    baseFeePerGas?: unknown[];
    reward?: unknown[][] | null;
  };
  const next = baseFeePerGas?.at(-1);
  if (next === undefined) throw new RpcFault('garbage', 'eth_feeHistory told no base fee');
  const tips = (reward ?? []).flatMap((tipsOfBlock) => tipsOfBlock.slice(0, 1).map(readAmount));
  return { baseFeeWei: readAmount(next), tipWei: usualTip(tips, fees.tipWei) };
}

/**
 * Whether the token would refuse any transfer, because it is paused or the wallet is frozen, or would keep a part of
 * the amount for its issuer, which Tether's contract can do and never did: the recipient must get the full amount.
 */
async function wouldFail(rpc: RpcClient, network: EvmNetwork, wallet: string): Promise<boolean> {
  const nothing = await tried(rpc.call(callToken(network, transfer(nobody, 0n), wallet)));
  if (nothing === null) return true;
  const rate = await tried(rpc.call(callToken(network, feeRate)));
  return typeof rate === 'string' && rate !== '0x' && readWord(rate) > 0n;
}

async function estimateGas(
  rpc: RpcClient,
  network: EvmNetwork,
  sent: Sent,
  wallet: string,
  to: string,
): Promise<bigint> {
  const call =
    sent === 'coin' ? { from: wallet, to } : callToken(network, transfer(to, 1n), wallet).params[0];
  const answer = await tried(rpc.call({ method: 'eth_estimateGas', params: [call] }));
  if (answer === null) return usualGas;
  const gas = readAmount(answer);
  // A quarter more: the gas of a transfer depends on the balances when it is mined, and if gas also pays for a parent
  // chain, on that chain's price. On other chains a plain coin transfer always takes the same.
  return sent === 'coin' && gas === gasOfCoin ? gas : (gas * 5n) / 4n;
}

/** The fee on top of gas for a transaction of this size. */
async function readL1Fee(rpc: RpcClient, { fees }: EvmNetwork, bytes: number): Promise<bigint> {
  if (fees.l1FeeOracle === null) return 0n;
  const data = `${l1FeeUpperBound}${uint(BigInt(bytes))}`;
  return readWord(await rpc.call({ method: 'eth_call', params: [{ to: fees.l1FeeOracle, data }, 'latest'] }));
}

/** null: the contract reverted the call. */
async function tried(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (isRevert(error)) return null;
    throw error;
  }
}
