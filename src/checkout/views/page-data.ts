import type { ViewKind } from '../checkout.ts';
import type { TextKey } from '../texts/es.ts';

/** What the server tells the page's script, as JSON inside the page. */
export interface PageData {
  view: ViewKind | 'unavailable';
  version: string;
  /** Whether what it shows may still change by itself. */
  live: boolean;
  /** The page's own address, without a query. */
  path: string;
  /** The server's clock: the customer's may be wrong, and decides neither expiry. */
  nowMs: number;
  secondsLeft: number;
  /** The processor takes the card on its own page: there are no fields to check. */
  hosted: boolean;
  country: string;
  emailAsked: boolean;
  /** Where the page goes by itself, and when; null: it stays. */
  forward: { url: string; afterSeconds: number } | null;
  texts: Partial<Record<TextKey, string>>;
}
