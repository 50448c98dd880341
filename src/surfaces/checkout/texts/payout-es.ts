/** The texts that only the recipient's page of a payout needs; in every language the same keys. */
export const payoutEs = {
  payout_test_mode: 'Modo de prueba: solo {asset} de prueba en redes de prueba. Aquí no hay dinero real.',
  payout_title: '{merchant} te paga {amount}',
  payout_from: 'Pago de',
  payout_amount_due: 'Vas a recibir',
  payout_amount_paid: 'Recibiste',
  payout_choose_heading: '¿Dónde quieres recibir tus {asset}?',
  payout_choose_text:
    '{asset} es un dólar digital. Elige una red y pega la dirección que tu billetera o exchange te muestra para esa red.',
  payout_exact: 'Recibes exactamente {amount} {asset}',
  payout_rate: 'A 1 {asset} = {rate} USD, fijado el',
  payout_no_fee: 'No pagas comisión: el costo del envío lo paga {merchant}.',
  payout_network_legend: 'Red',
  payout_address_evm: 'La dirección empieza con 0x',
  payout_address_tron: 'La dirección empieza con T',
  payout_speed_quarter_hour: 'Llega en unos 15 minutos',
  payout_speed_minutes: 'Llega en un minuto o dos',
  payout_speed_seconds: 'Llega en segundos',
  payout_help_heading: '¿Qué red elijo?',
  payout_help_text:
    'Abre tu billetera o exchange, toca «Recibir» o «Depositar» y elige {asset}: ahí ves qué redes acepta. Elige aquí la misma red y copia la dirección que te muestra. Si la red y la dirección no son de la misma billetera, el dinero se pierde.',
  payout_wallet_label: 'Dirección de tu billetera',
  payout_wallet_hint: 'Cópiala de tu billetera y pégala; no la escribas a mano.',
  payout_never_keys:
    'Nunca te pediremos la clave ni las palabras secretas de tu billetera. No las des a nadie.',
  payout_continue: 'Continuar',
  payout_wallet_missing: 'Pega la dirección de tu billetera.',
  payout_wallet_long: 'Eso es demasiado largo para ser una dirección. Copia solo la dirección.',
  payout_wallet_shortened: 'La dirección está recortada con puntos. Cópiala completa con el botón de copiar.',
  payout_wallet_spaces:
    'Hay un espacio o un carácter invisible dentro de la dirección. Cópiala de nuevo, sin nada más.',
  payout_wallet_letters:
    'La letra «{letter}» no es de una dirección: solo se parece a una. No uses este texto; copia la dirección directamente de tu billetera.',
  payout_wallet_name:
    'Eso parece un nombre o un correo. Hace falta la dirección misma: la que empieza con {start}.',
  payout_wallet_hash:
    'Eso es una transacción o una clave, no una dirección. Si es la clave de tu billetera, no la compartas con nadie. Copia la dirección que muestra «Recibir».',
  payout_wallet_malformed:
    'No es una dirección de {network}: empieza con {start} y tiene {length} caracteres; esta tiene {count}.',
  payout_wallet_checksum:
    'La dirección tiene un error: alguno de sus caracteres no es correcto. Cópiala de nuevo desde tu billetera.',
  payout_wallet_of_tron:
    'Esa dirección es de Tron y elegiste {network}. Elige Tron, o pega una dirección que empiece con 0x.',
  payout_wallet_other_chain:
    'Esta dirección es de otra red, no de {network}. Copia la de tu billetera en {network}.',
  payout_wallet_of_ethereum:
    'Esa dirección es de Ethereum y elegiste {network}. Elige Ethereum, o pega una dirección que empiece con T.',
  payout_wallet_nobody:
    'Esa dirección no es de nadie: lo que se envía ahí se pierde. Pega la de tu billetera.',
  payout_wallet_token:
    'Esa es la dirección del contrato de {asset}, no la de una billetera. Pega la de tu billetera.',
  payout_wallet_ours: 'Esa dirección es nuestra, no tuya. Pega la dirección de tu billetera.',
  payout_wallet_frozen:
    'El emisor de {asset} bloqueó esa dirección: ahí no llegaría nada. Usa otra billetera o escribe a {merchant}.',
  payout_wallet_blocked: 'No podemos enviar a esa dirección. Usa otra billetera o escribe a {merchant}.',
  payout_wallet_not_allowed:
    '{merchant} solo paga a direcciones que ya conoce, y esta no es una de ellas. Usa la que le diste o escríbele.',
  payout_wallet_on_hold:
    'Por ahora no podemos recibir una billetera: primero hay algo que revisar y tarda más de lo normal. No se guardó nada. Tu pago está seguro; vuelve a intentarlo más tarde.',
  payout_wallet_unavailable:
    'Ahora no podemos comprobar esa dirección en la red. No se guardó nada: inténtalo de nuevo en un minuto.',
  payout_code_heading: 'Escribe el código que te enviamos',
  payout_code_text:
    'Enviamos un código de seis dígitos a {email}, para asegurarnos de que eres tú quien elige esta billetera. Sirve durante {time}.',
  payout_code_label: 'Código de seis dígitos',
  payout_code_spam: '¿No llega? Mira también en el correo no deseado.',
  payout_code_resend: 'Enviarme otro código',
  payout_code_resend_wait: 'Puedes pedir otro código en {time}.',
  payout_code_sent: 'Te enviamos otro código. Solo sirve el más reciente.',
  payout_code_malformed: 'El código tiene seis dígitos.',
  payout_code_wrong: 'Ese no es el código. Te quedan {count} intentos.',
  payout_code_wrong_last: 'Ese no es el código. Te queda un intento.',
  payout_code_used_up: 'Hubo demasiados intentos: ese código ya no sirve. Pide otro.',
  payout_code_expired: 'El código venció. Pide otro.',
  payout_code_too_soon: 'Acabamos de enviarte un código. Puedes pedir otro en {time}.',
  payout_code_locked:
    'Se pidieron demasiados códigos. Por tu seguridad, el próximo se puede pedir dentro de {time}.',
  payout_code_spent:
    'Se escribieron demasiados códigos equivocados. Por tu seguridad, el próximo se puede pedir dentro de {time}. Para seguir enseguida, pide a {merchant} un enlace nuevo.',
  payout_code_elsewhere:
    'Este código ya se escribió en otro navegador, o el tuyo no guarda cookies. Para seguir aquí, escríbelo aquí.',
  payout_code_unproven: 'Pasó demasiado tiempo. Por tu seguridad, pide otro código y escríbelo.',
  payout_undelivered_heading: 'El código no pudo entregarse',
  payout_undelivered_text:
    'El servidor de correo de {email} rechazó nuestro mensaje, así que el código no te llegó.',
  payout_undelivered_correct:
    'Escribe a {merchant} y pide que corrijan tu dirección de correo. Por tu seguridad solo ellos pueden hacerlo. Entonces te enviamos un código nuevo y esta página continúa por sí sola.',
  payout_undelivered_again:
    'Si la dirección es correcta, por ejemplo porque tu buzón estaba lleno, pide otro código cuando lo hayas resuelto.',
  payout_changed:
    'Mientras tanto se cambió la billetera en otra página. Comprueba que la de abajo sea la tuya; si no lo es, cámbiala.',
  payout_change: 'Cambiar la billetera',
  payout_to_label: 'Tu billetera',
  payout_amount_label: 'Recibes',
  payout_fee_label: 'Comisión',
  payout_fee_none: 'Ninguna',
  payout_confirmed_label: 'Confirmada el',
  payout_review_heading: 'Revisa antes de confirmar',
  payout_review_text: 'Compara la dirección con la de tu billetera, sobre todo el principio y el final.',
  payout_review_contract:
    'Esta dirección es de un contrato inteligente, no de una billetera simple. Las casas de cambio y las billeteras compartidas tienen direcciones así, pero también los tokens y las aplicaciones, donde el dinero se pierde. Confirma solo si te la dieron para recibir {asset}.',
  payout_irreversible: 'No se puede deshacer.',
  payout_irreversible_text:
    'Lo que se envía a una dirección o red equivocada se pierde: ni {merchant} ni nosotros podemos recuperarlo.',
  payout_confirm_button: 'Sí, enviar {amount} {asset}',
  payout_sending_form: 'Un momento…',
  payout_checking_title: 'Estamos revisando tu pago',
  payout_checking_text:
    'Una persona mira los pagos de este monto antes de enviarlos. No tienes que hacer nada: esta página te mostrará cuándo sale.',
  payout_queued_title: 'Tu pago sale enseguida',
  payout_queued_text: 'Tu billetera quedó confirmada y el envío está en camino. Puedes cerrar esta página.',
  payout_waiting_title: 'Tu pago está en espera',
  payout_waiting_paused:
    'Los envíos están en pausa por ahora. El tuyo está seguro y saldrá solo en cuanto se reanuden.',
  payout_waiting_busy:
    'La red está muy cargada y cara en este momento. Tu pago está seguro y saldrá solo cuando se calme.',
  payout_waiting_preparing:
    'Estamos preparando la billetera desde la que se envía. Tu pago está seguro y saldrá solo; no tienes que hacer nada.',
  payout_waiting_network:
    'La conexión con la red está interrumpida. Tu pago está seguro y saldrá solo en cuanto vuelva.',
  payout_waiting_check:
    'Está tardando más de lo normal: hay algo que revisar antes de enviarlo. Tu pago está seguro; no tienes que hacer nada.',
  payout_waiting_outcome:
    'La red tomó la transferencia y estamos revisando qué llegó. Está tardando más de lo normal. Mira también tu billetera: puede que el dinero ya esté ahí.',
  payout_sending_title: 'Estamos enviando tu pago',
  payout_sending_text: 'La transacción se está entregando a la red. Puedes cerrar esta página.',
  payout_confirming_title: 'Tu pago va en camino',
  payout_confirming_text:
    'Enviamos {amount} {asset} y la red los está confirmando. Puedes cerrar esta página y volver con el mismo enlace.',
  payout_success_title: 'Tus {asset} llegaron',
  payout_success_text:
    '{merchant} te pagó {amount} {asset} y ya están en tu billetera. Puedes guardar esta página como comprobante.',
  payout_expired_title: 'El plazo para cobrar terminó',
  payout_expired_text:
    'Nadie confirmó una billetera a tiempo y el dinero volvió a {merchant}. Pídele un enlace nuevo.',
  payout_canceled_title: 'Este pago fue cancelado',
  payout_canceled_text:
    'El dinero volvió a {merchant}. Si no lo esperabas, escríbele con la referencia de abajo.',
  payout_rejected_title: 'Este pago no fue aprobado',
  payout_rejected_text:
    'Después de revisarlo no se envió, y el dinero volvió a {merchant}. Escríbele con la referencia de abajo.',
  payout_failed_title: 'No se pudo enviar tu pago',
  payout_failed_reverted:
    'La red rechazó el envío a esta billetera y no te llegó nada. El dinero volvió a {merchant}: escríbele con la referencia de abajo.',
  payout_failed_not_carried:
    'La red no completó el envío y no te llegó nada. El dinero volvió a {merchant}: escríbele con la referencia de abajo.',
  payout_no_network_title: 'Un momento, por favor',
  payout_no_network_text:
    'Ahora no podemos enviar por ninguna red. Tu pago está seguro; esta página lo intentará de nuevo sola.',
  payout_step_confirmed: 'Confirmado',
  payout_step_sending: 'Enviando',
  payout_step_done: 'Recibido',
  payout_not_found_title: 'No encontramos este pago',
  payout_not_found_text: 'Comprueba que el enlace esté completo o pide uno nuevo a quien te lo envió.',
  payout_unavailable_title: 'Un momento, por favor',
  payout_unavailable_text:
    'Tenemos un problema pasajero. Tu pago está seguro: esta página lo mostrará en cuanto vuelva.',
  payout_bad_request_title: 'No pudimos leer lo enviado',
  payout_bad_request_text: 'Vuelve a la página e inténtalo de nuevo. No se cambió nada.',
} as const;

export type PayoutTexts = Readonly<Record<keyof typeof payoutEs, string>>;
