import type { Config } from '../../config/config.ts';
import type { PaymentProcessor } from '../../payments/charges/payment-processor.ts';
import type { ProcessorEntry } from '../../payments/processors/entry.ts';
import type { ProcessorName } from '../../payments/processors/names.ts';
import { settingsReaders } from '../../payments/processors/settings.ts';
import { type Report, wordsOf } from './finding.ts';

const lookBackMs = 60_000;

/** Makes a call to each processor that only valid keys allow, and that moves no money. */
export async function checkCards(
  { cards }: Config,
  registry: Readonly<Record<ProcessorName, ProcessorEntry<never>>>,
  report: Report,
): Promise<void> {
  if (cards.setups.length === 0) report.skip('No keys of a card processor are set');
  await Promise.all(
    cards.setups.map(async ({ name, settings }) => {
      const entry = registry[name];
      const [kind] = entry.kinds;
      if (kind === undefined) return;
      try {
        const asked = await askFor(entry.open(settings as never, kind));
        if (asked) report.ok(`${name} takes our keys`);
        else report.skip(`${name}: it tells nothing that its keys could be tried by`);
      } catch (error) {
        report.fault(
          `${name}: ${wordsOf(error)}`,
          name === 'sandbox' ? null : settingsReaders[name].key,
          'See that its keys are those of this mode (test or live) and are not revoked.',
        );
      }
    }),
  );
}

/** False: the processor has no such call. */
async function askFor(processor: PaymentProcessor): Promise<boolean> {
  if (processor.balance) {
    await processor.balance();
    return true;
  }
  if (!processor.hasLines) return false;
  const now = new Date();
  const lines = processor.linesBetween(new Date(now.getTime() - lookBackMs), now);
  await lines[Symbol.asyncIterator]().next();
  return true;
}
