import type { MailTexts } from './en.ts';

export const es: MailTexts = {
  charges: {
    greeting: (name) => `Hola ${name}:`,
    order: 'pedido',
    reference: 'referencia',
    about: (paid, payment) => `Se trata del pago de ${paid} (${payment}).`,
    refund: {
      subject: (amount, processor) => `Se reembolsaron ${amount} desde el panel de ${processor}`,
      what: ({ amount, paid, payment, processor }) =>
        `Se devolvieron al cliente ${amount} del pago de ${paid} (${payment}). El reembolso se hizo en el panel de ${processor}, no aquí.`,
      balance:
        'Tu saldo bajó en ese monto. Si nadie de tu equipo hizo este reembolso, pregunta a quienes tienen acceso a ese panel.',
    },
    reminder: {
      subject: (amount, until) => `Puedes pagar ${amount} hasta el ${until}`,
      waits: ({ amount, merchantName, method, until }) =>
        `Todavía no llega tu pago de ${amount} a ${merchantName} con ${method}. Puedes pagarlo hasta el ${until}; después el código deja de servir.`,
      open: 'Mira cómo pagar',
      description: 'Descripción',
      order: 'Pedido',
      paid: 'Si ya pagaste, no tienes que hacer nada: puede tardar en llegar hasta el próximo día hábil. No pagues dos veces.',
    },
    bankRefund: {
      subject: (merchantName) => `¿A dónde te envía ${merchantName} tu reembolso?`,
      intro: (merchantName, amount) =>
        `${merchantName} te devuelve ${amount}. Abre este enlace y dinos a qué cuenta bancaria debe llegar:`,
      open: 'Enlace',
      paid: 'Del pago de',
      description: 'Descripción',
      order: 'Pedido',
      never: 'Nunca pedimos una contraseña, el número de una tarjeta ni un código de tu banco.',
      stranger: (merchantName) =>
        `No compartas este enlace: quien lo tenga puede indicar otra cuenta. Si no sabes de qué pago se trata, escríbele a ${merchantName}.`,
    },
    bankDetails: {
      subject: (amount) => `Transfiere ${amount} a un cliente`,
      corrected: (amount) => `El cliente cambió la cuenta para el reembolso de ${amount}`,
      what: (amount) =>
        `El cliente indicó la cuenta bancaria para el reembolso de ${amount}. La encuentras en la página del pago en el panel.`,
      next: 'Transfiere el dinero y después marca allí el reembolso como pagado, con la referencia de tu transferencia: se le avisa al cliente y el monto apartado vuelve a estar disponible para ti.',
      check: 'Nunca enviamos datos bancarios por correo: tómalos solo del panel.',
    },
    authorization: {
      subject: {
        expiring: (amount) => `Captura pronto ${amount}: la retención está por vencer`,
        expired: (amount) => `No se capturó ${amount}: venció la retención`,
        captured_elsewhere: (amount, processor) => `Se capturó ${amount} en el panel de ${processor}`,
        voided_elsewhere: (amount, processor) => `Se liberó ${amount} en el panel de ${processor}`,
        capture_failed: (amount, processor) => `${processor} rechazó capturar el pago de ${amount}`,
        void_failed: (amount, processor) => `${processor} rechazó liberar el pago de ${amount}`,
      },
      what: {
        expiring: (amount) =>
          `Hay ${amount} retenidos en la tarjeta del cliente, sin capturar. Cuando venza la retención, el dinero vuelve al cliente y ya no se puede capturar.`,
        expired: (amount, processor) =>
          `Nadie lo capturó a tiempo. ${processor} liberó ${amount} al cliente; no se cobró nada.`,
        captured_elsewhere: (amount, processor) =>
          `Alguien capturó ${amount} en el panel de ${processor}, no aquí. Tu saldo aumentó en este monto.`,
        voided_elsewhere: (_amount, processor) =>
          `Alguien liberó la retención en el panel de ${processor}, no aquí. No se cobró nada al cliente.`,
        capture_failed: () => 'No se cobró nada. El dinero sigue retenido: captúralo de nuevo o libéralo.',
        void_failed: () => 'El dinero sigue retenido: libéralo de nuevo o captúralo.',
      },
      until: (time) => `La retención vence el ${time}.`,
    },
    dispute: {
      subject: {
        inquiry: (amount) => `El banco pregunta por un pago de ${amount}`,
        open: (amount) => `El banco retiró ${amount}: se abrió un contracargo`,
        won: (amount) => `Ganaste el contracargo de ${amount}`,
        lost: (amount) => `Perdiste el contracargo de ${amount}`,
      },
      money: {
        inquiry: 'No se retiró dinero. Si nadie responde, el banco puede retirarlo.',
        open: 'Tu saldo queda más bajo en ese monto hasta que se decida.',
        won: 'El dinero vuelve a ser tuyo.',
        lost: 'El dinero se queda con el cliente.',
      },
      why: (reason) => `Motivo: ${reason}.`,
      reasons: {
        fraudulent: 'el titular de la tarjeta dice que no hizo el pago',
        unrecognized: 'el titular de la tarjeta no reconoce el pago',
        product_not_received: 'el cliente dice que no recibió nada',
        product_unacceptable: 'el cliente dice que lo que recibió no es lo que compró',
        duplicate: 'el cliente dice que le cobraron dos veces',
        credit_not_processed: 'el cliente dice que le prometieron un reembolso y no lo recibió',
        subscription_canceled: 'el cliente dice que ya había cancelado',
        general: 'el banco no dijo por qué',
      },
      refused: {
        subject: (amount) => `No se aceptó tu respuesta al contracargo de ${amount}`,
        what: (processor, amount) =>
          `${processor} no aceptó tus pruebas para el contracargo de ${amount}. Abre el contracargo en el panel: ahí dice por qué, y puedes cambiarlas y enviarlas de nuevo.`,
        until: (time) => `El banco espera hasta el ${time}.`,
      },
      answerUntil: (processor, time) =>
        `Puedes responder en el panel de ${processor} hasta el ${time}: qué vendiste, cuándo lo entregaste, qué se escribieron.`,
      answerSoon: (processor) =>
        `Responde pronto en el panel de ${processor}: qué vendiste, cuándo lo entregaste, qué se escribieron.`,
    },
    movement: {
      subject: {
        own: (sum, processor) => `Se aclaró un movimiento de ${sum} en tu cuenta de ${processor}`,
        added: (sum) => `Se sumaron ${sum} a tu saldo`,
        taken: (sum) => `Se descontaron ${sum} de tu saldo`,
      },
      what: {
        own: (processor, sum, reference) =>
          `${processor} registró un movimiento de ${sum} en tu propia cuenta (${reference}) que no tenía explicación. Ahora está registrado como tuyo.`,
        added: (processor, sum, reference) =>
          `${processor} registró un movimiento de ${sum} (${reference}) que te corresponde. Tu saldo subió en ese monto.`,
        taken: (processor, sum, reference) =>
          `${processor} registró un movimiento de ${sum} (${reference}) que te corresponde. Tu saldo bajó en ese monto.`,
      },
      note: (note) => `Nota: ${note}`,
    },
    unexpected: {
      subject: {
        late: (came) => `Llegaron ${came} tarde: acepta o devuelve`,
        second: (came) => `Llegaron ${came} por segunda vez: acepta o devuelve`,
        other_amount: (came) => `Llegó otro monto (${came}): acepta o devuelve`,
        refused: (came) => `No se pudieron devolver ${came}`,
      },
      what: {
        late: (came, processor) => `Llegaron ${came} a ${processor} cuando el pago ya había terminado.`,
        second: (came, processor) => `Llegaron ${came} a ${processor}, aunque el pago ya estaba hecho.`,
        other_amount: (came, processor) => `Llegaron ${came} a ${processor}, que no es lo que se pidió.`,
      },
      refused: (processor, reason) => `${processor} no aceptó la devolución: ${reason}.`,
      decide:
        'Todavía no está en tu saldo. Acéptalo o devuélvelo en la página del pago del panel, o por API. El cliente ve en la página de pago que tú decides.',
    },
    warning: {
      subject: {
        fraud: (paid) => `Posible fraude: un pago de ${paid}. No entregues todavía`,
        claim: (paid) => `Un cliente reclamó por un pago de ${paid}`,
      },
      notTaken: 'Todavía no se retiró dinero.',
      what: {
        fraud: () =>
          'El banco de la tarjeta o el procesador cree que es un fraude. No entregues lo que aún no entregaste y reembolsa pronto: un reembolso cuesta menos que un contracargo.',
        claim: (processor) =>
          `El cliente reclamó ante ${processor}. Responde en su panel o reembolsa el pago: si no, pueden retirarte el dinero.`,
      },
      says: (processor, reason) => `Lo que dice ${processor}: ${reason}.`,
    },
  },
  orders: {
    waiting: {
      subject: (count) =>
        count === 1
          ? 'Un pago en criptomoneda espera su decisión'
          : `${count} pagos en criptomoneda esperan su decisión`,
      greeting: (name) => `Hola, ${name}:`,
      intro:
        'Llegó un pago tarde, incompleto, repetido o por más del precio. Decida qué se hace con el dinero.',
      order: 'Orden',
      asked: 'Por pagar',
      received: 'Recibido',
      credited: 'Acreditado a usted, antes de la comisión',
      undecided: 'Por decidir',
      alreadyPaid: (payment, method, at) =>
        `Su enlace ya estaba pagado: pago ${payment} (${method}, ${at}). Le sugerimos devolver este dinero; si lo acepta, queda como un segundo pago.`,
      stock: (left, stock, pieces) =>
        `A su enlace le quedan ${left} de ${stock} unidades, y este pago es por ${pieces}: acéptelo solo si puede entregar.`,
      more: (count) => `… y ${count} más.`,
      decide: 'Decida cada una con una llamada, con sus credenciales:',
      accept:
        '"accept" lo acepta como pago, o se queda con lo pagado de más. "refund" lo devuelve: el cliente recibe un enlace para decir a qué billetera; donde no se envía desde aquí, lo envía el operador.',
      refundFirst: 'Primero están los pagos de enlaces que ya estaban pagados: "refund" los devuelve.',
    },
    reversed: {
      subject: (count) => (count === 1 ? 'La red revirtió un pago' : `La red revirtió ${count} pagos`),
      greeting: (name) => `Hola, ${name}:`,
      intro: (network) =>
        `La red ${network} revirtió pagos que ya eran definitivos. Es algo muy raro. Tu saldo bajó por estos montos:`,
      line: (orderId, amount) => `Pedido ${orderId}: ${amount}`,
      outro:
        'No entregues nada más por estos pedidos hasta que vuelvan a estar pagados: si los pagos aparecen de nuevo, se abonan solos y te avisamos. Si tu saldo queda en negativo, tus pagos salientes y reembolsos esperan.',
    },
    stray: {
      subject: (count) =>
        count === 1
          ? 'Un cliente pagó por otra red o con otra moneda'
          : `${count} pagos llegaron por otra red o con otra moneda`,
      greeting: (name) => `Hola, ${name}:`,
      intro:
        'Este dinero llegó a direcciones de tus pedidos, pero no como los pedidos pedían. No cuenta para ninguno:',
      line: (orderId, came, network, asked) =>
        `Pedido ${orderId}: llegaron ${came} por ${network}; el pedido se paga con ${asked}`,
      outro:
        'No tienes que hacer nada. Decide el operador de este servicio: puede contarlo para el pedido si es la misma moneda, o devolverlo. El cliente lo ve en la página de pago.',
    },
  },
  payouts: {
    code: {
      subject: (merchantName) => `Tu código para cobrar de ${merchantName}`,
      intro: (merchantName) =>
        `${merchantName} te envía un pago. Para confirmar que la billetera de abajo es la tuya, escribe este código en la página del pago:`,
      code: 'Código',
      amount: 'Vas a recibir',
      network: 'Red',
      address: 'Dirección',
      valid: (minutes) => `El código sirve durante ${minutes} minutos y solo para esta dirección.`,
      compare: 'Compara la dirección con la de tu billetera antes de escribir el código.',
      stranger: (merchantName) =>
        `Si no fuiste tú quien escribió esta dirección, no uses el código ni se lo des a nadie: sin él no se envía nada. Avisa a ${merchantName}, porque otra persona tiene el enlace de tu pago.`,
    },
    wrongCodes: {
      subject: 'Alguien prueba códigos en el enlace de un retiro',
      text: (payoutId, hours) =>
        `En la página del retiro ${payoutId} se escribieron demasiados códigos equivocados. Durante ${hours} horas no se envían más códigos. Puede que otra persona tenga el enlace: el destinatario no puede cobrar mientras tanto.\n\nHaga un enlace nuevo y envíelo solo al destinatario; el anterior deja de servir y los códigos se cuentan de nuevo:\nPOST /payment/${payoutId}/link\n`,
    },
    refusedCodes: {
      subject: (count) =>
        count === 1
          ? 'El destinatario de un retiro no recibe su código'
          : `Los destinatarios de ${count} retiros no reciben su código`,
      greeting: (name) => `Hola, ${name}:`,
      intro:
        'El servidor de correo rechazó para siempre el mensaje con el código, o con el enlace de una devolución, que el destinatario necesita para cobrar. Lo más probable es que la dirección de correo esté mal escrita.',
      payout: 'Retiro',
      email: 'Correo',
      answer: 'Respuesta del servidor de correo',
      more: (count) => `… y ${count} más.`,
      correct:
        'Pregunte al destinatario por su dirección y corríjala con una llamada, con sus credenciales. Solo usted puede hacerlo:',
      after:
        'Le enviamos entonces un código nuevo, y el enlace que tiene sigue sirviendo; si es una devolución, un enlace nuevo.',
    },
    refundClaim: {
      subject: (merchantName) => `${merchantName} te devuelve tu pago`,
      intro: (merchantName, asset) =>
        `${merchantName} te devuelve ${asset} de un pago que hiciste. Para recibirlos, abre este enlace e indica a qué billetera:`,
      amount: 'Vas a recibir',
      paid: 'Del pago de',
      description: 'Descripción',
      open: 'Enlace',
      until: (date) =>
        `Puedes hacerlo hasta el ${date}. Después el enlace deja de servir y el dinero se queda con el comercio.`,
      code: 'Cuando escribas tu billetera te enviaremos un código a este correo.',
      keys: 'Nunca te pediremos la clave ni las palabras secretas de tu billetera.',
      stranger: (merchantName) =>
        `No pases este enlace a nadie. Si no sabes de qué pago se trata, escribe a ${merchantName}.`,
    },
  },
  webhooks: {
    subject: (count) =>
      count === 1 ? 'Una notificación no pudo entregarse' : `${count} notificaciones no pudieron entregarse`,
    greeting: (name) => `Hola, ${name}:`,
    intro: (count) =>
      count === 1
        ? 'No pudimos entregar una notificación a su servidor. La enviamos y la repetimos tres veces; no la enviaremos más por nuestra cuenta.'
        : `No pudimos entregar ${count} notificaciones a su servidor. Enviamos cada una y la repetimos tres veces; no las enviaremos más por nuestra cuenta.`,
    transaction: 'Transacción',
    event: 'Evento',
    endpoint: 'Dirección de avisos',
    sentTo: 'Enviada a',
    why: 'Último intento',
    causes: {
      http_status: (httpStatus) =>
        `Su servidor respondió HTTP ${httpStatus}, y solo HTTP 200 confirma la recepción: busque la causa en su registro y responda 200.`,
      redirect: (httpStatus) =>
        `Su servidor respondió con una redirección (HTTP ${httpStatus}), que no se sigue: indique la dirección final.`,
      timeout: () =>
        'Su servidor no respondió a tiempo: compruebe que esté en marcha y que su cortafuegos nos deje pasar, responda 200 primero y haga el trabajo después.',
      dns: () =>
        'No se pudo resolver el nombre de su servidor: revise cómo está escrito en la dirección y sus registros DNS.',
      bad_url: () => 'La dirección no es válida: corríjala.',
      refused_address: () =>
        'La dirección lleva a una red privada, local o reservada: haga que todos sus registros DNS apunten a direcciones públicas.',
      connection_refused: () =>
        'Su servidor rechazó la conexión: compruebe que esté en marcha y que escuche en el puerto de la dirección.',
      connection_reset: () =>
        'Su servidor cerró la conexión sin terminar su respuesta: busque un fallo en su registro y revise su proxy o cortafuegos.',
      unreachable: () =>
        'No hay ruta de red hasta su servidor: revise su dirección, su configuración de IPv6 y su cortafuegos.',
      tls: () =>
        'Falló la conexión segura: instale un certificado válido para este nombre, con su cadena completa, de una autoridad pública.',
      protocol: () =>
        'La respuesta no era HTTP/1.1 válido o sus cabeceras eran demasiado grandes: revise el servidor y el puerto de la dirección.',
      unknown: () => 'El envío falló: compruebe que se pueda llegar a su servidor desde internet.',
    },
    more: (count) => `… y ${count} más.`,
    replay: 'Cuando su servidor vuelva a responder HTTP 200, puede pedir el reenvío de cada evento:',
    replayAll:
      'O el de todos los que no se entregaron desde ese día, de una vez (con "dry_run": true solo se cuentan):',
    read: 'Todos los intentos, con la respuesta de su servidor, se ven en:',
  },
  settlements: {
    greeting: (name) => `Hola, ${name}:`,
    paidSubject: (amount) => `Te pagamos ${amount}`,
    paid: (amount) => `ya pagamos los ${amount} que pediste.`,
    ways: { bank: 'Por transferencia bancaria', usdt: 'En USDT' },
    reference: 'Referencia',
    destination: 'A',
    refusedSubject: (amount) => `No se pagarán ${amount}`,
    refused: (amount) =>
      `no se pagarán los ${amount} que pediste. El dinero vuelve a estar disponible para ti.`,
    reason: 'Motivo',
    paidAs: 'Pagado',
    returnedSubject: (amount) => `El banco devolvió ${amount}`,
    returned: (amount) =>
      `el banco devolvió los ${amount} que te habíamos pagado. El dinero vuelve a estar disponible: pídelo de nuevo con la cuenta correcta.`,
  },
  people: {
    approvals: {
      newApprover: 'Alguien más puede aprobar pagos',
      mayApprove: (person, by, from) =>
        `${person} puede aprobar pagos${from === null ? '' : ` desde el ${from}`}. El permiso lo dio ${by}.`,
      approved: 'Se aprobó un pago',
      approvedBy: ({ by, payoutId, amount, recipient, given, needed }) =>
        `${by} aprobó el pago de ${amount} a ${recipient} (${payoutId}). Aprobaciones: ${given} de ${needed}.`,
      advice: 'Si no lo reconoces, entra al panel, revisa "Pagos" y "Personas", y cambia tu contraseña.',
    },
    invitations: {
      subject: (place) => `Alguien recibe acceso a ${place}`,
      waits: (by, email, role) =>
        `${by} quiere dar a ${email} el rol "${role}". Vale cuando otra persona lo apruebe en el panel, página "Personas". Si no lo reconoces, retira ahí la invitación.`,
      given: (by, email, role) =>
        `${by} invitó a ${email} con el rol "${role}". Si no lo reconoces, retira la invitación en el panel, página "Personas".`,
    },
    destinations: {
      subjects: {
        settlement: 'Una liquidación va a un destino nuevo',
        address_allowed: 'Los pagos podrán ir a una dirección nueva',
        address_unlisted: 'Una dirección sale de tus listas de pagos',
      },
      by: (person) => `Lo pidió ${person}.`,
      from: (time) => `Vale desde el ${time}. Hasta entonces no sale dinero por ahí.`,
      atOnce: 'Vale desde ahora.',
      advice: {
        settlement:
          'Si no lo reconoces, retira la solicitud en el panel, página "Liquidaciones", y revisa quién tiene acceso.',
        address_allowed:
          'Si no la reconoces, quítala en el panel, página "Límites y direcciones", y revisa quién tiene acceso.',
        address_unlisted:
          'Si no lo reconoces, vuelve a ponerla en su lista en el panel, página "Límites y direcciones", y revisa quién tiene acceso.',
      },
    },
    account: {
      changes: {
        password_reset: 'Tu contraseña cambió',
        password_changed: 'Tu contraseña cambió',
        many_tries: 'Alguien intentó entrar a tu cuenta muchas veces sin acertar',
        new_browser: 'Alguien entró a tu cuenta desde un navegador nuevo',
        second_factor_added: 'Tu cuenta pide ahora un segundo factor',
        second_factor_removed: 'Tu cuenta ya no pide un segundo factor',
        passkey_added: 'Tu cuenta tiene una llave de acceso nueva',
        passkey_removed: 'Se quitó una llave de acceso de tu cuenta',
        second_factors_reset: 'Se quitaron el segundo factor y las llaves de acceso de tu cuenta',
      },
      at: (time) => `Fue el ${time}.`,
      advice:
        'Si fuiste tú, no hagas nada. Si no, elige ya mismo una contraseña nueva en la página de entrada ("Olvidé mi contraseña"), quita lo que no conozcas en "Mi cuenta" y avisa a quien administra el panel.',
    },
    oneTimeLink: {
      invitation: {
        subject: (place) => `Invitación al panel de ${place}`,
        intro: (place, invitedBy) =>
          `${invitedBy} te invita al panel de pagos de ${place}. Abre este enlace para entrar:`,
      },
      reset: {
        subject: 'Elige una contraseña nueva',
        intro: 'Alguien pidió una contraseña nueva para tu cuenta. Si fuiste tú, abre este enlace y elígela:',
      },
      until: (date) => `El enlace sirve una vez, hasta el ${date}.`,
      stranger: 'No pases este enlace a nadie. Si no lo esperabas, no hagas nada: no cambia nada sin ti.',
    },
    contactRefused: {
      subject: (subject) => `${subject} (no llegó al correo de contacto)`,
      note: (shop, address, answer) =>
        `El correo de contacto de ${shop}, ${address}, no acepta correos. ${answer}\n` +
        'Cámbialo en "Configuración". Mientras tanto te escribimos a ti. Este es el correo que no llegó:',
    },
  },
};
