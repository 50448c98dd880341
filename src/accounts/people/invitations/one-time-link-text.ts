import type { Language } from '../../../base/money/language.ts';
import { timeText } from '../../../base/money/written.ts';

export interface PersonLinkMail {
  kind: 'invitation' | 'reset';
  /** The merchant's name, or ours. */
  place: string;
  invitedBy: string;
  expiresAt: Date;
  /** In which its end is told. */
  timeZone: string;
  url: string;
}

interface Texts {
  invitation: { subject(place: string): string; intro(place: string, invitedBy: string): string };
  reset: { subject: string; intro: string };
  until(date: string): string;
  stranger: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    invitation: {
      subject: (place) => `Invitación al panel de ${place}`,
      intro: (place, invitedBy) =>
        `${invitedBy} te invita al panel de pagos de ${place}. Abre este enlace para entrar:`,
    },
    reset: {
      subject: 'Elige una contraseña nueva',
      intro: 'Alguien pidió una contraseña nueva para tu cuenta. Si fuiste tú, abre este enlace y elígela:',
    },
    until: (date) => `El enlace sirve una vez, hasta el ${date}.`,
    stranger: 'No pases este enlace a nadie. Si no lo esperabas, no hagas nada: no cambia nada sin ti.',
  },
  pt: {
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
  en: {
    invitation: {
      subject: (place) => `Invitation to the dashboard of ${place}`,
      intro: (place, invitedBy) =>
        `${invitedBy} invites you to the payments dashboard of ${place}. Open this link to join:`,
    },
    reset: {
      subject: 'Choose a new password',
      intro:
        'Somebody asked for a new password for your account. If it was you, open this link and choose one:',
    },
    until: (date) => `The link works once, until ${date}.`,
    stranger: 'Give this link to nobody. If you did not expect it, do nothing: nothing changes without you.',
  },
};

export function personLinkMail(
  language: Language,
  { kind, place, invitedBy, expiresAt, timeZone, url }: PersonLinkMail,
): { subject: string; text: string } {
  const words = texts[language];
  const [subject, intro] =
    kind === 'invitation'
      ? [words.invitation.subject(place), words.invitation.intro(place, invitedBy)]
      : [words.reset.subject, words.reset.intro];
  const until = words.until(timeText(expiresAt, { language, timeZone }));
  return { subject, text: `${[intro, url, until, words.stranger].join('\n\n')}\n` };
}
