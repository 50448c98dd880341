import { createHash } from 'node:crypto';
import { ChainUnavailable } from '../../../src/chain/chains/port/chain.ts';
import type {
  Draft,
  Fate,
  OutgoingTransfer,
  PayoutChain,
} from '../../../src/chain/chains/port/payout-chain.ts';
import type { Signer } from '../../../src/chain/signers/signer.ts';

/** Only the rules of a chain, so that every possible history can be played, in any order. */
export interface ScriptedChain {
  port: PayoutChain;
  signer: Signer;
  wallet: string;
  now(): Date;
  /** Makes a block with the waiting transactions that `isTaken` accepts and that are valid in it. */
  mine(isTaken?: () => boolean): void;
  /** Replaces the last blocks by empty ones, but never final ones. Their transactions wait again, or are lost. */
  reorganise(depth: number, isLost: boolean): void;
  /** Nodes drop the waiting transactions. */
  forget(): void;
  /** Another program sends with the same key. */
  useNonceOutside(): void;
  passSeconds(seconds: number): void;
  /** Each payment on the chain now, as `address amount`. */
  payments(): string[];
  /** A side effect of the port's next calls; called before and after each. */
  disturb: (method: string, when: 'before' | 'after') => void;
}

interface Sent extends OutgoingTransfer {
  hash: string;
  nonce: bigint | null;
  price: number;
  expiresAtMs: number | null;
}

interface Block {
  timeMs: number;
  transactions: Sent[];
  outsideNonces: bigint[];
}

/** Blocks until one is final. */
const depthOfFinality = 2;
const blockMs = 1_000;
const lifetimeMs = 60_000;

