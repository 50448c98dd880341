/** The states of a webhook delivery; those that need attention come first. */
export const deliveryStates = ['undeliverable', 'pending', 'no_endpoint', 'delivered'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
