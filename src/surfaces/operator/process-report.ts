import type { Holding } from '../metrics/wallet-gauges.ts';

/** State that only a process itself knows, stored in the database for the pages of all other processes. */
export interface ProcessReport {
  host: string;
  pid: number;
  roles: string[];
  /** Absent in the reports of versions before this field existed. */
  version?: string;
  nodes: ReportedNode[];
  processors: ReportedProcessor[];
  wallets: Holding[];
}

export interface ReportedNode {
  network: string;
  /** Only the host name: the rest of a URL is often a secret. */
  host: string;
  isWell: boolean;
  /** Its last error; null while it works. */
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
