/** What the recipient's page says otherwise where it is a refund that it leads to; in every language the same keys. */
export const refundEs = {
  payout_title: '{merchant} te devuelve {amount}',
  payout_from: 'Devolución de',
  payout_choose_heading: '¿Dónde quieres que te devolvamos tus {asset}?',
  payout_rate: 'A 1 {asset} = {rate} USD, como en tu pago, fijado el',
  payout_checking_title: 'Estamos revisando tu devolución',
  payout_checking_text:
    'Una persona mira las devoluciones de este monto antes de enviarlas. No tienes que hacer nada: esta página te mostrará cuándo sale.',
  payout_queued_title: 'Tu devolución sale enseguida',
  payout_waiting_title: 'Tu devolución está en espera',
  payout_waiting_busy:
    'La red está muy cargada y cara en este momento. Tu dinero está seguro y saldrá solo cuando se calme.',
  payout_waiting_preparing:
    'Estamos preparando la billetera desde la que se envía. Tu dinero está seguro y saldrá solo; no tienes que hacer nada.',
  payout_waiting_network:
    'La conexión con la red está interrumpida. Tu dinero está seguro y saldrá solo en cuanto vuelva.',
  payout_waiting_check:
    'Está tardando más de lo normal: hay algo que revisar antes de enviarla. Tu dinero está seguro; no tienes que hacer nada.',
  payout_sending_title: 'Estamos enviando tu devolución',
  payout_confirming_title: 'Tu devolución va en camino',
  payout_success_title: 'Tu devolución llegó',
  payout_success_text:
    '{merchant} te devolvió {amount} {asset} y ya están en tu billetera. Puedes guardar esta página como comprobante.',
  payout_expired_title: 'El plazo para recibir la devolución terminó',
  payout_expired_text:
    'Nadie confirmó una billetera a tiempo y no se envió nada. Escribe a {merchant} con la referencia de abajo para que la haga de nuevo.',
  payout_canceled_title: 'Esta devolución fue cancelada',
  payout_canceled_text:
    'No se envió nada. Si no lo esperabas, escribe a {merchant} con la referencia de abajo.',
  payout_rejected_title: 'Esta devolución no fue aprobada',
  payout_rejected_text: 'Después de revisarla no se envió. Escribe a {merchant} con la referencia de abajo.',
  payout_failed_title: 'No se pudo enviar tu devolución',
  payout_failed_reverted:
    'La red rechazó el envío a esta billetera y no te llegó nada. Escribe a {merchant} con la referencia de abajo para que la haga de nuevo.',
  payout_failed_not_carried:
    'La red no completó el envío y no te llegó nada. Escribe a {merchant} con la referencia de abajo para que la haga de nuevo.',
  payout_no_network_text:
    'Ahora no podemos enviar por ninguna red. Tu dinero está seguro; esta página lo intentará de nuevo sola.',
} as const;

export type RefundTexts = Readonly<Record<keyof typeof refundEs, string>>;
