import type { PaymentProcessor, ProcessorKind } from '../charges/payment-processor.ts';

/** A processor in the registry: its kinds, and how it is opened with the settings that its own reader read. */
export interface ProcessorEntry<Settings> {
  /** The first is the default; direct ones need CARD_DIRECT=on in live mode. */
  kinds: readonly ProcessorKind[];
  open(settings: Settings, kind: ProcessorKind): PaymentProcessor;
}
