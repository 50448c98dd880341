import { createHash } from 'node:crypto';
import { type Hex, keccak256 } from 'viem';
import { privateKeyToAddress, sign } from 'viem/accounts';
import type { Signer } from '../../../src/chain/signers/signer.ts';

/** A signer with one key in memory: like a key file that was already opened, which is slow. */
export function signerOf(key: Hex): Signer {
  const address = privateKeyToAddress(key).toLowerCase();
  return {
    addressOn: async () => address,
    async sign({ network, unsigned }) {
      const hash: Hex =
        network.family === 'evm'
          ? keccak256(unsigned as Hex)
          : `0x${createHash('sha256')
              .update(Buffer.from(unsigned.slice(2), 'hex'))
              .digest('hex')}`;
      const { r, s, yParity } = await sign({ hash, privateKey: key });
      return { r, s, yParity: yParity as 0 | 1 };
    },
    close: async () => {},
  };
}
