import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret } from '../../../accounts/merchants/webhook-secret.ts';
import { type SignInput, signatureHeaders } from './sign.ts';

const signedBody = JSON.stringify({
  transactionStatus: 'approved',
  totalAmount: 10.5,
  email: 'ñandú@example.com',
});

/** Receivers refuse signatures older than five minutes, so these use the real time. */
const now = (): number => Math.floor(Date.now() / 1000);

function signed(changes: Partial<SignInput> & { secrets: string[] }) {
  return { ...signatureHeaders({ id: 'evt_1', timestampSeconds: now(), body: signedBody, ...changes }) };
}

describe('a signed webhook', () => {
  test('is accepted by an independent receiver', () => {
    const secret = newWebhookSecret();
    expect(new Webhook(secret).verify(signedBody, signed({ secrets: [secret] }))).toEqual(
      JSON.parse(signedBody),
    );
  });

  test('carries the signature published with the specification', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1614265330,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('is accepted under the old and under the new secret during a rotation', () => {
    const [oldSecret, newSecret] = [newWebhookSecret(), newWebhookSecret()];
    const headers = signed({ secrets: [newSecret, oldSecret] });
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(new Webhook(oldSecret).verify(signedBody, headers)).toEqual(JSON.parse(signedBody));
    expect(new Webhook(newSecret).verify(signedBody, headers)).toEqual(JSON.parse(signedBody));
  });

  test('is refused under another secret', () => {
    const headers = signed({ secrets: [newWebhookSecret(), newWebhookSecret()] });
    expect(() => new Webhook(newWebhookSecret()).verify(signedBody, headers)).toThrow(
      'No matching signature',
    );
  });

  test('is refused when body, id or time were changed on the way', () => {
    const secret = newWebhookSecret();
    const receiver = new Webhook(secret);
    const headers = signed({ secrets: [secret] });
    const refused = 'No matching signature';
    expect(() => receiver.verify(signedBody.replace('10.5', '99.5'), headers)).toThrow(refused);
    expect(() => receiver.verify(`${signedBody} `, headers)).toThrow(refused);
    expect(() => receiver.verify(signedBody, { ...headers, 'webhook-id': 'evt_2' })).toThrow(refused);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => receiver.verify(signedBody, { ...headers, 'webhook-timestamp': later })).toThrow(refused);
  });

  test('is refused when it is replayed long after its time', () => {
    const secret = newWebhookSecret();
    const headers = signed({ secrets: [secret], timestampSeconds: now() - 6 * 60 });
    expect(() => new Webhook(secret).verify(signedBody, headers)).toThrow('too old');
  });
});

describe('what must never be signed', () => {
  const secret = newWebhookSecret();

  test.each<[string, Partial<SignInput>]>([
    ['an id with a dot', { id: 'evt.1' }],
    ['an empty id', { id: '' }],
    ['a time in fractions of a second', { timestampSeconds: 1.5 }],
    ['no secret', { secrets: [] }],
    ['a secret without its prefix', { secrets: [secret.slice('whsec_'.length)] }],
    ['a secret that is too short', { secrets: ['whsec_c2hvcnQ='] }],
    ['an empty secret', { secrets: [''] }],
  ])('%s', (_, changes) => {
    expect(() => signed({ secrets: [secret], ...changes })).toThrow(/^a webhook /);
  });

  test('a damaged secret is not repeated in the error', () => {
    expect(() => signed({ secrets: ['whsec_geheim'] })).toThrow(/^(?!.*geheim)/);
  });
});

test('secrets are whsec_ and 32 random bytes, each another', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
});
