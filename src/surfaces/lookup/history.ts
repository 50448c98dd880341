/** What happened to a payment, in words and in the order of time. */
export interface History {
  title: string;
  /** Where it stands, in one sentence. */
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

/** Of the same moment, those that were told first come first. */
export function inOrder(lines: HistoryEntry[]): HistoryEntry[] {
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** What is there and worth a line. */
export function known(facts: [label: string, value: string | null][]): [label: string, value: string][] {
  return facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}
