import type { PayoutTexts } from './payout-es.ts';

export const payoutPt: PayoutTexts = {
  payout_test_mode: 'Modo de teste: só {asset} de teste em redes de teste. Nada aqui é dinheiro real.',
  payout_title: '{merchant} paga {amount} a você',
  payout_from: 'Pagamento de',
  payout_amount_due: 'Você vai receber',
  payout_amount_paid: 'Você recebeu',
  payout_choose_heading: 'Onde você quer receber os seus {asset}?',
  payout_choose_text:
    '{asset} é um dólar digital. Escolha uma rede e cole o endereço que a sua carteira ou exchange mostra para essa rede.',
  payout_exact: 'Você recebe exatamente {amount} {asset}',
  payout_rate: 'A 1 {asset} = {rate} USD, fixado em',
  payout_no_fee: 'Você não paga taxa: o custo do envio é de {merchant}.',
  payout_network_legend: 'Rede',
  payout_address_evm: 'O endereço começa com 0x',
  payout_address_tron: 'O endereço começa com T',
  payout_speed_quarter_hour: 'Chega em cerca de 15 minutos',
  payout_speed_minutes: 'Chega em um ou dois minutos',
  payout_speed_seconds: 'Chega em segundos',
  payout_help_heading: 'Que rede eu escolho?',
  payout_help_text:
    'Abra a sua carteira ou exchange, toque em “Receber” ou “Depositar” e escolha {asset}: ali você vê que redes ela aceita. Escolha aqui a mesma rede e copie o endereço mostrado. Se a rede e o endereço não forem da mesma carteira, o dinheiro se perde.',
  payout_wallet_label: 'Endereço da sua carteira',
  payout_wallet_hint: 'Copie da sua carteira e cole; não digite à mão.',
  payout_never_keys:
    'Nunca vamos pedir a chave nem as palavras secretas da sua carteira. Não as passe a ninguém.',
  payout_continue: 'Continuar',
  payout_wallet_missing: 'Cole o endereço da sua carteira.',
  payout_wallet_long: 'Isso é longo demais para ser um endereço. Copie só o endereço.',
  payout_wallet_shortened: 'O endereço está cortado com pontos. Copie-o inteiro com o botão de copiar.',
  payout_wallet_spaces:
    'Há um espaço ou um caractere invisível dentro do endereço. Copie-o de novo, sem mais nada.',
  payout_wallet_letters:
    'A letra “{letter}” não é de um endereço: só se parece com uma. Não use este texto; copie o endereço direto da sua carteira.',
  payout_wallet_name:
    'Isso parece um nome ou um e-mail. É preciso o próprio endereço: o que começa com {start}.',
  payout_wallet_hash:
    'Isso é uma transação ou uma chave, não um endereço. Se for a chave da sua carteira, não a mostre a ninguém. Copie o endereço que aparece em “Receber”.',
  payout_wallet_malformed:
    'Não é um endereço da {network}: começa com {start} e tem {length} caracteres; este tem {count}.',
  payout_wallet_checksum:
    'O endereço tem um erro: algum dos caracteres não está certo. Copie-o de novo da sua carteira.',
  payout_wallet_of_tron:
    'Esse endereço é da Tron e você escolheu {network}. Escolha Tron, ou cole um endereço que comece com 0x.',
  payout_wallet_other_chain:
    'Este endereço é de outra rede, não de {network}. Copie o da sua carteira em {network}.',
  payout_wallet_of_ethereum:
    'Esse endereço é da Ethereum e você escolheu {network}. Escolha Ethereum, ou cole um endereço que comece com T.',
  payout_wallet_nobody: 'Esse endereço não é de ninguém: o que vai para lá se perde. Cole o da sua carteira.',
  payout_wallet_token:
    'Esse é o endereço do contrato do {asset}, não o de uma carteira. Cole o da sua carteira.',
  payout_wallet_ours: 'Esse endereço é nosso, não seu. Cole o endereço da sua carteira.',
  payout_wallet_frozen:
    'O emissor do {asset} bloqueou esse endereço: nada chegaria lá. Use outra carteira ou escreva para {merchant}.',
  payout_wallet_blocked:
    'Não podemos enviar para esse endereço. Use outra carteira ou escreva para {merchant}.',
  payout_wallet_not_allowed:
    '{merchant} só paga a endereços que já conhece, e este não é um deles. Use o que você informou ou escreva para lá.',
  payout_wallet_on_hold:
    'No momento não podemos receber uma carteira: antes é preciso conferir algo, e isso demora mais do que o normal. Nada foi salvo. O seu pagamento está seguro; tente de novo mais tarde.',
  payout_wallet_unavailable:
    'Agora não conseguimos verificar esse endereço na rede. Nada foi guardado: tente de novo em um minuto.',
  payout_code_heading: 'Digite o código que enviamos',
  payout_code_text:
    'Enviamos um código de seis dígitos para {email}, para ter certeza de que é você quem escolhe esta carteira. Ele vale por {time}.',
  payout_code_label: 'Código de seis dígitos',
  payout_code_spam: 'Não chegou? Veja também na pasta de spam.',
  payout_code_resend: 'Enviar outro código',
  payout_code_resend_wait: 'Você pode pedir outro código em {time}.',
  payout_code_sent: 'Enviamos outro código. Só o mais recente vale.',
  payout_code_malformed: 'O código tem seis dígitos.',
  payout_code_wrong: 'Esse não é o código. Restam {count} tentativas.',
  payout_code_wrong_last: 'Esse não é o código. Resta uma tentativa.',
  payout_code_used_up: 'Houve tentativas demais: esse código não vale mais. Peça outro.',
  payout_code_expired: 'O código venceu. Peça outro.',
  payout_code_too_soon: 'Acabamos de enviar um código. Você pode pedir outro em {time}.',
  payout_code_locked:
    'Foram pedidos códigos demais. Para sua segurança, o próximo pode ser pedido daqui a {time}.',
  payout_code_spent:
    'Foram digitados códigos errados demais. Para sua segurança, o próximo pode ser pedido daqui a {time}. Para seguir logo, peça a {merchant} um link novo.',
  payout_code_elsewhere:
    'Este código já foi digitado em outro navegador, ou o seu não guarda cookies. Para seguir aqui, digite-o aqui.',
  payout_code_unproven: 'Passou tempo demais. Para sua segurança, peça outro código e digite-o.',
  payout_undelivered_heading: 'O código não pôde ser entregue',
  payout_undelivered_text:
    'O servidor de e-mail de {email} recusou a nossa mensagem, e por isso o código não chegou.',
  payout_undelivered_correct:
    'Escreva para {merchant} e peça que corrijam o seu endereço de e-mail. Para sua segurança, só eles podem fazer isso. Enviamos então um código novo e esta página continua sozinha.',
  payout_undelivered_again:
    'Se o endereço está certo, por exemplo porque a sua caixa estava cheia, peça outro código quando tiver resolvido.',
  payout_changed:
    'Enquanto isso a carteira foi trocada em outra página. Confira se a de baixo é a sua; se não for, troque-a.',
  payout_change: 'Trocar a carteira',
  payout_to_label: 'Sua carteira',
  payout_amount_label: 'Você recebe',
  payout_fee_label: 'Taxa',
  payout_fee_none: 'Nenhuma',
  payout_confirmed_label: 'Confirmada em',
  payout_review_heading: 'Confira antes de confirmar',
  payout_review_text: 'Compare o endereço com o da sua carteira, sobretudo o começo e o fim.',
  payout_review_contract:
    'Este endereço é de um contrato inteligente, não de uma carteira simples. Corretoras e carteiras compartilhadas têm endereços assim, mas tokens e aplicativos também, e neles o dinheiro se perde. Confirme só se você o recebeu para receber {asset}.',
  payout_irreversible: 'Não dá para desfazer.',
  payout_irreversible_text:
    'O que vai para um endereço ou uma rede errada se perde: nem {merchant} nem nós podemos recuperar.',
  payout_confirm_button: 'Sim, enviar {amount} {asset}',
  payout_sending_form: 'Um momento…',
  payout_checking_title: 'Estamos conferindo o seu pagamento',
  payout_checking_text:
    'Uma pessoa olha os pagamentos deste valor antes de enviá-los. Você não precisa fazer nada: esta página mostra quando ele sair.',
  payout_queued_title: 'O seu pagamento sai já',
  payout_queued_text:
    'A sua carteira está confirmada e o envio está a caminho. Você pode fechar esta página.',
  payout_waiting_title: 'O seu pagamento está em espera',
  payout_waiting_paused:
    'Os envios estão em pausa no momento. O seu está seguro e sairá sozinho assim que voltarem.',
  payout_waiting_busy:
    'A rede está muito cheia e cara neste momento. O seu pagamento está seguro e sairá sozinho quando ela se acalmar.',
  payout_waiting_preparing:
    'Estamos preparando a carteira de onde ele sai. O seu pagamento está seguro e sairá sozinho; você não precisa fazer nada.',
  payout_waiting_network:
    'A conexão com a rede está interrompida. O seu pagamento está seguro e sairá sozinho assim que ela voltar.',
  payout_waiting_check:
    'Está demorando mais do que o normal: é preciso conferir algo antes de enviar. O seu pagamento está seguro; você não precisa fazer nada.',
  payout_waiting_outcome:
    'A rede aceitou a transferência e estamos conferindo o que chegou. Está demorando mais do que o normal. Veja também a sua carteira: o dinheiro pode já estar lá.',
  payout_sending_title: 'Estamos enviando o seu pagamento',
  payout_sending_text: 'A transação está sendo entregue à rede. Você pode fechar esta página.',
  payout_confirming_title: 'O seu pagamento está a caminho',
  payout_confirming_text:
    'Enviamos {amount} {asset} e a rede os está confirmando. Você pode fechar esta página e voltar pelo mesmo link.',
  payout_success_title: 'Os seus {asset} chegaram',
  payout_success_text:
    '{merchant} pagou {amount} {asset} a você e eles já estão na sua carteira. Você pode guardar esta página como comprovante.',
  payout_expired_title: 'O prazo para receber terminou',
  payout_expired_text:
    'Ninguém confirmou uma carteira a tempo e o dinheiro voltou para {merchant}. Peça um link novo.',
  payout_canceled_title: 'Este pagamento foi cancelado',
  payout_canceled_text:
    'O dinheiro voltou para {merchant}. Se você não esperava isso, escreva para lá com a referência abaixo.',
  payout_rejected_title: 'Este pagamento não foi aprovado',
  payout_rejected_text:
    'Depois de conferido ele não foi enviado, e o dinheiro voltou para {merchant}. Escreva para lá com a referência abaixo.',
  payout_failed_title: 'Não foi possível enviar o seu pagamento',
  payout_failed_reverted:
    'A rede recusou o envio para esta carteira e nada chegou a você. O dinheiro voltou para {merchant}: escreva para lá com a referência abaixo.',
  payout_failed_not_carried:
    'A rede não completou o envio e nada chegou a você. O dinheiro voltou para {merchant}: escreva para lá com a referência abaixo.',
  payout_no_network_title: 'Um momento, por favor',
  payout_no_network_text:
    'Agora não podemos enviar por nenhuma rede. O seu pagamento está seguro; esta página tentará de novo sozinha.',
  payout_step_confirmed: 'Confirmado',
  payout_step_sending: 'Enviando',
  payout_step_done: 'Recebido',
  payout_not_found_title: 'Não encontramos este pagamento',
  payout_not_found_text: 'Confira se o link está completo ou peça um novo a quem o enviou.',
  payout_unavailable_title: 'Um momento, por favor',
  payout_unavailable_text:
    'Temos um problema passageiro. O seu pagamento está seguro: esta página o mostrará assim que voltar.',
  payout_bad_request_title: 'Não conseguimos ler o que foi enviado',
  payout_bad_request_text: 'Volte à página e tente de novo. Nada foi mudado.',
};
