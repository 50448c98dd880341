import { describe, expect, test } from 'vitest';
import { type Intent, intentFinding, type Session, sessionOutcome } from './answers.ts';

const asked = {
  amount: { amountMinor: 10_050n, currency: 'MXN' },
  details: null,
  capture: 'automatic' as const,
};
const intent: Intent = {
  id: 'pi_1',
  status: 'succeeded',
  amount_received: 10_050,
  currency: 'mxn',
};
const session: Session = {
  ...{ id: 'cs_1', status: 'complete', payment_status: 'paid', amount_total: 10_050, currency: 'mxn' },
  payment_intent: intent,
};

describe('a payment that Stripe calls paid', () => {
  test('is approved where it is over what was asked for', () => {
    expect(sessionOutcome(session, asked)).toMatchObject({ outcome: 'approved', processorReference: 'pi_1' });
    expect(sessionOutcome({ ...session, payment_intent: 'pi_1' }, asked).outcome).toBe('approved');
    expect(intentFinding(intent, asked)).toMatchObject({ outcome: 'approved', processorReference: 'pi_1' });
  });

  test.each([
    ['another amount', { amount_received: 10_051 }, { amount_total: 10_051 }],
    ['less than was asked for', { amount_received: 10_049 }, { amount_total: 10_049 }],
    ['another currency', { currency: 'usd' }, { currency: 'usd' }],
  ])('over %s is never taken for it', (_, changed, ofSession) => {
    const other = { ...intent, ...changed };
    expect(intentFinding(other, asked).outcome).toBe('unknown');
    expect(sessionOutcome({ ...session, payment_intent: other }, asked).outcome).toBe('unknown');
    expect(sessionOutcome({ ...session, ...ofSession }, asked).outcome).toBe('unknown');
  });
});
