import type { AccountTexts } from './en.ts';

export const pt: AccountTexts = {
  account: {
    title: 'Minha conta',
    secondFactor: 'Segundo fator',
    on: 'Ativado: a cada entrada pedimos um código do seu aplicativo.',
    off: 'Desativado. Com um aplicativo autenticador no telefone ninguém entra só com a sua senha.',
    password: 'Sua senha',
    begin: 'Configurar',
    scan: 'Leia isto com o seu aplicativo e digite o código que ele mostra.',
    secret: 'Ou digite isto no aplicativo',
    backup: 'Guarde estes códigos em lugar seguro. Cada um deixa você entrar uma vez se perder o telefone.',
    code: 'Código',
    confirm: 'Ativar',
    remove: 'Desativar',
  },
};
