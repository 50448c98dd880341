import { setTimeout as wait } from 'node:timers/promises';
import { RpcFault, type RpcFaultKind } from './rpc-fault.ts';

/** One failure may be a connection that was closed while idle; from the second on the node is suspended. */
const failuresBeforeRest = 2;
const firstRestMs = 250;
const maxRestMs = 30_000;
/** A node of another network is a configuration mistake that a person has to fix. */
const wrongChainRestMs = 60_000;
/** A call waits this long for a suspended node, so that a hiccup of the only node is no failure. */
const patienceMs = 2_000;
const maxTries = 4;

/** Faults after which the same node may be asked again in the same call. */
const passing: ReadonlySet<RpcFaultKind> = new Set(['unreachable', 'limited', 'garbage']);

export interface NodeHealth {
  host: string;
  isCurrent: boolean;
  failures: number;
  restsUntil: Date | null;
  lastFault: string | null;
}

/** The part of a node that the pool needs; readers and senders each bring their own. */
export interface PoolNode {
  readonly host: string;
  /** Throws 'wrong_chain' unless the node belongs to this network and has our token. */
  identify(): Promise<void>;
  close(): Promise<void>;
}

/** Several nodes of one network: keeps using the one that works and moves on when it fails. */
export interface NodePool<Node extends PoolNode> {
  readonly nodes: readonly Node[];
  /** The answer of any one node. Throws the last RpcFault if none answers. */
  use<T>(work: (node: Node) => Promise<T>): Promise<T>;
  /** The answer of this node. */
  ask<T>(node: Node, work: (node: Node) => Promise<T>): Promise<T>;
  /** Healthy nodes, preferred first. */
  awake(): Node[];
  prefer(node: Node): void;
  health(): NodeHealth[];
  close(): Promise<void>;
}

interface State {
  failures: number;
  restsUntilMs: number;
  lastFault: string | null;
  isIdentified: boolean;
}

export function createNodePool<Node extends PoolNode>(nodes: readonly Node[]): NodePool<Node> {
  const states = new Map<Node, State>(
    nodes.map((node) => [node, { failures: 0, restsUntilMs: 0, lastFault: null, isIdentified: false }]),
  );
  const stateOf = (node: Node) => states.get(node) as State;
  const closing = new AbortController();
  let current = nodes[0] as Node;

  async function ask<T>(node: Node, work: (node: Node) => Promise<T>): Promise<T> {
    const state = stateOf(node);
    try {
      // Before its first answer counts, and again after every outage: an address may later lead to another machine.
      if (!state.isIdentified) {
        await node.identify();
        state.isIdentified = true;
      }
      const answer = await work(node);
      state.failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof RpcFault) note(state, error);
      throw error;
    }
  }

  function note(state: State, fault: RpcFault): void {
    state.lastFault = fault.message;
    // A node that is a block behind is healthy; the caller asks another one for this answer.
    if (fault.kind === 'behind' || fault.kind === 'too_large') return;
    state.failures += 1;
    if (fault.kind !== 'limited') state.isIdentified = false;
    const restMs = restOf(fault, state.failures);
    if (restMs > 0) state.restsUntilMs = Date.now() + restMs;
  }

  function awake(): Node[] {
    const now = Date.now();
    const rested = nodes.filter((node) => stateOf(node).restsUntilMs <= now);
    return rested.includes(current) ? [current, ...rested.filter((node) => node !== current)] : rested;
  }

  /** The next node to ask, after a short wait if all are suspended; null: none is worth asking. */
  async function next(faults: ReadonlyMap<Node, RpcFault>): Promise<Node | null> {
    const isWorthIt = (node: Node) => passing.has(faults.get(node)?.kind ?? 'unreachable');
    const ready = awake().filter(isWorthIt);
    const fresh = ready.find((node) => !faults.has(node));
    if (fresh ?? ready[0]) return fresh ?? ready[0] ?? null;
    const [soonest] = nodes
      .filter(isWorthIt)
      .toSorted((a, b) => stateOf(a).restsUntilMs - stateOf(b).restsUntilMs);
    if (!soonest) return null;
    const restMs = stateOf(soonest).restsUntilMs - Date.now();
    if (restMs > patienceMs) return null;
    await wait(Math.max(0, restMs), undefined, { signal: closing.signal }).catch(() => {});
    return closing.signal.aborted ? null : soonest;
  }

  return {
    nodes,
    ask,
    awake,
    async use(work) {
      const faults = new Map<Node, RpcFault>();
      for (let tries = 0; tries < maxTries; tries++) {
        const node = await next(faults);
        if (node === null) break;
        try {
          const answer = await ask(node, work);
          current = node;
          return answer;
        } catch (error) {
          if (!(error instanceof RpcFault)) throw error;
          faults.set(node, error);
        }
      }
      throw summary(faults, nodes, (node) => stateOf(node as Node).lastFault);
    },
    prefer(node) {
      current = node;
    },
    health: () =>
      nodes.map((node) => {
        const { failures, restsUntilMs, lastFault } = stateOf(node);
        const restsUntil = restsUntilMs > Date.now() ? new Date(restsUntilMs) : null;
        return { host: node.host, isCurrent: node === current, failures, restsUntil, lastFault };
      }),
    async close() {
      closing.abort();
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}

function restOf(fault: RpcFault, failures: number): number {
  if (fault.kind === 'wrong_chain') return wrongChainRestMs;
  const isLimited = fault.kind === 'limited';
  if (!isLimited && failures < failuresBeforeRest) return 0;
  const backOffMs = firstRestMs * 2 ** Math.min(failures - 1, 10);
  return Math.min(maxRestMs, Math.max(fault.retryAfterMs ?? 0, backOffMs));
}

function summary(
  faults: ReadonlyMap<PoolNode, RpcFault>,
  nodes: readonly PoolNode[],
  lastFaultOf: (node: PoolNode) => string | null,
): RpcFault {
  const told = nodes.map((node) => {
    const fault = faults.get(node);
    return `${node.host} ${fault ? fault.message : `rests after: ${lastFaultOf(node)}`}`;
  });
  const kind = [...faults.values()].at(-1)?.kind ?? 'unreachable';
  return new RpcFault(kind, told.join('; '), { cause: [...faults.values()].at(-1) });
}
