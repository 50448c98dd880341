import type { ChallengeTexts } from './shape.ts';

export const en: ChallengeTexts = {
  bank: 'Sandbox bank',
  title: 'Confirm your payment',
  explanation: 'This page imitates a bank’s 3-D Secure check. No real money moves.',
  amount: 'Amount',
  card: 'Card',
  concept: 'Description',
  approve: 'Approve the payment',
  fail: 'Fail the check',
  unknownTitle: 'We cannot find this payment',
  unknownExplanation: 'Go back to the payment page and try again.',
};
