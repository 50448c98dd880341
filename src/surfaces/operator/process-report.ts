import type { Holding } from '../metrics/wallet-gauges.ts';

/** What only a process itself knows, as it stands in the database for the pages of all others. */
export interface ProcessReport {
  host: string;
  pid: number;
  roles: string[];
  /** Absent in what a version before this was said reports. */
  version?: string;
  nodes: ReportedNode[];
  processors: ReportedProcessor[];
  wallets: Holding[];
}

export interface ReportedNode {
  network: string;
  /** Its name alone: what follows it in an address is often a secret. */
  host: string;
  isWell: boolean;
  /** What it said or did last that was wrong; null while it is well. */
  fault: string | null;
}

export interface ReportedProcessor {
  processor: string;
  isFailing: boolean;
  lastOutcome: string | null;
  lastAt: string | null;
}

export interface KnownProcess extends ProcessReport {
  processId: string;
  startedAt: Date;
  seenAt: Date;
}
