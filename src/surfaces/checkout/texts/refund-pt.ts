import type { RefundTexts } from './refund-es.ts';

export const refundPt: RefundTexts = {
  payout_title: '{merchant} devolve {amount} a você',
  payout_from: 'Reembolso de',
  payout_choose_heading: 'Onde você quer receber os seus {asset} de volta?',
  payout_rate: 'A 1 {asset} = {rate} USD, como no seu pagamento, fixado em',
  payout_checking_title: 'Estamos conferindo o seu reembolso',
  payout_checking_text:
    'Uma pessoa olha os reembolsos deste valor antes de enviá-los. Você não precisa fazer nada: esta página mostra quando ele sair.',
  payout_queued_title: 'O seu reembolso sai já',
  payout_waiting_title: 'O seu reembolso está em espera',
  payout_waiting_busy:
    'A rede está muito cheia e cara neste momento. O seu dinheiro está seguro e sairá sozinho quando ela se acalmar.',
  payout_waiting_preparing:
    'Estamos preparando a carteira de onde ele sai. O seu dinheiro está seguro e sairá sozinho; você não precisa fazer nada.',
  payout_waiting_network:
    'A conexão com a rede está interrompida. O seu dinheiro está seguro e sairá sozinho assim que ela voltar.',
  payout_waiting_check:
    'Está demorando mais do que o normal: é preciso conferir algo antes de enviar. O seu dinheiro está seguro; você não precisa fazer nada.',
  payout_sending_title: 'Estamos enviando o seu reembolso',
  payout_confirming_title: 'O seu reembolso está a caminho',
  payout_success_title: 'O seu reembolso chegou',
  payout_success_text:
    '{merchant} devolveu {amount} {asset} a você e eles já estão na sua carteira. Você pode guardar esta página como comprovante.',
  payout_expired_title: 'O prazo para receber o reembolso terminou',
  payout_expired_text:
    'Ninguém confirmou uma carteira a tempo e nada foi enviado. Escreva para {merchant} com a referência abaixo e peça que o faça de novo.',
  payout_canceled_title: 'Este reembolso foi cancelado',
  payout_canceled_text:
    'Nada foi enviado. Se você não esperava isso, escreva para {merchant} com a referência abaixo.',
  payout_rejected_title: 'Este reembolso não foi aprovado',
  payout_rejected_text:
    'Depois de conferido ele não foi enviado. Escreva para {merchant} com a referência abaixo.',
  payout_failed_title: 'Não foi possível enviar o seu reembolso',
  payout_failed_reverted:
    'A rede recusou o envio para esta carteira e nada chegou a você. Escreva para {merchant} com a referência abaixo e peça que o faça de novo.',
  payout_failed_not_carried:
    'A rede não completou o envio e nada chegou a você. Escreva para {merchant} com a referência abaixo e peça que o faça de novo.',
  payout_no_network_text:
    'Agora não podemos enviar por nenhuma rede. O seu dinheiro está seguro; esta página tentará de novo sozinha.',
};
