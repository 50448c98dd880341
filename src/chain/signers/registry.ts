import { openKeyFileSigner } from './key-file-signer.ts';
import { openRemoteSigner } from './remote-signer.ts';
import type { Signer } from './signer.ts';
import type { SignerConfig } from './signer-config.ts';
import { verifiedSigner } from './verified-signer.ts';

/** All ways to sign transactions. One entry is one signer. */
export const signers: {
  [Kind in SignerConfig['kind']]: (config: Extract<SignerConfig, { kind: Kind }>) => Promise<Signer>;
} = {
  'key-file': openKeyFileSigner,
  remote: openRemoteSigner,
};

/** Opens the configured signer; throws an error with the reason if it cannot be opened. */
export async function openSigner(config: SignerConfig): Promise<Signer> {
  const open = signers[config.kind] as (config: SignerConfig) => Promise<Signer>;
  return verifiedSigner(await open(config));
}
