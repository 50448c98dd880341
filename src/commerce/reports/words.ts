import type { Language } from '../../base/money/language.ts';
import type { StatementBook, StatementKind } from './names.ts';

/** How the books are told to people: in statements, files and on the page. */
export interface BookWords {
  /** What happened, by the kind of the ledger's entry. */
  kinds: Readonly<Record<string, string>>;
  lines: Readonly<Record<StatementKind, string>>;
  /** The accounts of a statement. */
  accounts: Readonly<Record<StatementBook, string>>;
  /** Of a month that is not over. */
  asOf(time: string): string;
  statement: string;
  opening: string;
  closing: string;
  day: string;
  /** What days are meant. */
  daysOf(zone: string): string;
  nothing: string;
  page(number: number, of: number): string;
}

const en: BookWords = {
  kinds: {
    charge_approved: 'Card payment',
    refund: 'Refund by card',
    refund_reversed: 'Refund that failed',
    charge_back: 'Taken back by the bank',
    charge_back_reversed: 'Dispute won',
    deposit: 'Crypto transfer came in',
    deposit_reversed: 'Crypto transfer taken back by the network',
    deposit_credited: 'Crypto payment',
    credit_reversed: 'Crypto payment taken back',
    deposit_returned: 'Sent back to the customer',
    refund_advanced: 'Sent back by the operator',
    return_reversed: 'Return taken back',
    payout_reserved: 'Payout set aside',
    payout_released: 'Payout that did not go out',
    payout_sent: 'Payout sent',
    refund_opened: 'Crypto refund set aside',
    refund_released: 'Crypto refund that did not go out',
    refund_sent: 'Crypto refund sent',
    settlement_requested: 'Settlement asked for',
    settlement_refused: 'Settlement refused',
    settlement_paid: 'Settlement paid',
    settlement_withdrawn: 'Settlement withdrawn',
    settlement_returned: 'Settlement sent back by the bank',
    processor_fee: 'Fee of the card processor',
    processor_payout: 'Paid out by the card processor',
    processor_exchange: 'Exchange of currency',
    card_case_opened: 'Movement not explained yet',
    card_case_booked: 'Movement explained',
  },
  lines: {
    received: 'Payments received',
    fees: 'Fees',
    given_back: 'Given back to customers',
    taken_back: 'Taken back by banks',
    payouts: 'Payouts',
    settlements: 'Settlements',
    set_aside: 'Set aside',
    released: 'Released',
    paid: 'Paid',
    corrections: 'Corrections of closed periods',
    other: 'Other',
  },
  accounts: { available: 'Available', reserved: 'Set aside for payouts', settling: 'Being settled' },
  asOf: (time) => `The month is not over: as of ${time}`,
  statement: 'Statement',
  opening: 'Balance at the beginning',
  closing: 'Balance at the end',
  day: 'Day',
  daysOf: (zone) => `Days and month in the time of ${zone}`,
  nothing: 'Nothing was booked in this month.',
  page: (number, of) => `Page ${number} of ${of}`,
};

