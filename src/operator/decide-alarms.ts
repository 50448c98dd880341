/** What rings now, from all that is known. The bounds are those of ops/prometheus-alerts.yml; a test holds that. */

/** Those that the service raises itself and keeps until they are over. */
const raisedCodes = [
  'restored',
  'chain_lag',
  'chain_gap',
  'custody_gap',
  'late_entries',
  'merchant_in_the_red',
  'card_cases',
  'clock_off',
  'rates_failing',
  'rate_source_away',
  'payouts_no_wallet',
  'payouts_low_usdt',
  'payouts_low_gas',
  'payouts_fee_above_cap',
  'payouts_would_fail',
  'payouts_address_blocked',
  'payouts_nonce_gap',
  'payouts_outcome_unproven',
  'payouts_wallet_ahead_of_books',
  'payouts_merchant_in_the_red',
  'payouts_deposit_reversed',
  'payouts_over_limit',
  'sent_after_failed',
  'payouts_signer_unavailable',
  'payouts_node_unavailable',
] as const;

export const alarmCodes = [
  ...raisedCodes,
  'no_worker',
  'no_watcher',
  'chain_unled',
  'attempts_unresolved',
  'processor_failing',
  'processor_notifications',
  'processor_lines',
  'orders_waiting',
  'strays_waiting',
  'payouts_in_review',
  'settlements_waiting',
  'hot_wallet_low',
  'gas_low',
  'webhooks_late',
  'mails_wait',
  'contact_refused',
] as const;
export type AlarmCode = (typeof alarmCodes)[number];

/** Somebody has to look at once: money may be lost, or customers cannot pay. */
const urgent: ReadonlySet<AlarmCode> = new Set<AlarmCode>([
  'restored',
  'chain_lag',
  'chain_gap',
  'custody_gap',
  'card_cases',
  'clock_off',
  'rates_failing',
  'payouts_nonce_gap',
  'payouts_outcome_unproven',
  'payouts_wallet_ahead_of_books',
  'payouts_merchant_in_the_red',
  'payouts_deposit_reversed',
  'sent_after_failed',
  'payouts_signer_unavailable',
  'no_worker',
  'no_watcher',
  'chain_unled',
  'attempts_unresolved',
  'processor_failing',
  'gas_low',
  'webhooks_late',
  'mails_wait',
]);

export const alarmBounds = {
  unresolvedSeconds: 1_800,
  unledSeconds: 60,
  dueSeconds: 300,
  dueDeliveries: 5_000,
  mailSeconds: 600,
  notifications: 100,
  linesSeconds: 86_400,
  token: 1_000,
  gas: { ETH: 0.05, TRX: 500 } as Readonly<Record<string, number>>,
};

export interface RingingAlarm {
  code: AlarmCode;
  isUrgent: boolean;
  /** The network, the processor or the merchant; null: the whole installation. */
  about: string | null;
  since: Date | null;
  /** How many wait, or how much is left. */
  amount: string | null;
}

export interface AlarmFacts {
  now: Date;
  raised: readonly { network: string; code: string; raisedAt: Date }[];
  /** By the processes that were heard of lately. */
  roles: ReadonlySet<string>;
  networks: readonly { network: string; isLed: boolean; ledUntil: Date }[];
  oldestUnresolvedSeconds: number;
  processors: readonly {
    processor: string;
    isFailing: boolean;
    notificationsWaiting: number;
    linesAgeSeconds: number | null;
  }[];
  ordersWaiting: number;
  straysWaiting: number;
  payoutsInReview: number;
  settlementsWaiting: number;
  wallets: readonly { network: string; asset: string; coin: string; held: string; gas: string }[];
  deliveriesDue: number;
  oldestDueSeconds: number;
  mailsWaiting: number;
  oldestMailSeconds: number;
  refusedContacts: readonly { merchant: string; at: Date }[];
}

export function decideAlarms(facts: AlarmFacts): RingingAlarm[] {
  const { now } = facts;
  const ringing: RingingAlarm[] = [];
  const ring = (code: AlarmCode, given: Partial<Omit<RingingAlarm, 'code' | 'isUrgent'>> = {}): void => {
    ringing.push({ code, isUrgent: urgent.has(code), about: null, since: null, amount: null, ...given });
  };
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

  for (const { network, code, raisedAt } of facts.raised) {
    const known = raisedCodes.find((each) => each === code);
    if (known) ring(known, { about: network === 'all' ? null : network, since: raisedAt });
  }
  if (!facts.roles.has('worker')) ring('no_worker');
  if (facts.networks.length > 0 && !facts.roles.has('watcher')) ring('no_watcher');
  for (const { network, isLed, ledUntil } of facts.networks) {
    if (!isLed && ledUntil < ago(alarmBounds.unledSeconds))
      ring('chain_unled', { about: network, since: ledUntil });
  }
  if (facts.oldestUnresolvedSeconds > alarmBounds.unresolvedSeconds) {
    ring('attempts_unresolved', { since: ago(facts.oldestUnresolvedSeconds) });
  }
  for (const { processor, isFailing, notificationsWaiting, linesAgeSeconds } of facts.processors) {
    const about = processor;
    if (isFailing) ring('processor_failing', { about });
    if (notificationsWaiting > alarmBounds.notifications) {
      ring('processor_notifications', { about, amount: String(notificationsWaiting) });
    }
    if (linesAgeSeconds !== null && linesAgeSeconds > alarmBounds.linesSeconds) {
      ring('processor_lines', { about, since: ago(linesAgeSeconds) });
    }
  }
  if (facts.ordersWaiting > 0) ring('orders_waiting', { amount: String(facts.ordersWaiting) });
  if (facts.straysWaiting > 0) ring('strays_waiting', { amount: String(facts.straysWaiting) });
  if (facts.payoutsInReview > 0) ring('payouts_in_review', { amount: String(facts.payoutsInReview) });
  if (facts.settlementsWaiting > 0) ring('settlements_waiting', { amount: String(facts.settlementsWaiting) });
  for (const { network, asset, coin, held, gas } of facts.wallets) {
    if (Number(held) < alarmBounds.token)
      ring('hot_wallet_low', { about: network, amount: `${held} ${asset}` });
    if (Number(gas) < (alarmBounds.gas[coin] ?? 0))
      ring('gas_low', { about: network, amount: `${gas} ${coin}` });
  }
  const isLate = facts.oldestDueSeconds > alarmBounds.dueSeconds;
  if (isLate || facts.deliveriesDue > alarmBounds.dueDeliveries) {
    ring('webhooks_late', { since: ago(facts.oldestDueSeconds), amount: String(facts.deliveriesDue) });
  }
  if (facts.oldestMailSeconds > alarmBounds.mailSeconds) {
    ring('mails_wait', { since: ago(facts.oldestMailSeconds), amount: String(facts.mailsWaiting) });
  }
  for (const { merchant, at } of facts.refusedContacts) {
    ring('contact_refused', { about: merchant, since: at });
  }
  return ringing.sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent));
}
