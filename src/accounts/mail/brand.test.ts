import { describe, expect, test } from 'vitest';
import { contrast } from '../../base/ground/brand-color.ts';
import { accentOf, brandedMail, type MailBrand, showsLogo, withoutLogo } from './brand.ts';
import type { Receipt } from './receipt-text.ts';
import { receiptMail } from './receipt-text.ts';

const plain: MailBrand = {
  name: 'A <b>shop</b>',
  color: null,
  hasLogo: false,
  supportEmail: null,
  supportUrl: null,
  termsUrl: null,
  timeZone: 'America/Bogota',
};
const branded: MailBrand = {
  ...plain,
  color: '#ffee00',
  hasLogo: true,
  supportEmail: 'help@shop.example',
  supportUrl: 'https://shop.example/help',
  termsUrl: 'https://shop.example/terms?a=1&b=2',
};
const link = 'https://pay.example/payout/secret';
const mail = { subject: 'S', text: `Hello <i>you</i>\n\nLink: ${link}\nUntil then\n` };

describe('a mail of plain words', () => {
  test('is as it was where the merchant has no look', () => {
    expect(brandedMail('en', plain, mail, link)).toEqual(mail);
  });

  test('gets the logo, the color as it can be read, the contacts and a link, and nothing that runs', () => {
    const { text, html = '' } = brandedMail('pt', branded, mail, link);
    expect(text).toBe(
      `${mail.text}\nAjuda: help@shop.example, https://shop.example/help\nTermos e condições: https://shop.example/terms?a=1&b=2\n`,
    );
    expect(showsLogo(html)).toBe(true);
    expect(withoutLogo(html)).not.toContain('<img');
    expect(withoutLogo(html).length).toBeGreaterThan(html.length - 200);
    expect(html).toContain(`<a href="${link}">${link}</a>`);
    expect(html).toContain('Hello &#60;i&#62;you&#60;/i&#62;');
    expect(html).toContain('alt="A &#60;b&#62;shop&#60;/b&#62;"');
    const accent = accentOf(branded) ?? '';
    expect(html).toContain(`border-top:6px solid ${accent}`);
    expect(contrast(accent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });
});

test('a receipt says whom to ask and what was agreed to', () => {
  const receipt: Receipt = {
    kind: 'payment',
    amount: { units: 1050n, code: 'USD' },
    cryptoAmount: null,
    at: new Date(0),
    reference: 'R',
    description: null,
    paidWith: null,
  };
  const { text, html } = receiptMail('es', receipt, branded);
  for (const part of ['Monto: US$\u00a010,50', 'Fecha: 31 de diciembre de 1969 a las 7:00 p. m. COT']) {
    expect(text).toContain(part);
  }
  for (const part of ['Ayuda: help@shop.example', 'Términos y condiciones: https://shop.example/terms']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(showsLogo(html)).toBe(true);
  expect(showsLogo(receiptMail('es', receipt, plain).html)).toBe(false);
});

test('the receipt of a refund says of what payment it is', () => {
  const receipt: Receipt = {
    kind: 'refund',
    amount: { units: 1050n, code: 'USD' },
    cryptoAmount: null,
    paid: { units: 150_050n, code: 'USD' },
    at: new Date(0),
    reference: 'R',
    description: null,
    paidWith: null,
  };
  const texts = (['es', 'pt', 'en', 'fr'] as const).map(
    (language) => receiptMail(language, receipt, plain).text,
  );
  expect(texts[0]).toContain('Del pago de: US$\u00a01.500,50');
  expect(texts[1]).toContain('Do pagamento de: US$\u00a01.500,50');
  expect(texts[2]).toContain('Of a payment of: US$1,500.50');
  expect(texts[3]).toMatch(/Sur un paiement de: 1\s500,50\s\$US/);
});
