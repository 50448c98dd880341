import type { AskedAttempt } from '../../charges/card-processor.ts';
import { describePayment, fitDescriptor } from '../details.ts';
import { attemptKey } from './answers.ts';
import type { FormFields } from './form.ts';

/** What a payment at Stripe carries for whoever reads the account. The same whenever it is asked. */

const maxDescriptionLength = 500;
/** Of one value of the metadata. */
const maxValueLength = 500;
/** Before it Stripe puts the account's own prefix, of up to 10 characters, and "* ": 22 in all. */
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
