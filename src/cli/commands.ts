import type { Command } from './command.ts';
import { keyCommands } from './keys.ts';
import { ledgerCommands } from './ledger.ts';
import { merchantCommands } from './merchants.ts';
import { setMerchant } from './merchants-set.ts';
import { migrateCommand } from './migrate.ts';
import { webhookCommands } from './webhooks.ts';

/** Everything the command line does, in the order of its help. */
export const commands: readonly Command[] = [
  ...merchantCommands,
  setMerchant,
  ...keyCommands,
  ...webhookCommands,
  ...ledgerCommands,
  migrateCommand,
];
