import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A browser's push service, with the browser behind it: it checks who sends and decrypts what it gets. */

export interface PushedDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Pushed {
  endpoint: string;
  headers: Record<string, string | string[] | undefined>;
  bytes: number;
  message: { title: string; body: string; path: string; tag: string };
}

export interface PushService {
  /** A new subscription that belongs to this key of a sender. */
  subscribe(publicKey: string): PushedDevice;
  received: Pushed[];
  /** The next answers in place of 201. */
  answers: number[];
  /** Requests that the service refused, and why. */
  faults: string[];
  close(): Promise<void>;
}

interface Subscribed extends PushedDevice {
  key: ReturnType<typeof createECDH>;
  publicKey: string;
}

export function aDevice(endpoint = 'http://127.0.0.1:9/never'): PushedDevice & { key: Subscribed['key'] } {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return {
    endpoint,
    p256dh: key.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    key,
  };
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Subscribed>();
  const received: Pushed[] = [];
  const answers: number[] = [];
  const faults: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const endpoint = `${origin()}${request.url}`;
    const answer = answers.shift() ?? 201;
    const device = devices.get(endpoint);
    if (answer === 201 && device) {
      try {
        checkSender(device, String(request.headers.authorization), origin());
        const message = JSON.parse(decrypt(device, body).toString());
        received.push({ endpoint, headers: request.headers, bytes: body.length, message });
      } catch (error) {
        faults.push(String(error));
        response.writeHead(403).end();
        return;
      }
    }
    response.writeHead(device ? answer : 404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    answers,
    faults,
    subscribe(publicKey) {
      const device = aDevice(`${origin()}/send/${randomBytes(9).toString('base64url')}`);
      devices.set(device.endpoint, { ...device, publicKey });
      const { endpoint, p256dh, auth } = device;
      return { endpoint, p256dh, auth };
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** RFC 8292: the sender signs with the key that the subscription was made for. */
function checkSender({ publicKey }: Subscribed, authorization: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('another sender');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('a forged sender');
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (aud !== audience) throw new Error(`for ${aud}`);
  if (!/^(https:|mailto:)/.test(sub)) throw new Error(`from ${sub}`);
}

/** RFC 8291 and 8188, as a browser does it. */
function decrypt({ key, auth }: Subscribed, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const shared = key.computeSecret(senderKey);
  const prk = hmac(Buffer.from(auth, 'base64url'), shared);
  const info = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    key.getPublicKey(),
    senderKey,
    Buffer.from([1]),
  ]);
  const secret = hmac(salt, hmac(prk, info));
  const contentKey = hmac(secret, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16);
  const nonce = hmac(secret, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12);
  const sealed = body.subarray(21 + idLength);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // Padding: a 2 and zeros end the last record.
  return plain.subarray(0, plain.lastIndexOf(2));
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
