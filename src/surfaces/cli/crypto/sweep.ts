import type { Sql } from '../../../base/db/pool.ts';
import { assetDecimals } from '../../../base/money/asset.ts';
import { parseDecimal } from '../../../base/money/money.ts';
import { parseAddress } from '../../../chain/chains/address/codec.ts';
import type { Network } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import type { PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import { accountAddresses } from '../../../chain/wallets/account-addresses.ts';
import { openTreasury } from '../../../crypto/custody/open-wallet.ts';
import { matchAddresses } from '../../../crypto/orders/transfers/transfer-store.ts';
import { hotWalletsOf } from '../../../crypto/sending/hot-wallets.ts';
import { cancelSweep } from '../../../crypto/sweeps/cancel-sweep.ts';
import { createSweep } from '../../../crypto/sweeps/create-sweep.ts';
import type { PlanRules } from '../../../crypto/sweeps/plan-sweep.ts';
import type { SweepPlace } from '../../../crypto/sweeps/sweep.ts';
import { itemsOf, listSweeps } from '../../../crypto/sweeps/sweep-store.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { readWhole } from '../event-options.ts';
import { formatTime, table } from '../format.ts';
import { byOption, optionalByOption, readReason } from '../person.ts';
import { amountOn } from './network-operand.ts';
import { openNetwork, requireSweep } from './sweep-operands.ts';
import { runSweepCommand } from './sweep-run.ts';
import { describeItems, describePlan, writtenItems } from './sweep-text.ts';

const defaultLimit = 500;
const maxLimit = 5_000;
const maxListed = 50;

export const sweepCommands: Command[] = [
  {
    name: 'sweep plan',
    summary:
      'Plan to move deposits to the hot wallet or the treasury, and show what it costs; nothing is sent',
    operands: ['<network>'],
    options: {
      to: { kind: 'text', value: '<place>', help: 'hot, or treasury:<address>', required: true },
      by: optionalByOption,
      min: { kind: 'text', value: '<amount>', help: 'leave addresses with less, 10 if absent' },
      limit: { kind: 'text', value: '<number>', help: `addresses at most, ${defaultLimit} if absent` },
      'max-cost-percent': {
        kind: 'text',
        value: '<percent>',
        help: 'leave addresses that cost more than this share to move; needs --coin-price',
      },
      'coin-price': {
        kind: 'text',
        value: '<amount>',
        help: 'price of the network’s coin (ETH, TRX, …) in the swept asset',
      },
    },
    writes: 'acts',
    needs: 'networks',
    async run(context, input) {
      const { sql, progress } = context;
      const { network, chain, served } = openNetwork(context, input.operands[0] ?? '');
      const sending = { sending: context.sending };
      const { createCoinChain, createPayoutChain } = await import(
        '../../../chain/chains/create-payout-chain.ts'
      );
      const [usdtChain, coin] = [createPayoutChain(served, sending), createCoinChain(served, sending)];
      try {
        const { place, address } = await readPlace(sql, network, usdtChain, input.text('to') ?? '');
        const rules = readRules(input, network);
        if (place === 'treasury') await openTreasury(sql, chain, address);
        const created = await createSweep(
          { sql, usdt: usdtChain, coin, addressOf: accountAddresses(), progress, now: () => new Date() },
          { place, address, rules, by: await input.by() },
        );
        return {
          json: created,
          text: describePlan(network, { place, address }, created),
        };
      } finally {
        await Promise.all([usdtChain.close(), coin.close()]);
      }
    },
  },
  runSweepCommand,
  {
    name: 'sweep cancel',
    summary: 'Drop a sweep that was planned and never run',
    operands: ['<sweep>'],
    options: {
      by: byOption,
      note: { kind: 'text', value: '<text>', help: 'why', required: true },
    },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const sweep = await requireSweep(sql, input.operands[0] ?? '');
      const why = { person: await input.by(), note: readReason(input, 'note') };
      if (!(await cancelSweep(sql, sweep, why, new Date()))) {
        throw new UsageError([
          'Only a sweep that was never run can be canceled. One that stopped is brought to its end by pasarela sweep run.',
        ]);
      }
      const now = await requireSweep(sql, sweep.id);
      const items = await itemsOf(sql, sweep.id);
      return { json: { ...now, items: writtenItems(now, items) }, text: describeItems(now, items) };
    },
  },
  {
    name: 'sweep list',
    summary: `List the last ${maxListed} sweeps, newest first`,
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const sweeps = await listSweeps(sql, maxListed);
      return {
        json: sweeps,
        text: table(
          ['SWEEP', 'PLANNED', 'BY', 'NETWORK', 'TO', 'STATUS', 'ADDRESSES', 'TO SWEEP', 'SWEPT'],
          sweeps.map((sweep) => [
            sweep.id,
            formatTime(sweep.createdAt),
            sweep.plannedBy,
            sweep.network,
            `${sweep.place} ${notation.formatAddress(sweep.network, sweep.address)}`,
            sweep.status,
            `${sweep.ended} of ${sweep.items}`,
            amountOn(sweep.network, sweep.plannedUnits),
            amountOn(sweep.network, sweep.sweptUnits),
          ]),
          'Nothing was ever swept: pasarela sweep plan.',
        ),
      };
    },
  },
  {
    name: 'sweep show',
    summary: 'Show a sweep with each of its addresses',
    operands: ['<sweep>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [id = ''] }) {
      const sweep = await requireSweep(sql, id);
      const items = await itemsOf(sql, sweep.id);
      return { json: { ...sweep, items: writtenItems(sweep, items) }, text: describeItems(sweep, items) };
    },
  },
];

