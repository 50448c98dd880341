/** An endpoint with waiting deliveries, and when the first is due, in the database's notation. */
export interface FirstWaiting {
  /** Set only where it is needed to address one worker. */
  merchantId: string | null;
  endpoint: bigint;
  dueAt: string;
  isDue: boolean;
}

export interface OpenEndpoint extends FirstWaiting {
  places: number;
}
