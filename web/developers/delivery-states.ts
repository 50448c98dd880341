/** Where getting a message to the merchant's system stands, those first that ask for something. */
export const deliveryStates = ['undeliverable', 'pending', 'no_endpoint', 'delivered'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
