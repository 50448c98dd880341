import { type Signature, type Signer, SignerUnavailable } from './signer.ts';
import { createSignatureCheck, digestOf } from './signing.ts';

/** Rejects every signature that was not made with the wallet's own key. */
export function verifiedSigner(signer: Signer): Signer {
  const isOf = createSignatureCheck();
  return {
    addressOn: (network) => signer.addressOn(network),
    async sign(request): Promise<Signature> {
      const signature = await signer.sign(request);
      if (!isOf(request.wallet, signature, digestOf(request))) {
        throw new SignerUnavailable(`the signer's answer is no signature of wallet ${request.wallet}`);
      }
      return signature;
    },
    close: () => signer.close(),
  };
}
