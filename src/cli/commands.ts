import type { Command } from './command.ts';
import { eventCommands } from './events.ts';
import { keyCommands } from './keys.ts';
import { ledgerCommands } from './ledger.ts';
import { merchantCommands } from './merchants.ts';
import { setMerchant } from './merchants-set.ts';
import { migrateCommand } from './migrate.ts';
import { replayCommands } from './replays.ts';
import { webhookCommands } from './webhooks.ts';

/** Everything the command line does, in the order of its help. */
export const commands: readonly Command[] = [
  ...merchantCommands,
  setMerchant,
  ...keyCommands,
  ...webhookCommands,
  ...eventCommands,
  ...replayCommands,
  ...ledgerCommands,
  migrateCommand,
];
