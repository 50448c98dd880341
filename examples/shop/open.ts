import type { AddressInfo } from 'node:net';
import { Pasarela } from '../../sdk/typescript/src/index.ts';
import { type Book, openBook } from './orders.ts';
import { createShop, webhookPath } from './shop.ts';

export interface ShopOptions {
  baseUrl: string;
  apiKey: string;
  merchantId: string;
  /** Where orders are kept. */
  file: string;
  port: number;
}

/** Opens the shop on this machine, and lets Pasarela send it its webhooks until it closes. */
export async function openShop({ file, port, ...account }: ShopOptions) {
  const pasarela = new Pasarela(account);
  const book = openBook(file);
  const paymentOrigin = new URL(account.baseUrl).origin;
  const app = createShop({ pasarela, book, site: () => url, paymentOrigin });
  await app.listen({ port, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  await connect(pasarela, book, url + webhookPath);
  return {
    url,
    async close(): Promise<void> {
      const id = book.kept.endpoint?.id;
      // Pasarela keeps the webhooks until the shop opens again.
      if (id) await pasarela.webhooks.endpoints.change(id, { paused: true }).catch(console.error);
      await app.close();
    },
  };
}

/** The shop has an endpoint of its own beside the merchant's other addresses. Its secret is shown once, so it is kept. */
async function connect(pasarela: Pasarela, book: Book, url: string): Promise<void> {
  const { endpoints } = await pasarela.webhooks.endpoints.list();
  const kept = endpoints.find(({ id }) => id === book.kept.endpoint?.id);
  if (kept?.url === url) {
    await pasarela.webhooks.endpoints.change(kept.id, { paused: false });
    return;
  }
  for (const { id } of endpoints.filter((each) => each === kept || each.url === url)) {
    await pasarela.webhooks.endpoints.remove(id);
  }
  const { id, secret } = await pasarela.webhooks.endpoints.create({
    url,
    description: 'Example shop',
    events: ['charge.*', 'refund.*', 'dispute.*'],
  });
  if (!secret) throw new Error('The new webhook endpoint has no secret.');
  book.kept.endpoint = { id, url, secret };
  book.save();
}
