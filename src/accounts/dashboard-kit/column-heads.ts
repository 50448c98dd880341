import type { Language } from '../../base/money/language.ts';

/** What columns of files are called that more than one file has. */
export const heads = {
  time: { en: 'Date (UTC)', es: 'Fecha (UTC)', pt: 'Data (UTC)' },
  id: { en: 'Reference', es: 'Referencia', pt: 'Referência' },
  shop: { en: 'Shop', es: 'Comercio', pt: 'Loja' },
  status: { en: 'Status', es: 'Estado', pt: 'Situação' },
  method: { en: 'Method', es: 'Medio de pago', pt: 'Forma de pagamento' },
  amount: { en: 'Amount', es: 'Monto', pt: 'Valor' },
  currency: { en: 'Currency', es: 'Moneda', pt: 'Moeda' },
  fee: { en: 'Fee', es: 'Comisión', pt: 'Taxa' },
  email: { en: 'E-mail', es: 'Correo', pt: 'E-mail' },
  name: { en: 'Name', es: 'Nombre', pt: 'Nome' },
  orderNumber: { en: 'Order number', es: 'Número de pedido', pt: 'Número do pedido' },
  description: { en: 'Description', es: 'Descripción', pt: 'Descrição' },
  madeBy: { en: 'Made by', es: 'Hecho por', pt: 'Feito por' },
  kind: { en: 'Kind', es: 'Tipo', pt: 'Tipo' },
  reason: { en: 'Reason', es: 'Motivo', pt: 'Motivo' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
