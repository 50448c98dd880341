import { Agent } from 'undici';
import { type Signature, type Signer, SignerUnavailable } from './signer.ts';
import type { RemoteConfig } from './signer-config.ts';

/** One deadline for connecting, headers and body: a payout that waits for its signature waits for nothing else. */
const timeoutMs = 10_000;
const maxBodyBytes = 64 * 1024;
const maxConnections = 4;

interface RemoteWallet {
  network: string;
  family: string;
  address: string;
}

/** Signs remotely, over HTTPS with certificates on both sides. The protocol: docs/operate/signer.md. */
export async function openRemoteSigner({ url, cert, key, ca }: RemoteConfig): Promise<Signer> {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const agent = new Agent({
    allowH2: false,
    connections: maxConnections,
    connect: { cert, key, ...(ca !== null && { ca }), timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    try {
      const response = await agent.request({
        origin,
        path: base + path,
        method,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBodyBytes) throw new SignerUnavailable('the signer answered too much');
        chunks.push(chunk);
      }
      if (response.statusCode !== 200) {
        throw new SignerUnavailable(`the signer answered HTTP ${response.statusCode}`);
      }
      return JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch (error) {
      throw error instanceof SignerUnavailable ? error : unavailable(error);
    }
  }

  return {
    async addressOn({ id, family }) {
      const wallets = await ask('GET', '/wallets');
      if (!Array.isArray(wallets)) throw new SignerUnavailable('the signer answered with no list of wallets');
      const found = (wallets as RemoteWallet[]).findLast(
        (wallet) => wallet?.network === id && wallet.family === family,
      );
      if (found && !/^0x[0-9a-f]{40}$/.test(found.address)) {
        throw new SignerUnavailable('the signer answered with a wallet that has no address');
      }
      return found?.address ?? null;
    },
    async sign({ network, wallet, unsigned }) {
      return readSignature(
        await ask('POST', '/sign', { network: network.id, family: network.family, wallet, unsigned }),
      );
    },
    async close() {
      if (!agent.destroyed) await agent.destroy();
    },
  };
}

function readSignature(answer: unknown): Signature {
  const { r, s, yParity } = (answer ?? {}) as Partial<Signature>;
  const isWord = (text: unknown): text is string => typeof text === 'string' && /^0x[0-9a-f]{64}$/.test(text);
  if (!isWord(r) || !isWord(s) || (yParity !== 0 && yParity !== 1)) {
    throw new SignerUnavailable('the signer answered with no signature');
  }
  return { r, s, yParity };
}

function unavailable(error: unknown): SignerUnavailable {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError')
    return new SignerUnavailable(`the signer did not answer within ${timeoutMs} ms`);
  return new SignerUnavailable(`the signer cannot be reached (${code ?? message})`);
}
