import type { Hex } from 'viem';
import type { IndexedBlock } from './chain-index.ts';
import type { View } from './node.ts';

export class JsonRpcFault extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown = '{}') {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const invalidParams = (message: string) => new JsonRpcFault(-32602, message);

/** Twenty bytes, with or without Tron's prefix; base58 is not accepted here. */
export function addressParam(value: unknown): Hex {
  const found = /^(?:0x)?(?:41)?([0-9a-fA-F]{40})$/.exec(String(value));
  if (!found) throw invalidParams('invalid address hash value');
  return `0x${(found[1] as string).toLowerCase()}`;
}

export function hashParam(value: unknown): string {
  const found = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(String(value));
  if (!found) throw invalidParams('invalid hash value');
  return (found[1] as string).toLowerCase();
}

/** Heights and java-tron's tags; it has no `safe` and no `pending`. */
export function blockNumberParam(view: View, value: unknown): number {
  const text = String(value ?? '').toLowerCase();
  if (text === 'earliest') return 0;
  if (text === 'latest') return view.head.number;
  if (text === 'finalized') return view.solidified;
  if (text === 'pending' || text === 'safe') throw invalidParams(`TAG ${text} not supported`);
  if (!/^(0x[0-9a-f]+|[0-9]+)$/.test(text)) throw invalidParams('invalid block number');
  return Number(text);
}

export function blockParam(view: View, value: unknown): IndexedBlock | null {
  return view.block(blockNumberParam(view, value));
}

/** Only the head's state is available. */
export function onlyLatest(value: unknown): void {
  const text = String(value ?? '').toLowerCase();
  if (text === 'latest') return;
  if (['earliest', 'pending', 'finalized', 'safe'].includes(text)) {
    throw invalidParams('TAG [earliest | pending | finalized | safe] not supported');
  }
  if (!/^0x[0-9a-f]+$/.test(text)) throw invalidParams('invalid block number');
  throw invalidParams('QUANTITY not supported, just support TAG as latest');
}
