import type { Command } from './command.ts';

/**
 * Everything the command line does, by the first word, in the order of its help. What is not asked for is not loaded: a
 * command about merchants needs nothing of what reads chains or signs, and the help of all needs neither: for that, the
 * commands themselves load what dials out (undici) and what checks requests (typebox) when they run.
 */
const groups: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  merchants: async () => [
    ...(await import('./merchants.ts')).merchantCommands,
    (await import('./merchants-set.ts')).setMerchant,
  ],
  keys: async () => (await import('./keys.ts')).keyCommands,
  people: async () => (await import('./people.ts')).peopleCommands,
  webhooks: async () => (await import('./webhooks.ts')).webhookCommands,
  events: async () => [
    ...(await import('./events.ts')).eventCommands,
    (await import('./replays.ts')).replayEventsCommand,
  ],
  replays: async () => (await import('./replays.ts')).replayCommands,
  find: async () => [(await import('./find.ts')).findCommand],
  charges: async () => (await import('./charges.ts')).chargeCommands,
  cards: async () => [
    (await import('./cards.ts')).cardStatusCommand,
    ...(await import('./card-accounts.ts')).cardAccountCommands,
    ...(await import('./card-routes.ts')).cardRouteCommands,
    (await import('./cards-reconcile.ts')).cardsReconcileCommand,
    ...(await import('./card-cases.ts')).cardCaseCommands,
    ...(await import('./card-payouts.ts')).cardPayoutCommands,
  ],
  archive: async () => [(await import('./archive.ts')).archiveCommand],
  orders: async () => [
    ...(await import('./orders.ts')).orderCommands,
    (await import('./order-refund.ts')).refundOrderCommand,
  ],
  payouts: async () => [
    ...(await import('./payouts.ts')).payoutCommands,
    (await import('./payout-email.ts')).setPayoutEmail,
    ...(await import('./payout-controls.ts')).payoutControlCommands,
  ],
  strays: async () => (await import('./strays.ts')).strayCommands,
  outcomes: async () => (await import('./outcomes.ts')).outcomeCommands,
  wallet: async () => [
    ...(await import('./wallet.ts')).walletCommands,
    (await import('./wallet-funds.ts')).listFunds,
  ],
  sweep: async () => (await import('./sweep.ts')).sweepCommands,
  'hot-wallet': async () => [
    ...(await import('./hot-wallet-keys.ts')).hotWalletKeyCommands,
    ...(await import('./hot-wallet.ts')).hotWalletCommands,
    ...(await import('./hot-wallet-standing.ts')).hotWalletStandingCommands,
  ],
  chain: async () => [
    ...(await import('./chain.ts')).chainCommands,
    (await import('./reconcile.ts')).reconcileCommand,
  ],
  custody: async () => (await import('./custody.ts')).custodyCommands,
  ledger: async () => (await import('./ledger.ts')).ledgerCommands,
  audit: async () => (await import('./audit.ts')).auditCommands,
  secrets: async () => (await import('./secrets.ts')).secretCommands,
  checks: async () => [(await import('./checks.ts')).checksCommand],
  backup: async () => [
    (await import('./backup-verify.ts')).backupVerifyCommand,
    (await import('./backup.ts')).backupCommand,
  ],
  restore: async () => [(await import('./restore.ts')).restoreCommand],
  restored: async () => (await import('./restored.ts')).restoredCommands,
  init: async () => [(await import('./init-live.ts')).initLiveCommand],
  doctor: async () => [(await import('./doctor.ts')).doctorCommand],
  upgrade: async () => [(await import('./upgrade-check.ts')).upgradeCheckCommand],
  migrate: async () => [(await import('./migrate.ts')).migrateCommand],
  database: async () => [
    (await import('./database-sizes.ts')).databaseSizesCommand,
    (await import('./database-distribute.ts')).databaseDistributeCommand,
  ],
};

/** Those that begin with this word; where none does, all. */
export async function loadCommands(word?: string): Promise<readonly Command[]> {
  if (word !== undefined && Object.hasOwn(groups, word)) return (await groups[word]?.()) ?? [];
  return (await Promise.all(Object.values(groups).map((load) => load()))).flat();
}
