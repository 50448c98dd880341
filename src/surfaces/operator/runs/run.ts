/** Long work that people or the clock start and a worker does. See docs/develop/decisions/0039. */

export const workedKinds = ['ledger_check', 'audit_verification', 'reconciliation'] as const;
export type WorkedKind = (typeof workedKinds)[number];

/** A backup is checked by the command line, where the backup lies. */
export const runKinds = [...workedKinds, 'backup_verification'] as const;
export type RunKind = (typeof runKinds)[number];

export const runStatuses = ['waiting', 'running', 'finished', 'broken_off'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What a reconciliation compares: days as people write them, the last of which counts too. */
export interface RunSubject {
  processor?: string;
  /** Whose own accounts; absent: the installation's. */
  merchantId?: string;
  from?: string;
  to?: string;
}

/** Something that is wrong, of whatever kind: what it is about, what was to be there, and what is. */
export interface Finding {
  code: string;
  merchantId: string | null;
  /** A charge, a payout, a row: whatever it is known by. */
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
  /** How much was looked at, by what it is. */
  counts: Record<string, number>;
  findings: Finding[];
  /** Of the audit log: noted elsewhere, it proves later that nothing before it was changed. */
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
  /** How much is wrong; null: not known yet. */
  found: bigint | null;
  result: RunResult | null;
  failure: string | null;
}

/** Shown of a run and kept; more of them say no more. */
export const maxFindings = 200;
