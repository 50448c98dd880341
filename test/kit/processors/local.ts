import type { PaymentProcessor } from '../../../src/payments/charges/payment-processor.ts';
import type { ProcessorSimulator } from './simulator.ts';

/** The payers of local methods, who act elsewhere: at a bank, in an app or at a counter. All by our id of the attempt. */
export interface Payers {
  pay(attemptId: string): Promise<void>;
  /** Their time is over, and the processor ends the payment. */
  expire(attemptId: string): Promise<void>;
  /** How many payments were begun under one id: more than 1 could be paid twice. */
  begunOf(attemptId: string): number | Promise<number>;
}

/** An account at a processor in one country, for the contract test of local methods. */
export interface LocalWorld {
  processor: PaymentProcessor;
  /** The same adapter with a short time-out, for calls that meet a fault. */
  hasty: PaymentProcessor;
  /** The same adapter with a URL where nothing listens. */
  unreachable: PaymentProcessor;
  simulator: Pick<ProcessorSimulator, 'misbehave' | 'capturesOf' | 'notifications' | 'env'>;
  payers: Payers;
  close(): Promise<void>;
}
