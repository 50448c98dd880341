import type { PayerField } from '../../../payments/charges/card-processor.ts';
import type { ViewKind } from '../checkout.ts';
import type { TextKey } from '../texts/texts.ts';

/** What the server tells a page's script, as JSON inside the page. */
export interface PageData {
  view: string;
  version: string;
  /** The customer fills something in: nothing less than another view may take it away. */
  isForm: boolean;
  /** How often to look whether what it shows has changed; null: only when the customer comes back. */
  pace: Pace | null;
  /** The page's own address, without a query. */
  path: string;
  secondsLeft: number;
  /** Where the page goes by itself, and when; null: it stays. */
  forward: { url: string; afterSeconds: number } | null;
  texts: Partial<Record<TextKey, string>>;
}

/** Waiting grows from eager to patient, so that a long wait costs neither battery nor server. */
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
