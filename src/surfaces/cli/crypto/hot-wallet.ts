import { formatAddress, parseAddress } from '../../../chain/chains/address/codec.ts';
import { formatFeeCoin } from '../../../chain/chains/fee-coin.ts';
import { type Network, networks } from '../../../chain/chains/networks.ts';
import type { WalletFacts } from '../../../chain/chains/port/payout-chain.ts';
import { listKeyFile } from '../../../chain/signers/key-file.ts';
import { workOfHotWallet } from '../../../crypto/payouts/sending/hot-wallet-work.ts';
import { type HotWallet, hotWalletsOf } from '../../../crypto/sending/hot-wallets.ts';
import { retireHotWallet, useHotWallet } from '../../../crypto/sending/use-hot-wallet.ts';
import { type Command, type Input, type SignerContext, UsageError } from '../command.ts';
import { table } from '../format.ts';
import { optionalByOption } from '../person.ts';
import { amountOn, readNetwork } from './network-operand.ts';

const operands = ['<network>', '<address>'];

export const hotWalletCommands: Command[] = [
  {
    name: 'hot-wallet list',
    summary: 'List the wallets that payouts are sent from, what they hold and what waits for them',
    operands: [],
    options: {},
    needs: 'signer',
    async run(context) {
      const rows = [];
      for (const network of networks) rows.push(...(await readWallets(context, network)));
      return {
        json: rows.map(({ facts, ...row }) => ({ ...row, ...facts })),
        text: table(
          ['NETWORK', 'ADDRESS', 'STATE', 'HOLDS', 'GAS', 'NONCE', 'QUEUED', 'UNDER WAY'],
          rows.map(({ network, address, state, facts, queued, underWay }) => [
            network,
            address,
            state,
            facts ? amountOn(network, facts.usdtUnits) : 'unknown',
            facts ? formatFeeCoin(readNetwork(network), facts.gasUnits) : 'unknown',
            facts?.nextNonce == null ? '' : String(facts.nextNonce),
            state === 'sends' ? String(queued) : '',
            String(underWay),
          ]),
          'There is no hot wallet yet: pasarela hot-wallet create.',
        ),
      };
    },
  },
  {
    name: 'hot-wallet use',
    summary: 'Send the payouts of a network from this wallet from now on',
    operands,
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'signer',
    async run(context, input) {
      const { network, address } = readWallet(input);
      await checkKey(context, network, address);
      const result = await useHotWallet(context.sql, network.id, address, await input.by(), new Date());
      if (result === 'deposit_address') {
        throw new UsageError(['Customers pay to this address: a hot wallet must be one of its own.']);
      }
      if (result === 'treasury') {
        throw new UsageError(['Deposits are swept to this address as the treasury: use another wallet.']);
      }
      const shown = formatAddress(network.family, address);
      const done = result === 'unchanged' ? 'are already sent' : 'are sent';
      return {
        json: { network: network.id, address: shown, result },
        text: `Payouts on ${network.id} ${done} from ${shown}.`,
      };
    },
  },
  {
    name: 'hot-wallet retire',
    summary: 'Send nothing more from this wallet; transactions under way are followed to their end',
    operands,
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'signer',
    async run({ sql }, input) {
      const { network, address } = readWallet(input);
      const shown = formatAddress(network.family, address);
      if (!(await retireHotWallet(sql, network.id, address, await input.by(), new Date()))) {
        throw new UsageError([`Payouts on ${network.id} are not sent from ${shown}.`]);
      }
      return {
        json: { network: network.id, address: shown },
        text: `Nothing more is sent from ${shown}. Payouts on ${network.id} wait until another is in use.`,
      };
    },
  },
];

function readWallet(input: Input): { network: Network; address: string } {
  const [typed = '', text = ''] = input.operands;
  const network = readNetwork(typed);
  const address = parseAddress(network.family, text);
  if (typeof address !== 'string') throw new UsageError([address.message]);
  return { network, address };
}

/** A wallet without a key would keep every payout waiting. */
async function checkKey({ signer }: SignerContext, network: Network, address: string): Promise<void> {
  if (signer === null) return;
  if (signer.kind === 'key-file') {
    const keys = await listKeyFile(signer.path);
    if (keys?.some((key) => key.address === address && key.networks.includes(network.id))) return;
    throw new UsageError([`${signer.path} has no key of this wallet for ${network.id}.`]);
  }
  const { openSigner } = await import('../../../chain/signers/registry.ts');
  const remote = await openSigner(signer);
  try {
    if ((await remote.addressOn(network)) === address) return;
    throw new UsageError([`The signer has no key of this wallet for ${network.id}.`]);
  } finally {
    await remote.close();
  }
}

interface Row {
  network: string;
  address: string;
  state: 'sends' | 'retired' | 'not in use';
  /** null: no RPC node answers. */
  facts: WalletFacts | null;
  queued: number;
  underWay: number;
}

/** The wallets in the database, and the unused ones whose keys are in the key file. */
async function readWallets(context: SignerContext, { id, family }: Network): Promise<Row[]> {
  const { sql, served, sending, signer } = context;
  const known = await hotWalletsOf(sql, id);
  const keys = signer?.kind === 'key-file' ? await listKeyFile(signer.path) : null;
  const unused = (keys ?? [])
    .filter((key) => key.networks.includes(id) && !known.some(({ address }) => address === key.address))
    .map(({ address }) => ({ address, state: 'not in use' as const }));
  const all = [...known.map((wallet) => ({ address: wallet.address, state: stateOf(wallet) })), ...unused];

  const network = served.get(id);
  const { createPayoutChain } = await import('../../../chain/chains/create-payout-chain.ts');
  const chain = network ? createPayoutChain(network, { sending }) : null;
  try {
    return await Promise.all(
      all.map(async ({ address, state }) => ({
        network: id,
        address: formatAddress(family, address),
        state,
        facts: (await chain?.wallet(address).catch(() => null)) ?? null,
        ...(await workOfHotWallet(sql, id, address)),
      })),
    );
  } finally {
    await chain?.close();
  }
}

function stateOf({ isActive }: HotWallet): 'sends' | 'retired' {
  return isActive ? 'sends' : 'retired';
}
