import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A device with passkeys, as a browser uses it; its statements can be made wrong. */
export interface Authenticator {
  create(asked: Asked, wrong?: Wrong): object;
  get(asked: Asked, wrong?: Wrong): object;
}
interface Asked {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}
interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The device did not ask its owner for a fingerprint, a face or a code. */
  unasked?: boolean;
  counter?: number;
}

export function authenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  function told(type: string, asked: Asked, wrong: Wrong): Buffer {
    const challenge = wrong.challenge ?? asked.challenge;
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: wrong.origin ?? origin, crossOrigin: false }),
    );
  }

  function data(asked: Asked, wrong: Wrong, flags: number): Buffer {
    counter += 1;
    const site = wrong.rpId ?? asked.rp?.id ?? asked.rpId ?? '';
    const bytes = Buffer.alloc(37);
    createHash('sha256').update(site).digest().copy(bytes);
    bytes[32] = wrong.unasked ? flags & ~0x04 : flags;
    bytes.writeUInt32BE(wrong.counter ?? counter, 33);
    return bytes;
  }

  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  });

  return {
    create(asked, wrong = {}) {
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([data(asked, wrong, 0x45), Buffer.alloc(16), length, id, key]);
      return answer({
        clientDataJSON: told('webauthn.create', asked, wrong),
        attestationObject: cborMap([
          [cborText('fmt'), cborText('none')],
          [cborText('attStmt'), cborMap([])],
          [cborText('authData'), cborBytes(authData)],
        ]),
      });
    },
    get(asked, wrong = {}) {
      const clientDataJSON = told('webauthn.get', asked, wrong);
      const authenticatorData = data(asked, wrong, 0x05);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]);
      return answer({ clientDataJSON, authenticatorData, signature: sign('sha256', signed, privateKey) });
    },
  };
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
