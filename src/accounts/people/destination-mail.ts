import type { Tx } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import { timeText } from '../../base/money/written.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { ownersAt } from './store.ts';

/** A way for a merchant's money that was not there before. */
export interface NewDestination {
  kind: 'settlement' | 'address_allowed' | 'address_unlisted';
  /** As people read it: a bank account, or a network and an address. */
  destination: string;
  /** When money can go there; null: at once. */
  goodFrom: Date | null;
  by: string;
}

interface Texts {
  subjects: Readonly<Record<NewDestination['kind'], string>>;
  by(person: string): string;
  from(time: string): string;
  atOnce: string;
  advice: Readonly<Record<NewDestination['kind'], string>>;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subjects: {
      settlement: 'Una liquidación va a un destino nuevo',
      address_allowed: 'Los pagos podrán ir a una dirección nueva',
      address_unlisted: 'Una dirección sale de tus listas de pagos',
    },
    by: (person) => `Lo pidió ${person}.`,
    from: (time) => `Vale desde el ${time}. Hasta entonces no sale dinero por ahí.`,
    atOnce: 'Vale desde ahora.',
    advice: {
      settlement:
        'Si no lo reconoces, retira la solicitud en el panel, página "Liquidaciones", y revisa quién tiene acceso.',
      address_allowed:
        'Si no la reconoces, quítala en el panel, página "Límites y direcciones", y revisa quién tiene acceso.',
      address_unlisted:
        'Si no lo reconoces, vuelve a ponerla en su lista en el panel, página "Límites y direcciones", y revisa quién tiene acceso.',
    },
  },
  pt: {
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
  en: {
    subjects: {
      settlement: 'A settlement goes to a new destination',
      address_allowed: 'Payouts may go to a new address',
      address_unlisted: 'An address leaves your lists for payouts',
    },
    by: (person) => `${person} asked for it.`,
    from: (time) => `It counts from ${time}. Until then no money goes that way.`,
    atOnce: 'It counts from now on.',
    advice: {
      settlement:
        'If you do not know of it, withdraw the request on the dashboard, page "Settlements", and look at who has access.',
      address_allowed:
        'If you do not know it, take it off on the dashboard, page "Limits and addresses", and look at who has access.',
      address_unlisted:
        'If you do not know of it, put it back on its list on the dashboard, page "Limits and addresses", and look at who has access.',
    },
  },
};

/** Tells every owner of a merchant of a new way for its money, in the transaction that makes it: it may not have been one of them. */
export async function notifyOwnersOfDestination(
  tx: Tx,
  merchantId: string,
  { kind, destination, goodFrom, by }: NewDestination,
): Promise<void> {
  for (const { email, language } of await ownersAt(tx, merchantId)) {
    const { subjects, by: byWhom, from, atOnce, advice } = texts[language];
    const when = goodFrom === null ? atOnce : from(timeText(goodFrom, { language, timeZone: 'UTC' }));
    const lines = [`${subjects[kind]}: ${destination}`, `${byWhom(by)} ${when}`, advice[kind]];
    await queueMail(tx, {
      merchantId: operatorId,
      kind: 'new_destination',
      recipient: email,
      subject: subjects[kind],
      text: `${lines.join('\n\n')}\n`,
    });
  }
}
