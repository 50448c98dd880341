import { openKeyFileSigner } from './key-file-signer.ts';
import { openRemoteSigner } from './remote-signer.ts';
import type { Signer } from './signer.ts';
import type { SignerConfig } from './signer-config.ts';
import { verifiedSigner } from './verified-signer.ts';

/** Every way to have transactions signed. One line is one signer. */
export const signers: {
  [Kind in SignerConfig['kind']]: (config: Extract<SignerConfig, { kind: Kind }>) => Promise<Signer>;
} = {
  'key-file': openKeyFileSigner,
  remote: openRemoteSigner,
};

/** Opens the signer that the configuration names; one that cannot be opened is an error that says why. */
export async function openSigner(config: SignerConfig): Promise<Signer> {
  const open = signers[config.kind] as (config: SignerConfig) => Promise<Signer>;
  return verifiedSigner(await open(config));
}
