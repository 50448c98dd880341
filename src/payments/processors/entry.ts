import type { CardProcessor, ProcessorKind } from '../charges/card-processor.ts';

/** A processor in the registry: what it can be, and how it is opened with the settings that its own reader read. */
export interface ProcessorEntry<Settings> {
  /** The first is the default; direct ones need CARD_DIRECT=on where the mode is live. */
  kinds: readonly ProcessorKind[];
  open(settings: Settings, kind: ProcessorKind): CardProcessor;
}
