/** The texts that only the crypto page needs; in every language the same keys. */
export const cryptoEs = {
  crypto_test_mode: 'Modo de prueba: solo {asset} de prueba en redes de prueba. No envíes dinero real.',
  choose_heading: '¿En qué red tienes tus {asset}?',
  choose_text: 'Elige la red desde la que vas a pagar. Puedes cambiarla mientras no hayas pagado.',
  choose_missing: 'Elige una de estas redes.',
  choose_button: 'Continuar',
  choose_amount: 'Pagarás {amount} {asset}',
  choose_rate: 'A 1 {asset} = {rate} USD. Al continuar, fijamos el cambio por {time}.',
  wallets_evm: 'MetaMask, Trust Wallet, Coinbase Wallet y casi todos los exchanges',
  wallets_tron: 'TronLink, Trust Wallet, Binance y casi todos los exchanges',
  fee_varied: 'Comisión de red en {coin}: de centavos a varios dólares, según el tráfico',
  fee_dollars: 'Comisión de red en {coin}: suele ser de unos pocos dólares',
  fee_cents: 'Comisión de red en {coin}: suele ser de unos centavos, o menos',
  speed_quarter_hour: 'Confirmado en unos 15 minutos',
  speed_minutes: 'Confirmado en un minuto o dos',
  speed_seconds: 'Confirmado en segundos',
  usdt_heading: 'Paga con {asset} en {network}',
  held_left: 'Cambio y dirección reservados por {time}',
  held_until: 'Cambio y dirección reservados hasta:',
  send_label: 'Envía exactamente',
  rest_label: 'Falta enviar',
  to_label: 'A esta dirección de {network}',
  copy: 'Copiar',
  copied: 'Copiado',
  copy_amount: 'Copiar el monto',
  copy_address: 'Copiar la dirección',
  qr_label: 'Código QR para pagar',
  qr_with_amount: 'Este código lleva la dirección y el monto. Compruébalos en tu billetera.',
  qr_address_only: 'Este código lleva solo la dirección: escribe tú el monto.',
  qr_other: 'Mi billetera no lee este código',
  open_wallet: 'Abrir en una billetera de este teléfono',
  wallet_button: 'Pagar con la billetera del navegador',
  wallet_waiting: 'Confirma el pago en tu billetera…',
  wallet_sent: 'Enviado desde tu billetera. No pagues de nuevo: lo verás aquí en cuanto esté en la red.',
  wallet_rejected: 'Lo rechazaste en tu billetera. No se envió nada.',
  wallet_wrong_network: 'Tu billetera está en otra red. Cámbiala a {network} e inténtalo de nuevo.',
  wallet_failed:
    'Tu billetera no respondió como se esperaba. Mira en ella si el pago salió; si no, paga con el monto y la dirección de arriba.',
  only_usdt: 'Solo {asset}, y solo por {network}',
  only_usdt_text: 'Otras monedas, o {asset} por otra red, no cuentan y se pueden perder para siempre.',
  fee_note:
    'La comisión de red la paga quien envía, aparte: debe llegar el monto exacto. Muchos exchanges la descuentan de lo que envías.',
  waiting: 'Esperando tu pago…',
  rest_heading: 'Llegó una parte de tu pago',
  rest_text: 'Recibimos {received} de {amount} {asset}. Envía lo que falta antes de que termine el plazo.',
  orphaned_title: 'Espera: no lo envíes de nuevo',
  unread_note:
    'En este momento no podemos ver los pagos en esta red. Si ya enviaste el tuyo, no se pierde: aparecerá aquí con la hora en que lo enviaste. No lo envíes dos veces.',
  orphaned_note:
    'La red reordenó sus últimos bloques y un pago que habíamos visto ya no está en ellos. Suele volver en minutos: no lo envíes de nuevo.',
  change_network: 'Quiero pagar por otra red',
  change_network_text:
    'El monto y el tiempo que queda siguen siendo los mismos. Si ya enviaste tus {asset}, no cambies nada: aparecerán aquí.',
  change_network_to: 'Cambiar a {network}',
  rescue_heading: 'Ya pagué y no aparece aquí',
  rescue_text: 'Copia de tu billetera o exchange el hash de la transacción (TXID) y lo buscamos en la red.',
  rescue_label: 'Hash de la transacción (TXID)',
  rescue_button: 'Buscar mi pago',
  search_malformed: 'Eso no es un hash de transacción: tiene 64 caracteres, del 0 al 9 y de la a a la f.',
  search_wrong_recipient:
    'Esa transacción no fue a la dirección de este pago. Compara la dirección en tu billetera.',
  search_wrong_token_or_network:
    'Esa transacción no movió {asset} en {network}. Si usaste otra red u otra moneda, escribe a {merchant} con la referencia de abajo.',
  search_unknown_token:
    'Esa transacción está en una red que leemos, pero no movió ninguna moneda que aceptemos. Solo cuenta {asset} por {network}; no podemos ver ni devolver otras monedas.',
  stray_seen: 'Vemos {came} por {network}; te pedimos pagar {asked}.',
  stray_untold: 'Avisaremos a {merchant} en cuanto la red lo confirme.',
  stray_told: 'Ya avisamos a {merchant}. Por sí solo no paga este pedido; guarda la referencia de abajo.',
  stray_returned:
    'Se está devolviendo. Si tienes preguntas, escribe a {merchant} con la referencia de abajo.',
  search_not_in_a_block:
    '{network} aún no tiene esa transacción en un bloque. Espera unos minutos y busca otra vez.',
  search_unavailable: 'Ahora no podemos preguntar a la red. Inténtalo en un minuto.',
  checking_title: 'El plazo terminó: no envíes nada más',
  checking_text:
    'Si ya pagaste, espera aquí: lo enviado a tiempo cuenta y aparecerá en cuanto la red lo confirme.',
  confirming_title: 'Vimos tu pago',
  confirming_text:
    'Llegaron {received} {asset} y la red los está confirmando. Puedes cerrar esta página: avisaremos a {merchant}.',
  confirmations: '{seen} de {needed} confirmaciones',
  confirmations_one: '{seen} de {needed} confirmación',
  confirmations_time: 'faltan unos {time}',
  confirmations_time_one: 'falta cerca de {time}',
  step_seen: 'Visto',
  step_confirming: 'Confirmando',
  step_done: 'Listo',
  success_title: 'Pago completado',
  overpaid_note:
    'Enviaste {extra} {asset} de más. Para que te los devuelvan, escribe a {merchant} con la referencia de abajo.',
  unpaid_text:
    'No llegó ningún pago a tiempo. Si no pagaste, vuelve a {merchant} para empezar de nuevo, y no envíes nada a la dirección anterior.',
  underpaid_title: 'No llegó todo a tiempo',
  underpaid_text:
    'Llegaron {received} de {amount} {asset}. No envíes más: escribe a {merchant} con la referencia de abajo para que acepte el pago o te lo devuelva.',
  late_title: 'Tu pago llegó tarde',
  late_text:
    'Llegaron {received} {asset} cuando el plazo ya había terminado. Escribe a {merchant} con la referencia de abajo para que acepte el pago o te lo devuelva.',
  returned_title: 'Pago devuelto',
  returned_text:
    '{merchant} anotó que te devolvió {received} {asset}. Si no los ves, escríbele con la referencia de abajo.',
  no_rate_title: 'Aún no tenemos el tipo de cambio',
  no_rate_text:
    'Ahora no podemos fijar un cambio justo para el {asset}. No se te cobró nada; esta página lo intentará de nuevo sola.',
  network_label: 'Red',
  received_label: 'Recibido',
  rate_label: 'Cambio',
  transaction_label: 'Transacción',
  see_address: 'Ver la dirección en el explorador',
} as const;

export type CryptoTexts = Readonly<Record<keyof typeof cryptoEs, string>>;
