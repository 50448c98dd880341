/**
 * The port to the keys of hot wallets. It is given whole transactions, not digests, so that a signer can look
 * at what it signs; the digest is its own business: keccak-256 of the bytes on Ethereum's kin, sha-256 on Tron.
 */
export interface Signer {
  /** The wallet it signs for on a network, 0x and 40 lower-case hex digits; null: none there. */
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

/** It did not answer, or would not sign; `message` never holds key material. */
export class SignerUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SignerUnavailable';
  }
}
