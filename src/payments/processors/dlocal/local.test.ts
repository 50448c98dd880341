import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDlocalWorld } from '../../../../test/kit/processors/dlocal/contract-world.ts';
import type { DlocalSimulator } from '../../../../test/kit/processors/dlocal-simulator.ts';
import { anAuthorizeRequest, aRefundRequest } from '../../../../test/kit/processors/requests.ts';
import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import type { AuthorizeRequest, PaymentProcessor } from '../../charges/payment-processor.ts';
import { barcodeOfNumber, numberOfBarcode } from './boleto.ts';
import { toInstructions } from './instructions.ts';
import { localAtDlocal, localBody, toLocalOutcome, toLocalRefusal } from './local.ts';
import type { PaymentAtDlocal } from './payments.ts';

/** Local methods at dLocal: requests, odd answers, and a simulator that misbehaves. */

const line = '23793381286000782713695000063305975520000370000';
const code = '23799755200003700003381260007827139500006330';
const pix = '00020101021226580014br.gov.bcb.pix';

function request(method: MethodCode, change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  const { countries, currencies } = methods[method];
  const place = {
    amount: { amountMinor: 150_000n, currency: currencies[0] ?? '' },
    country: countries[0] ?? '',
  };
  return anAuthorizeRequest({ ...place, method }, null, { document: documentIn(place.country), ...change });
}

function documentIn(country: string): string {
  return { BRA: '529.982.247-25', MEX: 'GODE561231GR8' }[country] ?? '12.345.678';
}

function payment(asked: AuthorizeRequest, change: Partial<PaymentAtDlocal> = {}): PaymentAtDlocal {
  const amount = asked.amount.currency === 'CLP' ? 150_000 : 1_500;
  const { currency } = asked.amount;
  return { id: 'D-4-1', amount, currency, order_id: asked.attemptId, status: 'PENDING', ...change };
}

describe('the request', () => {
  test.each(localAtDlocal)('for %s names the code, the flow and the payer, and no bank', (method) => {
    const body = localBody(request(method));
    expect(body.payment_method_id).toMatch(/^[A-Z]{2}$/);
    expect(body.payment_method_flow).toBe(methods[method].way === 'instructions' ? 'DIRECT' : 'REDIRECT');
    expect(body.payer).toMatchObject({ name: 'Ana Prueba', email: 'ana@mail.example' });
    expect(body.payer.document).toMatch(/^[A-Z0-9]+$/);
    expect(Object.keys(body)).not.toContain('bank');
  });

  test('writes Colombian pesos without decimals', () => {
    expect(String(localBody(request('EFECTY')).amount)).toBe('1500');
  });
});

describe('what the customer pays by', () => {
  const shown = (method: MethodCode, told: Partial<PaymentAtDlocal>) =>
    toInstructions(payment(request(method), told), request(method));
  const page = 'https://pay.dlocal.example/ticket/1';

  test('by Pix is the code of the answer, as text and QR', () => {
    expect(
      shown('PIX', { ticket: { number: pix, expiration_date: '2026-02-13T23:59:00.000+0000' } }),
    ).toEqual({
      expiresAt: '2026-02-13T23:59:00.000Z',
      details: [{ label: 'pix_code', value: pix }],
      qr: pix,
      barcode: null,
      documentUrl: null,
    });
  });

  test.each([
    ['PIX', { ticket: { number: 'QRS2-1', image_url: page } }],
    ['BOLETO', { ticket: { number: '123', image_url: page } }],
    ['OXXO', { ticket: { number: ['odd'], image_url: page } }],
    ['SPEI', { bank_transfer: { bank_account: '646180205700001447', redirect_url: page } }],
    [
      'SPEI',
      {
        bank_transfer: { bank_account: '646180205700001446', redirect_url: page, user_payment_amount: 1501 },
      },
    ],
  ] as const)(
    'by %s is dLocal’s own page, where the answer %j holds nothing that is safe to show',
    (method, told) => {
      expect(shown(method, told)).toMatchObject({ details: [], qr: null, barcode: null, documentUrl: page });
    },
  );

  test.each([
    [{}],
    [{ ticket: {}, bank_transfer: {} }],
    [{ ticket: null, bank_transfer: 7 }],
    [{ ticket: { image_url: 'javascript:alert(1)' } }],
    [{ ticket: 'text' }],
  ])('is nothing in %j: no empty page is shown', (told) => {
    for (const method of localAtDlocal) expect(shown(method, told as object)).toBeNull();
  });

  test.each([line, code])('by boleto is the line and the barcode, also of the number %s', (number) => {
    expect(shown('BOLETO', { ticket: { number } })).toMatchObject({
      details: [{ label: 'boleto_line', value: line }],
      barcode: { kind: 'itf', digits: code },
    });
  });

  test('by SPEI is the CLABE with what belongs to it, if the amount is ours', () => {
    const transfer = { bank_account: '646180205700001446', bank_name: 'STP', user_payment_amount: 1500 };
    expect(shown('SPEI', { bank_transfer: transfer })).toMatchObject({
      details: [
        { label: 'clabe', value: '646180205700001446' },
        { label: 'bank', value: 'STP' },
      ],
    });
  });

  test('without a date in the answer is said to end no later than the method’s own time', () => {
    const asked = request('OXXO');
    const { expiresAt } = toInstructions(payment(asked, { ticket: { number: '1' } }), asked) ?? {};
    expect(expiresAt).toBe(new Date(asked.createdAt.getTime() + 72 * 3_600_000).toISOString());
  });

  test('a boleto’s line and barcode are the same boleto, whatever its digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-79][0-9]{43}$/), (barcode) => {
        expect(barcodeOfNumber(numberOfBarcode(barcode) ?? '')).toBe(barcode);
      }),
    );
    expect(barcodeOfNumber(line.replace(/^237933812/, '237933813'))).toBeNull();
  });
});

