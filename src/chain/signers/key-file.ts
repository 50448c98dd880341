import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { SignerNetwork } from './signer.ts';
import { addressOfKey } from './signing.ts';

/**
 * The cost of one guess: half a second and 128 MB. A file with a lower cost was weakened; one with a higher cost is an
 * attack.
 */
const kdf = { N: 2 ** 17, r: 8, p: 1 } as const;
const kdfMemoryBytes = 256 * kdf.N * kdf.r;
const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;

/** A key in the file: its purpose is readable without the passphrase, but cannot be changed without it. */
interface SealedKey {
  family: SignerNetwork['family'];
  networks: string[];
  address: string;
  iv: string;
  tag: string;
  sealed: string;
}

interface KeyFile {
  version: 1;
  kdf: { name: 'scrypt'; N: number; r: number; p: number; salt: string };
  keys: SealedKey[];
}

export interface FileKey {
  family: SignerNetwork['family'];
  networks: string[];
  address: string;
  /** 32 bytes, wiped when the signer is closed. */
  key: Buffer;
}

/** The message is for the operator and never contains key material. */
class KeyFileError extends Error {
  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.name = 'KeyFileError';
  }
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export async function readKeyFile(path: string, passphrase: string): Promise<FileKey[]> {
  const file = await load(path);
  const secret = await deriveSecret(passphrase, file.kdf.salt);
  try {
    return file.keys.map((sealed) => openKey(path, sealed, secret));
  } finally {
    secret.fill(0);
  }
}

/** The wallets whose keys a file holds, readable without the passphrase; null: no such file. */
export async function listKeyFile(path: string): Promise<Omit<FileKey, 'key'>[] | null> {
  const file = await load(path).catch(nullIfMissing);
  return file?.keys.map(({ family, networks, address }) => ({ family, networks, address })) ?? null;
}

/** Writes a new file, and replaces an existing one. */
export async function writeKeyFile(path: string, passphrase: string, keys: FileKey[]): Promise<void> {
  const file = emptyFile();
  const secret = await deriveSecret(passphrase, file.kdf.salt);
  file.keys.push(...keys.map((key) => sealKey(key, secret)));
  secret.fill(0);
  await save(path, file);
}

/** Adds keys to a file, and creates it if needed. The passphrase must be that of the keys already in it. */
export async function addToKeyFile(path: string, passphrase: string, added: FileKey[]): Promise<void> {
  const file = (await load(path).catch(nullIfMissing)) ?? emptyFile();
  const secret = await deriveSecret(passphrase, file.kdf.salt);
  try {
    for (const sealed of file.keys) openKey(path, sealed, secret).key.fill(0);
    const isNew = ({ address, family }: FileKey) =>
      !file.keys.some((key) => key.address === address && key.family === family);
    if (!added.every(isNew)) throw new KeyFileError(path, 'it has this key already');
    file.keys.push(...added.map((key) => sealKey(key, secret)));
  } finally {
    secret.fill(0);
  }
  await save(path, file);
}

function emptyFile(): KeyFile {
  const salt = randomBytes(saltBytes).toString('hex');
  return { version: 1, kdf: { name: 'scrypt', ...kdf, salt }, keys: [] };
}

async function load(path: string): Promise<KeyFile> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new KeyFileError(path, `others may read it; set its mode to 0600 (chmod 600)`);
  }
  const file = parse(await readFile(path, 'utf8'));
  if (!file) throw new KeyFileError(path, 'it is no key file of Pasarela');
  if (file.kdf.N !== kdf.N || file.kdf.r !== kdf.r || file.kdf.p !== kdf.p) {
    throw new KeyFileError(path, 'its key derivation is not the one that Pasarela writes');
  }
  return file;
}

function parse(text: string): KeyFile | null {
  try {
    const file = JSON.parse(text) as Partial<KeyFile>;
    const isWhole = file.version === 1 && file.kdf?.name === 'scrypt' && Array.isArray(file.keys);
    return isWhole && typeof file.kdf?.salt === 'string' ? (file as KeyFile) : null;
  } catch {
    return null;
  }
}

/** Written completely beside the file and then renamed: a half-written file would be a lost wallet. */
async function save(path: string, file: KeyFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(file, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(temporary, 0o600);
  await rename(temporary, path);
  if (process.platform === 'win32') return;
  // The name survives a power cut only after this sync, and money may be sent to the key at once.
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function deriveSecret(passphrase: string, salt: string): Promise<Buffer> {
  return derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 32, {
    ...kdf,
    maxmem: kdfMemoryBytes,
  });
}

function sealKey({ family, networks, address, key }: FileKey, secret: Buffer): SealedKey {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes });
  cipher.setAAD(boundTo({ family, networks, address }));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    family,
    networks,
    address,
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    sealed: sealed.toString('hex'),
  };
}

function openKey(path: string, sealed: SealedKey, secret: Buffer): FileKey {
  const { family, networks, address } = sealed;
  const iv = Buffer.from(sealed.iv, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes });
  decipher.setAAD(boundTo(sealed));
  let key: Buffer;
  try {
    decipher.setAuthTag(Buffer.from(sealed.tag, 'hex'));
    key = Buffer.concat([decipher.update(Buffer.from(sealed.sealed, 'hex')), decipher.final()]);
  } catch {
    // Without the cause: it would add nothing, and an error must not contain any part of a key.
    throw new KeyFileError(path, 'the passphrase is not the one of this file, or the file was changed');
  }
  if (addressOfKey(key) !== address) throw new KeyFileError(path, `the key of ${address} is another one's`);
  return { family, networks, address, key };
}

function boundTo({ family, networks, address }: Pick<SealedKey, 'family' | 'networks' | 'address'>): Buffer {
  return Buffer.from(JSON.stringify(['pasarela-key', family, networks, address]));
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
