import { type AlarmCode, alarmBounds, isUrgent, raisedCodes } from '../../accounts/alarms/alarm-list.ts';

/** Custody and card processors are compared by jobs that raise alarms when they fail. */
const checkBounds: Readonly<Record<string, number>> = {
  ledger_check: alarmBounds.checksSeconds,
  audit_verification: alarmBounds.checksSeconds,
  backup_verification: alarmBounds.backupSeconds,
};

export interface ActiveAlarm {
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
  /** The roles of processes that reported lately. */
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
  wallets: readonly {
    network: string;
    asset: string;
    coin: string;
    held: string;
    gas: string;
    gasLowBelow: number;
  }[];
  deliveriesDue: number;
  oldestDueSeconds: number;
  mailsWaiting: number;
  oldestMailSeconds: number;
  refusedContacts: readonly { merchant: string; at: Date }[];
  checks: readonly { check: string; checkedAt: Date; found: number }[];
}

/** Active alarms, urgent ones first, decided from all facts. */
export function decideAlarms(facts: AlarmFacts): ActiveAlarm[] {
  const { now } = facts;
  const ringing: ActiveAlarm[] = [];
  const ring = (code: AlarmCode, given: Partial<Omit<ActiveAlarm, 'code' | 'isUrgent'>> = {}): void => {
    ringing.push({ code, isUrgent: isUrgent(code), about: null, since: null, amount: null, ...given });
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
  for (const { network, asset, coin, held, gas, gasLowBelow } of facts.wallets) {
    if (Number(held) < alarmBounds.token)
      ring('hot_wallet_low', { about: network, amount: `${held} ${asset}` });
    if (Number(gas) < gasLowBelow) ring('gas_low', { about: network, amount: `${gas} ${coin}` });
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
  for (const { check, checkedAt, found } of facts.checks) {
    const lateSeconds = checkBounds[check];
    if (lateSeconds !== undefined && checkedAt < ago(lateSeconds)) {
      ring('checks_late', { about: check, since: checkedAt });
    }
    if (check === 'backup_verification' && found > 0) ring('backup_wrong', { since: checkedAt });
  }
  return ringing.sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent));
}
