import { boundsOf, type Merchant, type MethodRule } from '../../../accounts/merchants/merchant.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { details } from '../format.ts';

export function merchantJson({ id, ...merchant }: Merchant): object {
  return { merchantId: id, ...merchant };
}

export function describeMerchant(merchant: Merchant): string {
  const { settings } = merchant;
  return details([
    ['Merchant', merchant.id],
    ['Name', merchant.name],
    ['E-mail', merchant.contactEmail],
    ['Language', merchant.language],
    ['Time zone', settings.timeZone],
    ['State', merchant.enabled ? 'enabled' : 'disabled'],
    ['Webhook URL', merchant.webhookUrl ?? 'none'],
    ['Return URL', settings.returnUrl ?? 'none'],
    ['Receipts', settings.receipts ? 'on' : 'off'],
    ['Statement descriptor', settings.statementDescriptor ?? 'none'],
    ['Support', [settings.supportEmail, settings.supportUrl].filter(Boolean).join(', ') || 'none'],
    ['Terms', settings.termsUrl ?? 'none'],
    ['Brand', [settings.brandColor, settings.logoHash && 'a logo'].filter(Boolean).join(', ') || 'none'],
    ['Card fee', `${(settings.cardFeeBasisPoints / 100).toFixed(2)} %`],
    ['Crypto fee', `${(settings.cryptoFeeBasisPoints / 100).toFixed(2)} %`],
    ['Crypto credentials', settings.cryptoCredentialsRequired ? 'required' : 'optional'],
    ['Requests per 10 s', String(settings.requestsPerTenSeconds ?? "the installation's limit")],
    ['Payouts', settings.payoutsEnabled ? 'on' : 'off'],
    ['Payout fee', `${(settings.payoutFeeBasisPoints / 100).toFixed(2)} %`],
    [
      'Payout limits',
      [
        `${usd(settings.payoutSingleLimit)} each`,
        `${usd(settings.payoutDailyLimit)} a day`,
        `${usd(settings.payoutMonthlyLimit)} a month`,
      ].join('; '),
    ],
    ['Payout approval', `by a person above ${usd(settings.payoutAutoApproveUpTo)}`],
    ['Payout code', settings.payoutCodeRequired ? 'required' : 'optional'],
    [
      'Payouts by keys',
      settings.payoutSignatureRequired ? 'signed' : 'signed where the key has a signing key',
    ],
    ...(settings.methods.length === 0 ? [['Methods', 'none'] as [string, string]] : []),
    ...settings.methods.flatMap(describeMethod),
    ...(settings.methodsOff.length === 0
      ? []
      : [['Off by its own choice', settings.methodsOff.join(', ')] as [string, string]]),
  ]);
}

function usd(limit: string | null): string {
  return limit === null ? 'no limit' : `${limit} USD`;
}

function describeMethod(rule: MethodRule): [string, string][] {
  return [
    [
      rule.methodCode,
      `${listed(rule.countries, 'every country')}; ${listed(rule.currencies, 'every currency')}`,
    ],
    ...Object.keys(rule.bounds).map((currency): [string, string] => {
      const { min, max } = boundsOf(rule, currency);
      return ['', `${moneyToDecimal(min)} to ${moneyToDecimal(max)} ${currency}`];
    }),
  ];
}

function listed(codes: string[], whenEmpty: string): string {
  return codes.length === 0 ? whenEmpty : codes.join(', ');
}
