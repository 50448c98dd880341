import type { Sql } from '../../../base/db/pool.ts';
import { assetCodes, formatAsset } from '../../../base/money/asset.ts';
import type { ChainReader } from '../../../chain/chains/create-chain.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import {
  addressPage,
  type HeldAddress,
  readHoldings,
} from '../../../crypto/deposits/gaps/reconcile-deposits.ts';
import type { Command } from '../command.ts';
import { table } from '../format.ts';
import { amountOn, readChains } from './network-operand.ts';

/** A page of balances takes a second or two; progress is reported after each. */
const pageSize = 200;

export const listFunds: Command = {
  name: 'wallet list-funds',
  summary: 'List the deposit addresses that hold funds on the chain now',
  operands: [],
  options: {
    network: { kind: 'text', value: '<network>', help: 'only this one' },
    all: {
      kind: 'flag',
      help: 'also addresses without a known payment that were given out over 7 days ago',
    },
  },
  needs: 'networks',
  async run({ sql, chains, progress }, input) {
    const funds: (HeldAddress & { network: string })[] = [];
    for (const chain of readChains(chains, input.text('network'))) {
      for (const held of await holdings(sql, chain, input.flag('all'), progress)) {
        funds.push({ ...held, network: chain.network });
      }
    }
    const totals = assetCodes.flatMap((asset) => {
      const units = funds
        .filter(({ network }) => assetOn(network) === asset)
        .reduce((sum, { heldUnits }) => sum + heldUnits, 0n);
      return units > 0n ? [formatAsset(units, asset)] : [];
    });
    const lines = table(
      ['NETWORK', 'ADDRESS', 'BALANCE', 'BOOKED', 'ORDER', 'MERCHANT'],
      funds.map((held) => [
        held.network,
        notation.formatAddress(held.network, held.address),
        amountOn(held.network, held.heldUnits),
        amountOn(held.network, held.expectedUnits),
        held.orderId,
        held.merchantId,
      ]),
      'No deposit address holds anything.',
    );
    return {
      json: funds.map((held) => ({ ...held, address: notation.formatAddress(held.network, held.address) })),
      text:
        funds.length === 0 ? lines : `${lines}\n\n${funds.length} addresses hold ${totals.join(' and ')}.`,
    };
  },
};

async function holdings(
  sql: Sql,
  chain: ChainReader,
  all: boolean,
  progress: (line: string) => void,
): Promise<HeldAddress[]> {
  const found: HeldAddress[] = [];
  let looked = 0;
  for (let after: string | null = '0x'; after !== null; ) {
    const page = await addressPage({ sql, chain, now: () => new Date() }, after, pageSize);
    const held = await readHoldings(chain, all ? page.all : page.active);
    found.push(...held.filter(({ heldUnits }) => heldUnits > 0n));
    looked += held.length;
    after = page.next;
    if (after !== null) progress(`${chain.network}: ${looked} balances read, ${found.length} hold something`);
  }
  return found;
}
