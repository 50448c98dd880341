import { formatAsset } from '../../../base/money/asset.ts';
import { parseAddress } from '../../../chain/chains/address/codec.ts';
import { networkById } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { adoptStrays } from '../../../crypto/deposits/strays/adopt-strays.ts';
import { undecidedStrays } from '../../../crypto/deposits/strays/stray-store.ts';
import { dustUnits } from '../../../crypto/orders/order.ts';
import { returnStrays } from '../../../crypto/payouts/refund/return-strays.ts';
import { type Command, UsageError } from '../command.ts';
import { formatTime, table } from '../format.ts';
import { byOption, readReason } from '../person.ts';
import { amountOn, readNetwork } from './network-operand.ts';

/** Nobody reads a longer list. */
const maxListed = 200;
const note = { kind: 'text', value: '<text>', help: 'why', required: true } as const;

/** Money that arrived for an order on another network or in another coin: count it for the order, or refund it. */
export const strayCommands: Command[] = [
  {
    name: 'strays list',
    summary:
      'List money that came for an order on another network or in another coin and waits for your decision; exits 1 when there is any',
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const strays = await undecidedStrays(sql, dustUnits, maxListed);
      const lines = table(
        ['ORDER', 'NETWORK', 'AMOUNT', 'TIME', 'SENDER', 'TRANSACTION'],
        strays.map((stray) => [
          stray.orderId,
          stray.network,
          amountOn(stray.network, stray.amountUnits),
          formatTime(stray.blockTime),
          notation.formatAddress(stray.network, stray.from),
          notation.formatTransactionHash(stray.network, stray.transactionHash),
        ]),
        'Nothing waits.',
      );
      return { json: { strays }, text: lines, failed: strays.length > 0 };
    },
  },
  {
    name: 'strays adopt',
    summary: 'Count a stray transfer as a payment of its order; only in the asset of the order',
    operands: ['<order>', '<network>'],
    options: { by: byOption, note },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const [orderId = '', typed = ''] = input.operands;
      const { id: network } = readNetwork(typed);
      const reason = readReason(input, 'note');
      const actor = await input.by('payments.resolve');
      const deps = { ...notation, sql, now: () => new Date() };
      const order = await adoptStrays(deps, { orderId, network, note: reason, actor });
      const waits =
        order.status === 'success' ? '' : ' What is late or short waits for its merchant, like any other.';
      return { json: order, text: `Counted. Order ${order.id} is ${order.status} now.${waits}` };
    },
  },
  {
    name: 'strays return',
    summary:
      'Give back what came on another network or in another coin, to an address that you type; a second person approves it by payouts approve',
    operands: ['<order>', '<network>', '<address>'],
    options: { by: byOption, note },
    writes: 'acts',
    needs: 'installation',
    async run({ sql, secrets }, input) {
      const [orderId = '', typed = '', to = ''] = input.operands;
      const { id: network, family } = readNetwork(typed);
      const address = parseAddress(family, to);
      if (typeof address !== 'string') {
        throw new UsageError([`"${to}" is not an address on ${networkById(network)?.title ?? network}.`]);
      }
      const reason = readReason(input, 'note');
      const actor = await input.by('payments.refund');
      const deps = { ...notation, sql, secrets, now: () => new Date() };
      const refund = await returnStrays(deps, { orderId, network, address, note: reason, actor });
      return {
        json: refund,
        text: `Refund ${refund.id}: ${formatAsset(refund.amountUnits, refund.asset)} to ${notation.formatAddress(network, address)} on ${network}. It waits for ${refund.approvalsNeeded} other to approve it: pasarela payouts approve ${refund.id}. It is sent from the hot wallet of ${network}; a sweep brings the money there.`,
      };
    },
  },
];
