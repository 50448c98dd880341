import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { isId } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { formatAsset } from '../../../base/money/asset.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { straysOfOrder } from '../../../crypto/deposits/strays/stray-store.ts';
import { addressesOf } from '../../../crypto/orders/addresses/address-store.ts';
import { listOrders } from '../../../crypto/orders/list-store.ts';
import { marksOf, needsPerson, type Resolution, receivedUnits } from '../../../crypto/orders/order.ts';
import { finalEnds } from '../../../crypto/orders/outcome/chain-state.ts';
import { transfersOfOrders } from '../../../crypto/orders/outcome/outcome-store.ts';
import { resolveOrder } from '../../../crypto/orders/outcome/resolve-order.ts';
import { type CryptoOrder, findOrderById, resolutionsOf } from '../../../crypto/orders/store.ts';
import { type RecordedTransfer, transfersOfOrder } from '../../../crypto/orders/transfers/transfer-store.ts';
import { type Command, UsageError } from '../command.ts';
import { details, formatTime, table } from '../format.ts';
import { maxListed, readPage } from '../page-options.ts';
import { byOption } from '../person.ts';
import { amountOn } from './network-operand.ts';

const words: Readonly<Record<string, Resolution>> = {
  accept: 'accepted',
  refund: 'refunded',
  ignore: 'ignored',
};

export const orderCommands: Command[] = [
  {
    name: 'orders list',
    summary: 'List crypto orders, newest first, or those that wait for your decision',
    operands: [],
    options: {
      anomalies: { kind: 'flag', help: 'only orders with an anomaly to decide' },
      merchant: { kind: 'text', value: '<merchant>', help: 'only those of this one' },
      limit: { kind: 'text', value: '<number>', help: `how many at most: 1 to ${maxListed}, 50 if absent` },
      cursor: { kind: 'text', value: '<cursor>', help: 'continue an earlier list' },
    },
    mayBeOld: true,
    needs: 'database',
    async run({ sql }, input) {
      const { limit, cursor } = readPage(input);
      const merchant = input.text('merchant');
      const found = await listOrders(
        sql,
        {
          waiting: input.flag('anomalies'),
          ...(merchant !== undefined && { merchantId: (await getMerchant(sql, merchant)).id }),
          ...(cursor !== undefined && { beforeId: cursor }),
        },
        limit + 1,
      );
      const orders = found.slice(0, limit);
      const nextCursor = found.length > limit ? (orders.at(-1)?.id ?? null) : null;
      const keys = orders.map(({ merchantId, id }) => ({ merchantId, orderId: id }));
      const transfers = await transfersOfOrders(sql, keys);
      const transfersOf = (order: CryptoOrder) => transfers.get(order.id) ?? [];
      const lines = table(
        ['ORDER', 'CREATED', 'STATUS', 'ANOMALIES', 'AMOUNT', 'NETWORK', 'RECEIVED', 'RESOLVED'],
        orders.map((order) => [
          order.id,
          formatTime(order.createdAt),
          order.status,
          order.anomalies.join(', '),
          `${formatDecimal(order.amountMinor, 2)} USD`,
          order.hold?.network ?? '',
          receivedText(order, transfersOf(order)),
          order.resolution ?? '',
        ]),
        'There are no such orders.',
      );
      return {
        json: {
          orders: orders.map((order) => ({ ...order, receivedUnits: receivedUnits(transfersOf(order)) })),
          nextCursor,
        },
        text: nextCursor === null ? lines : `${lines}\n\nMore with --cursor ${nextCursor}`,
      };
    },
  },
  {
    name: 'orders show',
    summary: 'Show a crypto order with every transfer to it and their outcomes',
    operands: ['<order>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [id = ''] }) {
      const order = isId(id) ? await findOrderById(sql, id) : null;
      if (!order) throw new PasarelaError('not_found', `There is no order ${id}.`);
      const transfers = await transfersOfOrder(sql, order.merchantId, order.id);
      const resolutions = await resolutionsOf(sql, order);
      const hashOf = ({ network, transactionHash }: RecordedTransfer) =>
        notation.formatTransactionHash(network, transactionHash);
      const written = (transfer: RecordedTransfer) => ({
        ...transfer,
        transactionHash: hashOf(transfer),
      });
      const ends = await finalEnds(sql);
      const [, ...former] = await addressesOf(sql, order);
      const strays = (await straysOfOrder(sql, order.merchantId, order.id)).filter(
        ({ orphaned }) => !orphaned,
      );
      const lines = [
        describeOrder(order, transfers),
        ...former.map(
          ({ network, address }) =>
            `It has an address on ${network} as well, where what comes counts, too: ${notation.formatAddress(network, address)}`,
        ),
        ...strays.map(
          ({ network, address, amountUnits, transactionHash }) =>
            `${amountOn(network, amountUnits)} came astray on ${network} to ${notation.formatAddress(network, address)}, which counts for nothing: ${notation.formatTransactionHash(network, transactionHash)}`,
        ),
        table(
          ['TRANSACTION', 'NETWORK', 'AMOUNT', 'BLOCK', 'TIME', 'WHAT BECAME OF IT'],
          transfers.map((transfer) => [
            hashOf(transfer),
            transfer.network,
            formatAsset(transfer.amountUnits, order.asset),
            String(transfer.blockNumber),
            formatTime(transfer.blockTime),
            [
              ...marks(order, transfer),
              fateOf(order, transfer, ends.get(transfer.network)?.finalizedNumber ?? 0n),
            ].join('; '),
          ]),
          'No transfers.',
        ),
        ...resolutions.map(
          ({ resolvedAt, resolution, note }) => `${formatTime(resolvedAt)}  ${resolution}: ${note}`,
        ),
      ];
      return {
        json: {
          ...order,
          formerAddresses: former.map(({ network, address }) => ({
            network,
            address: notation.formatAddress(network, address),
          })),
          receivedUnits: receivedUnits(transfers),
          transfers: transfers.map(written),
          resolutions,
        },
        text: lines.join('\n\n'),
      };
    },
  },
  {
    name: 'orders resolve',
    summary: 'Decide about an order with an anomaly: accept it, note a refund that you made, or ignore it',
    operands: ['<order>', '<accept|refund|ignore>'],
    options: {
      by: byOption,
      note: {
        kind: 'text',
        value: '<text>',
        help: 'why, and for a refund how and in which transaction',
        required: true,
      },
      'from-other-funds': {
        kind: 'flag',
        help: 'the refund was not sent from the deposit address: the money there is the operator’s now',
      },
    },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const [id = '', word = ''] = input.operands;
      const resolution = Object.hasOwn(words, word) ? words[word] : undefined;
      if (!resolution) throw new UsageError([`"${word}" is not one of accept, refund, ignore.`]);
      const fromOtherFunds = input.flag('from-other-funds');
      if (fromOtherFunds && resolution !== 'refunded') {
        throw new UsageError(['--from-other-funds goes with refund only.']);
      }
      const note = input.text('note')?.trim() ?? '';
      if (note === '') throw new UsageError(['--note: must say why.']);
      const order = await resolveOrder({ ...notation, sql, now: () => new Date() }, id, {
        resolution,
        note,
        fromOtherFunds,
        actor: await input.by(),
        isMerchant: false,
      });
      return {
        json: order,
        text: `${describeOrder(order, await transfersOfOrder(sql, order.merchantId, order.id))}\n\nThe decision and its reason are kept with the order and in the audit log.`,
      };
    },
  },
];

