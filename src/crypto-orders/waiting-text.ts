import { usdtDecimals } from '../money/asset.ts';
import type { Language } from '../money/language.ts';
import { formatDecimal } from '../money/money.ts';
import type { WaitingOrder } from './list-store.ts';

/** More would not be read; the rest is counted. */
export const listedOrders = 20;

interface Texts {
  subject(count: number): string;
  greeting(name: string): string;
  intro: string;
  order: string;
  asked: string;
  suspense: string;
  more(count: number): string;
  decide: string;
  accept: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: (count) =>
      count === 1 ? 'Un pago en USDT espera su decisión' : `${count} pagos en USDT esperan su decisión`,
    greeting: (name) => `Hola, ${name}:`,
    intro:
      'Llegó dinero que ninguna regla asigna: tarde, de más, de menos o por segunda vez. Decida qué se hace con él.',
    order: 'Orden',
    asked: 'Por pagar',
    suspense: 'Sin asignar',
    more: (count) => `… y ${count} más.`,
    decide: 'Decida cada una con una llamada, con sus credenciales:',
    accept: '"accept" lo acepta como pago; "refund" lo marca para devolver, y el operador lo envía.',
  },
  pt: {
    subject: (count) =>
      count === 1
        ? 'Um pagamento em USDT espera a sua decisão'
        : `${count} pagamentos em USDT esperam a sua decisão`,
    greeting: (name) => `Olá, ${name}:`,
    intro:
      'Chegou dinheiro que nenhuma regra atribui: atrasado, a mais, a menos ou pela segunda vez. Decida o que fazer com ele.',
    order: 'Ordem',
    asked: 'A pagar',
    suspense: 'Não atribuído',
    more: (count) => `… e mais ${count}.`,
    decide: 'Decida cada uma com uma chamada, com as suas credenciais:',
    accept: '"accept" aceita como pagamento; "refund" marca para devolver, e o operador envia.',
  },
  en: {
    subject: (count) =>
      count === 1
        ? 'A USDT payment waits for your decision'
        : `${count} USDT payments wait for your decision`,
    greeting: (name) => `Hello, ${name},`,
    intro:
      'Money came that no rule gives to anybody: late, too much, too little, or a second time. Decide what becomes of it.',
    order: 'Order',
    asked: 'To pay',
    suspense: 'Not assigned',
    more: (count) => `… and ${count} more.`,
    decide: 'Decide each by one call, with your credentials:',
    accept: '"accept" takes it as the payment; "refund" marks it to be given back, which the operator sends.',
  },
};

/** The mail of orders that wait for a merchant: which, how much, and how to decide. */
export function waitingMail(
  merchant: { name: string; language: Language },
  orders: WaitingOrder[],
  total: number,
  cryptoBaseUrl: string,
): { subject: string; text: string } {
  const words = texts[merchant.language];
  const blocks = orders.map((order) =>
    [
      `${words.order}: ${order.id}${order.merchantIdCustom === null ? '' : ` (${order.merchantIdCustom})`}: ${order.status}, ${order.anomalies.join(', ')}`,
      `${words.asked}: ${formatDecimal(order.amountMinor, 2)} USD`,
      `${words.suspense}: ${usdt(order.suspenseUnits)}`,
    ].join('\n'),
  );
  const parts = [
    words.greeting(merchant.name),
    words.intro,
    ...blocks,
    ...(total > orders.length ? [words.more(total - orders.length)] : []),
    `${words.decide}\nPOST ${cryptoBaseUrl}/payment/${orders[0]?.id ?? '{id}'}/resolve\n{"decision":"accept","note":"…"}\n${words.accept}`,
  ];
  return { subject: words.subject(total), text: `${parts.join('\n\n')}\n` };
}

/** The operator's digest, of all merchants. */
export function operatorWaitingMail(
  orders: WaitingOrder[],
  total: number,
): { subject: string; text: string } {
  const lines = orders.map(
    (order) =>
      `${order.id}  merchant ${order.merchantId}  ${order.status} (${order.anomalies.join(', ')})  ${usdt(order.suspenseUnits)} in suspense${order.resolution === 'refund_due' ? ', to be given back' : ''}`,
  );
  const text = [
    `${counted(total)}. Their merchants are written to and can decide by API.`,
    lines.join('\n'),
    ...(total > orders.length ? [`… and ${total - orders.length} more.`] : []),
    'All of them: pasarela orders list --anomalies\nDecide, or note a refund that you sent: pasarela orders resolve <order> accept|refund|ignore --by … --note …',
  ];
  return { subject: `Pasarela: ${counted(total)}`, text: `${text.join('\n\n')}\n` };
}

function counted(total: number): string {
  return total === 1 ? '1 USDT order waits for a decision' : `${total} USDT orders wait for a decision`;
}

function usdt(units: bigint): string {
  return `${formatDecimal(units, usdtDecimals)} USDT`;
}