const es: BookWords = {
  kinds: {
    charge_approved: 'Pago con tarjeta',
    refund: 'Devolución a tarjeta',
    refund_reversed: 'Devolución fallida',
    charge_back: 'Contracargo',
    charge_back_reversed: 'Contracargo ganado',
    deposit: 'Llegó una transferencia cripto',
    deposit_reversed: 'Transferencia cripto anulada por la red',
    deposit_credited: 'Pago en cripto',
    credit_reversed: 'Pago en cripto anulado',
    deposit_returned: 'Devuelto al cliente',
    refund_advanced: 'Devuelto por el operador',
    return_reversed: 'Devolución anulada',
    payout_reserved: 'Envío apartado',
    payout_released: 'Envío que no salió',
    payout_sent: 'Envío realizado',
    refund_opened: 'Devolución cripto apartada',
    refund_released: 'Devolución cripto que no salió',
    refund_sent: 'Devolución cripto enviada',
    settlement_requested: 'Liquidación solicitada',
    settlement_refused: 'Liquidación rechazada',
    settlement_paid: 'Liquidación pagada',
    settlement_withdrawn: 'Liquidación retirada',
    settlement_returned: 'Liquidación devuelta por el banco',
    processor_fee: 'Comisión del procesador de tarjetas',
    processor_payout: 'Pagado por el procesador de tarjetas',
    processor_exchange: 'Cambio de moneda',
    card_case_opened: 'Movimiento sin explicar',
    card_case_booked: 'Movimiento aclarado',
  },
  lines: {
    received: 'Pagos recibidos',
    fees: 'Comisiones',
    given_back: 'Devuelto a clientes',
    taken_back: 'Contracargos',
    payouts: 'Envíos de dinero',
    settlements: 'Liquidaciones',
    set_aside: 'Apartado',
    released: 'Liberado',
    paid: 'Pagado',
    corrections: 'Correcciones de períodos cerrados',
    other: 'Otros',
  },
  accounts: { available: 'Disponible', reserved: 'Apartado para envíos', settling: 'En liquidación' },
  asOf: (time) => `El mes no ha terminado: al ${time}`,
  statement: 'Estado de cuenta',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  day: 'Día',
  daysOf: (zone) => `Días y mes según la hora de ${zone}`,
  nothing: 'No hubo movimientos en este mes.',
  page: (number, of) => `Página ${number} de ${of}`,
};

const pt: BookWords = {
  kinds: {
    charge_approved: 'Pagamento com cartão',
    refund: 'Estorno no cartão',
    refund_reversed: 'Estorno que falhou',
    charge_back: 'Contestação (chargeback)',
    charge_back_reversed: 'Contestação ganha',
    deposit: 'Chegou uma transferência cripto',
    deposit_reversed: 'Transferência cripto desfeita pela rede',
    deposit_credited: 'Pagamento em cripto',
    credit_reversed: 'Pagamento em cripto desfeito',
    deposit_returned: 'Devolvido ao cliente',
    refund_advanced: 'Devolvido pelo operador',
    return_reversed: 'Devolução desfeita',
    payout_reserved: 'Envio separado',
    payout_released: 'Envio que não saiu',
    payout_sent: 'Envio realizado',
    refund_opened: 'Devolução cripto separada',
    refund_released: 'Devolução cripto que não saiu',
    refund_sent: 'Devolução cripto enviada',
    settlement_requested: 'Repasse solicitado',
    settlement_refused: 'Repasse recusado',
    settlement_paid: 'Repasse pago',
    settlement_withdrawn: 'Repasse cancelado',
    settlement_returned: 'Repasse devolvido pelo banco',
    processor_fee: 'Taxa da processadora de cartões',
    processor_payout: 'Pago pela processadora de cartões',
    processor_exchange: 'Câmbio',
    card_case_opened: 'Movimento sem explicação',
    card_case_booked: 'Movimento esclarecido',
  },
  lines: {
    received: 'Pagamentos recebidos',
    fees: 'Taxas',
    given_back: 'Devolvido a clientes',
    taken_back: 'Contestações',
    payouts: 'Envios de dinheiro',
    settlements: 'Repasses',
    set_aside: 'Separado',
    released: 'Liberado',
    paid: 'Pago',
    corrections: 'Correções de períodos fechados',
    other: 'Outros',
  },
  accounts: { available: 'Disponível', reserved: 'Separado para envios', settling: 'Em repasse' },
  asOf: (time) => `O mês não terminou: até ${time}`,
  statement: 'Extrato',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  day: 'Dia',
  daysOf: (zone) => `Dias e mês no horário de ${zone}`,
  nothing: 'Não houve movimentações neste mês.',
  page: (number, of) => `Página ${number} de ${of}`,
};

export const bookWords: Readonly<Record<Language, BookWords>> = { en, es, pt };
