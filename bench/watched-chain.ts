import { createHash } from 'node:crypto';

/** The facts shared by all processes of the watcher's figures. */
export interface PreparedBlocks {
  from: number;
  count: number;
  /** The number of deposit addresses. */
  ourCount: number;
  token: string;
  chainId: number;
  /** The time of block 0. */
  startSeconds: number;
}

export const token = '0xdac17f958d2ee523a2206206994597c13d831ec7';
export const chainId = 1;

/** The n-th deposit address, without 0x. In SQL: substring(sha256(('ours ' || n)::bytea) FOR 20). */
export function ourAddress(n: number): string {
  return createHash('sha256').update(`ours ${n}`).digest('hex').slice(0, 40);
}

/** A task of the processes that are compared, and its outcome. */
export interface ReadTask {
  from: number;
  to: number;
}
export interface ReadResult {
  seconds: number;
  /** The peak memory of the process so far. */
  rssMegabytes: number;
}
