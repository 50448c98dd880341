import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Packs archived charges: one byte names the dictionary, the rest is the deflated text. One charge is too short to
 * repeat itself, so the text that all charges share is in the dictionary: a charge with one attempt, some 1,030 bytes,
 * packs to 270 bytes with it and to 480 with deflate alone.
 *
 * A dictionary never changes: documents packed with it need it for ever. A better one gets the next number.
 */
const current = 1;
const dictionaries: ReadonlyMap<number, Buffer> = new Map([
  [
    1,
    Buffer.from(
      [
        '"mastercard", "amex", "elo", "diners", "discover", "insufficient_funds", "expired_card", "wrong_code", "do_not_honor", ',
        '"not_processed", "stripe", "mercadopago", "dlocal", "sandbox", "BRA", "MEX", "ARG", "CHL", "PER", "ECU", "URY", "COL", ',
        '"language": "pt", "language": "en", "language": "es", "metadata": {"',
        '"description": "Order ',
        '"challenge_url": null, "refunded_at": "2026-',
        '"refused_count": 1, "refund_pending_minor": 0',
        '{"country": "COL", "attempts": [], "attempts": [{"id": "019',
        '-7',
        '", "due_at": "2026-',
        '0-',
        'T',
        ':',
        '.',
        '+00:00"',
        ', "status": "refused", "refusal": "',
        ', "status": "approved", "inquiries": 1, "processor": "',
        '", "card_brand": "visa", ',
        '"card_last4": "4242", "created_at": "2026-',
        '+00:00", "card_first6": "424242", "resolved_at": "2026-',
        '+00:00", "card_fingerprint": "\\\\x',
        '", "client_address_hash": "\\\\x',
        '", "processor_reference": "pay_',
        '"}], ',
        '"decided_at": "2026-',
        '+00:00", "expires_at": "2026-',
        '+00:00", "return_url": "https://',
        '", "approved_at": "2026-',
        '+00:00", "description": "',
        '", "request_hash": "\\\\x',
        '", "refused_count": 0, "notification_url": "https://',
        '", "refund_pending_minor": 0}',
      ].join(''),
    ),
  ],
]);

export function pack(text: string): Buffer {
  const dictionary = dictionaries.get(current) as Buffer;
  return Buffer.concat([Buffer.of(current), deflateRawSync(text, { dictionary, level: 9 })]);
}

export function unpack(document: Buffer): string {
  const dictionary = dictionaries.get(document[0] ?? 0);
  if (!dictionary)
    throw new Error(`An archived charge was packed in a way this version does not know (${document[0]}).`);
  return inflateRawSync(document.subarray(1), { dictionary }).toString();
}
