import type { PeopleTexts } from './en.ts';

export const pt: PeopleTexts = {
  people: {
    title: 'Pessoas',
    hint: 'Quem pode entrar aqui e o que pode fazer.',
    name: 'Nome',
    role: 'Papel',
    state: 'Agora',
    signedIn: (count) =>
      count === 0 ? 'Sem sessão' : count === 1 ? 'Com sessão' : `Com sessão em ${count} lugares`,
    secondFactor: 'com segundo fator',
    invite: 'Convidar alguém',
    email: 'E-mail',
    send: 'Enviar o convite',
    sent: 'O convite está a caminho.',
    invited: 'Convidado',
    takeBack: 'Retirar',
    takenBack: 'O convite não vale mais.',
    until: (date) => `até ${date}`,
    signOut: 'Encerrar todas as sessões',
    remove: 'Remover',
    removeTitle: (name) => `Remover ${name}?`,
    removeHint:
      'A sessão dela é encerrada e ela não poderá mais ver nem fazer nada aqui. Os convites que recebeu ou enviou deixam de valer. Você pode convidá-la de novo.',
    changed: 'Salvo.',
    roleOf: (name) => `Papel de ${name}`,
    you: 'você',
  },
  roleHints: {
    owner: 'tudo, e quem pode entrar',
    finance: 'devolve dinheiro, faz e aprova pagamentos a terceiros, pede repasses',
    developer: 'vê os pagamentos; cria chaves e configura os avisos',
    viewer: 'vê pagamentos, pagamentos a terceiros e saldos; não muda nada',
    operator: 'cuida da instalação, vê todas as lojas, devolve dinheiro',
    approver: 'aprova pagamentos a terceiros; não vê os pagamentos',
    auditor: 'vê lojas, pessoas e o registro; não muda nada',
    administrator: 'cuida da instalação e decide quem pode entrar',
  },
};
