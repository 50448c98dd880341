import { HARDENED_OFFSET } from '@scure/bip32';
import { formatAddress } from '../../../chain/chains/address/codec.ts';
import { type Network, peersOf } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { parseAccountXpub } from '../../../chain/wallets/account-xpub.ts';
import { depositAddresses } from '../../../chain/wallets/deposit-address.ts';
import { type SetWalletResult, setWallet } from '../../../crypto/orders/addresses/set-wallet.ts';
import { findWallet, listWallets } from '../../../crypto/orders/addresses/wallet-store.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { readWhole } from '../event-options.ts';
import { formatTime, table } from '../format.ts';
import { optionalByOption } from '../person.ts';
import { readNetwork } from './network-operand.ts';

/** Each takes a millisecond, and nobody compares more by eye. */
const maxDerived = 1_000;
/** The last index below the hardened ones. */
const maxIndex = HARDENED_OFFSET - 1;

export const walletCommands: Command[] = [
  {
    name: 'wallet set',
    summary: "Set the account xpub that a network's deposit addresses come from",
    // An unquoted seed phrase is several words: all of them are checked, and none is repeated.
    operands: ['<network>', '<xpub…>'],
    options: {
      by: optionalByOption,
      replace: { kind: 'flag', help: 'also if the present wallet has given out addresses; they stay valid' },
      only: { kind: 'flag', help: 'not for the networks that share its present wallet' },
    },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const [typed = '', ...words] = input.operands;
      const network = readNetwork(typed);
      const xpub = words.join(' ').trim();
      const key = parseAccountXpub(xpub);
      if ('code' in key) throw new UsageError([key.message]);
      const result = await setWallet(sql, {
        network: network.id,
        xpub,
        replace: input.flag('replace'),
        actor: await input.by(),
        // Addresses of one family are the same on all its networks, so they share a wallet unless --only is given.
        peers: input.flag('only') ? [] : peersOf(network.id),
      });
      if (result.kind === 'in_use') {
        throw new UsageError([
          `${network.id} has another wallet, which has handed out ${result.nextIndex} addresses. With --replace new orders use this one; payments to the old addresses still count.`,
        ]);
      }
      const first = formatAddress(network.family, depositAddresses(key)(Number(result.nextIndex)));
      return {
        json: { network: network.id, ...result, nextAddress: first },
        text: describeSet(network, result, first),
      };
    },
  },
  {
    name: 'wallet show',
    summary: 'Show the account xpub of each network and how many addresses it has handed out',
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const wallets = await listWallets(sql);
      return {
        json: wallets,
        text: table(
          ['NETWORK', 'XPUB', 'ADDRESSES', 'STATE'],
          wallets.map(({ network, xpub, nextIndex, retiredAt }) => [
            network,
            xpub,
            String(nextIndex),
            retiredAt ? `replaced ${formatTime(retiredAt)}` : 'in use',
          ]),
          'No network has a wallet yet: pasarela wallet set.',
        ),
      };
    },
  },
  {
    name: 'wallet derive',
    summary: 'Derive deposit addresses, for a check against your own wallet',
    operands: ['<network>'],
    options: {
      from: { kind: 'text', value: '<index>', help: 'the first index, 0 if absent' },
      count: { kind: 'text', value: '<number>', help: `how many, 10 if absent, ${maxDerived} at most` },
    },
    needs: 'database',
    async run({ sql }, input) {
      const network = readNetwork(input.operands[0] ?? '');
      const { from, count } = readRange(input);
      const wallet = await findWallet(sql, network.id);
      if (!wallet) throw new UsageError([`${network.id} has no wallet yet: pasarela wallet set.`]);
      const key = parseAccountXpub(wallet.xpub);
      if ('code' in key) throw new Error(`the stored key of ${network.id} cannot be read: ${key.message}`);
      const derive = depositAddresses(key);
      const addresses = Array.from({ length: count }, (_, at) => ({
        path: `m/44'/${network.coinType}'/${key.index - HARDENED_OFFSET}'/0/${from + at}`,
        address: notation.formatAddress(network.id, derive(from + at)),
        isUsed: BigInt(from + at) < wallet.nextIndex,
      }));
      return {
        json: addresses,
        text: table(
          ['PATH', 'ADDRESS', ''],
          addresses.map(({ path, address, isUsed }) => [path, address, isUsed ? 'handed out' : '']),
          '',
        ),
      };
    },
  },
];

function readRange(input: Input): { from: number; count: number } {
  const from = readWhole(input, 'from') ?? 0;
  const count = readWhole(input, 'count') ?? 10;
  if (count < 1 || count > maxDerived) throw new UsageError([`--count: must be 1 to ${maxDerived}.`]);
  if (from + count - 1 > maxIndex) throw new UsageError([`--from: there is no index above ${maxIndex}.`]);
  return { from, count };
}

function describeSet({ id }: Network, result: SetWalletResult, next: string): string {
  const { kind, nextIndex } = result;
  const shared =
    kind !== 'in_use' && result.alsoFor.length > 0
      ? `\nIt is also the wallet of ${result.alsoFor.join(', ')}.`
      : '';
  const done = {
    set: `${id} has its wallet.`,
    unchanged: `${id} has this wallet already.`,
    replaced: `${id} has its new wallet; payments to addresses of the old one still count.`,
    in_use: '',
  }[kind];
  return `${done}${shared}\nThe next address is number ${nextIndex}: ${next}\nCompare it with your own wallet before anybody pays to it.`;
}
