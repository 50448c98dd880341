import { methodCodes, type PayableCode } from '../../src/accounts/methods/methods.ts';
import { type PaymentState, paymentStates } from '../../src/commerce/payment-list/payment.ts';
import { type RefusalReason, refusalReasons } from '../../src/payments/charges/payment-processor.ts';
import { type PeriodSearch, readPeriodSearch } from '../parts/period-search.ts';

/** The filters in the URL, so that they can be bookmarked and restored by the back button. */
export interface PaymentSearch extends PeriodSearch {
  search?: string;
  state?: PaymentState;
  method?: PayableCode;
  /** A decline reason, within the period. */
  refusal?: RefusalReason;
}

export const methods = methodCodes;

export function readPaymentSearch(given: Record<string, unknown>): PaymentSearch {
  const state = paymentStates.find((each) => each === given.state);
  const method = methods.find((each) => each === given.method);
  const refusal = refusalReasons.find((each) => each === given.refusal);
  return {
    ...(given.search !== undefined && given.search !== '' && { search: String(given.search) }),
    ...(state && { state }),
    ...(method && { method }),
    ...(refusal && { refusal }),
    ...readPeriodSearch(given),
  };
}
