/** Long work that people or the schedule start and a worker does. See docs/develop/decisions/0039. */

export const workedKinds = ['ledger_check', 'audit_verification', 'reconciliation'] as const;
export type WorkedKind = (typeof workedKinds)[number];

/** A backup is checked by the command line, on the machine that has it. */
export const runKinds = [...workedKinds, 'backup_verification'] as const;
export type RunKind = (typeof runKinds)[number];

export const runStatuses = ['waiting', 'running', 'finished', 'broken_off'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The subject of a reconciliation: days as people write them, the last one included. */
export interface RunSubject {
  processor?: string;
  /** The merchant whose own accounts are compared; absent: the installation's. */
  merchantId?: string;
  from?: string;
  to?: string;
}

/** A fault of any kind: its subject, the expected value and the actual one. */
export interface Finding {
  code: string;
  merchantId: string | null;
  /** The id of a charge, a payout or a row. */
  id: string | null;
  account: string | null;
  /** With their unit. */
  expected: string | null;
  found: string | null;
}

export const blankFinding: Finding = {
  code: '',
  merchantId: null,
  id: null,
  account: null,
  expected: null,
  found: null,
};

export interface RunResult {
  /** How many items were checked, by kind. */
  counts: Record<string, number>;
  findings: Finding[];
  /** Only for the audit log: if it is noted elsewhere, it proves later that nothing before it was changed. */
  digest?: string;
}

export interface Run {
  id: string;
  kind: RunKind;
  subject: RunSubject;
  status: RunStatus;
  startedBy: string;
  createdAt: Date;
  endedAt: Date | null;
  tries: number;
  done: bigint;
  total: bigint;
  step: string | null;
  /** The number of faults; null: not known yet. */
  found: bigint | null;
  result: RunResult | null;
  failure: string | null;
}

/** Findings shown and stored per run; more would add nothing. */
export const maxFindings = 200;
