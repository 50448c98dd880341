import { Type } from 'typebox';
import { text } from '../../../base/http/request/text.ts';

const maxLength = 200;

/** Why a refund is made. The merchant's people and programs see it, the customer does not. */
export const refundReasonSchema = Type.Optional(
  Type.String({
    ...text(maxLength, `text of 1 to ${maxLength} characters, without control characters`),
    minLength: 1,
    description: 'Why, for you only. No card numbers',
  }),
);

/** null: none given. */
export function readRefundReason(given: string | undefined): string | null {
  return given?.trim() || null;
}
