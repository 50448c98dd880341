import type { AttemptOutcome, CardProcessor } from './card-processor.ts';
import type { Attempt, Charge } from './charge.ts';

/** A processor that may take a payment, on whose account, and why it is its turn. */
export interface Route {
  processor: CardProcessor;
  /** The merchant's own account there; null: the installation's. */
  accountId: string | null;
  why: string;
}

/** An account at a processor, whoever's it is. */
export interface ProcessorAccount {
  processor: CardProcessor;
  accountId: string | null;
  /** Whose account it is; null: the installation's. */
  merchantId: string | null;
}

export interface ProcessorHealth {
  processor: string;
  /** It is passed over for a while. */
  isFailing: boolean;
  /** What it answered last; null: it was not asked yet. */
  last: { outcome: AttemptOutcome['outcome']; at: Date } | null;
}

/** Every card processor of this installation. */
export interface CardProcessors {
  /** The processors that may take the payment, in the order to ask them. The brand is known if our page took the card. */
  routesOf(
    charge: Pick<Charge, 'merchantId' | 'id' | 'amount' | 'country'>,
    brand: string | null,
  ): Promise<Route[]>;
  /** The one that made an attempt. One whose keys are gone answers nothing but `unknown`. */
  of(attempt: Pick<Attempt, 'processor' | 'kind' | 'accountId'>): Promise<CardProcessor>;
  /** All accounts that can be asked, of the installation and of merchants. */
  accounts(): Promise<ProcessorAccount[]>;
  /** Those that a notification's address stands for: the installation's, or a merchant's own and its former ones. */
  notified(processor: string, merchantId: string | null): Promise<ProcessorAccount[]>;
  /** How a processor did: one that fails again and again is passed over for a while. */
  note(route: Pick<Route, 'processor' | 'accountId'>, outcome: AttemptOutcome['outcome']): void;
  /** Of those that new payments go to, as this process sees them. */
  health(): ProcessorHealth[];
}

/** By which an account is told from all others: what is kept of it stands under this name. */
export function accountName({
  processor,
  accountId,
}: Pick<ProcessorAccount, 'processor' | 'accountId'>): string {
  return accountId === null ? processor.name : `${processor.name} ${accountId}`;
}