describe('the outcome', () => {
  const known = {
    expiresAt: '2026-12-01T00:00:00.000Z',
    details: [],
    qr: null,
    barcode: null,
    documentUrl: null,
  };

  test('of a payment that waits keeps what the customer was told before', () => {
    const asked = request('OXXO', { instructions: known });
    expect(toLocalOutcome(payment(asked), asked)).toMatchObject({
      outcome: 'instructions',
      instructions: known,
    });
  });

  test.each(['REJECTED', 'EXPIRED', 'CANCELLED'] as const)(
    'of a ticket that is %s is that nobody paid',
    (status) => {
      const asked = request('OXXO', { instructions: known });
      expect(toLocalOutcome(payment(asked, { status }), asked)).toMatchObject({ reason: 'not_paid_in_time' });
    },
  );

  test.each(['AUTHORIZED', 'VERIFIED'] as const)('of one that is %s is not known', (status) => {
    const asked = request('PSE');
    expect(toLocalOutcome(payment(asked, { status }), asked)).toMatchObject({ outcome: 'unknown' });
  });

  test.each([{ amount: 1 }, { order_id: 'other' }, { currency: 'USD' }])(
    'of a payment that is not the asked one, by %j, is never an approval',
    (change) => {
      const asked = request('PSE');
      expect(toLocalOutcome(payment(asked, { status: 'PAID', ...change }), asked)).toMatchObject({
        outcome: 'unknown',
      });
    },
  );

  test('of a barred payer is a refusal that names no card', () => {
    const answer = { kind: 'answered', status: 400, headers: {}, body: { code: 5014, message: '' } } as const;
    expect(toLocalRefusal(answer)).toMatchObject({ outcome: 'refused', reason: 'payment_refused' });
  });
});

describe('at the simulator', () => {
  let processor: PaymentProcessor;
  let simulator: DlocalSimulator;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const world = await startDlocalWorld('hosted');
    ({ processor, close } = world);
    simulator = world.simulator as DlocalSimulator;
  });

  afterAll(async () => close?.());

  async function begun(method: MethodCode): Promise<AuthorizeRequest> {
    const asked = request(method);
    const outcome = await processor.authorize(asked);
    if (outcome.outcome !== 'instructions') throw new Error(`expected instructions, got ${outcome.outcome}`);
    return { ...asked, handle: outcome.handle, instructions: outcome.instructions };
  }

  test('a ticket whose time is over is left to dLocal, which may still book the cash', async () => {
    const asked = await begun('OXXO');
    const late = { ...asked.instructions, expiresAt: new Date(Date.now() - 1).toISOString() };
    const over = { ...asked, instructions: late as NonNullable<AuthorizeRequest['instructions']> };
    expect(await processor.abandon(over)).toMatchObject({ outcome: 'instructions' });
    await simulator.payers.pay(asked.attemptId);
    expect(await processor.inquire(over)).toMatchObject({ outcome: 'approved' });
  });

  test('a ticket that dLocal does not cancel stays good', async () => {
    const asked = await begun('OXXO');
    simulator.ways.cancels = false;
    expect(await processor.abandon(asked)).toMatchObject({ outcome: 'instructions' });
    simulator.ways.cancels = true;
    expect(await processor.abandon(asked)).toMatchObject({ outcome: 'refused', reason: 'left_page' });
  });

  describe('a ticket whose answer was lost', () => {
    async function lost(): Promise<AuthorizeRequest> {
      const asked = request('OXXO');
      simulator.misbehave('cut_after', 1);
      expect(await processor.authorize(asked)).toMatchObject({ outcome: 'unknown' });
      simulator.misbehave('cut_after', 0);
      return asked;
    }

    test('is shown, if dLocal tells it again', async () => {
      const asked = await lost();
      simulator.ways.repeatsInstructions = true;
      expect(await processor.inquire(asked)).toMatchObject({ outcome: 'instructions' });
      simulator.ways.repeatsInstructions = false;
    });

    test('is waited for at first, and then cancelled: nobody can pay it', async () => {
      const asked = await lost();
      expect(await processor.inquire(asked)).toMatchObject({ outcome: 'unknown' });
      const later = { ...asked, createdAt: new Date(Date.now() - 61_000) };
      expect(await processor.inquire(later)).toMatchObject({ outcome: 'not_taken' });
      await expect(simulator.payers.pay(asked.attemptId)).rejects.toThrow('ended');
    });

    test('stays open, if dLocal does not cancel it', async () => {
      const asked = await lost();
      simulator.ways.cancels = false;
      const later = { ...asked, createdAt: new Date(Date.now() - 61_000) };
      expect(await processor.inquire(later)).toMatchObject({ outcome: 'pending' });
      simulator.ways.cancels = true;
    });
  });

  test('a refund waits for the payer’s bank account, and fails if none is named', async () => {
    const asked = await begun('PIX');
    await simulator.payers.pay(asked.attemptId);
    const found = await processor.inquire(asked);
    if (found.outcome !== 'approved') throw new Error(found.outcome);
    const refund = aRefundRequest(
      { attemptId: asked.attemptId, processorReference: found.processorReference },
      asked.amount,
    );
    const made = await processor.refund(refund);
    if (made.outcome !== 'pending') throw new Error(made.outcome);
    simulator.cancelRefund(refund.refundId);
    const again = { ...refund, isRepeat: true, refundReference: made.processorReference };
    expect(await processor.refund(again)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/bank account/),
    });
  });
});
