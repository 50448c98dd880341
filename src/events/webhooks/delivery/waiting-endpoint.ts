/** An endpoint with something waiting, and when the first of it is due, as the database writes it. */
export interface FirstWaiting {
  /** Known only where it is needed to ask one node. */
  merchantId: string | null;
  endpoint: bigint;
  dueAt: string;
  isDue: boolean;
}

export interface OpenEndpoint extends FirstWaiting {
  places: number;
}
