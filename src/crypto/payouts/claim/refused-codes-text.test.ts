import { expect, test } from 'vitest';
import type { Language } from '../../../base/money/language.ts';
import { refusedCodesMail } from './refused-codes-text.ts';

const code = {
  payoutId: '01890000-0000-7000-8000-000000000001',
  merchantIdCustom: 'prize-3',
  amountMinor: 1_050n,
  email: 'eva@wrong.example',
  refusedAt: new Date('2026-03-01T12:00:00Z'),
  refusal: 'The mail server answered RCPT TO with: 550 no such user',
};

test.each<[Language, string, string, string]>([
  ['es', 'El destinatario de un retiro no recibe su código', 'Solo usted puede hacerlo', 'US$\u00a010,50'],
  ['pt', 'O destinatário de um saque não recebe o código', 'Só você pode fazer isso', 'US$\u00a010,50'],
  ['fr', 'Le bénéficiaire d’un versement ne reçoit pas son code', 'Vous seul le pouvez', '10,50\u00a0$US'],
  ['en', 'The recipient of a payout gets no code', 'Only you can', 'US$10.50'],
])(
  'in %s it says which payout, what the server said, and how to correct the address',
  (language, subject, only, sum) => {
    const mail = refusedCodesMail(
      { name: 'Shop', language, timeZone: 'UTC' },
      [code],
      1,
      'https://pay.example',
    );
    expect(mail.subject).toBe(subject);
    for (const part of [
      `${code.payoutId} (prize-3), ${sum}`,
      'eva@wrong.example',
      '550 no such user',
      only,
      `POST https://pay.example/payment/${code.payoutId}/email\n{"email":"…"}`,
    ]) {
      expect(mail.text).toContain(part);
    }
  },
);

test('what is not listed is counted', () => {
  const { subject, text } = refusedCodesMail(
    { name: 'Shop', language: 'en', timeZone: 'UTC' },
    [code],
    7,
    'https://pay.example',
  );
  expect(subject).toBe('The recipients of 7 payouts get no code');
  expect(text).toContain('… and 6 more.');
});
