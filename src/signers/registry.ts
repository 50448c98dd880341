import type { Signer } from '../payouts/signer.ts';
import type { SignerConfig } from './signer-config.ts';

/** Opens the signer that the configuration names; one that cannot be opened is an error that says why. */
export async function openSigner(config: SignerConfig): Promise<Signer> {
  throw new Error(`there is no signer "${config.kind}" yet`);
}
