import type { CryptoTexts } from './crypto-es.ts';

export const cryptoPt: CryptoTexts = {
  crypto_test_mode: 'Modo de teste: só {asset} de teste em redes de teste. Não envie dinheiro real.',
  choose_heading: 'Em que rede estão os seus {asset}?',
  choose_text: 'Escolha a rede da qual você vai pagar. Você pode mudá-la enquanto não tiver pago.',
  choose_missing: 'Escolha uma destas redes.',
  choose_button: 'Continuar',
  choose_amount: 'Você vai pagar {amount} {asset}',
  choose_rate: 'A 1 {asset} = {rate} USD. Ao continuar, fixamos a cotação por {time}.',
  wallets_evm: 'MetaMask, Trust Wallet, Coinbase Wallet e quase todas as exchanges',
  wallets_tron: 'TronLink, Trust Wallet, Binance e quase todas as exchanges',
  fee_varied: 'Taxa de rede em {coin}: de centavos a vários dólares, conforme o tráfego',
  fee_dollars: 'Taxa de rede em {coin}: costuma ser de poucos dólares',
  fee_cents: 'Taxa de rede em {coin}: costuma ser de alguns centavos, ou menos',
  speed_quarter_hour: 'Confirmado em cerca de 15 minutos',
  speed_minutes: 'Confirmado em um ou dois minutos',
  speed_seconds: 'Confirmado em segundos',
  usdt_heading: 'Pague com {asset} na {network}',
  held_left: 'Cotação e endereço reservados por {time}',
  held_until: 'Cotação e endereço reservados até:',
  send_label: 'Envie exatamente',
  rest_label: 'Falta enviar',
  to_label: 'Para este endereço da {network}',
  copy: 'Copiar',
  copied: 'Copiado',
  copy_amount: 'Copiar o valor',
  copy_address: 'Copiar o endereço',
  qr_label: 'Código QR para pagar',
  qr_with_amount: 'Este código leva o endereço e o valor. Confira os dois na sua carteira.',
  qr_address_only: 'Este código leva só o endereço: digite você o valor.',
  qr_other: 'Minha carteira não lê este código',
  open_wallet: 'Abrir em uma carteira deste telefone',
  wallet_button: 'Pagar com a carteira do navegador',
  wallet_waiting: 'Confirme o pagamento na sua carteira…',
  wallet_sent: 'Enviado da sua carteira. Não pague de novo: você verá aqui assim que estiver na rede.',
  wallet_rejected: 'Você recusou na sua carteira. Nada foi enviado.',
  wallet_wrong_network: 'Sua carteira está em outra rede. Mude para {network} e tente de novo.',
  wallet_failed:
    'Sua carteira não respondeu como esperado. Veja nela se o pagamento saiu; se não, pague com o valor e o endereço acima.',
  only_usdt: 'Só {asset}, e só pela {network}',
  only_usdt_text: 'Outras moedas, ou {asset} por outra rede, não contam e podem se perder para sempre.',
  fee_note:
    'A taxa de rede é paga por quem envia, à parte: deve chegar o valor exato. Muitas exchanges a descontam do que você envia.',
  waiting: 'Esperando o seu pagamento…',
  rest_heading: 'Chegou uma parte do seu pagamento',
  rest_text: 'Recebemos {received} de {amount} {asset}. Envie o que falta antes que o prazo termine.',
  orphaned_title: 'Espere: não envie de novo',
  unread_note:
    'No momento não conseguimos ver os pagamentos nesta rede. Se você já enviou o seu, ele não se perde: aparecerá aqui com a hora em que foi enviado. Não envie duas vezes.',
  orphaned_note:
    'A rede reordenou seus últimos blocos e um pagamento que tínhamos visto já não está neles. Costuma voltar em minutos: não envie de novo.',
  change_network: 'Quero pagar por outra rede',
  change_network_text:
    'O valor e o tempo restante continuam os mesmos. Se você já enviou seus {asset}, não mude nada: eles aparecerão aqui.',
  change_network_to: 'Mudar para {network}',
  rescue_heading: 'Já paguei e não aparece aqui',
  rescue_text: 'Copie da sua carteira ou exchange o hash da transação (TXID) e nós o procuramos na rede.',
  rescue_label: 'Hash da transação (TXID)',
  rescue_button: 'Procurar meu pagamento',
  search_malformed: 'Isso não é um hash de transação: ele tem 64 caracteres, de 0 a 9 e de a a f.',
  search_wrong_recipient:
    'Essa transação não foi para o endereço deste pagamento. Compare o endereço na sua carteira.',
  search_wrong_token_or_network:
    'Essa transação não moveu {asset} na {network}. Se usou outra rede ou outra moeda, escreva para {merchant} com a referência abaixo.',
  search_not_in_a_block:
    'A {network} ainda não tem essa transação em um bloco. Espere alguns minutos e procure de novo.',
  search_unavailable: 'Agora não conseguimos consultar a rede. Tente em um minuto.',
  checking_title: 'O prazo terminou: não envie mais nada',
  checking_text:
    'Se você já pagou, espere aqui: o que foi enviado a tempo conta e aparecerá assim que a rede confirmar.',
  confirming_title: 'Vimos o seu pagamento',
  confirming_text:
    'Chegaram {received} {asset} e a rede está confirmando. Você pode fechar esta página: avisaremos {merchant}.',
  confirmations: '{seen} de {needed} confirmações',
  confirmations_one: '{seen} de {needed} confirmação',
  confirmations_time: 'faltam cerca de {time}',
  confirmations_time_one: 'falta cerca de {time}',
  step_seen: 'Visto',
  step_confirming: 'Confirmando',
  step_done: 'Pronto',
  success_title: 'Pagamento concluído',
  overpaid_note:
    'Você enviou {extra} {asset} a mais. Para recebê-los de volta, escreva para {merchant} com a referência abaixo.',
  unpaid_text:
    'Nenhum pagamento chegou a tempo. Se você não pagou, volte a {merchant} para começar de novo, e não envie nada ao endereço anterior.',
  underpaid_title: 'Não chegou tudo a tempo',
  underpaid_text:
    'Chegaram {received} de {amount} {asset}. Não envie mais: escreva para {merchant} com a referência abaixo para que aceite o pagamento ou o devolva.',
  late_title: 'Seu pagamento chegou tarde',
  late_text:
    'Chegaram {received} {asset} quando o prazo já tinha terminado. Escreva para {merchant} com a referência abaixo para que aceite o pagamento ou o devolva.',
  returned_title: 'Pagamento devolvido',
  returned_text:
    '{merchant} registrou que devolveu {received} {asset} a você. Se não os vir, escreva com a referência abaixo.',
  no_rate_title: 'Ainda não temos a cotação',
  no_rate_text:
    'Agora não conseguimos fixar uma cotação justa para o {asset}. Nada foi cobrado; esta página tentará de novo sozinha.',
  network_label: 'Rede',
  received_label: 'Recebido',
  rate_label: 'Cotação',
  transaction_label: 'Transação',
  see_address: 'Ver o endereço no explorador',
};
