import { randomBytes } from 'node:crypto';
import type { ServedNetwork } from '../../chain/chains/served-network.ts';
import type { Signer } from '../../chain/signers/signer.ts';
import type { SignerConfig } from '../../chain/signers/signer-config.ts';
import type { Config } from '../../config/config.ts';
import { type Report, wordsOf } from './finding.ts';

/** Makes each key sign bytes that are no transaction of any network. Checks the signature against the key's address. */
export async function checkSigner(
  { payouts }: Config,
  served: readonly ServedNetwork[],
  openSigner: (config: SignerConfig) => Promise<Signer>,
  report: Report,
): Promise<void> {
  const config = payouts.signer;
  if (config === null) {
    report.skip('SIGNER is not set: no payouts are sent');
    return;
  }
  const [variable, advice] =
    config.kind === 'remote'
      ? ([
          'SIGNER_URL',
          'See that the signer runs, and that it trusts our certificate: docs/operate/signer.md.',
        ] as const)
      : ([
          'SIGNER_KEY_FILE',
          'See that the file is there with mode 0600, that this account may read it, and that the passphrase is right.',
        ] as const);
  let signer: Signer | null = null;
  try {
    signer = await openSigner(config);
    for (const { network } of served) await tryKey(signer, network, report, variable);
  } catch (error) {
    report.fault(wordsOf(error), variable, advice);
  } finally {
    await signer?.close();
  }
}

async function tryKey(
  signer: Signer,
  network: ServedNetwork['network'],
  report: Report,
  variable: string,
): Promise<void> {
  const { id, family } = network;
  const wallet = await signer.addressOn({ id, family });
  if (wallet === null) {
    report.warn(
      `${id}: it has no key, so nothing can be paid out there`,
      variable,
      `pasarela hot-wallet create --network ${id} makes one.`,
    );
    return;
  }
  // Starts with a text: neither RLP nor protobuf begins like this.
  const unsigned = `0x${Buffer.concat([Buffer.from('pasarela doctor '), randomBytes(16)]).toString('hex')}`;
  try {
    await signer.sign({ network: { id, family }, wallet, unsigned });
    report.ok(`${id}: the key of ${wallet} signs`);
  } catch (error) {
    report.warn(
      `${id}: the key of ${wallet} did not sign a probe (${wordsOf(error)})`,
      variable,
      'A signer that looks at what it signs may refuse the probe; else see its log.',
    );
  }
}
