import type { PaymentProcessor } from '../../../src/payments/charges/payment-processor.ts';
import type { ProcessorSimulator } from './simulator.ts';

/** Long enough for an answer on loopback, such as that of a fault. */
export const hastyMs = 500;

/**
 * A processor's setup for the contract test: the adapter, connected to a simulator that performs each action on
 * command. Amounts are read from the simulator's own books, never from the adapter.
 */
export interface ContractWorld {
  processor: PaymentProcessor;
  /** The same adapter with a time-out of `hastyMs`, for calls that meet a fault: tests wait for it. */
  hasty: PaymentProcessor;
  /** The same adapter with a URL where nothing listens. */
  unreachable: PaymentProcessor;
  simulator: ProcessorSimulator;
  /** Features that this processor lacks by its own definition; the test reports so instead of running. */
  lacks: readonly Lacking[];
  close(): Promise<void>;
}

export type Lacking =
  | 'pending'
  | 'pending_refunds'
  | 'disputes'
  | 'disputes_list'
  | 'disputes_won'
  | 'late_refund_failure'
  | 'panel'
  | 'lines'
  | 'notifications';
