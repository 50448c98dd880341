import { formatAsset } from '../../base/money/asset.ts';
import { type Reader, sumText, timeText } from '../../base/money/written.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import type { WaitingOrder } from './list-store.ts';

/** A longer list would not be read; the rest is counted. */
export const listedOrders = 20;

/** The mail to a merchant about waiting orders: which, how much, and how to decide. */
export function waitingMail(
  merchant: Reader & { name: string },
  orders: WaitingOrder[],
  total: number,
  cryptoBaseUrl: string,
): { subject: string; text: string } {
  const words = mailTexts[merchant.language].orders.waiting;
  const sorted = [...orders].sort((a, b) => Number(b.earlier !== null) - Number(a.earlier !== null));
  const [first] = sorted;
  const isSecond = first?.earlier != null;
  const blocks = sorted.map((order) => {
    const { earlier } = order;
    const inAsset = (units: bigint): string => sumText({ units, code: order.asset }, merchant);
    return [
      `${words.order}: ${order.id}${order.merchantIdCustom === null ? '' : ` (${order.merchantIdCustom})`}: ${order.status}, ${order.anomalies.join(', ')}`,
      `${words.asked}: ${inAsset(order.money.expectedUnits)} (${sumText({ units: order.price.amountMinor, code: order.price.currency }, merchant)})`,
      `${words.received}: ${inAsset(order.money.receivedUnits)}`,
      `${words.credited}: ${inAsset(order.money.creditedUnits)}`,
      `${words.undecided}: ${inAsset(order.money.undecidedUnits)}`,
      ...(earlier
        ? [words.alreadyPaid(earlier.chargeId, earlier.method, timeText(earlier.paidAt, merchant))]
        : []),
      ...(order.stock ? [words.stock(order.stock.left, order.stock.stock, order.stock.pieces)] : []),
    ].join('\n');
  });
  const parts = [
    words.greeting(merchant.name),
    words.intro,
    ...blocks,
    ...(total > orders.length ? [words.more(total - orders.length)] : []),
    `${words.decide}\nPOST ${cryptoBaseUrl}/payment/${first?.id ?? '{id}'}/resolve\n{"decision":"${isSecond ? 'refund' : 'accept'}","note":"…"}\n${words.accept}${isSecond ? `\n${words.refundFirst}` : ''}`,
  ];
  return { subject: words.subject(total), text: `${parts.join('\n\n')}\n` };
}

/** The operator's digest over all merchants. */
export function operatorWaitingMail(
  orders: WaitingOrder[],
  total: number,
): { subject: string; text: string } {
  const lines = orders.map(
    (order) =>
      `${order.id}  merchant ${order.merchantId}  ${order.status} (${order.anomalies.join(', ')})  ${formatAsset(order.suspenseUnits, order.asset)} in suspense${surplus(order)}${order.resolution === 'refund_due' ? ', to be given back' : ''}${order.earlier ? `, its link was already paid by ${order.earlier.chargeId}` : ''}`,
  );
  const text = [
    `${counted(total)}. Their merchants are written to and can decide by API.`,
    lines.join('\n'),
    ...(total > orders.length ? [`… and ${total - orders.length} more.`] : []),
    'All of them: pasarela orders list --anomalies\nDecide, or note a refund that you sent: pasarela orders resolve <order> accept|refund|ignore --by … --note …',
  ];
  return { subject: `Pasarela: ${counted(total)}`, text: `${text.join('\n\n')}\n` };
}

/** Credited beyond the price: the merchant has it and decides whether to give it back. */
function surplus({ money, suspenseUnits, asset }: WaitingOrder): string {
  const units = money.undecidedUnits - suspenseUnits;
  return units > 0n ? `, ${formatAsset(units, asset)} too much with the merchant` : '';
}

function counted(total: number): string {
  return total === 1 ? '1 crypto order waits for a decision' : `${total} crypto orders wait for a decision`;
}
