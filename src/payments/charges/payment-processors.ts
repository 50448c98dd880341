import type { MethodCode } from '../../accounts/methods/methods.ts';
import type { Attempt, Charge } from './charge.ts';
import type { AttemptOutcome, PaymentProcessor } from './payment-processor.ts';

/** A processor that may take a payment, the account to use, and why it was chosen. */
export interface Route {
  processor: PaymentProcessor;
  /** The merchant's own account there; null: the installation's. */
  accountId: string | null;
  why: string;
}

/** An account at a processor, of a merchant or of the installation. */
export interface ProcessorAccount {
  processor: PaymentProcessor;
  accountId: string | null;
  /** The merchant that owns the account; null: the installation. */
  merchantId: string | null;
}

export interface ProcessorHealth {
  processor: string;
  /** It is skipped for a while. */
  isFailing: boolean;
  /** Its last answer; null: it was not asked yet. */
  last: { outcome: AttemptOutcome['outcome']; at: Date } | null;
}

/** Every processor of this installation. */
export interface PaymentProcessors {
  /**
   * The processors that may take the payment, in the order to ask them. The brand is known if our page took the card.
   */
  routesOf(
    charge: Pick<Charge, 'merchantId' | 'id' | 'amount' | 'capture' | 'country' | 'method'>,
    brand: string | null,
  ): Promise<Route[]>;
  /** The methods that some processor of the installation takes for new payments. */
  readonly methods: ReadonlySet<MethodCode>;
  /** The processor that made an attempt. If its keys are gone, every answer is `unknown`. */
  of(attempt: Pick<Attempt, 'processor' | 'kind' | 'accountId'>): Promise<PaymentProcessor>;
  /** All accounts that can be called, of the installation and of merchants. */
  accounts(): Promise<ProcessorAccount[]>;
  /** The accounts behind a notification URL: the installation's, or a merchant's current and former ones. */
  notified(processor: string, merchantId: string | null): Promise<ProcessorAccount[]>;
  /** Records a processor's outcome: one that fails repeatedly is skipped for a while. */
  note(route: Pick<Route, 'processor' | 'accountId'>, outcome: AttemptOutcome['outcome']): void;
  /** The health of processors that take new payments, as this process sees it. */
  health(): ProcessorHealth[];
}

/** A unique name of an account: its stored data is kept under this name. */
export function accountName({
  processor,
  accountId,
}: Pick<ProcessorAccount, 'processor' | 'accountId'>): string {
  return accountId === null ? processor.name : `${processor.name} ${accountId}`;
}
