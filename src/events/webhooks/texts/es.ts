import type { UndeliverableTexts } from './shape.ts';

export const es: UndeliverableTexts = {
  subject: (count) =>
    count === 1 ? 'Una notificación no pudo entregarse' : `${count} notificaciones no pudieron entregarse`,
  greeting: (name) => `Hola, ${name}:`,
  intro: (count) =>
    count === 1
      ? 'No pudimos entregar una notificación a su servidor. La enviamos y la repetimos tres veces; no la enviaremos más por nuestra cuenta.'
      : `No pudimos entregar ${count} notificaciones a su servidor. Enviamos cada una y la repetimos tres veces; no las enviaremos más por nuestra cuenta.`,
  transaction: 'Transacción',
  event: 'Evento',
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
};
