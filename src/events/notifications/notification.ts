import type { MerchantRole, Permission } from '../../accounts/people/roles.ts';

/** What people can be notified of. Who may not read a thing is not notified of it. */
export const notificationKinds = [
  'sale',
  'refund',
  'chargeback',
  'other_money',
  'payout',
  'settlement',
  'webhook',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const permissionOf: Readonly<Record<NotificationKind, Permission>> = {
  sale: 'payments.read',
  refund: 'payments.read',
  chargeback: 'payments.read',
  other_money: 'payments.read',
  payout: 'payouts.read',
  settlement: 'settlements.read',
  webhook: 'developers.read',
};

export const mailChoices = ['at_once', 'daily', 'off'] as const;
export type MailChoice = (typeof mailChoices)[number];

export interface Choice {
  mail: MailChoice;
  onPage: boolean;
  push: boolean;
}

/** What happened, as a code; each has a text in every language. */
export const outcomes = [
  'sale',
  'sale_with_question',
  'refunded',
  'refund_failed',
  'dispute_inquiry',
  'dispute_open',
  'dispute_won',
  'dispute_lost',
  'fraud_warning',
  'claim',
  'late_payment',
  'undecided',
  'astray',
  'second_payment',
  'payout_success',
  'payout_failed',
  'settlement_paid',
  'settlement_refused',
  'settlement_returned',
  'webhook_undeliverable',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface Facts {
  /** An exact decimal, and its currency or asset. */
  amount?: string;
  currency?: string;
  orderNumber?: string;
  /** ISO 8601. */
  until?: string;
}

/** The pages that a notification can lead to. */
export type NotificationPage = 'payments' | 'disputes' | 'payouts' | 'settlements' | 'messages';

export interface NewNotification {
  merchantId: string;
  kind: NotificationKind;
  causeId: string;
  outcome: Outcome;
  page: NotificationPage;
  subjectId: string | null;
  facts: Facts;
  createdAt: Date;
}

export interface Notification extends NewNotification {
  id: string;
}

const all = (mail: MailChoice): Readonly<Record<NotificationKind, MailChoice>> => ({
  sale: mail,
  refund: mail,
  chargeback: mail,
  other_money: mail,
  payout: mail,
  settlement: mail,
  webhook: mail,
});

/** By role, until a person chooses: whoever answers for a thing hears of it at once. */
const defaultMails: Readonly<Record<MerchantRole, Readonly<Record<NotificationKind, MailChoice>>>> = {
  owner: { ...all('at_once'), sale: 'daily' },
  finance: { ...all('at_once'), sale: 'daily', refund: 'daily', webhook: 'off' },
  developer: { ...all('off'), webhook: 'at_once' },
  viewer: all('off'),
};

export function defaultChoice(role: MerchantRole, kind: NotificationKind): Choice {
  const isUrgent = kind !== 'webhook' && kind !== 'settlement';
  return { mail: defaultMails[role][kind], onPage: true, push: isUrgent };
}

/** The page about it, within the dashboard. The merchant is named, because a person may belong to several. */
export function pathOf({ page, subjectId, merchantId }: Omit<Notification, 'id'>): string {
  const paths: Readonly<Record<NotificationPage, string>> = {
    payments: `/payments/${subjectId}`,
    disputes: `/disputes/${subjectId}`,
    payouts: `/payouts/${subjectId}`,
    settlements: '/settlements',
    messages: '/developers/messages?delivery=undeliverable',
  };
  const path = paths[page];
  return `/dashboard${path}${path.includes('?') ? '&' : '?'}merchant=${merchantId}`;
}
