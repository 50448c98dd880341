import type { DoorTexts } from './en.ts';

export const pt: DoorTexts = {
  signIn: {
    title: 'Entrar',
    email: 'E-mail',
    password: 'Senha',
    submit: 'Entrar',
    byPasskey: 'Entrar com uma chave de acesso',
    noPasskey: 'Nenhuma chave foi usada. Tente de novo ou use sua senha.',
    forgot: 'Esqueci minha senha',
    codeTitle: 'Mais um passo',
    codeHint: 'Digite os seis números do seu aplicativo autenticador, ou um dos seus códigos de reserva.',
    code: 'Código',
    confirm: 'Continuar',
    back: 'Voltar para entrar',
  },
  reset: {
    title: 'Senha esquecida',
    hint: 'Enviamos um link para você escolher uma nova senha.',
    submit: 'Enviar um link',
    sent: 'Se houver uma conta com este e-mail, a mensagem está a caminho. Veja a sua caixa de entrada.',
  },
  link: {
    invitation: 'Você foi convidado',
    invitationTo: (place, role) => `Para ${place}, como ${role}.`,
    installation: 'toda a instalação',
    reset: 'Escolha uma nova senha',
    name: 'Seu nome',
    password: 'Nova senha',
    passwordHint: 'Pelo menos 12 caracteres. O melhor é uma frase que só você saiba.',
    accept: 'Aceitar',
    save: 'Salvar a senha',
    spent: 'Este link já foi usado ou venceu. Peça um novo.',
    done: 'Pronto. Agora entre.',
  },
};
