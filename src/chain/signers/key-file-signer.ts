import { type FileKey, readKeyFile } from './key-file.ts';
import { type Signer, SignerUnavailable } from './signer.ts';
import type { KeyFileConfig } from './signer-config.ts';
import { digestOf, signWith } from './signing.ts';

/** Signs in this process, with the keys of an encrypted file. */
export async function openKeyFileSigner({ path, passphrase, make }: KeyFileConfig): Promise<Signer> {
  let opening: Promise<FileKey[]> | null = make ? null : readKeyFile(path, passphrase);
  await opening;

  async function keys(): Promise<FileKey[]> {
    try {
      opening ??= (make as () => Promise<void>)().then(() => readKeyFile(path, passphrase));
      return await opening;
    } catch (error) {
      throw new SignerUnavailable((error as Error).message);
    }
  }

  return {
    // The newest key of a network is used for sending; earlier ones finish what they began.
    addressOn: async ({ id, family }) =>
      (await keys()).findLast((key) => key.family === family && key.networks.includes(id))?.address ?? null,
    async sign(request) {
      const { network, wallet } = request;
      const found = (await keys()).find(
        ({ family, networks, address }) =>
          address === wallet && family === network.family && networks.includes(network.id),
      );
      if (!found) throw new SignerUnavailable(`the key file has no key of ${wallet} for ${network.id}`);
      return signWith(found.key, digestOf(request));
    },
    async close() {
      for (const { key } of (await opening?.catch(() => []))?.splice(0) ?? []) key.fill(0);
    },
  };
}
