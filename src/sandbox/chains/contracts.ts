import type { Abi, Hex } from 'viem';
import compiled from './contracts.json' with { type: 'json' };

export type ContractName = keyof typeof compiled;

/** The test contracts, as compiled from `contracts/` by `scripts/compile-contracts.ts`. */
export const contracts = compiled as unknown as Record<ContractName, { abi: Abi; bytecode: Hex }>;
