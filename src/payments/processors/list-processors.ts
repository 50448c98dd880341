import type { Sql } from '../../base/db/pool.ts';
import { type ProcessorStatus, readProcessorStatus } from '../charges/movements/processor-status.ts';
import type { ProcessorKind } from '../charges/payment-processor.ts';
import type { PaymentProcessors } from '../charges/payment-processors.ts';
import { readAccounts } from './accounts-store.ts';
import { type ProcessorName, processorNames } from './names.ts';

export interface ListedProcessor extends ProcessorStatus {
  /** Its place in the default order of processors; null: not in that order. */
  order: number | null;
  /** Whether the installation has an account there. */
  hasKeys: boolean;
  /** Whether it reports the movements on its accounts. */
  hasLines: boolean;
  kind: ProcessorKind | null;
  accountsOfMerchants: number;
}

/**
 * The processors that concern this installation: used, with keys, with merchants' accounts, or with unresolved
 * attempts.
 */
export async function listProcessors(
  { sql, processors }: { sql: Sql; processors: PaymentProcessors },
  config: { used: readonly ProcessorName[]; direct: boolean },
): Promise<ListedProcessor[]> {
  const [installed, owned] = [await processors.accounts(), await readAccounts(sql)];
  const listed: ListedProcessor[] = [];
  for (const name of processorNames) {
    const status = await readProcessorStatus(sql, name);
    const place = config.used.indexOf(name);
    const account = installed.find((each) => each.processor.name === name && each.merchantId === null);
    listed.push({
      ...status,
      order: place < 0 ? null : place + 1,
      hasKeys: account !== undefined,
      hasLines: account?.processor.hasLines ?? true,
      kind: account ? (config.direct ? await processors.of(asDirect(name)) : account.processor).kind : null,
      accountsOfMerchants: owned.filter((each) => each.processor === name && each.isCurrent).length,
    });
  }
  return listed.filter(
    (each) =>
      each.order !== null || each.hasKeys || each.accountsOfMerchants > 0 || each.attemptsUnresolved > 0n,
  );
}

/** The kind that new payments use if our page may take cards; a processor with only a hosted page answers as hosted. */
function asDirect(processor: string) {
  return { processor, kind: 'direct' as const, accountId: null };
}
