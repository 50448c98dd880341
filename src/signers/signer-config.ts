/** Where the keys of hot wallets are. */
export type SignerConfig = KeyFileConfig | RemoteConfig;

export interface KeyFileConfig {
  kind: 'key-file';
  path: string;
  passphrase: string;
  /** The sandbox's own file, which is sure to open: a start does not wait for it. */
  opensLater?: true;
}

export interface RemoteConfig {
  kind: 'remote';
  url: string;
  /** PEM: who we are to it, and who vouches for it (null: the authorities that Node.js trusts). */
  cert: string;
  key: string;
  ca: string | null;
}
