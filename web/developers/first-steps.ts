import type { Answer } from '../app/api.ts';

/** Shell commands that create a merchant's first payments, with its own ids filled in. */
export function firstSteps(
  { base_url, crypto_base_url, merchant_id }: Answer<'GET /dashboard/api/first-steps'>,
  /** The placeholder for the API key. */
  keyPlace: string,
): { key: string; charge: string; order: string } {
  return {
    key: `api_key='… ${keyPlace} …'`,
    charge: `answer=$(curl -s -X POST '${base_url}/api/auth/token' \\
  -H "x-api-key: $api_key" -H 'X-Merchant-Id: ${merchant_id}')
token=$(echo "$answer" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
session=$(echo "$answer" | sed 's/.*"session_id":"\\([^"]*\\)".*/\\1/')
curl -s -X POST '${base_url}/api/transactions/charges' \\
  -H "Authorization: Bearer $token" -H "x-session-id: $session" -H 'Content-Type: application/json' \\
  -d '{"flow":"PAYIN","method_code":"CARDS","method_category":"CARD","country":"COL","currency":"USD",
       "amount":10.50,"description":"First charge","order_number":"A-1"}'`,
    order: `hash=$(curl -s -X POST '${crypto_base_url}/payment/create' -H 'Content-Type: application/json' \\
  -H "x-api-key: $api_key" -H 'X-Merchant-Id: ${merchant_id}' \\
  -d '{"country":"COL","origin":"api","amount":"25.50","email":"customer@example.com"}' \\
  | sed 's/.*"hash":"\\([^"]*\\)".*/\\1/')
curl -s -X POST '${crypto_base_url}/processor' -H 'Content-Type: application/json' \\
  -H "x-api-key: $api_key" -H 'X-Merchant-Id: ${merchant_id}' \\
  -d '{"hash":"'"$hash"'","paymentMethod":"usdt","typePayment":"wallet","typeTransaction":"cashin",
       "description":"First order","merchantId":"${merchant_id}"}'`,
  };
}
