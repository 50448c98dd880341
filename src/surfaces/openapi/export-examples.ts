import type { Example } from './example.ts';

const time = '2026-01-31T15:04:05.000Z';
const merchant = '01998c5e-0000-7000-8000-0000000000aa';
const id = '01998c68-92a3-7000-8000-00000000000a';

/** A header and a row, as every exported file begins. */
function file(columns: string, ...line: string[]): Example {
  return { answer: `\uFEFF${columns}\r\n${line.join(',')}\r\n` };
}

export const exportExamples: Readonly<Record<string, Example>> = {
  exportPayouts: file(
    'Date (UTC),Reference,Shop,Kind,Status,Reason,Amount (USD),Currency,Amount,Fee,Recipient,Order number,Description,Network,Wallet,Made by',
    ...[
      time,
      id,
      'Demo Store',
      'payout',
      'success',
      '',
      '25.00',
      'USDT',
      '25',
      '0.25',
      'ana@recipient.example',
    ],
    ...['P-1', 'January', 'TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'eva@shop.example'],
  ),
  exportPayoutBatches: file(
    'Date (UTC),Reference,File,Lines,Amount (USD),Currency,Made by,Finished (UTC)',
    ...[time, id, 'january.csv', '120', '3000.00', 'USDT', 'eva@shop.example', '2026-01-31T15:05:11.000Z'],
  ),
  exportSettlements: file(
    'Date (UTC),Reference,Shop,Status,Amount,Currency,To where,Requested by,Paid by,Reference of the payment,Reason,Decided by,Decided (UTC)',
    ...[time, id, 'Demo Store', 'paid', '250.00', 'USD', 'Banco Uno 001-234567-8', 'eva@shop.example'],
    ...['bank', 'TRX-20260201-77', '', 'ana@company.example', '2026-02-01T15:04:05.000Z'],
  ),
  exportPaymentLinks: file(
    'Date (UTC),Reference,Kind,Status,Order number,Description,Amount,Currency,Link,Customer,E-mail,Due on,Made by',
    ...[
      time,
      id,
      'invoice',
      'open',
      'F-2026-1',
      'Web site',
      '10.50',
      'USD',
      'https://pay.company.example/l/9kT2',
    ],
    ...['Ana', 'ana@customer.example', '2026-02-28', 'eva@shop.example'],
  ),
  exportPaymentsOfLink: file(
    'Date (UTC),Reference,Status,Method,Amount,Currency,E-mail',
    ...[time, id, 'approved', 'CARDS', '10.50', 'USD', 'ana@customer.example'],
  ),
  exportEvents: file(
    'Date (UTC),Message,What,Payment,Status,Failed sends,Last sent (UTC),To,Answer,Reason',
    ...[time, id, 'approved', '01998c5e-8f7b-7cc0-9a4e-1b0d3f5a7c21', 'delivered', '0'],
    ...['2026-01-31T15:04:06.000Z', 'https://shop.example/webhooks', '200', 'ok'],
  ),
  exportRequests: file(
    'Date (UTC),Request,Address,Status,Key,Request id,Error,Reason,Milliseconds',
    ...[
      time,
      'POST',
      '/api/transactions',
      '422',
      'sk_7d2f',
      'req-1',
      'validation_failed',
      'amount: must be positive',
      '3',
    ],
  ),
  exportAudit: file(
    'Date (UTC),Number,Who,What,To what,Details',
    ...[time, '42', 'ana@company.example', 'merchant_disabled', `merchant ${merchant}`, '{}'],
  ),
  exportMerchants: file(
    'Date (UTC),Merchant id,Name,E-mail,Status,Fee for cards (%),Fee for USDT in (%),Fee for payouts (%)',
    ...[time, merchant, 'Demo Store', 'eva@shop.example', 'enabled', '2.90', '1.00', '0.50'],
  ),
};
