import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDlocalWorld } from '../../../test/kit/processors/dlocal/contract-world.ts';
import type { LocalWorld } from '../../../test/kit/processors/local.ts';
import { startMercadopagoWorld } from '../../../test/kit/processors/mercadopago/contract-world.ts';
import { anAuthorizeRequest, aRefundRequest } from '../../../test/kit/processors/requests.ts';
import { startSandboxWorld } from '../../../test/kit/processors/sandbox/contract-world.ts';
import type { Fault } from '../../../test/kit/processors/simulator.ts';
import { startStripeWorld } from '../../../test/kit/processors/stripe/contract-world.ts';
import { type MethodCode, methods, processedMethods } from '../../accounts/methods/methods.ts';
import type { AttemptFinding, AuthorizeRequest } from '../charges/payment-processor.ts';
import { localAtDlocal } from './dlocal/local.ts';
import { localAt } from './mercadopago/local.ts';
import { localAtStripe } from './stripe/local.ts';

/** Rules that the core relies on, checked for every processor and every local method that it takes. */

interface Case {
  takes: readonly MethodCode[];
  /** An account in that country. */
  start(country: string): Promise<LocalWorld>;
}

const processors: Readonly<Record<string, Case>> = {
  sandbox: {
    takes: processedMethods.filter((code) => methods[code].way !== 'card'),
    start: startSandboxWorld,
  },
  ...Object.fromEntries(
    (['MLA', 'MLB', 'MCO', 'MLM'] as const).map((site) => [
      `mercadopago ${site}`,
      { takes: localAt(site), start: () => startMercadopagoWorld({ site }) },
    ]),
  ),
  stripe: { takes: localAtStripe, start: () => startStripeWorld('hosted') },
  dlocal: { takes: localAtDlocal, start: () => startDlocalWorld('hosted') },
};
const cases = Object.entries(processors).flatMap(([name, { takes, start }]) =>
  takes.map((method) => [name, method, start] as const),
);

const faults: readonly Fault[] = ['limited', 'error_before', 'error_after', 'cut_after', 'malformed_after'];

const documents: Readonly<Record<string, string>> = {
  ARG: '20.123.456',
  BRA: '529.982.247-25',
  CHL: '12.345.678-5',
  COL: '1.020.304.050',
  MEX: 'GODE561231GR8',
  PER: '12345678',
};

