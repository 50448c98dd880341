import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { parseAddress } from '../../../chain/chains/address/codec.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { type Destination, everyMerchant } from '../../../crypto/payouts/approval/address-lists.ts';
import {
  listAddress,
  listedAddresses,
  unlistAddress,
} from '../../../crypto/payouts/approval/list-address.ts';
import {
  listPauses,
  type PauseScope,
  pausePayouts,
  resumePayouts,
} from '../../../crypto/payouts/pauses/pause-payouts.ts';
import { type ActingInput, type Command, type Input, type Option, UsageError } from '../command.ts';
import { readNetwork } from '../crypto/network-operand.ts';
import { formatTime, table } from '../format.ts';
import { byOption, readReason } from '../person.ts';

const scopeOperands = ['<all|network|merchant>', '[id]'];
const reason: Option = { kind: 'text', value: '<text>', help: 'why', required: true };
const note = reason;
const merchantOption = (help: string): Option => ({ kind: 'text', value: '<merchant>', help });

/** Commands that stop the sending, and control where payouts may go. */
export const payoutControlCommands: Command[] = [
  {
    name: 'payouts pause',
    summary: 'Stop sending payouts: all, those on a network, or those of a merchant; they wait',
    operands: scopeOperands,
    options: { by: byOption, reason },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const scope = await readScope(sql, input);
      const why = { person: await input.by(), reason: readReason(input, 'reason') };
      const isNew = await pausePayouts(sql, scope, why, new Date());
      return {
        json: { scope, paused: true },
        text: isNew
          ? `${describeScope(scope)} wait from now on. What has a transaction already is followed to its end.`
          : `${describeScope(scope)} were paused already.`,
      };
    },
  },
  {
    name: 'payouts resume',
    summary: 'Resume sending of paused payouts',
    operands: scopeOperands,
    options: { by: byOption, reason },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const scope = await readScope(sql, input);
      const why = { person: await input.by(), reason: readReason(input, 'reason') };
      if (!(await resumePayouts(sql, scope, why, new Date()))) {
        throw new UsageError([`${describeScope(scope)} are not paused.`]);
      }
      return { json: { scope, paused: false }, text: `${describeScope(scope)} are sent again.` };
    },
  },
  {
    name: 'payouts pauses',
    summary: 'List what is paused, since when, by whom and why',
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const pauses = await listPauses(sql);
      return {
        json: pauses,
        text: table(
          ['PAUSED', 'SINCE', 'BY', 'WHY'],
          pauses.map(({ scope, pausedAt, pausedBy, reason }) => [
            scope,
            formatTime(pausedAt),
            pausedBy,
            reason,
          ]),
          'Nothing is paused.',
        ),
      };
    },
  },
  {
    name: 'payouts allow',
    summary: "Put an address on a merchant's allow-list; with one, it pays to nothing else",
    operands: ['<network>', '<address>'],
    options: { merchant: { ...merchantOption('whose list'), required: true }, by: byOption, note },
    writes: 'acts',
    needs: 'database',
    run: ({ sql }, input) => putOnList(sql, input, 'allow'),
  },
  {
    name: 'payouts block',
    summary: 'Block an address for a merchant or for all: nothing is sent to it',
    operands: ['<network>', '<address>'],
    options: { merchant: merchantOption('for this one; if absent, for all'), by: byOption, note },
    writes: 'acts',
    needs: 'database',
    run: ({ sql }, input) => putOnList(sql, input, 'block'),
  },
  {
    name: 'payouts unlist',
    summary: 'Take an address off the allow-list and the block-list',
    operands: ['<network>', '<address>'],
    options: { merchant: merchantOption('off the lists of this one; if absent, of all'), by: byOption, note },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const destination = await readDestination(sql, input);
      const why = { person: await byForList(input, destination), note: readReason(input, 'note') };
      const lists = await unlistAddress(sql, destination, why, new Date());
      if (lists.length === 0) throw new UsageError([`${describe(destination)} stands on no list.`]);
      return {
        json: { ...destination, lists },
        text: `${describe(destination)} is off the ${lists.map((list) => `${list}-list`).join(' and the ')}.`,
      };
    },
  },
  {
    name: 'payouts addresses',
    summary: 'List the addresses that are allowed or blocked',
    operands: [],
    options: { merchant: merchantOption('only those of this one') },
    needs: 'database',
    async run({ sql }, input) {
      const merchant = input.text('merchant');
      const listed = await listedAddresses(
        sql,
        merchant === undefined ? null : (await getMerchant(sql, merchant)).id,
      );
      return {
        json: listed,
        text: table(
          ['MERCHANT', 'LIST', 'NETWORK', 'ADDRESS', 'SINCE', 'WHY'],
          listed.map(({ merchantId, list, network, address, createdAt, note }) => [
            merchantId === everyMerchant ? 'all' : merchantId,
            list,
            network,
            notation.formatAddress(network, address),
            formatTime(createdAt),
            note,
          ]),
          'No address is on a list.',
        ),
      };
    },
  },
];

async function putOnList(sql: Sql, input: ActingInput, list: 'allow' | 'block') {
  const destination = await readDestination(sql, input);
  const why = { list, person: await byForList(input, destination), note: readReason(input, 'note') };
  const isNew = await listAddress(sql, destination, why, new Date());
  return {
    json: { ...destination, list },
    text: `${describe(destination)} ${isNew ? 'is now' : 'was already'} on the ${list}-list.`,
  };
}

/** The person who may change a list: of one merchant, or that of all. */
function byForList(input: ActingInput, { merchantId }: Destination): Promise<string> {
  return input.by('payouts.addresses', merchantId === everyMerchant ? null : merchantId);
}

async function readDestination(sql: Sql, input: Input): Promise<Destination> {
  const [typedNetwork = '', typedAddress = ''] = input.operands;
  const network = readNetwork(typedNetwork);
  const address = parseAddress(network.family, typedAddress);
  if (typeof address !== 'string') throw new UsageError([address.message]);
  const merchant = input.text('merchant');
  const merchantId = merchant === undefined ? everyMerchant : (await getMerchant(sql, merchant)).id;
  return { merchantId, network: network.id, address };
}

function describe({ merchantId, network, address }: Destination): string {
  const whose = merchantId === everyMerchant ? 'all merchants' : `merchant ${merchantId}`;
  return `${notation.formatAddress(network, address)} on ${network} for ${whose}`;
}

async function readScope(sql: Sql, { operands: [kind = '', id] }: Input): Promise<PauseScope> {
  if (kind === 'all' && id === undefined) return 'all';
  if (kind === 'network' && id !== undefined) return `network:${readNetwork(id).id}`;
  if (kind === 'merchant' && id !== undefined) return `merchant:${(await getMerchant(sql, id)).id}`;
  throw new UsageError(['Give one of: all, network <network>, merchant <merchant>.']);
}

function describeScope(scope: PauseScope): string {
  if (scope === 'all') return 'All payouts';
  const [kind, id] = scope.split(':');
  return kind === 'network' ? `Payouts on ${id}` : `Payouts of merchant ${id}`;
}