/** Reads the destination, and checks that the money can be recovered from there. */
async function readPlace(
  sql: Sql,
  network: Network,
  chain: PayoutChain,
  typed: string,
): Promise<{ place: SweepPlace; address: string }> {
  const fault = (message: string) => new UsageError([`--to: ${message}`]);
  if (typed === 'hot') {
    const [wallet] = await hotWalletsOf(sql, network.id);
    if (!wallet?.isActive) throw fault(`${network.id} has no hot wallet.`);
    return { place: 'hot', address: wallet.address };
  }
  if (!typed.startsWith('treasury:')) throw fault('must be hot or treasury:<address>.');
  const address = parseAddress(network.family, typed.slice('treasury:'.length));
  if (typeof address !== 'string') throw fault(address.message);
  if (address === network.token)
    throw fault('this is the contract of the token: what is sent there is lost.');
  if (/^0x0{40}$/.test(address)) throw fault('this is the address of zeros: what is sent there is lost.');
  if ((await matchAddresses(sql, network.id, [address])).size > 0) throw fault('this is a deposit address.');
  if ((await hotWalletsOf(sql, network.id)).some((wallet) => wallet.address === address)) {
    throw fault('this is a hot wallet: give --to hot.');
  }
  if (await chain.isBlacklisted(address)) throw fault("the token's issuer has frozen this address.");
  return { place: 'treasury', address };
}

function readRules(input: Input, network: Network): PlanRules {
  const limit = readWhole(input, 'limit') ?? defaultLimit;
  if (limit < 1 || limit > maxLimit) throw new UsageError([`--limit: must be 1 to ${maxLimit}.`]);
  const percent = input.text('max-cost-percent');
  const price = input.text('coin-price');
  if ((percent === undefined) !== (price === undefined)) {
    throw new UsageError([
      '--max-cost-percent and --coin-price belong together: fees are not paid in what is swept.',
    ]);
  }
  return {
    minUnits: readUnits('min', input.text('min') ?? '10', assetDecimals),
    limit,
    maxCost:
      percent === undefined || price === undefined
        ? null
        : {
            basisPoints: readUnits('max-cost-percent', percent, 2),
            coinPriceUnits: readUnits('coin-price', price, assetDecimals),
            coinUnits: 10n ** BigInt(network.coin.decimals),
          },
  };
}

function readUnits(option: string, typed: string, decimals: number): bigint {
  const units = parseDecimal(typed, decimals);
  if (typeof units === 'bigint' && units > 0n) return units;
  throw new UsageError([
    `--${option}: "${typed}" is not a number above 0 with at most ${decimals} decimals.`,
  ]);
}
