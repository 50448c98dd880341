import { fromBase64, toBase64, utf8 } from './bytes.ts';

export interface SigningKey {
  /** PKCS #8, PEM, Ed25519. */
  pem: string;
  imported?: Promise<CryptoKey>;
}

/** The headers of RFC 9421 and RFC 9530 over method, path and body. */
export async function signatureHeaders(
  key: SigningKey,
  method: string,
  path: string,
  body: string,
): Promise<Record<string, string>> {
  key.imported ??= importKey(key.pem);
  const digest = `sha-256=:${toBase64(await crypto.subtle.digest('SHA-256', utf8(body)))}:`;
  const created = Math.floor(Date.now() / 1000);
  const params = `("@method" "@path" "content-digest");created=${created};alg="ed25519"`;
  const base = [
    `"@method": ${method}`,
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${params}`,
  ].join('\n');
  const signature = toBase64(await crypto.subtle.sign('Ed25519', await key.imported, utf8(base)));
  return { 'content-digest': digest, 'signature-input': `sig=${params}`, signature: `sig=:${signature}:` };
}

async function importKey(pem: string): Promise<CryptoKey> {
  const der = fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''));
  return await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
}