export function scriptedChain(network: string, hasNonces: boolean, wallet: string): ScriptedChain {
  let clockMs = Date.UTC(2026, 0, 1);
  const blocks: Block[] = [{ timeMs: clockMs, transactions: [], outsideNonces: [] }];
  const waiting = new Map<string, Sent>();
  let serial = 0;

  const finalBlocks = (): Block[] => blocks.slice(0, Math.max(1, blocks.length - depthOfFinality));
  const nextNonce = (some: readonly Block[]): bigint =>
    some.reduce(
      (count, { transactions, outsideNonces }) => count + BigInt(transactions.length + outsideNonces.length),
      0n,
    );
  const minedIn = (hash: string): number =>
    blocks.findIndex(({ transactions }) => transactions.some((each) => each.hash === hash));

  function draft(transfer: OutgoingTransfer, nonce: bigint | null, price: number): Draft {
    const expiresAtMs = hasNonces ? null : (blocks.at(-1) as Block).timeMs + lifetimeMs;
    const body = { ...transfer, amountUnits: String(transfer.amountUnits), nonce: nonce?.toString(), price };
    const unsigned = JSON.stringify({ ...body, expiresAtMs, serial: hasNonces ? 0 : ++serial });
    return {
      unsigned: `0x${Buffer.from(unsigned).toString('hex')}`,
      terms: String(price),
      maxCost: 1n,
      expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs),
    };
  }

  function read(signed: string): Sent {
    const body = JSON.parse(Buffer.from(signed.slice(2), 'hex').toString());
    const hash = hashOf(signed);
    const nonce = body.nonce === undefined ? null : BigInt(body.nonce);
    return { ...body, hash, nonce, amountUnits: BigInt(body.amountUnits) };
  }

  const chain: ScriptedChain = {
    wallet,
    now: () => new Date(clockMs),
    disturb: () => {},
    mine(isTaken = () => true) {
      clockMs += blockMs;
      const block: Block = { timeMs: clockMs, transactions: [], outsideNonces: [] };
      blocks.push(block);
      for (const sent of [...waiting.values()].toSorted((a, b) =>
        Number((a.nonce ?? 0n) - (b.nonce ?? 0n)),
      )) {
        if (sent.expiresAtMs !== null && sent.expiresAtMs <= clockMs) waiting.delete(sent.hash);
        else if (sent.nonce !== null && sent.nonce < nextNonce(blocks)) waiting.delete(sent.hash);
        else if ((sent.nonce === null || sent.nonce === nextNonce(blocks)) && isTaken()) {
          block.transactions.push(sent);
          waiting.delete(sent.hash);
        }
      }
    },
    reorganise(depth, isLost) {
      const from = Math.max(finalBlocks().length, blocks.length - depth);
      for (const block of blocks.slice(from)) {
        for (const sent of block.transactions) if (!isLost) waiting.set(sent.hash, sent);
        block.transactions = [];
        block.outsideNonces = [];
      }
    },
    forget: () => waiting.clear(),
    useNonceOutside() {
      clockMs += blockMs;
      blocks.push({ timeMs: clockMs, transactions: [], outsideNonces: [nextNonce(blocks)] });
    },
    passSeconds(seconds) {
      clockMs += seconds * 1000;
    },
    payments: () =>
      blocks.flatMap(({ transactions }) => transactions.map(({ to, amountUnits }) => `${to} ${amountUnits}`)),
    signer: {
      addressOn: async () => wallet,
      sign: async () => {
        chain.disturb('sign', 'before');
        chain.disturb('sign', 'after');
        return { r: '0x01', s: '0x02', yParity: 0 };
      },
      close: async () => {},
    },
    port: disturbed({
      network,
      chainName: network.toLowerCase(),
      family: hasNonces ? 'evm' : 'tron',
      hasNonces,
      wallet: async () => ({
        usdtUnits: 10n ** 12n,
        gasUnits: 10n ** 18n,
        nextNonce: hasNonces ? nextNonce(blocks) : null,
      }),
      isBlacklisted: async () => false,
      isContract: async () => false,
      drafting: async () => ({
        maxCost: 1n,
        likelyCost: 1n,
        wait: null,
        draft: (transfer, nonce) => draft(transfer, nonce, 1),
        outbid: (transfer, nonce, terms) =>
          Number(terms) < 5 ? draft(transfer, nonce, Number(terms) + 1) : null,
      }),
      seal: (unsigned) => ({ signed: unsigned, hash: hashOf(unsigned) }),
      async broadcast(signed) {
        const sent = read(signed);
        if (minedIn(sent.hash) >= 0 || waiting.has(sent.hash)) return { taken: true };
        const refuse = (reason: string) => ({ taken: false as const, reason, wait: null });
        if (sent.nonce !== null && sent.nonce < nextNonce(blocks)) return refuse('nonce too low');
        if (sent.expiresAtMs !== null && sent.expiresAtMs <= clockMs) return refuse('expired');
        const rival = [...waiting.values()].find(({ nonce }) => nonce !== null && nonce === sent.nonce);
        if (rival && rival.price >= sent.price) return refuse('replacement transaction underpriced');
        if (rival) waiting.delete(rival.hash);
        waiting.set(sent.hash, sent);
        return { taken: true };
      },
      async fateOf(transactions): Promise<Fate> {
        for (const { hash } of transactions) {
          const at = minedIn(hash);
          if (at < 0) continue;
          return {
            kind: 'mined',
            hash,
            blockNumber: BigInt(at),
            isFinal: at < finalBlocks().length,
            outcome: 'transferred',
            networkFee: 1n,
          };
        }
        const finalTimeMs = finalBlocks().at(-1)?.timeMs ?? 0;
        const isOver = transactions.every(({ nonce, expiresAt }) =>
          nonce === null ? (expiresAt as Date).getTime() < finalTimeMs : nextNonce(finalBlocks()) > nonce,
        );
        return isOver
          ? { kind: 'impossible' }
          : { kind: 'waiting', known: transactions.some(({ hash }) => waiting.has(hash)) };
      },
      usedNonces: async (_wallet, made) => ({
        nextNonce: nextNonce(blocks),
        mined: new Set(made.map(({ hash }) => hash).filter((hash) => minedIn(hash) >= 0)),
      }),
      nonceOf: async () => null,
      close: async () => {},
    }),
  };

  function disturbed(port: PayoutChain): PayoutChain {
    const around =
      <A extends unknown[], R>(method: string, work: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        // A real node takes a moment, in which others act.
        await new Promise(setImmediate);
        chain.disturb(method, 'before');
        const answer = await work(...args);
        chain.disturb(method, 'after');
        return answer;
      };
    return {
      ...port,
      wallet: around('wallet', port.wallet),
      drafting: around('drafting', port.drafting),
      broadcast: around('broadcast', port.broadcast),
      fateOf: around('fateOf', port.fateOf),
    };
  }

  return chain;
}

export function unavailable(network: string): ChainUnavailable {
  return new ChainUnavailable(network, 'no answer');
}

function hashOf(signed: string): string {
  return `0x${createHash('sha256').update(signed).digest('hex')}`;
}
