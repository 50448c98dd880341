import type { CardProcessor } from '../../../src/payments/charges/card-processor.ts';
import type { ProcessorSimulator } from './simulator.ts';

/**
 * What a processor of a kind brings to the contract test: itself, set up towards a simulator that does each thing on command.
 * Money is asked of the simulator's own books, never of the adapter.
 */
export interface ContractWorld {
  processor: CardProcessor;
  /** The same processor set up towards an address where nobody listens. */
  unreachable: CardProcessor;
  simulator: ProcessorSimulator;
  /** What this processor cannot do by its own definition; the test says so instead of running. */
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
