import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { postEntry } from '../accounts/ledger/ledger.ts';
import type { Sql, Tx } from '../base/db/pool.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import type { Network } from '../chain/chains/networks.ts';
import { balanceOf, transfer } from '../chain/chains/rpc/token-call.ts';
import { type FileKey, listKeyFile, writeKeyFile } from '../chain/signers/key-file.ts';
import type { KeyFileConfig } from '../chain/signers/signer-config.ts';
import { addressOfKey } from '../chain/signers/signing.ts';
import { insertCustodyWallet } from '../crypto/custody/custody-store.ts';
import { walletEntry } from '../crypto/custody/wallet-entry.ts';
import { everyMerchant } from '../crypto/payouts/approval/address-lists.ts';
import { enterHotWallet } from '../crypto/sending/enter-hot-wallet.ts';
import type { KeptChain } from './chains/kept-chain.ts';
import { rpc } from './chains/rpc.ts';

/** Enough for a day of testing. */
const fundedUnits = 100_000n * 1_000_000n;
/** Each family's coin for fees: 100 ether, 100,000 TRX. */
const gasUnits = { evm: 100n * 10n ** 18n, tron: 100_000n * 10n ** 6n } as const;
/** On the chain beneath the Tron node only energy has a cost. */
const gasPrice = { evm: {}, tron: { gasPrice: '0x0' } } as const;

/** The key file of the hot wallets, which takes half a second to make. */
function hotWalletFile(path: string, secrets: Secrets, keys: FileKey[]): SandboxKeyFile {
  const passphrase = secrets.derive('sandbox-hot-wallets', 24).toString('hex');
  const write = async (): Promise<void> => {
    const present = await listKeyFile(path).catch(() => null);
    if (keys.every(({ address }) => present?.some((key) => key.address === address))) return;
    await writeKeyFile(path, passphrase, keys);
  };
  let making: Promise<void> | null = null;
  const make = (): Promise<void> => {
    making ??= write();
    return making;
  };
  return { kind: 'key-file', path, passphrase, make };
}

/** Made once, by the first caller. */
export type SandboxKeyFile = Required<KeyFileConfig>;

export interface HotWalletsOptions {
  sql: Sql;
  secrets: Secrets;
  dataDir: string;
  networks: { network: Network; chain: Pick<KeptChain, 'rpcUrl' | 'token' | 'funder'> }[];
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a hot wallet on each local chain, with USDT and gas, and its key in the file. The keys are derived from the
 * master secret and the chain, so that all processes on one database have the same, and a new chain has new ones.
 */
export async function ensureHotWallets(options: HotWalletsOptions): Promise<SandboxKeyFile> {
  const { secrets, networks } = options;
  const keys = await Promise.all(
    networks.map(async ({ network, chain }): Promise<FileKey> => {
      const first = await rpc<{ hash: string }>(chain.rpcUrl, 'eth_getBlockByNumber', ['0x1', false]);
      const key = secrets.derive(`sandbox-hot-wallet-${network.id}-${first.hash}`, 32);
      const address = addressOfKey(key);
      if (address === null) throw new Error('a derived key is none');
      return { family: network.family, networks: [network.id], address, key };
    }),
  );
  await options.inTurn(() =>
    Promise.all(
      networks.map(({ network, chain }, at) =>
        ensureFunded(options.sql, network, chain, (keys[at] as FileKey).address),
      ),
    ),
  );
  return hotWalletFile(join(options.dataDir, 'hot-wallets.json'), secrets, keys);
}

async function ensureFunded(
  sql: Sql,
  { id, family }: Network,
  { rpcUrl, token, funder }: HotWalletsOptions['networks'][number]['chain'],
  wallet: string,
): Promise<void> {
  const held = await rpc<Hex>(rpcUrl, 'eth_call', [{ to: token, data: balanceOf(wallet) }, 'latest']);
  const nonce = await rpc<Hex>(rpcUrl, 'eth_getTransactionCount', [wallet, 'latest']);
  // Funded once: its payouts are not replaced. Again only if a killed chain lost it.
  if (BigInt(held) === 0n && BigInt(nonce) === 0n) {
    for (const transaction of [
      { to: wallet, value: `0x${gasUnits[family].toString(16)}` },
      { to: token, data: transfer(wallet, fundedUnits) },
    ]) {
      const receipt = await rpc<{ status: Hex }>(rpcUrl, 'eth_sendTransactionSync', [
        { from: funder.address, gas: '0x30d40', ...gasPrice[family], ...transaction },
      ]);
      if (receipt.status !== '0x1') throw new Error(`The hot wallet of ${id} could not be funded`);
    }
  }
  const head = BigInt(await rpc<Hex>(rpcUrl, 'eth_blockNumber', []));
  await sql.begin((tx) => enter(tx, id, wallet, head));
}

/** Enters it once in the books and among the sending wallets. */
async function enter(tx: Tx, network: string, wallet: string, head: bigint): Promise<void> {
  const subjectId = uuidOf(`hot wallet ${network} ${wallet}`);
  const [posted] = await tx`
    SELECT
      FROM ledger_entries
     WHERE merchant_id = ${everyMerchant}
       AND subject_id = ${subjectId}
       AND kind = 'wallet_funded'`;
  if (posted) return;
  await postEntry(tx, walletEntry(network, subjectId, fundedUnits, undefined, 'hot'));
  await enterHotWallet(tx, network, wallet);
  const opened = { address: wallet, place: 'hot' as const, openingUnits: 0n, agreedBlock: head };
  await insertCustodyWallet(tx, network, opened);
}

/** A UUID derived from the words. */
function uuidOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