describe.each(cases)('%s, %s', (name, method, start) => {
  const { countries, currencies, way } = methods[method];
  let world: LocalWorld;
  /** The bank that the payer chooses. */
  let bank: string | null;

  beforeAll(async () => {
    world = await start(countries[0] ?? '');
    bank = (await world.processor.banks?.(method))?.[0]?.id ?? null;
  });

  afterAll(async () => {
    await world?.close();
  });

  function request(change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
    const country = countries[0] ?? '';
    const place = { amount: { amountMinor: 150_000n, currency: currencies[0] ?? '' }, country, method };
    const needed = new Set(world.processor.payerFields(country, method));
    return anAuthorizeRequest(place, null, {
      document: needed.has('document') ? (documents[country] ?? null) : null,
      phone: needed.has('phone') ? '+573001234567' : null,
      address: needed.has('address')
        ? { street: 'Rua Um 2', city: 'São Paulo', state: 'SP', postalCode: '01310-100' }
        : null,
      bank: needed.has('bank') ? bank : null,
      ...change,
    });
  }

  /** Begins a payment, as the core does: what the processor told is kept with the attempt. */
  async function begun(change: Partial<AuthorizeRequest> = {}): Promise<AuthorizeRequest> {
    const asked = request(change);
    const outcome = await world.processor.authorize(asked);
    expect(outcome).toMatchObject({ outcome: way === 'instructions' ? 'instructions' : 'challenge' });
    keep(asked, outcome);
    return asked;
  }

  function keep(asked: AuthorizeRequest, found: AttemptFinding): void {
    if ('handle' in found) asked.handle ??= found.handle;
    if (found.outcome === 'instructions') asked.instructions = found.instructions;
  }

  const inquire = (asked: AuthorizeRequest) => world.processor.inquire(asked);

  test('is among the methods of the adapter', () => {
    expect(world.processor.methods).toContain(method);
    expect(world.processor.refuses(request())).toBeNull();
    expect(name.split(' ')[0]).toBe(world.processor.name);
  });

  test('tells the customer what to pay by, or where, and inquiry tells the same', async () => {
    const asked = await begun();
    const found = await inquire(asked);
    if (way !== 'instructions') {
      return expect(['challenge', 'pending']).toContain(found.outcome);
    }
    expect(found).toMatchObject({ outcome: 'instructions', instructions: asked.instructions });
    const { details = [], documentUrl = null, expiresAt = '' } = asked.instructions ?? {};
    expect(details.length > 0 || documentUrl !== null).toBe(true);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
  });

  test('is begun once under one id, also by two requests at the same instant', async () => {
    const asked = request();
    const outcomes = await Promise.all([
      world.processor.authorize(asked),
      world.processor.authorize({ ...asked }),
    ]);
    for (const { outcome } of outcomes)
      expect(['instructions', 'challenge', 'unknown', 'pending']).toContain(outcome);
    expect(await world.payers.begunOf(asked.attemptId)).toBe(1);
  });

  test('that is paid is approved, and told the same again', async () => {
    const asked = await begun();
    await world.payers.pay(asked.attemptId);
    const found = await inquire(asked);
    expect(found).toMatchObject({
      outcome: 'approved',
      processorReference: expect.stringMatching(/./),
      card: null,
    });
    expect(await inquire(asked)).toEqual(found);
    // Without what the first answer told, as after a crash between the answer and its record.
    const lost = { ...asked, handle: null, instructions: null };
    expect(await inquire(lost)).toMatchObject({ outcome: 'approved' });
    expect((await world.processor.abandon(asked)).outcome).toBe('approved');
  });

  test('that is not paid in time is refused for that', async () => {
    const asked = await begun();
    await world.payers.expire(asked.attemptId);
    const reasons =
      way === 'instructions' ? ['not_paid_in_time'] : ['left_page', 'not_paid_in_time', 'payment_refused'];
    const found = await inquire(asked);
    expect(found).toMatchObject({ outcome: 'refused', isSoft: false, card: null });
    expect(reasons).toContain(found.outcome === 'refused' && found.reason);
  });

  test('that is abandoned ends for good, or goes on waiting', async () => {
    const asked = await begun();
    const ended = await world.processor.abandon(asked);
    expect(['refused', 'instructions']).toContain(ended.outcome);
    await world.payers.pay(asked.attemptId).catch(() => {});
    const found = await inquire(asked);
    if (ended.outcome === 'refused') expect(found.outcome).toBe('refused');
    else expect(found.outcome).toBe('approved');
  });

  test('paid and abandoned at the same instant is told in one way to everybody', async ({ skip }) => {
    if (name === 'sandbox' && way === 'instructions')
      skip('its counters also take cash for a payment that was ended, as a late one');
    const asked = await begun();
    const [ended] = await Promise.all([
      world.processor.abandon(asked),
      world.payers.pay(asked.attemptId).catch(() => {}),
    ]);
    const found = await inquire(asked);
    if (ended.outcome === 'approved' || ended.outcome === 'refused')
      expect(found.outcome).toBe(ended.outcome);
  });

  test.each(faults)('whose answer meets %s is begun once at most, and never lost', async (fault) => {
    const asked = request();
    world.simulator.misbehave(fault, 8);
    const outcome = await world.hasty.authorize(asked);
    world.simulator.misbehave(fault, 0);
    expect(['instructions', 'challenge', 'unknown', 'not_taken', 'pending']).toContain(outcome.outcome);
    keep(asked, outcome);
    const begunCount = await world.payers.begunOf(asked.attemptId);
    expect(begunCount).toBeLessThanOrEqual(1);
    // The customer was shown nothing that could be paid, or the payment is found.
    if (outcome.outcome === 'not_taken' || begunCount === 0) return;
    await world.payers.pay(asked.attemptId);
    expect(await inquire(asked)).toMatchObject({ outcome: 'approved' });
  });

  test('leads from each notification to what is to be read, and a forged one leads nowhere', async () => {
    const asked = await begun();
    const from = world.simulator.notifications.length;
    await world.payers.pay(asked.attemptId);
    const told = world.simulator.notifications.slice(from);
    if (world.simulator.notifications.length === 0) return;
    const hints: unknown[] = [];
    for (const { signed } of told) {
      const { headers, query, body } = signed();
      const message = {
        headers,
        query: Object.fromEntries(new URLSearchParams(query)),
        body: Buffer.from(body),
      };
      const read = world.processor.readNotification(message, new Date());
      // A doubled one has the same id.
      expect(world.processor.readNotification(message, new Date())?.id).toBe(read?.id);
      hints.push(read?.hint.about === 'handle' ? await world.processor.trace(read.hint.handle) : read?.hint);
      const forged = { ...message, headers: {} };
      expect(world.processor.readNotification(forged, new Date())).toBeNull();
    }
    expect(hints).toContainEqual({ about: 'attempt', attemptId: asked.attemptId });
  });

  test('is given back as the adapter says, once under one id', async ({ skip }) => {
    const given = world.processor.givesBack ? world.processor.givesBack(method) : methods[method].givenBack;
    if (given === 'bank_details') skip('the merchant pays the customer back');
    const asked = await begun();
    await world.payers.pay(asked.attemptId);
    const found = await inquire(asked);
    if (found.outcome !== 'approved') throw new Error(`expected an approval, got ${found.outcome}`);
    const { attemptId } = asked;
    const refund = aRefundRequest(
      { attemptId, processorReference: found.processorReference },
      {
        ...asked.amount,
        amountMinor: 50_000n,
      },
    );
    const made = await world.processor.refund(refund);
    expect(['refunded', 'pending']).toContain(made.outcome);
    const again = await world.processor.refund({ ...refund, isRepeat: true });
    expect(again).toEqual(made);
    const seen = await world.processor.refundsOf({
      attemptId,
      processorReference: found.processorReference,
      currency: asked.amount.currency,
      releasedMinor: 0n,
    });
    if (seen?.length) expect(seen).toHaveLength(1);
  });

  test('stays open while the processor cannot be reached', async () => {
    const asked = await begun();
    expect(['unknown', 'not_taken']).toContain((await world.unreachable.authorize(request())).outcome);
    expect(await world.unreachable.inquire(asked)).toMatchObject({ outcome: 'unknown' });
    expect(await world.unreachable.abandon(asked)).toMatchObject({ outcome: 'unknown' });
  });
});
