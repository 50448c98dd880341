import { readWebAddress } from '../../base/egress/guard.ts';
import { isColor } from '../../base/ground/brand-color.ts';
import type { FieldFault } from '../../base/ground/errors.ts';
import { isPlainText, plainly } from '../../base/ground/plain-text.ts';
import { languages } from '../../base/money/language.ts';
import { formatDecimal, parseDecimal } from '../../base/money/money.ts';
import { isTimeZone } from '../../base/money/written-time.ts';
import { isMailAddress } from '../mail/address.ts';
import { isMethodCode } from '../methods/methods.ts';
import { type Merchant, type MethodRule, unsetLimits } from './merchant.ts';
import { editMethods, type MethodEdit } from './method-edit.ts';
import { statementDescriptorFault } from './statement-descriptor.ts';

/** Requested changes of a merchant, not yet checked. Absent: unchanged. */
export interface MerchantEdit {
  name?: string;
  contactEmail?: string;
  statementDescriptor?: string | null;
  supportEmail?: string | null;
  supportUrl?: string | null;
  termsUrl?: string | null;
  brandColor?: string | null;
  /** The complete list of disabled methods. */
  methodsOff?: string[];
  /** The order in which customers see the methods; those not named come after. */
  methodOrder?: string[];
  language?: string;
  timeZone?: string;
  webhookUrl?: string | null;
  cardFeeBasisPoints?: number;
  cryptoFeeBasisPoints?: number;
  cryptoCredentialsRequired?: boolean;
  returnUrl?: string | null;
  receipts?: boolean;
  /** null: the installation's limit. */
  requestsPerTenSeconds?: number | null;
  method?: MethodEdit;
  payoutsEnabled?: boolean;
  payoutFeeBasisPoints?: number;
  /** USD as decimals; null: no limit. */
  payoutSingleLimit?: string | null;
  payoutDailyLimit?: string | null;
  payoutMonthlyLimit?: string | null;
  payoutAutoApproveUpTo?: string;
  payoutCodeRequired?: boolean;
  payoutSignatureRequired?: boolean;
  secondFactorDemanded?: boolean;
}

const maxNameLength = 100;
/** The same limit as in requests. */
const maxUrlLength = 2048;
/** It appears on every page. */
const maxPageUrlLength = 500;
/** In hundredths of a percent: a fee above the whole amount would make the merchant owe money. */
const maxFeeBasisPoints = 10_000;
/** Far above the capacity of one process: a larger number is a mistake. */
const maxRequestsPerTenSeconds = 1_000_000;

