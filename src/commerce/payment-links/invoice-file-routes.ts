import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../accounts/dashboard-kit/at-merchant.ts';
import { pdfAnswer } from '../../accounts/dashboard-kit/pdf-answer.ts';
import { readerLanguage } from '../../accounts/dashboard-kit/reader-language.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import type { Reads } from '../../base/db/reads.ts';
import { errors } from '../../base/http/envelope.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { invoiceFile, invoiceFileHeaders } from './invoice-file.ts';
import { findPaymentLink } from './store.ts';

export interface InvoiceFileRoutesDeps {
  reads: Reads;
  people: PeopleAuthenticator;
  checkoutUrl(): string;
  now(): Date;
}

/** An invoice as PDF, in the language of the person who reads it. */
export function invoiceFileRoutes(app: App, deps: InvoiceFileRoutesDeps): void {
  const someone = atMerchant(deps.people);
  app.get(
    '/dashboard/api/payment-links/:link/pdf',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'downloadInvoice',
        summary: 'Download an invoice as PDF',
        ...atMerchantSchema,
        'x-permission': 'links.read',
        params: Type.Object({ link: Type.String() }),
        response: { 200: pdfAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { by, merchant } = someone.callerOf(request);
      const id = readId(request.params.link);
      const language = readerLanguage(request, by.person);
      const found = await deps.reads.read(async (some) => {
        const link = id && (await findPaymentLink(some, merchant.id, id));
        if (!link) return null;
        const asked = { merchant, link, language, checkoutUrl: deps.checkoutUrl(), now: deps.now() };
        return { link, file: await invoiceFile(some, asked) };
      });
      if (!found?.file) throw notFound();
      return reply.headers(invoiceFileHeaders(found.link)).send(found.file);
    },
  );
}
