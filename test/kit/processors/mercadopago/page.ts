import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { formatMoney } from '../../../../src/base/money/written.ts';
import type { CustomerRole } from '../simulator.ts';
import type { Books, SimulatedOrder } from './books.ts';

const buttons: readonly (readonly [CustomerRole | 'leave', string])[] = [
  ['approved', 'Pagar'],
  ['pending', 'Pagar, en revisión'],
  ['card_refused', 'Pagar con una tarjeta rechazada'],
  ['insufficient_funds', 'Pagar con una tarjeta sin fondos'],
  ['card_expired', 'Pagar con una tarjeta vencida'],
  ['wrong_security_code', 'Pagar con un código incorrecto'],
  ['leave', 'Volver a la tienda'],
];

/** Its page, where the customer pays, is refused and may use another card, or leaves. */
export async function addPage(app: FastifyInstance, books: Books): Promise<void> {
  await app.register(formbody);

  app.get('/checkout/v1/redirect/:id', (request, reply) => {
    const order = orderOf(request.params);
    if (!order) return reply.code(404).type('text/html').send(html('No existe esta página.'));
    return reply.type('text/html').send(showOrder(order, ''));
  });

  app.post('/checkout/v1/redirect/:id', (request, reply) => {
    const order = orderOf(request.params);
    const { action } = request.body as { action?: CustomerRole | 'leave' | 'fail_challenge' };
    if (!order || !action) return reply.code(404).type('text/html').send(html('No existe esta página.'));
    if (action === 'leave') return reply.redirect(backTo(order, order.urls.failure, 'null'), 303);
    if (!books.isOpen(order)) return reply.type('text/html').send(showOrder(order, ''));
    books.pay(order, action === 'fail_challenge' ? 'card_refused' : action);
    if (order.status === 'processed')
      return reply.redirect(backTo(order, order.urls.success, 'approved'), 303);
    if (order.status === 'processing')
      return reply.redirect(backTo(order, order.urls.pending, 'pending'), 303);
    return reply
      .type('text/html')
      .send(showOrder(order, '<p role="alert">Tu pago fue rechazado. Prueba con otra tarjeta.</p>'));
  });

  function orderOf(params: unknown): SimulatedOrder | undefined {
    return books.orders.get((params as { id: string }).id);
  }

  function showOrder(order: SimulatedOrder, notice: string): string {
    if (!books.isOpen(order)) return html('Este pago ya no está disponible.');
    const amount = formatMoney({ amountMinor: order.amountMinor, currency: books.site.currency }, 'es');
    const form = buttons
      .map(([action, text]) => `<button name="action" value="${action}">${text}</button>`)
      .join('\n');
    return html(`<p>${escapeHtml(order.title)}: ${amount}</p>${notice}<form method="post">${form}</form>`);
  }
}

function html(content: string): string {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><title>Mercado Pago</title><main><h1>Mercado Pago</h1>${content}</main></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Adds the outcome to the URL, which the receiver must not trust. */
function backTo(order: SimulatedOrder, url: string | undefined, status: string): string {
  const back = new URL(url ?? 'https://www.mercadopago.com/');
  back.searchParams.set('order_id', order.id);
  back.searchParams.set('status', status);
  back.searchParams.set('external_reference', order.reference);
  return back.href;
}
