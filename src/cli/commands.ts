import { auditCommands } from './audit.ts';
import { chainCommands } from './chain.ts';
import { chargeCommands } from './charges.ts';
import type { Command } from './command.ts';
import { custodyCommands } from './custody.ts';
import { eventCommands } from './events.ts';
import { findCommand } from './find.ts';
import { hotWalletCommands } from './hot-wallet.ts';
import { hotWalletKeyCommands } from './hot-wallet-keys.ts';
import { keyCommands } from './keys.ts';
import { ledgerCommands } from './ledger.ts';
import { merchantCommands } from './merchants.ts';
import { setMerchant } from './merchants-set.ts';
import { migrateCommand } from './migrate.ts';
import { orderCommands } from './orders.ts';
import { payoutControlCommands } from './payout-controls.ts';
import { payoutCommands } from './payouts.ts';
import { reconcileCommand } from './reconcile.ts';
import { replayCommands } from './replays.ts';
import { secretCommands } from './secrets.ts';
import { sweepCommands } from './sweep.ts';
import { walletCommands } from './wallet.ts';
import { listFunds } from './wallet-funds.ts';
import { webhookCommands } from './webhooks.ts';

/** Everything the command line does, in the order of its help. */
export const commands: readonly Command[] = [
  ...merchantCommands,
  setMerchant,
  ...keyCommands,
  ...webhookCommands,
  ...eventCommands,
  ...replayCommands,
  findCommand,
  ...chargeCommands,
  ...orderCommands,
  ...payoutCommands,
  ...payoutControlCommands,
  ...walletCommands,
  listFunds,
  ...sweepCommands,
  ...hotWalletKeyCommands,
  ...hotWalletCommands,
  ...chainCommands,
  reconcileCommand,
  ...custodyCommands,
  ...ledgerCommands,
  ...auditCommands,
  ...secretCommands,
  migrateCommand,
];
