/** The place of the hot wallets' keys. */
export type SignerConfig = KeyFileConfig | RemoteConfig;

export interface KeyFileConfig {
  kind: 'key-file';
  path: string;
  passphrase: string;
  /** Creates the sandbox's own file, at the latest when a key is needed: a start does not wait for it. */
  make?: () => Promise<void>;
}

export interface RemoteConfig {
  kind: 'remote';
  url: string;
  /**
   * PEM: our client certificate and key, and the authority for the signer's certificate (null: those that Node.js
   * trusts).
   */
  cert: string;
  key: string;
  ca: string | null;
}
