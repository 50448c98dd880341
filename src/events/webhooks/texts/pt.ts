import type { UndeliverableTexts } from './shape.ts';

export const pt: UndeliverableTexts = {
  subject: (count) =>
    count === 1 ? 'Uma notificação não pôde ser entregue' : `${count} notificações não puderam ser entregues`,
  greeting: (name) => `Olá, ${name}:`,
  intro: (count) =>
    count === 1
      ? 'Não conseguimos entregar uma notificação ao seu servidor. Enviamos e repetimos três vezes; não enviaremos mais por conta própria.'
      : `Não conseguimos entregar ${count} notificações ao seu servidor. Enviamos cada uma e repetimos três vezes; não enviaremos mais por conta própria.`,
  transaction: 'Transação',
  event: 'Evento',
  sentTo: 'Enviada para',
  why: 'Última tentativa',
  causes: {
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
  },
  more: (count) => `… e mais ${count}.`,
  replay: 'Quando o seu servidor voltar a responder HTTP 200, peça o reenvio de cada evento:',
  replayAll:
    'Ou o de todos os que não foram entregues desde esse dia, de uma vez (com "dry_run": true são apenas contados):',
  read: 'Todas as tentativas, com a resposta do seu servidor, estão em:',
};
