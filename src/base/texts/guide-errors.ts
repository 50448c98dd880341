/** What to do about each error, in the guides that are not in English. In English it is in the API's description. */
export const guideErrors: Readonly<Record<'es' | 'pt', Readonly<Record<string, string>>>> = {
  es: {
    bad_request: 'La solicitud no era HTTP válido: el cuerpo o las cabeceras se cortaron o se contradicen.',
    invalid_json: 'Envía un objeto JSON, en UTF-8. El mensaje dice dónde se dejó de leer.',
    credentials_missing: 'Envía `x-api-key` con `X-Merchant-Id`, o un token como `Authorization: Bearer`.',
    credentials_invalid:
      'Revisa la clave de API y que sea de ese comercio; una clave revocada no vuelve a servir.',
    token_missing: 'Envía el token como `Authorization: Bearer`, con su sesión como `x-session-id`.',
    token_invalid: 'El token no es nuestro, o no llegó como se entregó. Pide uno nuevo.',
    token_expired: 'Pide un token nuevo y úsalo en sus 60 segundos.',
    invalid_signature:
      'En un pago a un tercero firmado: firma el método, la ruta, el resumen del cuerpo exacto que envías y la hora, con la clave privada cuya parte pública tiene la clave de API. En un aviso de un procesador: revisa el secreto con que se firma. Revisa los relojes.',
    signature_missing:
      'Este pago a un tercero debe ir firmado: envía `Content-Digest`, `Signature-Input` y `Signature` (RFC 9421).',
    session_mismatch: 'Envía el `session_id` que llegó con ese mismo token.',
    scope_missing:
      'La clave de API no puede hacer esto, o quien la creó ya no puede. Usa una clave con el permiso que dice el mensaje.',
    source_not_allowed: 'La clave de API solo sirve desde ciertas direcciones, y esta no es una de ellas.',
    permission_missing: 'El rol de la persona que entró no permite esto.',
    foreign_origin: 'Una sesión se usa solo desde el panel mismo, no desde otro sitio.',
    merchant_disabled: 'La cuenta está desactivada. Habla con el operador.',
    method_not_available:
      '`GET /api/payment-methods` lista lo que la cuenta puede cobrar; elige uno de esos.',
    payouts_not_enabled:
      'La cuenta no hace pagos a terceros. Pídeselo al operador, que fija los límites y los activa.',
    payout_made_by_you: 'Nadie aprueba lo que creó. Pídeselo a otra persona que pueda.',
    account_not_found: 'Ninguna cuenta tiene esta clave de API. Revisa la clave.',
    not_found: 'Revisa la dirección y el id. Lo que es de otro comercio tampoco se encuentra.',
    method_not_allowed: 'La dirección existe, con otro método HTTP: mira la cabecera `Allow`.',
    request_timeout: 'La solicitud tardó demasiado en llegar. Envíala otra vez, de corrido.',
    session_already_used: 'Una sesión sirve para un cobro, y ya hizo otro. Pide un token nuevo.',
    idempotency_key_reused:
      'La clave es de una solicitud anterior con otro contenido. Usa una clave nueva para una solicitud nueva.',
    charge_not_cancelable: 'Solo se cancela una transacción abierta; una pagada se reembolsa.',
    charge_not_authorized: 'Solo se captura o anula una transacción autorizada; léela para ver en qué quedó.',
    charge_not_refundable: 'No queda nada por reembolsar, o el método no lo permite; el mensaje dice cuál.',
    payment_not_resolvable:
      'Ya se decidió otra cosa sobre este pago. Lee la transacción de nuevo: una decisión es definitiva.',
    charge_in_progress: 'El cliente está pagando ahora mismo. Inténtalo en unos segundos.',
    order_already_processed: 'El hash se usó con otro contenido. Crea una orden nueva.',
    order_not_resolvable: 'La orden no tiene nada que espere una decisión. Léela de nuevo.',
    order_not_refundable:
      'De la orden no queda nada por devolver, todavía no, o no en parte; el mensaje dice cuál.',
    payout_not_cancelable: 'Se está enviando, ya terminó, o no es un pago a un tercero. Léelo para ver cuál.',
    payout_not_in_review: 'Nadie tiene que aprobarlo. Léelo para ver en qué está.',
    payout_not_open:
      'Su destinatario ya confirmó una billetera, o terminó: no hay enlace que dar ni dirección que corregir. Léelo.',
    link_not_open: 'De un enlace de pago: está pagado, cerrado o vencido; el mensaje dice cuál.',
    evidence_not_open: 'Las pruebas ya se enviaron o se entregaron, o el banco ya no las espera.',
    link_changed: 'Alguien cambió el enlace de pago desde que lo leíste. Léelo de nuevo.',
    webhook_url_missing: 'Indica la dirección en `url`, o define la dirección de webhooks de la cuenta.',
    replay_running: 'Corre una repetición a la vez. Espera a que termine, o cancélala.',
    replay_count_changed: 'Ahora coinciden otros eventos. Mira la vista previa y envía el nuevo número.',
    replay_finished: 'La repetición terminó; no hay nada que cancelar.',
    settlement_decided: 'La liquidación está en otro estado que el necesario; léela y no decidas dos veces.',
    body_too_large: 'Envía un cuerpo más pequeño; el mensaje dice el máximo.',
    unsupported_media_type: 'Envía `Content-Type: application/json`, en UTF-8.',
    payout_limit_exceeded: 'Paga menos, o espera a que empiece de nuevo el límite que dice el mensaje.',
    insufficient_balance: '`GET /api/balances` muestra lo disponible; el mensaje dice cuánto hace falta.',
    validation_failed: '`fields` nombra cada campo por corregir, y cómo.',
    replay_too_large: 'Acota el filtro, por ejemplo por fecha, y repite por partes.',
    rate_limited: 'Espera los segundos que dice `Retry-After` y repite la solicitud.',
    headers_too_large: 'Acorta la dirección y las cabeceras.',
    internal_error: 'Repite la solicitud; si sigue, dale al operador el `request_id`.',
    rate_unavailable:
      'No hay una tasa de cambio reciente. Repite la solicitud tras los segundos de `Retry-After`.',
    service_unavailable:
      'Repite la misma solicitud tras los segundos de `Retry-After`: nada se hace dos veces.',
  },
  pt: {
    bad_request:
      'A requisição não era HTTP válido: o corpo ou os cabeçalhos foram cortados ou se contradizem.',
    invalid_json: 'Envie um objeto JSON, em UTF-8. A mensagem diz onde a leitura parou.',
    credentials_missing: 'Envie `x-api-key` com `X-Merchant-Id`, ou um token em `Authorization: Bearer`.',
    credentials_invalid:
      'Confira a chave de API e se ela é desta loja; uma chave revogada não volta a valer.',
    token_missing: 'Envie o token em `Authorization: Bearer`, com a sessão dele em `x-session-id`.',
    token_invalid: 'O token não é nosso, ou não chegou como foi entregue. Peça um novo.',
    token_expired: 'Peça um novo token e use-o dentro dos 60 segundos.',
    invalid_signature:
      'Num pagamento a terceiros assinado: assine o método, o caminho, o resumo do corpo exato que envia e a hora, com a chave privada cuja parte pública está na chave de API. Num aviso de um processador: confira o segredo da assinatura. Confira os relógios.',
    signature_missing:
      'Este pagamento precisa ser assinado: envie `Content-Digest`, `Signature-Input` e `Signature` (RFC 9421).',
    session_mismatch: 'Envie o `session_id` que veio com este mesmo token.',
    scope_missing:
      'A chave de API não pode fazer isto, ou quem a criou não pode mais. Use uma chave com a permissão que a mensagem diz.',
    source_not_allowed: 'A chave de API só vale a partir de certos endereços, e este não é um deles.',
    permission_missing: 'O papel de quem entrou não permite isto.',
    foreign_origin: 'Uma sessão só é usada a partir do próprio painel, não de outro site.',
    merchant_disabled: 'A conta está desativada. Fale com o operador.',
    method_not_available: '`GET /api/payment-methods` lista o que a conta pode receber; escolha um deles.',
    payouts_not_enabled:
      'A conta não faz pagamentos a terceiros. Peça ao operador, que define os limites e os ativa.',
    payout_made_by_you: 'Ninguém aprova o que criou. Peça a outra pessoa que possa.',
    account_not_found: 'Nenhuma conta tem esta chave de API. Confira a chave.',
    not_found: 'Confira o endereço e o id. O que é de outra loja também não é encontrado.',
    method_not_allowed: 'O endereço existe, com outro método HTTP: veja o cabeçalho `Allow`.',
    request_timeout: 'A requisição demorou demais para chegar. Envie de novo, de uma vez.',
    session_already_used: 'Uma sessão faz uma cobrança, e já fez outra. Peça um novo token.',
    idempotency_key_reused:
      'A chave é de uma requisição anterior com outro conteúdo. Use uma chave nova para uma requisição nova.',
    charge_not_cancelable: 'Só se cancela uma transação aberta; uma paga se reembolsa.',
    charge_not_authorized: 'Só se captura ou anula uma transação autorizada; leia-a para ver o que houve.',
    charge_not_refundable: 'Não resta nada a reembolsar, ou o método não permite; a mensagem diz qual.',
    payment_not_resolvable:
      'Já se decidiu outra coisa sobre este pagamento. Leia a transação de novo: uma decisão é definitiva.',
    charge_in_progress: 'O cliente está pagando agora. Tente em alguns segundos.',
    order_already_processed: 'O hash foi usado com outro conteúdo. Crie um novo pedido.',
    order_not_resolvable: 'O pedido não tem nada à espera de decisão. Leia-o de novo.',
    order_not_refundable:
      'Do pedido não resta nada a devolver, ainda não, ou não em parte; a mensagem diz qual.',
    payout_not_cancelable:
      'Está sendo enviado, já terminou, ou não é um pagamento a terceiros. Leia-o para ver.',
    payout_not_in_review: 'Ninguém precisa aprová-lo. Leia-o para ver em que ponto está.',
    payout_not_open:
      'O destinatário já confirmou uma carteira, ou terminou: não há link a dar nem endereço a corrigir. Leia-o.',
    link_not_open: 'De um link de pagamento: está pago, fechado ou vencido; a mensagem diz qual.',
    evidence_not_open: 'As provas já foram enviadas ou entregues, ou o banco não as espera mais.',
    link_changed: 'Alguém mudou o link de pagamento desde que você o leu. Leia-o de novo.',
    webhook_url_missing: 'Informe o endereço em `url`, ou defina o endereço de webhooks da conta.',
    replay_running: 'Só um reenvio em massa por vez. Espere terminar, ou cancele.',
    replay_count_changed: 'Agora outros eventos correspondem. Veja a prévia de novo e envie o novo número.',
    replay_finished: 'O reenvio terminou; não há nada a cancelar.',
    settlement_decided: 'O repasse está em outro estado que o necessário; leia-o e não decida duas vezes.',
    body_too_large: 'Envie um corpo menor; a mensagem diz o máximo.',
    unsupported_media_type: 'Envie `Content-Type: application/json`, em UTF-8.',
    payout_limit_exceeded: 'Pague menos, ou espere recomeçar o limite que a mensagem diz.',
    insufficient_balance: '`GET /api/balances` mostra o disponível; a mensagem diz quanto é preciso.',
    validation_failed: '`fields` diz cada campo a corrigir, e como.',
    replay_too_large: 'Restrinja o filtro, por exemplo por data, e reenvie em partes.',
    rate_limited: 'Espere os segundos que `Retry-After` diz e repita a requisição.',
    headers_too_large: 'Encurte o endereço e os cabeçalhos.',
    internal_error: 'Repita a requisição; se continuar, informe o `request_id` ao operador.',
    rate_unavailable: 'Não há cotação recente. Repita a requisição após os segundos de `Retry-After`.',
    service_unavailable:
      'Repita a mesma requisição após os segundos de `Retry-After`: nada é feito duas vezes.',
  },
};
