import { LosslessNumber } from 'lossless-json';
import type { Money } from '../../../base/money/money.ts';
import type { AuthorizeRequest, RefundRequest } from '../../charges/payment-processor.ts';
import { describePayment, fitDescriptor } from '../details.ts';
import { toDlocalAmount } from './amounts.ts';
import { countryAtDlocal } from './countries.ts';
import { refundNotificationUrl } from './notifications.ts';

/** The bodies of requests to dLocal. */

/** dLocal's limit. */
const maxDescriptionLength = 200;
/** dLocal's definitions give no length: every card's statement has room for this much. */
const maxDescriptorLength = 22;

export function payerNameOf({ payerName, card }: AuthorizeRequest): string | null {
  return payerName || card?.holderName || null;
}

export function paymentBody(request: AuthorizeRequest, flow: 'REDIRECT' | 'DIRECT') {
  const { attemptId, amount, country, email, document, clientAddress } = request;
  // In dLocal's sandbox, a description that is a status code selects the answer.
  const isCode = /^\d{3}$/.test(request.description ?? '');
  const description = isCode ? request.description : describePayment(request, maxDescriptionLength);
  return {
    amount: exactly(amount),
    currency: amount.currency,
    country: countryAtDlocal(country)?.code,
    payment_method_id: 'CARD',
    payment_method_flow: flow,
    payer: {
      name: payerNameOf(request),
      email,
      // dLocal wants it without the dots and dashes that people write.
      ...(document && { document: document.replace(/[\s./-]/g, '') }),
      ip: clientAddress,
    },
    order_id: attemptId,
    ...(description && { description }),
    notification_url: request.notificationUrl,
    callback_url: request.returnUrl,
  };
}

export function cardBody({ card, details }: AuthorizeRequest) {
  if (!card) throw new TypeError('dLocal, as a direct processor, needs the card.');
  const descriptor = fitDescriptor(details?.statementDescriptor, maxDescriptorLength);
  return {
    holder_name: card.holderName,
    number: card.number,
    cvv: card.securityCode,
    expiration_month: card.expiryMonth,
    expiration_year: card.expiryYear,
    capture: true,
    ...(descriptor && { descriptor }),
  };
}

export function planBody({ amount, country, card }: AuthorizeRequest) {
  return {
    country: countryAtDlocal(country)?.code,
    bin: card?.number.slice(0, 6),
    amount: exactly(amount),
    currency: amount.currency,
  };
}

export function refundBody(
  { refundId, processorReference, amount, notificationUrl }: RefundRequest,
  text: string,
) {
  return {
    payment_id: processorReference,
    amount: new LosslessNumber(text),
    currency: amount.currency,
    order_refund_id: refundId,
    // Returned with the refund if order_refund_id is not.
    description: refundId,
    notification_url: refundNotificationUrl(notificationUrl, refundId),
  };
}

function exactly(amount: Money): LosslessNumber {
  const text = toDlocalAmount(amount);
  if (text === null) throw new RangeError('an amount that dLocal cannot express');
  return new LosslessNumber(text);
}
