import { MedusaError } from '@medusajs/framework/utils';

export interface Options {
  /** The address of your Pasarela, e.g. https://pay.company.example */
  baseUrl: string;
  merchantId: string;
  /** With the scopes charges:write, charges:read, refunds and orders. */
  apiKey: string;
  /** The secret of the webhook endpoint for /hooks/payment/pasarela_<id>. A list while the secret is being changed. */
  webhookSecret: string | string[];
  /** ISO 3166-1 alpha-3: where customers are whose country is not known. */
  country: string;
  /** Where customers return to, unless the storefront names another place. */
  returnUrl?: string;
  /** E.g. CARDS or PIX. The customer chooses if absent. */
  method?: string;
  /** manual: the amount of a card is held until the order is captured in Medusa; needs the method CARDS. */
  capture?: 'automatic' | 'manual';
}

export function checkOptions(options: Partial<Options>): asserts options is Options {
  const faults: string[] = [];
  for (const name of ['baseUrl', 'merchantId', 'apiKey', 'webhookSecret', 'country'] as const) {
    if (!options[name]) faults.push(`${name} is missing`);
  }
  if (options.baseUrl && !/^https?:\/\//.test(options.baseUrl)) faults.push('baseUrl begins with https://');
  if (options.country && !/^[A-Z]{3}$/.test(options.country))
    faults.push('country has three letters, e.g. COL');
  if ([options.webhookSecret ?? []].flat().some((each) => !each.startsWith('whsec_'))) {
    faults.push('webhookSecret begins with whsec_');
  }
  if (options.capture === 'manual' && options.method !== 'CARDS') {
    faults.push('capture "manual" needs the method "CARDS"');
  }
  if (faults.length > 0) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `Pasarela's options: ${faults.join('; ')}.`);
  }
}
