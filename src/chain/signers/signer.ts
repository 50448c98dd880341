/**
 * The port to the keys of hot wallets. It gets whole transactions, not digests, so that a signer can inspect what it
 * signs. The signer computes the digest: keccak-256 of the bytes on Ethereum and compatible chains, sha-256 on Tron.
 */
export interface Signer {
  /** Its wallet on a network, 0x and 40 lower-case hex digits; null: none there. */
  addressOn(network: SignerNetwork): Promise<string | null>;
  sign(request: SignRequest): Promise<Signature>;
  close(): Promise<void>;
}

export interface SignerNetwork {
  id: string;
  family: 'evm' | 'tron';
}

export interface SignRequest {
  network: SignerNetwork;
  wallet: string;
  /** The transaction as its network serialises it for signing, as 0x hex. */
  unsigned: string;
}

export interface Signature {
  /** 32 bytes each, as 0x hex. */
  r: string;
  s: string;
  yParity: 0 | 1;
}

/** The signer did not answer, or refused to sign; `message` never contains key material. */
export class SignerUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SignerUnavailable';
  }
}
