import { withoutIds } from '../faulty-http.ts';
import type { World } from '../world.ts';
import { countAsked } from './asking.ts';

/** The wrong answers that a node may give. */
export const lies = ['no logs', 'thin receipts', 'holes', 'another chain', 'stale'] as const;
export type Lie = (typeof lies)[number];

interface Call {
  id: unknown;
  method: string;
  params?: unknown[];
}
interface Answered {
  id: unknown;
  result?: unknown;
}

/** How many answers that could be a lie are one. */
const often = 0.5;

/** Changes what a node answers, as `FaultyHttp.change` does. Whether it lies follows from the question alone. */
export function liar(world: World, lie: Lie): (path: string, body: string, answer: string) => string {
  const told = new Map<string, unknown>();
  const timesAsked = countAsked(world);
  return (path, body, answer) => {
    const question = parse<Call>(body);
    const answers = parse<Answered>(answer);
    if (!question || !answers) return answer;
    const times = timesAsked(path + withoutIds(body));
    const changed = answers.all.map((each) => {
      const call = question.all.find(({ id }) => id === each.id);
      if (!call || each.result === undefined) return each;
      const chance = world.chance().apart(`lie ${JSON.stringify({ ...call, id: 0 })} ${times}`);
      return chance.happens(often) ? { ...each, result: lied(lie, call, each.result, told) } : each;
    });
    return JSON.stringify(answers.isList ? changed : changed[0]);
  };
}

function lied(lie: Lie, { method, params = [] }: Call, result: unknown, told: Map<string, unknown>): unknown {
  switch (lie) {
    case 'no logs':
      return method === 'eth_getLogs' ? [] : result;
    case 'thin receipts':
      return method === 'eth_getTransactionReceipt' && result ? { ...result, logs: [] } : result;
    case 'holes':
      return method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x') ? null : result;
    case 'another chain':
      return method === 'eth_chainId' ? '0x2a' : result;
    case 'stale': {
      // As it was when this was asked for the first time since the lie began.
      const key = JSON.stringify([method, params]);
      if (!told.has(key)) told.set(key, result);
      return told.get(key);
    }
  }
}

function parse<T>(text: string): { all: T[]; isList: boolean } | null {
  try {
    const read = JSON.parse(text) as T | T[];
    return Array.isArray(read) ? { all: read, isList: true } : { all: [read], isList: false };
  } catch {
    return null;
  }
}
