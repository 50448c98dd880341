/**
 * Fields of dLocal's payments that two public clients, written by others and used with dLocal, send: the gateway of
 * Active Merchant (d_local.rb) and the connector of Hyperswitch (dlocal/transformers.rs). dLocal publishes no
 * machine-readable definition and no library for servers.
 */
export const fieldsOfPublicClients: ReadonlySet<string> = new Set([
  ...['amount', 'currency', 'country', 'payment_method_id', 'payment_method_flow', 'order_id', 'description'],
  ...['notification_url', 'callback_url', 'three_dsecure.force', 'additional_risk_data'],
  ...['payer.name', 'payer.email', 'payer.birth_date', 'payer.phone', 'payer.document', 'payer.document2'],
  ...['payer.user_reference', 'payer.event_uuid', 'payer.onboarding_ip_address', 'payer.address'],
  ...['card.holder_name', 'card.number', 'card.cvv', 'card.expiration_month', 'card.expiration_year'],
  ...['card.descriptor', 'card.capture', 'card.installments', 'card.installments_id', 'card.verify'],
]);
