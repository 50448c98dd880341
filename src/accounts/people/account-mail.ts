import type { Tx } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import { timeText } from '../../base/money/written.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Person } from './person.ts';

/** What changes how somebody signs in, or may be meant to. Each is the name of its act in the audit log, too. */
export type AccountChange =
  | 'password_reset'
  | 'password_changed'
  | 'many_tries'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factors_reset';

interface Texts {
  changes: Readonly<Record<AccountChange, string>>;
  at(time: string): string;
  advice: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    changes: {
      password_reset: 'Tu contraseña cambió',
      password_changed: 'Tu contraseña cambió',
      many_tries: 'Alguien intentó entrar a tu cuenta muchas veces sin acertar',
      second_factor_added: 'Tu cuenta pide ahora un segundo factor',
      second_factor_removed: 'Tu cuenta ya no pide un segundo factor',
      passkey_added: 'Tu cuenta tiene una llave de acceso nueva',
      passkey_removed: 'Se quitó una llave de acceso de tu cuenta',
      second_factors_reset: 'Se quitaron el segundo factor y las llaves de acceso de tu cuenta',
    },
    at: (time) => `Fue el ${time}.`,
    advice:
      'Si fuiste tú, no hagas nada. Si no, elige ya mismo una contraseña nueva en la página de entrada ("Olvidé mi contraseña"), quita lo que no conozcas en "Mi cuenta" y avisa a quien administra el panel.',
  },
  pt: {
    changes: {
      password_reset: 'Sua senha mudou',
      password_changed: 'Sua senha mudou',
      many_tries: 'Alguém tentou entrar na sua conta muitas vezes sem acertar',
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
  en: {
    changes: {
      password_reset: 'Your password was changed',
      password_changed: 'Your password was changed',
      many_tries: 'Somebody tried many times to sign in to your account, and failed',
      second_factor_added: 'Your account now asks for a second factor',
      second_factor_removed: 'Your account no longer asks for a second factor',
      passkey_added: 'Your account has a new passkey',
      passkey_removed: 'A passkey was removed from your account',
      second_factors_reset: 'The second factor and the passkeys of your account were removed',
    },
    at: (time) => `It was on ${time}.`,
    advice:
      'If it was you, do nothing. If not, choose a new password at once on the sign-in page ("I forgot my password"), remove what you do not know under "My account", and tell whoever runs the dashboard.',
  },
};

/** Tells somebody that the way they sign in has changed, in the transaction that notes it: it may not have been they. */
export async function notifyOfChange(
  tx: Tx,
  { email, language }: Person,
  change: AccountChange,
  now: Date,
  /** What they called it. */
  name?: string,
): Promise<void> {
  const { changes, at, advice } = texts[language];
  const subject = changes[change];
  const what = name === undefined ? `${subject}.` : `${subject}: ${name}`;
  const time = timeText(now, { language, timeZone: 'UTC' });
  await queueMail(tx, {
    merchantId: operatorId,
    kind: 'account_change',
    recipient: email,
    subject,
    text: `${[what, at(time), advice].join('\n\n')}\n`,
  });
}
