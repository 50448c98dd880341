import type { PayerField } from '../../../payments/charges/payment-processor.ts';
import type { ViewKind } from '../checkout.ts';
import type { TextKey } from '../texts/texts.ts';

/** The server's data for a page's script, as JSON inside the page. */
export interface PageData {
  view: string;
  version: string;
  /** The customer is filling in a form: only a change of view may replace the page. */
  isForm: boolean;
  /** How often to poll for changes; null: only when the customer returns. */
  pace: Pace | null;
  /** The page's own URL, without a query. */
  path: string;
  secondsLeft: number;
  /** The automatic redirect and its delay; null: none. */
  forward: { url: string; afterSeconds: number } | null;
  texts: Partial<Record<TextKey, string>>;
  /** Of a payment link: what each number costs that may be chosen, from the smallest. */
  totals?: string[];
}

/** The polling interval grows, so that a long wait costs neither battery nor server. */
export interface Pace {
  firstMs: number;
  mostMs: number;
}

export interface CardPageData extends PageData {
  view: ViewKind;
  /** The server's clock: the customer's may be wrong, and decides neither expiry. */
  nowMs: number;
  /** The processor takes the card on its own page: there are no fields to check. */
  hosted: boolean;
  country: string;
  emailAsked: boolean;
  payerFields: readonly PayerField[];
  instalments: readonly number[];
}