function fateOf({ asset }: CryptoOrder, transfer: RecordedTransfer, finalizedNumber: bigint): string {
  if (transfer.orphaned) return 'taken back by a reorganisation';
  if (transfer.credited) return `the merchant's, less a fee of ${formatAsset(transfer.feeUnits, asset)}`;
  switch (transfer.disposition) {
    case 'returned':
      return 'sent back from its address';
    case 'advanced':
      return "sent back from other funds; the deposit is the operator's";
    case 'refund_due':
      return 'in suspense, to be given back';
    case 'refunding':
      return `given back by refund ${transfer.refundId}`;
    case 'ignored':
      return 'in suspense, ignored';
    default:
      return transfer.blockNumber > finalizedNumber ? 'not final yet' : 'in suspense';
  }
}

function marks({ hold }: CryptoOrder, transfer: RecordedTransfer): string[] {
  if (!hold) return [];
  const { late, dust } = marksOf(transfer, hold.heldUntil);
  return [...(late ? ['late'] : []), ...(dust ? ['dust'] : [])];
}

/** Everything that arrived, and which parts of it were late or dust. */
function receivedText(order: CryptoOrder, transfers: RecordedTransfer[]): string {
  const standing = transfers.filter(({ orphaned }) => !orphaned);
  const parts = (['late', 'dust'] as const).flatMap((mark) => {
    const units = receivedUnits(standing.filter((transfer) => marks(order, transfer).includes(mark)));
    return units > 0n ? [`${formatAsset(units, order.asset)} ${mark}`] : [];
  });
  return [
    formatAsset(receivedUnits(standing), order.asset),
    ...(parts.length > 0 ? [`(${parts.join(', ')})`] : []),
  ].join(' ');
}

function describeOrder(order: CryptoOrder, transfers: RecordedTransfer[]): string {
  const { hold } = order;
  const open = needsPerson(order.anomalies) && order.resolution === null ? ' (waits for your decision)' : '';
  return details([
    ['Order', order.id],
    ['Merchant', order.merchantId],
    ['Status', order.status],
    ['Anomalies', `${order.anomalies.join(', ') || 'none'}${open}`],
    ['Amount', `${formatDecimal(order.amountMinor, 2)} USD`],
    ...(hold
      ? ([
          [
            'To pay',
            `${formatAsset(hold.amountUnits, order.asset)} on ${hold.network} until ${formatTime(hold.heldUntil)}`,
          ],
          ['Address', `${notation.formatAddress(hold.network, hold.address)} (number ${hold.addressIndex})`],
          [
            'Received',
            `${receivedText(order, transfers)}; ${formatAsset(order.seenUnits, order.asset)} in time, ${formatAsset(order.finalUnits, order.asset)} of it final`,
          ],
        ] satisfies [string, string][])
      : []),
    ...(order.resolution
      ? ([['Resolution', `${order.resolution}: ${order.resolutionNote}`]] satisfies [string, string][])
      : []),
    ['Customer', order.email],
    ['Created', formatTime(order.createdAt)],
  ]);
}
