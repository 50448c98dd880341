import type { MerchantEdit } from '../../../accounts/merchants/merchant-edit.ts';
import type { Input, Option } from '../command.ts';

/** The options that control a merchant's payouts. */
export const payoutOptions = {
  payouts: { kind: 'text', value: '<how>', help: 'whether it may make payouts: on or off' },
  'payout-fee-bps': {
    kind: 'text',
    value: '<number>',
    help: 'fee on a payout, on top of it, in hundredths of a percent',
    field: 'payoutFeeBasisPoints',
  },
  'payout-single-limit': {
    kind: 'text',
    value: '<usd>',
    help: 'the most that one payout may be, or none',
    field: 'payoutSingleLimit',
  },
  'payout-daily-limit': {
    kind: 'text',
    value: '<usd>',
    help: 'the most that the payouts of a day (UTC) may come to, or none',
    field: 'payoutDailyLimit',
  },
  'payout-monthly-limit': {
    kind: 'text',
    value: '<usd>',
    help: 'the most that the payouts of a month (UTC) may come to, or none',
    field: 'payoutMonthlyLimit',
  },
  'payout-auto-approve': {
    kind: 'text',
    value: '<usd>',
    help: 'up to this a payout is sent without a person; above ten times it, two must approve',
    field: 'payoutAutoApproveUpTo',
  },
  'payout-code': {
    kind: 'text',
    value: '<how>',
    help: 'whether the recipient enters a mailed code: required or optional',
  },
} as const satisfies Record<string, Option>;

export function readPayoutEdit(input: Input, faults: string[]): MerchantEdit {
  const edit: MerchantEdit = {};
  const fee = input.text('payout-fee-bps');
  if (fee !== undefined) edit.payoutFeeBasisPoints = readWholeOrNaN(fee);
  const limit = (option: string): string | null | undefined => {
    const text = input.text(option);
    return text === 'none' ? null : text;
  };
  const single = limit('payout-single-limit');
  if (single !== undefined) edit.payoutSingleLimit = single;
  const daily = limit('payout-daily-limit');
  if (daily !== undefined) edit.payoutDailyLimit = daily;
  const monthly = limit('payout-monthly-limit');
  if (monthly !== undefined) edit.payoutMonthlyLimit = monthly;
  const autoApprove = input.text('payout-auto-approve');
  if (autoApprove !== undefined) edit.payoutAutoApproveUpTo = autoApprove;
  const enabled = readChoice(input, 'payouts', { on: true, off: false }, faults);
  if (enabled !== undefined) edit.payoutsEnabled = enabled;
  const code = readChoice(input, 'payout-code', { required: true, optional: false }, faults);
  if (code !== undefined) edit.payoutCodeRequired = code;
  return edit;
}

export function readChoice(
  input: Input,
  option: string,
  choices: Record<string, boolean>,
  faults: string[],
): boolean | undefined {
  const text = input.text(option);
  if (text === undefined) return undefined;
  if (Object.hasOwn(choices, text)) return choices[text];
  faults.push(`--${option}: given "${text}", expected ${Object.keys(choices).join(' or ')}.`);
  return undefined;
}

/** NaN if it is not a whole number: the use-case says what it expected. */
export function readWholeOrNaN(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
