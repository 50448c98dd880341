import { type ActToProve, call, Refusal } from './api.ts';

/** Passkeys need a host name (not an IP address) and a recent browser. */
export function canUsePasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' &&
    /[a-z]/i.test(window.location.hostname)
  );
}

/** The browser asks the user, who may cancel or let it time out. */
async function fromDevice(asking: Promise<Credential | null>): Promise<Record<string, unknown>> {
  const credential = await asking.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new Refusal(0, 'no_passkey', '');
  return { ...credential.toJSON() };
}

export async function addPasskey(name: string, password: string): Promise<void> {
  const { step, options } = await call('POST /dashboard/api/passkeys/options', { body: { password } });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const answer = await fromDevice(navigator.credentials.create({ publicKey }));
  await call('POST /dashboard/api/passkeys', { body: { step, name, answer } });
}

/** The proof header for one act by passkey. It is valid for this request only, once, for five minutes. */
export async function proveByPasskey({ method, address, at, body }: ActToProve): Promise<string> {
  // Must match src/accounts/people/factors/act-digest.ts.
  const text = [`${method} ${address}`, at ?? '', body === undefined ? '' : JSON.stringify(body)].join('\n');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const act = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { step, options } = await call('POST /dashboard/api/proofs', { body: { act } });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const answer = await fromDevice(navigator.credentials.get({ publicKey }));
  const base64 = btoa(JSON.stringify(answer));
  return `${step}.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

export async function signInByPasskey(): Promise<void> {
  const { step, options } = await call('POST /dashboard/api/session/passkey-options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const answer = await fromDevice(navigator.credentials.get({ publicKey }));
  await call('POST /dashboard/api/session/passkey', { body: { step, answer } });
}
