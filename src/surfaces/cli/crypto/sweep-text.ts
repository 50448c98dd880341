import { explorerTransactionUrl } from '../../../chain/chains/explorer.ts';
import { formatFeeCoin } from '../../../chain/chains/fee-coin.ts';
import type { Network } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import type { ServedNetwork } from '../../../chain/chains/served-network.ts';
import type { CreatedSweep } from '../../../crypto/sweeps/create-sweep.ts';
import type { SweepReport } from '../../../crypto/sweeps/run-deps.ts';
import type { Sweep, SweepPlace } from '../../../crypto/sweeps/sweep.ts';
import type { ListedItem } from '../../../crypto/sweeps/sweep-store.ts';
import { table } from '../format.ts';
import { amountOn, readNetwork } from './network-operand.ts';

export function describePlan(
  network: Network,
  { place, address }: { place: SweepPlace; address: string },
  { sweep, plan, foreign }: CreatedSweep,
): string {
  const { id, title } = network;
  const amount = (units: bigint) => amountOn(id, units);
  const { items } = plan;
  const sum = (of: (item: (typeof items)[number]) => bigint): bigint =>
    items.reduce((total, item) => total + of(item), 0n);
  const rows = table(
    ['ADDRESS', 'HOLDS', 'FEE', 'GAS TO SEND', 'FOR THAT', ''],
    items.map((item) => [
      notation.formatAddress(id, item.address),
      amount(item.bookedUnits),
      formatFeeCoin(network, item.likelyFee),
      formatFeeCoin(network, item.gasToSend),
      formatFeeCoin(network, item.likelyTopUp),
      item.suspenseUnits > 0n ? `${amount(item.suspenseUnits)} of it in suspense` : '',
    ]),
    'There is nothing that pays to move.',
  );
  const left = [
    leftOut(id, plan.tooSmall, 'hold less than --min'),
    leftOut(id, plan.tooDear, 'cost more than --max-cost-percent'),
    leftOut(id, plan.beyond, 'are beyond --limit'),
    leftOut(id, plan.short, 'hold less than is booked (pasarela chain reconcile)'),
    foreign.length > 0 ? `${foreign.length} addresses come from no wallet that is known here.` : null,
  ].filter((line) => line !== null);
  const suspense = sum(({ suspenseUnits }) => suspenseUnits);
  const total = [
    `${items.length} addresses, ${amount(sum(({ bookedUnits }) => bookedUnits))} to ${place} ${notation.formatAddress(id, address)} on ${title}.`,
    `Fees at the prices of now: ${formatFeeCoin(
      network,
      sum(({ likelyFee, likelyTopUp }) => likelyFee + likelyTopUp),
    )}. ` +
      `The gas payer needs ${formatFeeCoin(
        network,
        sum(({ gasToSend, likelyTopUp }) => gasToSend + likelyTopUp),
      )}.`,
    ...(suspense > 0n
      ? [
          `${amount(suspense)} of it belong to nobody yet: orders with an anomaly. They can still be resolved after.`,
        ]
      : []),
  ];
  const next = sweep
    ? `Run it: pasarela sweep run ${sweep.id} --by <person> --keys-file <file> --gas-key-file <file>`
    : '';
  return [rows, ...(items.length > 0 ? [total.join('\n')] : []), left.join('\n'), next]
    .filter((part) => part !== '')
    .join('\n\n');
}

function leftOut(id: string, { count, units }: { count: number; units: bigint }, why: string): string | null {
  return count === 0
    ? null
    : `${count} addresses with ${amountOn(id, units)} are left where they are: they ${why}.`;
}

/** Writes hashes in the notation of the network's explorers. */
export function writtenItems({ network }: Sweep, items: readonly ListedItem[]): ListedItem[] {
  return items.map((item) => ({
    ...item,
    hash: item.hash && notation.formatTransactionHash(network, item.hash),
  }));
}

export function describeItems(sweep: Sweep, items: readonly ListedItem[]): string {
  const network = readNetwork(sweep.network);
  const amount = (units: bigint) => amountOn(sweep.network, units);
  const swept = items.filter(({ status }) => status === 'swept');
  const units = swept.reduce((sum, { amountUnits }) => sum + (amountUnits ?? 0n), 0n);
  const fees = items.reduce((sum, { networkFee }) => sum + networkFee, 0n);
  const rows = table(
    ['ADDRESS', 'STATUS', 'MOVED', 'FEES', 'TRANSACTION'],
    items.map((item) => [
      notation.formatAddress(sweep.network, item.address),
      item.note === null ? item.status : `${item.status}: ${item.note}`,
      amount(item.amountUnits ?? item.plannedUnits),
      formatFeeCoin(network, item.networkFee),
      item.hash === null ? '' : notation.formatTransactionHash(sweep.network, item.hash),
    ]),
    '',
  );
  return `${rows}\n\nSweep ${sweep.id} is ${sweep.status}: ${swept.length} of ${items.length} addresses, ${amount(units)} moved to ${sweep.place} ${notation.formatAddress(sweep.network, sweep.address)}, ${formatFeeCoin(network, fees)} of fees.`;
}

/** One line of a run's progress. */
export function describeReport({ network, isPublic }: ServedNetwork, told: SweepReport): string {
  const { id } = network;
  const amount = (units: bigint) => amountOn(id, units);
  const hashOf = (hash: string): string =>
    isPublic ? explorerTransactionUrl(network, hash) : notation.formatTransactionHash(id, hash);
  const of = (item: { address: string }): string => notation.formatAddress(id, item.address);
  switch (told.kind) {
    case 'sent':
      return `${told.purpose === 'top_up' ? 'gas to' : `${network.asset} of`} ${of(told.item)} sent: ${hashOf(told.hash)}`;
    case 'swept':
      return `${told.ended} of ${told.all}: ${amount(told.item.amountUnits ?? told.item.plannedUnits)} of ${of(told.item)} swept: ${hashOf(told.hash)}`;
    case 'ended':
      return `${told.ended} of ${told.all}: ${of(told.item)} is not swept: ${told.note}`;
    case 'low_gas':
      return told.payer === null
        ? `${formatFeeCoin(network, told.needed)} of gas are missing, and there is no gas payer.`
        : `The gas payer ${notation.formatAddress(id, told.payer)} has ${formatFeeCoin(network, told.held)} to spare; the next addresses need ${formatFeeCoin(network, told.needed)}. It goes on when they are there.`;
    case 'waits':
      return `${of(told.item)} waits: ${told.reason}`;
    case 'declined':
      return `A node declined ${hashOf(told.hash)} of ${of(told.item)}: ${told.reason}`;
    case 'node_away':
      return `No node answers; it is asked again: ${told.reason}`;
  }
}
