/** The history of a payment, in words, oldest first. */
export interface History {
  title: string;
  /** Its current state, in one sentence. */
  standing: string;
  facts: [label: string, value: string][];
  lines: HistoryEntry[];
}

export interface HistoryEntry {
  at: Date;
  part:
    | 'payment'
    | 'attempt'
    | 'transfer'
    | 'transaction'
    | 'refund'
    | 'event'
    | 'delivery'
    | 'ledger'
    | 'person';
  text: string;
}

/** Entries of the same moment keep their order. */
export function inOrder(lines: HistoryEntry[]): HistoryEntry[] {
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** The facts that are not empty. */
export function known(facts: [label: string, value: string | null][]): [label: string, value: string][] {
  return facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}
