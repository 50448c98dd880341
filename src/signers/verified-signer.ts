import { type Signature, type Signer, SignerUnavailable } from '../payouts/signer.ts';
import { digestOf, signerOf } from './signing.ts';

/** Lets no signature through that is not the wallet's own, whoever made it. */
export function verifiedSigner(signer: Signer): Signer {
  return {
    addressOn: (network) => signer.addressOn(network),
    async sign(request): Promise<Signature> {
      const signature = await signer.sign(request);
      if (signerOf(signature, digestOf(request)) !== request.wallet) {
        throw new SignerUnavailable(`the signer's answer is no signature of wallet ${request.wallet}`);
      }
      return signature;
    },
    close: () => signer.close(),
  };
}
