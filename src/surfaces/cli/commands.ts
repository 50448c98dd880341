import type { Command } from './command.ts';

/**
 * All commands, by the first word, in the order of the help. Only the requested group is loaded: a command about
 * merchants needs no code that reads chains or signs, and the help needs neither. For that reason, commands load the
 * HTTP client (undici) and the request checks (typebox) only when they run.
 */
const groups: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  merchants: async () => [
    ...(await import('./merchants/merchants.ts')).merchantCommands,
    (await import('./merchants/merchants-set.ts')).setMerchant,
  ],
  keys: async () => (await import('./merchants/keys.ts')).keyCommands,
  people: async () => (await import('./merchants/people.ts')).peopleCommands,
  webhooks: async () => (await import('./merchants/webhooks.ts')).webhookCommands,
  trigger: async () => [(await import('./developers/trigger.ts')).triggerCommand],
  mcp: async () => [(await import('./developers/mcp.ts')).mcpCommand],
  listen: async () => [(await import('./developers/listen.ts')).listenCommand],
  resend: async () => [(await import('./developers/listen.ts')).resendCommand],
  events: async () => [
    ...(await import('./merchants/events.ts')).eventCommands,
    (await import('./merchants/replays.ts')).replayEventsCommand,
  ],
  replays: async () => (await import('./merchants/replays.ts')).replayCommands,
  find: async () => [(await import('./find.ts')).findCommand],
  charges: async () => (await import('./cards/charges.ts')).chargeCommands,
  cards: async () => [
    (await import('./cards/cards.ts')).cardStatusCommand,
    ...(await import('./cards/card-accounts.ts')).cardAccountCommands,
    ...(await import('./cards/card-routes.ts')).cardRouteCommands,
    (await import('./cards/cards-reconcile.ts')).cardsReconcileCommand,
    ...(await import('./cards/card-cases.ts')).cardCaseCommands,
    ...(await import('./cards/card-payouts.ts')).cardPayoutCommands,
    ...(await import('./cards/card-closings.ts')).cardClosingCommands,
  ],
  archive: async () => [(await import('./cards/archive.ts')).archiveCommand],
  orders: async () => [
    ...(await import('./crypto/orders.ts')).orderCommands,
    (await import('./crypto/order-refund.ts')).refundOrderCommand,
  ],
  payouts: async () => [
    ...(await import('./payouts/payouts.ts')).payoutCommands,
    (await import('./payouts/payout-email.ts')).setPayoutEmail,
    ...(await import('./payouts/payout-controls.ts')).payoutControlCommands,
  ],
  strays: async () => (await import('./crypto/strays.ts')).strayCommands,
  outcomes: async () => (await import('./crypto/outcomes.ts')).outcomeCommands,
  wallet: async () => [
    ...(await import('./crypto/wallet.ts')).walletCommands,
    (await import('./crypto/wallet-funds.ts')).listFunds,
  ],
  sweep: async () => (await import('./crypto/sweep.ts')).sweepCommands,
  'hot-wallet': async () => [
    ...(await import('./crypto/hot-wallet-keys.ts')).hotWalletKeyCommands,
    ...(await import('./crypto/hot-wallet.ts')).hotWalletCommands,
    ...(await import('./crypto/hot-wallet-standing.ts')).hotWalletStandingCommands,
  ],
  chain: async () => [
    ...(await import('./crypto/chain.ts')).chainCommands,
    (await import('./crypto/reconcile.ts')).reconcileCommand,
  ],
  custody: async () => (await import('./crypto/custody.ts')).custodyCommands,
  ledger: async () => (await import('./ledger.ts')).ledgerCommands,
  audit: async () => (await import('./audit.ts')).auditCommands,
  secrets: async () => (await import('./installation/secrets.ts')).secretCommands,
  checks: async () => [(await import('./installation/checks.ts')).checksCommand],
  backup: async () => [
    (await import('./installation/backup-verify.ts')).backupVerifyCommand,
    (await import('./installation/backup.ts')).backupCommand,
  ],
  restore: async () => [(await import('./installation/restore.ts')).restoreCommand],
  restored: async () => (await import('./installation/restored.ts')).restoredCommands,
  init: async () => [(await import('./installation/init-live.ts')).initLiveCommand],
  doctor: async () => [(await import('./installation/doctor.ts')).doctorCommand],
  upgrade: async () => [(await import('./installation/upgrade-check.ts')).upgradeCheckCommand],
  migrate: async () => [(await import('./installation/migrate.ts')).migrateCommand],
  database: async () => [
    (await import('./installation/database-sizes.ts')).databaseSizesCommand,
    (await import('./installation/database-distribute.ts')).databaseDistributeCommand,
  ],
};

/** The commands that begin with this word; all if none does. */
export async function loadCommands(word?: string): Promise<readonly Command[]> {
  if (word !== undefined && Object.hasOwn(groups, word)) return (await groups[word]?.()) ?? [];
  return (await Promise.all(Object.values(groups).map((load) => load()))).flat();
}
