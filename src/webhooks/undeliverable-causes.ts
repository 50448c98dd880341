import type { SendFault } from '../events/send-result.ts';

/** Why the last try failed and what to mend, by its cause. In English the log of sends has it already. */
type Causes = Readonly<Record<SendFault, (httpStatus: number | null) => string>>;

export const causesEs: Causes = {
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
};

export const causesPt: Causes = {
  http_status: (httpStatus) =>
    `O seu servidor respondeu HTTP ${httpStatus}, e só HTTP 200 confirma a recepção: procure a causa no registro dele e responda 200.`,
  redirect: (httpStatus) =>
    `O seu servidor respondeu com um redirecionamento (HTTP ${httpStatus}), que não é seguido: indique o endereço final.`,
  timeout: () =>
    'O seu servidor não respondeu a tempo: verifique se está no ar e se o firewall nos deixa passar, responda 200 primeiro e faça o trabalho depois.',
  dns: () =>
    'Não foi possível resolver o nome do seu servidor: verifique como está escrito no endereço e os registros DNS.',
  bad_url: () => 'O endereço não é válido: corrija-o.',
  refused_address: () =>
    'O endereço leva a uma rede privada, local ou reservada: faça todos os registros DNS apontarem para endereços públicos.',
  connection_refused: () =>
    'O seu servidor recusou a conexão: verifique se está no ar e se escuta na porta do endereço.',
  connection_reset: () =>
    'O seu servidor fechou a conexão sem terminar a resposta: procure uma falha no registro dele e verifique o proxy ou o firewall.',
  unreachable: () =>
    'Não há rota de rede até o seu servidor: verifique o endereço, a configuração de IPv6 e o firewall.',
  tls: () =>
    'A conexão segura falhou: instale um certificado válido para este nome, com a cadeia completa, de uma autoridade pública.',
  protocol: () =>
    'A resposta não era HTTP/1.1 válido ou os cabeçalhos eram grandes demais: verifique o servidor e a porta do endereço.',
  unknown: () => 'O envio falhou: verifique se o seu servidor pode ser alcançado pela internet.',
};
