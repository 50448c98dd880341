import type { MailTexts } from './en.ts';

export const pt: MailTexts = {
  charges: {
    greeting: (name) => `Olá, ${name}:`,
    order: 'pedido',
    reference: 'referência',
    about: (paid, payment) => `Trata-se do pagamento de ${paid} (${payment}).`,
    refund: {
      subject: (amount, processor) => `${amount} foram estornados no painel de ${processor}`,
      what: ({ amount, paid, payment, processor }) =>
        `${amount} do pagamento de ${paid} (${payment}) voltaram para o cliente. O estorno foi feito no painel de ${processor}, não aqui.`,
      balance:
        'Seu saldo diminuiu nesse valor. Se ninguém da sua equipe fez este estorno, pergunte a quem tem acesso a esse painel.',
    },
    reminder: {
      subject: (amount, until) => `Você pode pagar ${amount} até ${until}`,
      waits: ({ amount, merchantName, method, until }) =>
        `Seu pagamento de ${amount} para ${merchantName} por ${method} ainda não chegou. Você pode pagar até ${until}; depois disso o código deixa de valer.`,
      open: 'Veja como pagar',
      description: 'Descrição',
      order: 'Pedido',
      paid: 'Se você já pagou, não precisa fazer nada: o pagamento pode levar até o próximo dia útil para chegar. Não pague duas vezes.',
    },
    bankRefund: {
      subject: (merchantName) => `Para onde ${merchantName} deve enviar seu reembolso?`,
      intro: (merchantName, amount) =>
        `${merchantName} está devolvendo ${amount} a você. Abra este link e informe a conta bancária que deve receber o valor:`,
      open: 'Link',
      paid: 'Do pagamento de',
      description: 'Descrição',
      order: 'Pedido',
      never: 'Nunca pedimos senha, número de cartão nem código do seu banco.',
      stranger: (merchantName) =>
        `Não compartilhe este link: quem o tiver pode informar outra conta. Se você não sabe de que pagamento se trata, escreva para ${merchantName}.`,
    },
    bankDetails: {
      subject: (amount) => `Transfira ${amount} a um cliente`,
      corrected: (amount) => `O cliente mudou a conta do reembolso de ${amount}`,
      what: (amount) =>
        `O cliente informou a conta bancária para o reembolso de ${amount}. Ela está na página do pagamento, no painel.`,
      next: 'Transfira o dinheiro e depois marque ali o reembolso como pago, com a referência da sua transferência: o cliente é avisado e o valor reservado volta a ficar disponível para você.',
      check: 'Nunca enviamos dados bancários por e-mail: use somente os que estão no painel.',
    },
    authorization: {
      subject: {
        expiring: (amount) => `Capture ${amount} em breve: a reserva está para expirar`,
        expired: (amount) => `${amount} não foi capturado: a reserva expirou`,
        captured_elsewhere: (amount, processor) => `${amount} foi capturado no painel do ${processor}`,
        voided_elsewhere: (amount, processor) => `${amount} foi liberado no painel do ${processor}`,
        capture_failed: (amount, processor) => `${processor} recusou capturar o pagamento de ${amount}`,
        void_failed: (amount, processor) => `${processor} recusou liberar o pagamento de ${amount}`,
      },
      what: {
        expiring: (amount) =>
          `${amount} está reservado no cartão do cliente e ainda não foi capturado. Quando a reserva expirar, o dinheiro volta ao cliente e não pode mais ser capturado.`,
        expired: (amount, processor) =>
          `Ninguém capturou a tempo. ${processor} liberou ${amount} ao cliente; nada foi cobrado.`,
        captured_elsewhere: (amount, processor) =>
          `Alguém capturou ${amount} no painel do ${processor}, não aqui. Seu saldo aumentou nesse valor.`,
        voided_elsewhere: (_amount, processor) =>
          `Alguém liberou a reserva no painel do ${processor}, não aqui. Nada foi cobrado do cliente.`,
        capture_failed: () => 'Nada foi cobrado. O dinheiro continua reservado: capture de novo ou libere.',
        void_failed: () => 'O dinheiro continua reservado: libere de novo ou capture.',
      },
      until: (time) => `A reserva expira em ${time}.`,
    },
    dispute: {
      subject: {
        inquiry: (amount) => `O banco pergunta sobre um pagamento de ${amount}`,
        open: (amount) => `O banco retirou ${amount}: foi aberta uma contestação`,
        won: (amount) => `Você ganhou a contestação de ${amount}`,
        lost: (amount) => `Você perdeu a contestação de ${amount}`,
      },
      money: {
        inquiry: 'Nada foi retirado. Se ninguém responder, o banco pode retirar o dinheiro.',
        open: 'Seu saldo fica menor nesse valor até a decisão.',
        won: 'O dinheiro é seu de novo.',
        lost: 'O dinheiro fica com o cliente.',
      },
      why: (reason) => `Motivo: ${reason}.`,
      reasons: {
        fraudulent: 'o titular do cartão diz que não fez o pagamento',
        unrecognized: 'o titular do cartão não reconhece o pagamento',
        product_not_received: 'o cliente diz que não recebeu nada',
        product_unacceptable: 'o cliente diz que o que recebeu não é o que comprou',
        duplicate: 'o cliente diz que foi cobrado duas vezes',
        credit_not_processed: 'o cliente diz que prometeram um reembolso e ele não veio',
        subscription_canceled: 'o cliente diz que já tinha cancelado',
        general: 'o banco não disse por quê',
      },
      refused: {
        subject: (amount) => `Sua resposta à contestação de ${amount} não foi aceita`,
        what: (processor, amount) =>
          `${processor} não aceitou suas provas para a contestação de ${amount}. Abra a contestação no painel: ali está o motivo, e você pode alterá-las e enviar de novo.`,
        until: (time) => `O banco espera até ${time}.`,
      },
      answerUntil: (processor, time) =>
        `Você pode responder no painel de ${processor} até ${time}: o que vendeu, quando entregou, o que vocês escreveram.`,
      answerSoon: (processor) =>
        `Responda logo no painel de ${processor}: o que vendeu, quando entregou, o que vocês escreveram.`,
    },
    movement: {
      subject: {
        own: (sum, processor) => `Um movimento de ${sum} na sua conta de ${processor} foi esclarecido`,
        added: (sum) => `${sum} foram creditados no seu saldo`,
        taken: (sum) => `${sum} foram debitados do seu saldo`,
      },
      what: {
        own: (processor, sum, reference) =>
          `${processor} registrou um movimento de ${sum} na sua própria conta (${reference}) que não tinha explicação. Agora ele está registrado como seu.`,
        added: (processor, sum, reference) =>
          `${processor} registrou um movimento de ${sum} (${reference}) que é seu. Seu saldo aumentou nesse valor.`,
        taken: (processor, sum, reference) =>
          `${processor} registrou um movimento de ${sum} (${reference}) que é seu. Seu saldo diminuiu nesse valor.`,
      },
      note: (note) => `Observação: ${note}`,
    },
    unexpected: {
      subject: {
        late: (came) => `${came} chegaram fora do prazo: aceite ou devolva`,
        second: (came) => `${came} chegaram pela segunda vez: aceite ou devolva`,
        other_amount: (came) => `Chegou outro valor (${came}): aceite ou devolva`,
        refused: (came) => `Não foi possível devolver ${came}`,
      },
      what: {
        late: (came, processor) => `${came} chegaram ao ${processor} depois que o pagamento tinha terminado.`,
        second: (came, processor) =>
          `${came} chegaram ao ${processor}, embora o pagamento já estivesse feito.`,
        other_amount: (came, processor) => `${came} chegaram ao ${processor}, e não é o valor cobrado.`,
      },
      refused: (processor, reason) => `O ${processor} recusou a devolução: ${reason}.`,
      decide:
        'Esse dinheiro ainda não está no seu saldo. Aceite ou devolva na página do pagamento no painel, ou pela API. O cliente vê na página de pagamento que você decide.',
    },
    warning: {
      subject: {
        fraud: (paid) => `Possível fraude: um pagamento de ${paid}. Não entregue ainda`,
        claim: (paid) => `Um cliente reclamou de um pagamento de ${paid}`,
      },
      notTaken: 'Nada foi retirado ainda.',
      what: {
        fraud: () =>
          'O banco do cartão ou o processador acredita que é fraude. Não entregue o que ainda não entregou e estorne logo: um estorno custa menos que uma contestação.',
        claim: (processor) =>
          `O cliente reclamou no ${processor}. Responda no painel ou estorne o pagamento: senão, o dinheiro pode ser retirado.`,
      },
      says: (processor, reason) => `O que diz o ${processor}: ${reason}.`,
    },
  },
  orders: {
    waiting: {
      subject: (count) =>
        count === 1
          ? 'Um pagamento em criptomoeda espera a sua decisão'
          : `${count} pagamentos em criptomoeda esperam a sua decisão`,
      greeting: (name) => `Olá, ${name}:`,
      intro:
        'Um pagamento chegou atrasado, incompleto, repetido ou acima do preço. Decida o que fazer com o dinheiro.',
      order: 'Ordem',
      asked: 'A pagar',
      received: 'Recebido',
      credited: 'Creditado a você, antes da taxa',
      undecided: 'A decidir',
      alreadyPaid: (payment, method, at) =>
        `O link já estava pago: pagamento ${payment} (${method}, ${at}). Sugerimos devolver este dinheiro; se você aceitar, fica como um segundo pagamento.`,
      stock: (left, stock, pieces) =>
        `O link tem ${left} de ${stock} unidades, e este pagamento é de ${pieces}: aceite só se puder entregar.`,
      more: (count) => `… e mais ${count}.`,
      decide: 'Decida cada uma com uma chamada, com as suas credenciais:',
      accept:
        '"accept" aceita como pagamento, ou fica com o que foi pago a mais. "refund" devolve: o cliente recebe um link para informar a carteira; onde nada é enviado daqui, o operador envia.',
      refundFirst: 'Primeiro vêm os pagamentos de links que já estavam pagos: "refund" os devolve.',
    },
    reversed: {
      subject: (count) =>
        count === 1 ? 'A rede reverteu um pagamento' : `A rede reverteu ${count} pagamentos`,
      greeting: (name) => `Olá, ${name}:`,
      intro: (network) =>
        `A rede ${network} reverteu pagamentos que já eram definitivos. Isso é muito raro. O seu saldo diminuiu por estes valores:`,
      line: (orderId, amount) => `Pedido ${orderId}: ${amount}`,
      outro:
        'Não entregue mais nada por estes pedidos até que sejam pagos de novo: se os pagamentos voltarem, são creditados sozinhos e você é avisado. Enquanto o seu saldo estiver negativo, os seus pagamentos e reembolsos esperam.',
    },
    stray: {
      subject: (count) =>
        count === 1
          ? 'Um cliente pagou por outra rede ou com outra moeda'
          : `${count} pagamentos chegaram por outra rede ou com outra moeda`,
      greeting: (name) => `Olá, ${name}:`,
      intro:
        'Este dinheiro chegou a endereços dos seus pedidos, mas não como os pedidos pediam. Não conta para nenhum:',
      line: (orderId, came, network, asked) =>
        `Pedido ${orderId}: chegaram ${came} pela ${network}; o pedido se paga com ${asked}`,
      outro:
        'Você não precisa fazer nada. O operador deste serviço decide: pode contar o valor para o pedido se for a mesma moeda, ou devolver. O cliente vê isso na página de pagamento.',
    },
  },
  payouts: {
    code: {
      subject: (merchantName) => `Seu código para receber de ${merchantName}`,
      intro: (merchantName) =>
        `${merchantName} está enviando um pagamento a você. Para confirmar que a carteira abaixo é a sua, digite este código na página do pagamento:`,
      code: 'Código',
      amount: 'Você vai receber',
      network: 'Rede',
      address: 'Endereço',
      valid: (minutes) => `O código vale por ${minutes} minutos e só para este endereço.`,
      compare: 'Compare o endereço com o da sua carteira antes de digitar o código.',
      stranger: (merchantName) =>
        `Se não foi você quem informou este endereço, não use o código nem o passe a ninguém: sem ele nada é enviado. Avise ${merchantName}, porque outra pessoa tem o link do seu pagamento.`,
    },
    wrongCodes: {
      subject: 'Alguém está testando códigos no link de um saque',
      text: (payoutId, hours) =>
        `Na página do saque ${payoutId} foram digitados códigos errados demais. Por ${hours} horas não se envia mais nenhum código. Talvez outra pessoa tenha o link: enquanto isso o destinatário não pode receber.\n\nFaça um link novo e envie só ao destinatário; o anterior deixa de valer e os códigos são contados de novo:\nPOST /payment/${payoutId}/link\n`,
    },
    refusedCodes: {
      subject: (count) =>
        count === 1
          ? 'O destinatário de um saque não recebe o código'
          : `Os destinatários de ${count} saques não recebem o código`,
      greeting: (name) => `Olá, ${name}:`,
      intro:
        'O servidor de e-mail recusou em definitivo a mensagem com o código, ou com o link de um reembolso, de que o destinatário precisa para receber. O mais provável é que o endereço de e-mail esteja errado.',
      payout: 'Saque',
      email: 'E-mail',
      answer: 'Resposta do servidor de e-mail',
      more: (count) => `… e mais ${count}.`,
      correct:
        'Pergunte ao destinatário o endereço certo e corrija-o com uma chamada, com as suas credenciais. Só você pode fazer isso:',
      after:
        'Enviamos então um código novo, e o link que ele tem continua valendo; se for um reembolso, um link novo.',
    },
    refundClaim: {
      subject: (merchantName) => `${merchantName} está devolvendo o seu pagamento`,
      intro: (merchantName, asset) =>
        `${merchantName} está devolvendo ${asset} de um pagamento que você fez. Para recebê-los, abra este link e informe a carteira:`,
      amount: 'Você vai receber',
      paid: 'Do pagamento de',
      description: 'Descrição',
      open: 'Link',
      until: (date) =>
        `Você pode fazer isso até ${date}. Depois o link deixa de valer e o dinheiro fica com a loja.`,
      code: 'Quando você informar a carteira, enviaremos um código para este e-mail.',
      keys: 'Nunca pediremos a chave nem as palavras secretas da sua carteira.',
      stranger: (merchantName) =>
        `Não passe este link a ninguém. Se você não sabe de que pagamento se trata, escreva para ${merchantName}.`,
    },
  },
  webhooks: {
    subject: (count) =>
      count === 1
        ? 'Uma notificação não pôde ser entregue'
        : `${count} notificações não puderam ser entregues`,
    greeting: (name) => `Olá, ${name}:`,
    intro: (count) =>
      count === 1
        ? 'Não conseguimos entregar uma notificação ao seu servidor. Enviamos e repetimos três vezes; não enviaremos mais por conta própria.'
        : `Não conseguimos entregar ${count} notificações ao seu servidor. Enviamos cada uma e repetimos três vezes; não enviaremos mais por conta própria.`,
    transaction: 'Transação',
    event: 'Evento',
    endpoint: 'Endereço de avisos',
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
  },
  settlements: {
    greeting: (name) => `Olá, ${name}:`,
    paidSubject: (amount) => `Pagamos ${amount} a você`,
    paid: (amount) => `os ${amount} que você pediu foram pagos.`,
    ways: { bank: 'Por transferência bancária', usdt: 'Em USDT' },
    reference: 'Referência',
    destination: 'Para',
    refusedSubject: (amount) => `${amount} não serão pagos`,
    refused: (amount) =>
      `os ${amount} que você pediu não serão pagos. O dinheiro está disponível para você de novo.`,
    reason: 'Motivo',
    paidAs: 'Pago',
    returnedSubject: (amount) => `O banco devolveu ${amount}`,
    returned: (amount) =>
      `o banco devolveu os ${amount} que havíamos pago a você. O dinheiro está disponível de novo: peça outra vez, com a conta correta.`,
  },
  people: {
    approvals: {
      newApprover: 'Mais alguém pode aprovar pagamentos',
      mayApprove: (person, by, from) =>
        `${person} pode aprovar pagamentos${from === null ? '' : ` a partir de ${from}`}. Quem deu a permissão foi ${by}.`,
      approved: 'Um pagamento foi aprovado',
      approvedBy: ({ by, payoutId, amount, recipient, given, needed }) =>
        `${by} aprovou o pagamento de ${amount} para ${recipient} (${payoutId}). Aprovações: ${given} de ${needed}.`,
      advice:
        'Se você não reconhece isto, entre no painel, veja "Pagamentos" e "Pessoas", e troque sua senha.',
    },
    invitations: {
      subject: (place) => `Alguém recebe acesso a ${place}`,
      waits: (by, email, role) =>
        `${by} quer dar a ${email} a função "${role}". Vale quando outra pessoa aprovar no painel, página "Pessoas". Se você não reconhece isto, retire ali o convite.`,
      given: (by, email, role) =>
        `${by} convidou ${email} com a função "${role}". Se você não reconhece isto, retire o convite no painel, página "Pessoas".`,
    },
    destinations: {
      subjects: {
        settlement: 'Um repasse vai para um destino novo',
        address_allowed: 'Os pagamentos poderão ir para um endereço novo',
        address_unlisted: 'Um endereço sai das suas listas de pagamentos',
      },
      by: (person) => `Quem pediu foi ${person}.`,
      from: (time) => `Vale a partir de ${time}. Até lá nenhum dinheiro sai por ali.`,
      atOnce: 'Vale a partir de agora.',
      advice: {
        settlement:
          'Se você não reconhece isto, retire o pedido no painel, página "Repasses", e veja quem tem acesso.',
        address_allowed:
          'Se você não o reconhece, tire-o no painel, página "Limites e endereços", e veja quem tem acesso.',
        address_unlisted:
          'Se você não reconhece isto, ponha-o de volta na lista no painel, página "Limites e endereços", e veja quem tem acesso.',
      },
    },
    account: {
      changes: {
        password_reset: 'Sua senha mudou',
        password_changed: 'Sua senha mudou',
        many_tries: 'Alguém tentou entrar na sua conta muitas vezes sem acertar',
        new_browser: 'Alguém entrou na sua conta por um navegador novo',
        second_factor_added: 'Sua conta agora pede um segundo fator',
        second_factor_removed: 'Sua conta não pede mais um segundo fator',
        passkey_added: 'Sua conta tem uma nova chave de acesso',
        passkey_removed: 'Uma chave de acesso foi removida da sua conta',
        second_factors_reset: 'O segundo fator e as chaves de acesso da sua conta foram removidos',
      },
      at: (time) => `Foi em ${time}.`,
      advice:
        'Se foi você, não faça nada. Se não, escolha já uma nova senha na página de entrada ("Esqueci minha senha"), remova o que não conhece em "Minha conta" e avise quem administra o painel.',
    },
    oneTimeLink: {
      invitation: {
        subject: (place) => `Convite para o painel de ${place}`,
        intro: (place, invitedBy) =>
          `${invitedBy} convida você para o painel de pagamentos de ${place}. Abra este link para entrar:`,
      },
      reset: {
        subject: 'Escolha uma nova senha',
        intro: 'Alguém pediu uma nova senha para a sua conta. Se foi você, abra este link e escolha uma:',
      },
      until: (date) => `O link vale uma vez, até ${date}.`,
      stranger: 'Não passe este link a ninguém. Se você não o esperava, não faça nada: nada muda sem você.',
    },
    contactRefused: {
      subject: (subject) => `${subject} (não chegou ao e-mail de contato)`,
      note: (shop, address, answer) =>
        `O e-mail de contato de ${shop}, ${address}, não aceita mensagens. ${answer}\n` +
        'Mude-o em "Configurações". Enquanto isso, escrevemos para você. Esta é a mensagem que não chegou:',
    },
  },
};
