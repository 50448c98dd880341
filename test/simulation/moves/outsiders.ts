import { createHmac } from 'node:crypto';
import { call, keyHeaders } from '../../kit/client.ts';
import { ask, said, serverOf } from './asking.ts';
import type { Move } from './move.ts';
import { trouble } from './trouble.ts';

/** Who has no account here: customers of payment links, the acquirer's notifications and who forges them, and mail. */
export const outsiderMoves: readonly Move[] = [
  {
    name: 'link',
    weight: 1.5,
    async run(world, known, chance) {
      const once = chance.happens(0.5);
      const link = {
        kind: 'link',
        title: 'Two coffees',
        country: 'BRA',
        currency: 'BRL',
        amount: '150',
        once,
      };
      const answer = await ask(world, '/api/payment-links', { ...link, methods: ['PIX', 'CARDS'] });
      const url = answer.body?.data?.url ?? answer.body?.url;
      if (typeof url !== 'string') return said(answer);
      known.links.push(new URL(url).pathname);
      return once ? 'once' : 'many times';
    },
  },
  {
    name: 'customer of a link',
    weight: 3,
    async run(world, known, chance) {
      const { links } = known;
      if (links.length === 0) return undefined;
      const path = chance.pick(links.slice(-4));
      const open = async (): Promise<string> => {
        const response = await fetch(serverOf(world).url + path, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ method: 'PIX', email: 'ana@customer.example', name: 'Ana Prueba' }),
        });
        const charge = new URL(response.headers.get('location') ?? '', 'http://a').searchParams.get('go');
        if (charge) known.charges.push(charge);
        return `${response.status} ${charge ?? ''}`;
      };
      const opened = [await open()];
      if (chance.happens(0.3)) opened.push(await open());
      return opened.join(' and ');
    },
  },
  {
    name: 'notification',
    weight: 2,
    async run(world, _, chance) {
      const payments = await world.sql<{ id: string; notifyUrl: string }[]>`
        SELECT id, notify_url AS "notifyUrl"
          FROM sandbox_acquirer.local_payments
         WHERE notify_url IS NOT NULL
         ORDER BY reference`;
      if (payments.length === 0) return undefined;
      const { id, notifyUrl } = chance.pick(payments);
      const body = JSON.stringify({ payment_id: id });
      const isForged = chance.happens(0.5);
      const key = isForged ? 'guessed' : world.sandbox.acquirer.secret;
      const signature = createHmac('sha256', key).update(body).digest('hex');
      const send = () =>
        fetch(serverOf(world).url + new URL(notifyUrl).pathname, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-acquirer-signature': signature },
          body,
        });
      // Late, and sometimes twice: whatever it was about may have changed since.
      const statuses = [(await send()).status];
      if (chance.happens(0.5)) statuses.push((await send()).status);
      return `${isForged ? 'forged' : 'again'} ${statuses.join(' and ')}`;
    },
  },
  {
    name: 'mail server',
    weight: 1,
    run: (world, known) =>
      trouble(known, 'no mail is taken', (verb) => (verb === 'on' ? world.mail.cut() : world.mail.mend())),
  },
  {
    name: 'read',
    weight: 1,
    async run(world, { charges }, chance) {
      if (charges.length === 0) return undefined;
      const path = `/api/transactions/${chance.pick(charges)}`;
      return said(await call(serverOf(world), 'GET', path, keyHeaders(world.sandbox.merchant)));
    },
  },
];
