import { expect } from 'vitest';
import type { PayoutState } from '../../../src/surfaces/checkout/payout/payout-checkout.ts';
import { type Answer, call, until } from '../client.ts';
import type { TestServer } from '../server.ts';

type Server = Pick<TestServer, 'url'>;

/** The recipient of a claim, and their actions on its page by plain requests. */
export interface Recipient {
  path: string;
  state(): Promise<PayoutState>;
  propose(network: string, wallet: string): Promise<Answer>;
  enterCode(code: string, wallet?: { network: string; address: string }): Promise<Answer>;
  resend(): Promise<Answer>;
  confirm(wallet?: { network: string; address: string }): Promise<Answer>;
  /** The wallet in the page's forms. */
  shownWallet(): Promise<{ network: string; address: string }>;
}

/** Keeps its cookie like a browser. */
export function recipientOf(server: Server, token: string): Recipient {
  const path = `/payout/${token}`;
  let cookie = '';
  async function post(action: string, body: object): Promise<Answer> {
    const headers = { 'accept-language': 'en', accept: 'application/json', ...(cookie && { cookie }) };
    const answer = await call(server, 'POST', `${path}/${action}`, headers, body);
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer;
  }
  async function shownWallet() {
    const { body } = await call(server, 'GET', path, cookie ? { cookie } : {});
    const value = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? '';
    return { network: value('network'), address: value('address') };
  }
  return {
    path,
    shownWallet,
    async state() {
      const { httpStatus, body } = await call(server, 'GET', `${path}/state`, cookie ? { cookie } : {});
      expect(httpStatus).toBe(200);
      return body;
    },
    propose: (network, wallet) => post('wallet', { network, wallet }),
    enterCode: async (code, wallet) => post('code', { code, ...(wallet ?? (await shownWallet())) }),
    resend: async () => post('resend', await shownWallet()),
    confirm: async (wallet) => post('confirm', wallet ?? (await shownWallet())),
  };
}

export interface CaughtMail {
  to: string[];
  subject: string;
  text: string;
}

/** Waits for this many caught mails to an address, newest first. */
export async function mailsTo(server: Server, email: string, count = 1): Promise<CaughtMail[]> {
  const mails = async (): Promise<CaughtMail[]> => {
    const { body } = await call(server, 'GET', '/sandbox/mail');
    return (body as CaughtMail[]).filter(({ to }) => to.includes(email));
  };
  return await until(mails, (caught) => caught.length >= count);
}

/** The six digits in the newest mail to an address. */
export async function codeMailedTo(server: Server, email: string, count = 1): Promise<string> {
  const [mail] = await mailsTo(server, email, count);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}