/** The merchant after the edit, with all faults at once; with a fault nothing may be saved. */
export function editMerchant(
  merchant: Merchant,
  edit: MerchantEdit,
  /** Why a webhook may not go to this address, or null. */
  webhookUrlFault: (url: string) => string | null,
  /** Why a customer may not be sent to this address, or null. */
  returnUrlFault: (url: string) => string | null,
): { merchant: Merchant; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const refuse = (field: keyof MerchantEdit, message: string): void => {
    faults.push({ field, message });
  };
  const edited: Merchant = { ...merchant, settings: { ...merchant.settings } };

  if (edit.name !== undefined) {
    edited.name = edit.name.trim();
    if (edited.name === '' || edited.name.length > maxNameLength || !isPlainText(edited.name)) {
      refuse('name', `expected 1 to ${maxNameLength} characters, ${plainly}`);
    }
  }
  if (edit.contactEmail !== undefined) {
    edited.contactEmail = edit.contactEmail;
    if (!isMailAddress(edit.contactEmail)) {
      refuse('contactEmail', `"${edit.contactEmail}" is not an e-mail address`);
    }
  }
  if (edit.statementDescriptor !== undefined) {
    edited.settings.statementDescriptor = edit.statementDescriptor;
    const fault =
      edit.statementDescriptor === null ? null : statementDescriptorFault(edit.statementDescriptor);
    if (fault !== null) refuse('statementDescriptor', fault);
  }
  if (edit.supportEmail !== undefined) {
    edited.settings.supportEmail = edit.supportEmail;
    if (edit.supportEmail !== null && !isMailAddress(edit.supportEmail)) {
      refuse('supportEmail', `"${edit.supportEmail}" is not an e-mail address`);
    }
  }
  for (const field of ['supportUrl', 'termsUrl'] as const) {
    const url = edit[field];
    if (url === undefined) continue;
    edited.settings[field] = url;
    const fault = url === null ? null : pageAddressFault(url);
    if (fault !== null) refuse(field, fault);
  }
  if (edit.brandColor !== undefined) {
    const color = edit.brandColor?.toLowerCase() ?? null;
    edited.settings.brandColor = color;
    if (color !== null && !isColor(color)) refuse('brandColor', `"${color}" is not a color such as #0b6b4f`);
  }
  if (edit.methodsOff !== undefined) {
    edited.settings.methodsOff = edit.methodsOff.filter(isMethodCode);
    const unknown = edit.methodsOff.filter((code) => !isMethodCode(code));
    if (unknown.length > 0) refuse('methodsOff', `there is no method ${unknown.join(', ')}`);
  }
  if (edit.methodOrder !== undefined) {
    const { methodOrder } = edit;
    const placeOf = ({ methodCode }: MethodRule): number => {
      const at = methodOrder.indexOf(methodCode);
      return at === -1 ? methodOrder.length : at;
    };
    edited.settings.methods = edited.settings.methods.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
  if (edit.language !== undefined) {
    const language = languages.find((known) => known === edit.language);
    if (language) edited.language = language;
    else refuse('language', `"${edit.language}" is not one of ${languages.join(', ')}`);
  }
  if (edit.timeZone !== undefined) {
    edited.settings.timeZone = edit.timeZone;
    if (!isTimeZone(edit.timeZone)) {
      refuse('timeZone', `"${edit.timeZone}" is not the name of a time zone, such as America/Bogota`);
    }
  }
  if (edit.webhookUrl !== undefined) {
    edited.webhookUrl = edit.webhookUrl;
    const fault = edit.webhookUrl === null ? null : webhookUrlFault(edit.webhookUrl);
    if (fault !== null) refuse('webhookUrl', fault);
  }
  if (edit.returnUrl !== undefined) {
    edited.settings.returnUrl = edit.returnUrl;
    const fault = edit.returnUrl === null ? null : returnUrlFault(edit.returnUrl);
    if (fault !== null) refuse('returnUrl', fault);
    else if ((edit.returnUrl ?? '').length > maxUrlLength)
      refuse('returnUrl', `is longer than ${maxUrlLength} characters`);
  }
  for (const field of ['cardFeeBasisPoints', 'cryptoFeeBasisPoints', 'payoutFeeBasisPoints'] as const) {
    const fee = edit[field];
    if (fee === undefined) continue;
    edited.settings[field] = fee;
    if (!isWhole(fee, 0, maxFeeBasisPoints)) {
      refuse(field, `expected a whole number from 0 to ${maxFeeBasisPoints}`);
    }
  }
  for (const field of [
    'cryptoCredentialsRequired',
    'receipts',
    'payoutsEnabled',
    'payoutCodeRequired',
    'payoutSignatureRequired',
    'secondFactorDemanded',
  ] as const) {
    const isOn = edit[field];
    if (isOn !== undefined) edited.settings[field] = isOn;
  }
  for (const field of ['payoutSingleLimit', 'payoutDailyLimit', 'payoutMonthlyLimit'] as const) {
    const limit = edit[field];
    if (limit === undefined) continue;
    const read = limit === null ? null : readUsd(limit);
    if (read === undefined) refuse(field, usdExpected);
    else edited.settings[field] = read;
  }
  if (edit.payoutsEnabled && !merchant.settings.payoutsEnabled) {
    for (const field of unsetLimits(edited.settings)) {
      refuse(field, 'must be set before payouts are switched on: an amount in USD above 0');
    }
  }
  if (edit.payoutAutoApproveUpTo !== undefined) {
    const read = readUsd(edit.payoutAutoApproveUpTo);
    if (read === undefined) refuse('payoutAutoApproveUpTo', usdExpected);
    else edited.settings.payoutAutoApproveUpTo = read;
  }
  if (edit.requestsPerTenSeconds !== undefined) {
    edited.settings.requestsPerTenSeconds = edit.requestsPerTenSeconds;
    if (
      edit.requestsPerTenSeconds !== null &&
      !isWhole(edit.requestsPerTenSeconds, 1, maxRequestsPerTenSeconds)
    ) {
      refuse('requestsPerTenSeconds', `expected a whole number from 1 to ${maxRequestsPerTenSeconds}`);
    }
  }
  if (edit.method !== undefined) {
    const result = editMethods(merchant.settings.methods, edit.method);
    edited.settings.methods = result.methods;
    faults.push(...result.faults);
  }
  return { merchant: edited, faults };
}

const usdExpected = 'expected an amount in USD such as 2500 or 99.50';
/** Far above any merchant's payouts: more is a mistake. */
const maxUsdMinor = 100_000_000_000_00n;

/** The amount with two decimals; undefined: not an amount. */
function readUsd(text: string): string | undefined {
  const amountMinor = /^\d+(\.\d+)?$/.test(text) ? parseDecimal(text, 2) : null;
  const isAmount = typeof amountMinor === 'bigint' && amountMinor <= maxUsdMinor;
  return isAmount ? formatDecimal(amountMinor, 2) : undefined;
}

/** Why a page may not link to this address, or null. */
function pageAddressFault(text: string): string | null {
  if (text.length > maxPageUrlLength) return `is longer than ${maxPageUrlLength} characters`;
  const read = readWebAddress(text, false);
  return read instanceof URL ? null : read.message;
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
