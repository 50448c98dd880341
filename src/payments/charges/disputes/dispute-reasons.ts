/** Reasons for disputes, as processors name them; other reasons are passed on in the processor's own words. */
export const disputeReasons = [
  'fraudulent',
  'unrecognized',
  'product_not_received',
  'product_unacceptable',
  'duplicate',
  'credit_not_processed',
  'subscription_canceled',
  'general',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** In words for the merchant's developers, like all texts of the API. */
const reasonTexts: Readonly<Record<DisputeReason, string>> = {
  fraudulent: 'The cardholder says that they did not make the payment.',
  unrecognized: 'The cardholder does not recognise the payment.',
  product_not_received: 'The customer says that nothing was delivered.',
  product_unacceptable: 'The customer says that what was delivered is not what was sold.',
  duplicate: 'The customer says that they were charged twice.',
  credit_not_processed: 'The customer says that a refund was promised and not made.',
  subscription_canceled: 'The customer says that they had canceled.',
  general: 'The bank did not say why.',
};

export function isKnownReason(reason: string): reason is DisputeReason {
  return disputeReasons.some((each) => each === reason);
}

export function disputeReasonText(reason: string | null): string | null {
  return reason !== null && isKnownReason(reason) ? reasonTexts[reason] : reason;
}
