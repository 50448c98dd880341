import type { AskedAttempt } from '../../charges/payment-processor.ts';
import { describePayment, fitDescriptor } from '../details.ts';
import { attemptKey } from './answers.ts';
import type { FormFields } from './form.ts';

/** Data on a payment at Stripe for people who read the account. Identical on every call. */

const maxDescriptionLength = 500;
/** The limit of one metadata value. */
const maxValueLength = 500;
/** Stripe puts the account's own prefix, of up to 10 characters, and "* " before it: 22 in all. */
const maxSuffixLength = 10;

export function metadataOf({ attemptId, details }: AskedAttempt): FormFields {
  return {
    [attemptKey]: attemptId,
    ...(details && {
      pasarela_reference: details.reference,
      pasarela_order: details.orderNumber?.slice(0, maxValueLength),
      pasarela_merchant: details.merchantId,
      pasarela_merchant_name: details.merchantName.slice(0, maxValueLength),
    }),
  };
}

export function paymentFieldsOf(attempt: AskedAttempt): FormFields {
  return {
    description: describePayment(attempt, maxDescriptionLength),
    metadata: metadataOf(attempt),
    statement_descriptor_suffix: fitDescriptor(attempt.details?.statementDescriptor, maxSuffixLength),
  };
}
