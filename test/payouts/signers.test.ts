import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Hex, recoverAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addToKeyFile, type FileKey, readKeyFile } from '../../src/chain/signers/key-file.ts';
import { openSigner, signers } from '../../src/chain/signers/registry.ts';
import { type Signer, SignerUnavailable, type SignRequest } from '../../src/chain/signers/signer.ts';
import type { KeyFileConfig, SignerConfig } from '../../src/chain/signers/signer-config.ts';
import { addressOfKey } from '../../src/chain/signers/signing.ts';
import { verifiedSigner } from '../../src/chain/signers/verified-signer.ts';
import { type SignerServer, startSignerServer } from './signer-server.ts';

const evm = { id: 'ERC20', family: 'evm' } as const;
const tron = { id: 'TRC20', family: 'tron' } as const;
const evmKey = createHash('sha256').update('a key for tests').digest();
const tronKey = createHash('sha256').update('another key for tests').digest();
const walletOf = { ERC20: addressOfKey(evmKey) as string, TRC20: addressOfKey(tronKey) as string };
const passphrase = 'correct horse battery staple';
/** The keys in every notation. */
const secrets = [evmKey, tronKey].flatMap((key) => [
  key.toString('hex'),
  key.toString('base64'),
  key.toString('base64').slice(4, 24),
  [...key].join(','),
  [...key].slice(2, 12).join(','),
  BigInt(`0x${key.toString('hex')}`).toString(),
]);

let folder: string;
let server: SignerServer;
const configs = {} as Record<SignerConfig['kind'], SignerConfig>;

function keysOfFile(): FileKey[] {
  return [
    { family: 'evm', networks: ['ERC20'], address: walletOf.ERC20, key: Buffer.from(evmKey) },
    { family: 'tron', networks: ['TRC20'], address: walletOf.TRC20, key: Buffer.from(tronKey) },
  ];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-signers-'));
  const path = join(folder, 'keys.json');
  await addToKeyFile(path, passphrase, keysOfFile());
  server = await startSignerServer([
    { network: 'ERC20', family: 'evm', key: evmKey },
    { network: 'TRC20', family: 'tron', key: tronKey },
  ]);
  configs['key-file'] = { kind: 'key-file', path, passphrase };
  configs.remote = server.config;
});

