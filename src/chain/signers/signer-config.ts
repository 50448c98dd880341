/** Where the keys of hot wallets are. */
export type SignerConfig = KeyFileConfig | RemoteConfig;

export interface KeyFileConfig {
  kind: 'key-file';
  path: string;
  passphrase: string;
  /** Makes the sandbox's own file, at the latest when a key is asked for: a start does not wait for it. */
  make?: () => Promise<void>;
}

export interface RemoteConfig {
  kind: 'remote';
  url: string;
  /** PEM: who we are to it, and who vouches for it (null: the authorities that Node.js trusts). */
  cert: string;
  key: string;
  ca: string | null;
}
