import type { EnvReader } from '../base/ground/env-reader.ts';
import { type ProcessorName, processorNames } from '../payments/processors/names.ts';
import { type ProcessorSetup, readSetups } from '../payments/processors/settings.ts';

export interface CardsConfig {
  /** Processors for new payments, in the order in which they are asked; empty: this installation accepts no cards. */
  used: ProcessorName[];
  /** All processors with keys: one that is no longer used still resolves and refunds its own payments. */
  setups: ProcessorSetup[];
  /**
   * The operator's statement that it is PCI DSS certified: our page may accept cards for processors that have their own
   * page.
   */
  direct: boolean;
}

export function readCardsConfig(reader: EnvReader): CardsConfig {
  const used = readUsed(reader);
  return {
    used,
    setups: readSetups(reader, used),
    direct: reader.oneOf('CARD_DIRECT', ['on', 'off'], 'off') === 'on',
  };
}

function readUsed({ live, get, fault }: EnvReader): ProcessorName[] {
  const several = get('CARD_PROCESSORS');
  const one = get('CARD_PROCESSOR');
  const name = several === undefined && one !== undefined ? 'CARD_PROCESSOR' : 'CARD_PROCESSORS';
  if (several !== undefined && one !== undefined) {
    fault('CARD_PROCESSOR', 'nothing, since CARD_PROCESSORS is given');
  }
  const value = several ?? one ?? (live ? undefined : 'sandbox');
  if (value === 'none') return [];
  const known = processorNames.filter((each) => !live || each !== 'sandbox');
  const given = (value ?? '').split(',').map((entry) => entry.trim());
  const found = given.flatMap((entry) => known.find((each) => each === entry) ?? []);
  if (found.length < given.length || new Set(found).size < found.length) {
    const list = [...known, 'none'].join(', ');
    fault(
      name,
      `${name === 'CARD_PROCESSOR' ? 'one' : 'some, each once,'} of ${list}${live ? ' (MODE=live)' : ''}`,
    );
  }
  return found;
}
