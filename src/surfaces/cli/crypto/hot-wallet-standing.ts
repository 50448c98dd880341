import { type Act, appendAudit } from '../../../accounts/audit/audit-log.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { createStanding, type UnknownSending } from '../../../crypto/custody/wallet-standing.ts';
import { explainNonce } from '../../../crypto/sending/account-standing.ts';
import { hotWalletsOf } from '../../../crypto/sending/hot-wallets.ts';
import { type Command, type NetworksContext, UsageError } from '../command.ts';
import { table } from '../format.ts';
import { byOption, readReason } from '../person.ts';
import { amountOn } from './network-operand.ts';
import { openNetwork, openPayoutChain } from './sweep-operands.ts';

/** Compares the hot wallets' transactions on the chain with the books. */
export const hotWalletStandingCommands: Command[] = [
  {
    name: 'hot-wallet check',
    summary:
      'List transactions of the hot wallets that the books do not know, which keep them from sending; exits 1 when there are any',
    operands: [],
    options: {},
    writes: 'findings',
    needs: 'networks',
    async run(context) {
      const found: (UnknownSending & { network: string })[] = [];
      for (const id of context.chains.keys()) {
        for (const sending of await unknownOn(context, id)) found.push({ ...sending, network: id });
      }
      return {
        json: { unknown: found },
        text: table(
          ['NETWORK', 'WALLET', 'NONCE', 'AMOUNT', 'TO', 'TRANSACTION'],
          found.map(({ network, wallet, nonce, log }) => [
            network,
            notation.formatAddress(network, wallet),
            nonce === null ? '' : String(nonce),
            log ? amountOn(network, log.amountUnits) : '',
            log ? notation.formatAddress(network, log.to) : '',
            log ? notation.formatTransactionHash(network, log.transactionHash) : 'see an explorer',
          ]),
          'The books know all that the hot wallets sent.',
        ),
        failed: found.length > 0,
      };
    },
  },
  {
    name: 'hot-wallet foreign',
    summary:
      'Say what a transaction of a hot wallet was that moved no token and that the books do not know, so that the wallet sends again',
    operands: ['<network>', '<nonce>'],
    options: {
      by: byOption,
      note: { kind: 'text', value: '<words>', help: 'what it was', required: true },
    },
    writes: 'acts',
    needs: 'networks',
    async run(context, input) {
      const [typed = '', text = ''] = input.operands;
      const { network, chain } = openNetwork(context, typed);
      if (!/^\d{1,15}$/.test(text)) throw new UsageError([`"${text}" is no nonce.`]);
      const nonce = BigInt(text);
      const unknown = (await unknownOn(context, network.id)).filter((each) => each.nonce === nonce);
      const [found] = unknown;
      if (!found) {
        throw new UsageError([
          `No unknown transaction of a hot wallet on ${network.id} has the nonce ${nonce}: pasarela hot-wallet check.`,
        ]);
      }
      const person = await input.by();
      const note = readReason(input, 'note');
      const now = new Date();
      await context.sql.begin(async (tx) => {
        const account = { chain: network.chain, wallet: found.wallet };
        await explainNonce(tx, account, { nonce, hash: null, person, note }, now);
        const details = { address: notation.formatAddress(network.id, found.wallet), nonce: text, note };
        const act: Act = {
          actor: person,
          act: 'foreign_transaction',
          subject: `network ${chain.network}`,
          details,
        };
        await appendAudit(tx, act, now);
      });
      return { json: { network: network.id, nonce: text }, text: `Nonce ${nonce} is explained: ${note}` };
    },
  },
];

async function unknownOn(context: NetworksContext, id: string): Promise<UnknownSending[]> {
  const { sql } = context;
  const { chain: reader, served } = openNetwork(context, id);
  const chain = await openPayoutChain(context, served);
  try {
    const standing = createStanding({ sql, chain, reader });
    const found: UnknownSending[] = [];
    for (const { address } of await hotWalletsOf(sql, id)) found.push(...(await standing.unknown(address)));
    return found;
  } finally {
    await chain.close();
  }
}