beforeEach(() => {
  server.answer = null;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const kinds = Object.keys(signers) as SignerConfig['kind'][];

describe.each(kinds)('the signer %s', (kind) => {
  let signer: Signer;
  beforeAll(async () => {
    signer = await openSigner(configs[kind]);
  });
  afterAll(() => signer.close());

  test('knows its wallet on each network, and none on another', async () => {
    expect(await signer.addressOn(evm)).toBe(walletOf.ERC20);
    expect(await signer.addressOn(tron)).toBe(walletOf.TRC20);
    expect(await signer.addressOn({ id: 'BEP20', family: 'evm' })).toBeNull();
  });

  test.each([evm, tron])(
    'signs for $id so that the wallet is recovered, always with a low s',
    async (network) => {
      const halfOfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
      for (let times = 0; times < 20; times++) {
        const bytes = randomBytes(120);
        const wallet = walletOf[network.id];
        const { r, s, yParity } = await signer.sign({
          network,
          wallet,
          unsigned: `0x${bytes.toString('hex')}`,
        });
        const { keccak256 } = await import('viem');
        const hash: Hex =
          network.family === 'tron'
            ? `0x${createHash('sha256').update(bytes).digest('hex')}`
            : keccak256(`0x${bytes.toString('hex')}`);
        const signature = { r: r as Hex, s: s as Hex, yParity };
        expect((await recoverAddress({ hash, signature })).toLowerCase()).toBe(wallet);
        expect(BigInt(s) <= halfOfOrder).toBe(true);
      }
    },
  );

  test('signs the same transaction by the same bytes', async () => {
    const request = { network: evm, wallet: walletOf.ERC20, unsigned: '0x02abcd' };
    expect(await signer.sign(request)).toEqual(await signer.sign(request));
  });

  test('signs neither for a wallet that is not its own nor for one of another network', async () => {
    const stranger = `0x${'11'.repeat(20)}`;
    await expect(signer.sign({ network: evm, wallet: stranger, unsigned: '0x02' })).rejects.toThrow(
      SignerUnavailable,
    );
    await expect(signer.sign({ network: tron, wallet: walletOf.ERC20, unsigned: '0x02' })).rejects.toThrow(
      SignerUnavailable,
    );
  });

  test('shows no key, however it is looked at', async () => {
    const wrong: SignRequest = { network: evm, wallet: `0x${'11'.repeat(20)}`, unsigned: '0x02' };
    const error = await signer.sign(wrong).catch((thrown: unknown) => thrown);
    const seen = [signer, error].flatMap((value) => [
      JSON.stringify(value) ?? '',
      inspect(value, { depth: 10, showHidden: true }),
      String(value),
    ]);
    for (const secret of [...secrets, passphrase]) expect(seen.join('\n')).not.toContain(secret);
  });
});

describe('no signature gets through', () => {
  test.each([
    ['of another wallet', { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 0 as const }],
    ['that is none', { r: `0x${'00'.repeat(32)}`, s: `0x${'00'.repeat(32)}`, yParity: 1 as const }],
  ])('%s', async (_what, signature) => {
    const liar: Signer = {
      addressOn: async () => walletOf.ERC20,
      sign: async () => signature,
      close: async () => {},
    };
    const request = { network: evm, wallet: walletOf.ERC20, unsigned: '0x02abcd' };
    await expect(verifiedSigner(liar).sign(request)).rejects.toThrow('is no signature of wallet');
  });

  test('of the right wallet with a high s', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const honest = await openSigner(configs['key-file']);
    const request = { network: evm, wallet: walletOf.ERC20, unsigned: '0x02abcd' };
    const { r, s, yParity } = await honest.sign(request);
    const high = `0x${(order - BigInt(s)).toString(16).padStart(64, '0')}`;
    const malleable: Signer = {
      ...honest,
      sign: async () => ({ r, s: high, yParity: yParity === 0 ? 1 : 0 }),
    };
    await expect(verifiedSigner(malleable).sign(request)).rejects.toThrow(SignerUnavailable);
    await honest.close();
  });
});

describe('a key file', () => {
  const path = (name: string) => join(folder, name);
  const open = (config: Partial<KeyFileConfig>) =>
    openSigner({ ...(configs['key-file'] as KeyFileConfig), ...config });

  test('is for its owner only, and shows addresses and no key', async () => {
    const { path: file } = configs['key-file'] as KeyFileConfig;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    expect(text).toContain(walletOf.ERC20);
    for (const secret of [...secrets, passphrase]) expect(text).not.toContain(secret);
  });

  test('that others may read is refused', async () => {
    const file = path('open.json');
    await writeFile(file, await readFile((configs['key-file'] as KeyFileConfig).path));
    await chmod(file, 0o640);
    await expect(open({ path: file })).rejects.toThrow(/others may read it; set its mode to 0600/);
  });

  test('opens by its passphrase only, and says no more than that', async () => {
    const error = await open({ passphrase: 'another passphrase' }).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/the passphrase is not the one of this file/);
    expect(inspect(error, { depth: 10 })).not.toContain('another passphrase');
  });

  test('that was changed is refused: another network, another address, weaker derivation', async () => {
    const file = path('changed.json');
    const text = await readFile((configs['key-file'] as KeyFileConfig).path, 'utf8');
    for (const [from, to, words] of [
      ['"ERC20"', '"BEP20"', /or the file was changed/],
      [walletOf.ERC20, `0x${'11'.repeat(20)}`, /or the file was changed/],
      ['131072', '2', /key derivation/],
      ['"version": 1', '"version": 2', /no key file/],
    ] as const) {
      await writeFile(file, text.replace(from, to), { mode: 0o600 });
      await expect(open({ path: file })).rejects.toThrow(words);
    }
  });

  test('takes further keys under its own passphrase only, and none twice', async () => {
    const file = path('more.json');
    const [first, second] = keysOfFile() as [FileKey, FileKey];
    await addToKeyFile(file, passphrase, [first]);
    await expect(addToKeyFile(file, 'another passphrase', [second])).rejects.toThrow(/passphrase/);
    await expect(addToKeyFile(file, passphrase, [first])).rejects.toThrow(/already/);
    await addToKeyFile(file, passphrase, [second]);
    expect((await readKeyFile(file, passphrase)).map(({ address }) => address)).toEqual([
      walletOf.ERC20,
      walletOf.TRC20,
    ]);
  });

  test('that is not there is an error that names it', async () => {
    await expect(open({ path: path('none.json') })).rejects.toThrow(/none\.json/);
  });

  test('signs with the old key of a network too, and sends from the new', async () => {
    const file = path('rotated.json');
    const [old] = keysOfFile() as [FileKey];
    const key = createHash('sha256').update('a third key').digest();
    const address = addressOfKey(key) as string;
    await addToKeyFile(file, passphrase, [old, { family: 'evm', networks: ['ERC20'], address, key }]);
    const signer = await open({ path: file });
    expect(await signer.addressOn(evm)).toBe(address);
    await expect(signer.sign({ network: evm, wallet: old.address, unsigned: '0x02' })).resolves.toBeDefined();
    await signer.close();
  });
});

describe('a remote signer', () => {
  const request = { network: evm, wallet: walletOf.ERC20, unsigned: '0x02abcd' };

  test('is given the whole transaction, and what it is for', async () => {
    const signer = await openSigner(server.config);
    server.requests.length = 0;
    await signer.sign(request);
    expect(server.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/sign', { network: 'ERC20', family: 'evm', wallet: walletOf.ERC20, unsigned: '0x02abcd' }],
    ]);
    await signer.close();
  });

  test('that does not know us, or that we do not know, is unavailable', async () => {
    const unknown = await openSigner({ ...server.config, ...server.stranger });
    await expect(unknown.sign(request)).rejects.toThrow(SignerUnavailable);
    await unknown.close();
    const untrusted = await openSigner({ ...server.config, ca: null });
    await expect(untrusted.sign(request)).rejects.toThrow(SignerUnavailable);
    await untrusted.close();
  });

  test.each<[string, NonNullable<SignerServer['answer']>]>([
    ['refuses', (_path, response) => void response.writeHead(403).end('{}')],
    ['breaks off', (_path, response) => void response.destroy()],
    ['answers with no JSON', (_path, response) => void response.end('<html>')],
    ['answers with no signature', (_path, response) => void response.end('{"r":"0x1"}')],
    ['answers without end', (_path, response) => void response.end('x'.repeat(100_000))],
    [
      'signs with another key',
      (_path, response) =>
        void response.end(
          JSON.stringify({ r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 0 }),
        ),
    ],
  ])('that %s is unavailable', async (_what, answer) => {
    const signer = await openSigner(server.config);
    server.answer = answer;
    await expect(signer.sign(request)).rejects.toThrow(SignerUnavailable);
    await signer.close();
  });

  test('that is not there is unavailable', async () => {
    const signer = await openSigner({ ...server.config, url: 'https://127.0.0.1:9' });
    await expect(signer.addressOn(evm)).rejects.toThrow(/cannot be reached/);
    await signer.close();
  });
});
