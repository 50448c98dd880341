import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SignRequest } from '../../src/chain/signers/signer.ts';
import type { RemoteConfig } from '../../src/chain/signers/signer-config.ts';
import { addressOfKey, digestOf, signWith } from '../../src/chain/signers/signing.ts';

const run = promisify(execFile);

/** A remote signer as docs/operate/signer.md describes it: two keys, mutual TLS, and faults on command. */
export interface SignerServer {
  config: RemoteConfig;
  /** A client it does not know: a certificate of another authority. */
  stranger: Pick<RemoteConfig, 'cert' | 'key'>;
  /** Replaces its answer; null: its own answer. */
  answer: ((path: string, response: ServerResponse) => void) | null;
  requests: { path: string; body: string }[];
  close(): Promise<void>;
}

export async function startSignerServer(
  keys: { network: string; family: 'evm' | 'tron'; key: Buffer }[],
): Promise<SignerServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-signer-'));
  const ours = await certificates(folder, 'ours');
  const others = await certificates(folder, 'others');
  await rm(folder, { recursive: true });
  const wallets = keys.map(({ network, family, key }) => ({ network, family, address: addressOfKey(key) }));

  const server = createServer(
    {
      cert: ours.server.cert,
      key: ours.server.key,
      ca: ours.ca,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => void answer(request, response),
  );
  const signer: SignerServer = {
    config: { kind: 'remote', url: '', cert: ours.client.cert, key: ours.client.key, ca: ours.ca },
    stranger: others.client,
    answer: null,
    requests: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    signer.requests.push({ path, body });
    if (signer.answer) return signer.answer(path, response);
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (request.method === 'GET' && path === '/wallets') return void send(200, wallets);
    if (request.method !== 'POST' || path !== '/sign') return void send(404, {});
    const { network, family, wallet, unsigned } = JSON.parse(body) as Record<string, string>;
    const found = keys.find((each) => each.network === network && addressOfKey(each.key) === wallet);
    if (!found) return void send(403, { error: 'no such wallet' });
    const of = { network: { id: network, family }, unsigned } as Pick<SignRequest, 'network' | 'unsigned'>;
    send(200, signWith(found.key, digestOf(of)));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  signer.config.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return signer;
}

async function certificates(folder: string, name: string) {
  const at = (file: string) => join(folder, `${name}-${file}`);
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await run('openssl', [
    ...['req', '-x509', ...kind, '-subj', `/CN=${name}`],
    ...['-keyout', at('ca.key'), '-out', at('ca.pem')],
  ]);
  const issue = async (who: 'server' | 'client') => {
    const extension = at(`${who}.ext`);
    await writeFile(extension, 'subjectAltName=IP:127.0.0.1\n');
    await run('openssl', [
      ...['req', ...kind, '-subj', `/CN=${who}`, '-keyout', at(`${who}.key`), '-out', at(`${who}.csr`)],
    ]);
    await run('openssl', [
      ...['x509', '-req', '-in', at(`${who}.csr`), '-CA', at('ca.pem'), '-CAkey', at('ca.key')],
      ...['-CAcreateserial', '-days', '2', '-extfile', extension, '-out', at(`${who}.pem`)],
    ]);
    const [cert, key] = await Promise.all([
      readFile(at(`${who}.pem`), 'utf8'),
      readFile(at(`${who}.key`), 'utf8'),
    ]);
    return { cert, key };
  };
  const server = await issue('server');
  const client = await issue('client');
  return { ca: await readFile(at('ca.pem'), 'utf8'), server, client };
}
