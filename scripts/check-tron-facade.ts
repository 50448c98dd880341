/**
 * Checks the sandbox's Tron node against java-tron's published definitions: calls every endpoint and method in them on
 * a fresh node with a few transactions, and validates each answer against its schema.
 *
 *   node scripts/check-tron-facade.ts <openapi.yaml> <openrpc.json>
 *
 * Prints one table for each file; exits with 1 if an answer differs. Endpoints that the node leaves out are listed and
 * are not faults.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { TronWeb } from 'tronweb';
import { parse as parseYaml } from 'yaml';
import {
  draftTransfer,
  fundedAccount,
  sendTransfer,
  startTronWorld,
  type TronWorld,
} from '../test/kit/chains/tron-world.ts';

type Json = Record<string, unknown>;
type Operation = { 'x-tron-alternate-endpoints'?: { path: string }[] };
interface OpenApi extends Json {
  paths: Record<string, Record<string, Operation>>;
}
interface OpenRpc extends Json {
  methods: { name: string }[];
}
type Row = { name: string; verdict: string };

const leftOut = 'left out';
const matches = 'matches';
/** The answer is valid because almost no field is required, but it proves little. */
const matchesEmpty = 'matches, empty';

/** The accounts, blocks and transactions to query. */
interface Facts {
  account: string;
  token: string;
  txID: string;
  failedTxID: string;
  blockNumber: number;
  blockID: string;
  draft: Json;
  signed: Json;
  signedHex: string;
}

async function gatherFacts(world: TronWorld): Promise<Facts> {
  const { tronWeb } = world;
  const poor = await fundedAccount(world, 50_000_000n);
  const good = await sendTransfer(world, { to: poor.address, units: 5 });
  const block = await tronWeb.trx.getCurrentBlock();
  const bad = await sendTransfer(world, {
    from: poor,
    to: tronWeb.defaultAddress.base58 as string,
    units: 9,
  });
  await world.mine(3);
  const draft = await draftTransfer(world, { to: poor.address, units: 1 });
  const signed = await tronWeb.trx.sign(structuredClone(draft));
  const other = await tronWeb.trx.sign(await draftTransfer(world, { to: poor.address, units: 2 }));
  const bytes = Buffer.concat(
    [Buffer.from(other.raw_data_hex, 'hex'), Buffer.from(other.signature[0] as string, 'hex')].map(
      (part, i) => Buffer.concat([Buffer.from([i === 0 ? 0x0a : 0x12]), lengthPrefix(part.length), part]),
    ),
  );
  return {
    account: TronWeb.address.toHex(poor.address),
    token: TronWeb.address.toHex(world.token),
    txID: good.txid,
    failedTxID: bad.txid,
    blockNumber: block.block_header.raw_data.number,
    blockID: block.blockID,
    draft: draft as unknown as Json,
    signed: signed as unknown as Json,
    signedHex: bytes.toString('hex'),
  };
}

const lengthPrefix = (length: number) =>
  Buffer.from(length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7]);

/** Parameters for each endpoint; one that needs none is not listed. With several sets, all must match. */
function nativeSamples(facts: Facts): Record<string, Json[]> {
  const call = {
    owner_address: facts.account,
    contract_address: facts.token,
    function_selector: 'balanceOf(address)',
    parameter: facts.account.slice(2).padStart(64, '0'),
  };
  const transfer = {
    ...call,
    function_selector: 'transfer(address,uint256)',
    parameter: call.parameter + '1'.padStart(64, '0'),
    fee_limit: 1_000_000,
  };
  const height = { num: facts.blockNumber };
  return {
    getaccount: [{ address: facts.account }, { address: facts.token }],
    getaccountnet: [{ address: facts.account }],
    getaccountresource: [{ address: facts.account }],
    validateaddress: [{ address: facts.account }, { address: 'nonsense' }],
    getblock: [{ detail: true }, { id_or_num: String(facts.blockNumber), detail: true }],
    getblockbynum: [height],
    getblockbyid: [{ value: facts.blockID }],
    getblockbylimitnext: [{ startNum: 1, endNum: facts.blockNumber + 1 }],
    getblockbylatestnum: [{ num: 3 }],
    gettransactioncountbyblocknum: [height],
    gettransactionbyid: [{ value: facts.txID }, { value: facts.failedTxID }],
    gettransactioninfobyid: [{ value: facts.txID }, { value: facts.failedTxID }],
    gettransactioninfobyblocknum: [height],
    gettransactionfrompending: [{ value: facts.txID }],
    createtransaction: [{ owner_address: facts.account, to_address: `41${'11'.repeat(20)}`, amount: 1 }],
    broadcasttransaction: [facts.signed, facts.draft],
    broadcasthex: [{ transaction: facts.signedHex }],
    triggersmartcontract: [transfer, call],
    triggerconstantcontract: [call, transfer, { ...transfer, parameter: call.parameter + 'f'.repeat(64) }],
    estimateenergy: [transfer],
    getcontract: [{ value: facts.token }],
    getcontractinfo: [{ value: facts.token }],
  };
}

function rpcSamples(facts: Facts, token: string): Record<string, unknown[]> {
  const account = `0x${facts.account.slice(2)}`;
  const block = `0x${facts.blockNumber.toString(16)}`;
  const data = `0x70a08231${facts.account.slice(2).padStart(64, '0')}`;
  return {
    web3_sha3: ['0x00'],
    eth_getBlockByHash: [`0x${facts.blockID}`, true],
    eth_getBlockByNumber: [block, false],
    eth_getBlockTransactionCountByHash: [`0x${facts.blockID}`],
    eth_getBlockTransactionCountByNumber: [block],
    eth_getTransactionByHash: [`0x${facts.txID}`],
    eth_getTransactionByBlockHashAndIndex: [`0x${facts.blockID}`, '0x0'],
    eth_getTransactionByBlockNumberAndIndex: [block, '0x0'],
    eth_getTransactionReceipt: [`0x${facts.txID}`],
    eth_getBlockReceipts: [block],
    eth_getBalance: [account, 'latest'],
    eth_getStorageAt: [token, '0x0', 'latest'],
    eth_getCode: [token, 'latest'],
    eth_call: [{ from: account, to: token, data }, 'latest'],
    eth_estimateGas: [{ from: account, to: token, data }],
    eth_getLogs: [{ fromBlock: '0x0', toBlock: 'latest' }],
    eth_newFilter: [{}],
  };
}

const pointer = (...parts: string[]) =>
  parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/**
 * Hardly any field in these definitions is required, so one value often matches several alternatives of a `oneOf`: a
 * TRX transfer is also a token transfer without its token.
 */
function loosened<T>(definition: T): T {
  return JSON.parse(JSON.stringify(definition), (_key, value) => {
    if (!Array.isArray(value?.oneOf)) return value;
    const { oneOf, allOf = [], ...rest } = value;
    return { ...rest, allOf: [...allOf, { anyOf: oneOf }] };
  });
}

/** java-tron's errors are valid by its definitions too, but count as failures here. */
function hold(ajv: Ajv2020, ref: string, answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'Error' in answer) return `fails: ${answer.Error}`;
  const validate = ajv.compile({ $ref: ref });
  if (validate(answer)) return JSON.stringify(answer) === '{}' ? matchesEmpty : matches;
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'the answer'} ${message} ${JSON.stringify(params)}`,
  );
  return `differs: ${[...new Set(faults)].slice(0, 3).join('; ')}`;
}

async function checkNative(world: TronWorld, facts: Facts, definition: OpenApi): Promise<Row[]> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...loosened(definition), $id: 'openapi' });
  const samples = nativeSamples(facts);
  const rows: Row[] = [];
  for (const [path, operations] of Object.entries(definition.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const ref = `openapi#/${pointer('paths', path, method, 'responses', '200', 'content', 'application/json', 'schema')}`;
      const alternatives = (operation['x-tron-alternate-endpoints'] ?? []).map((other) => other.path);
      for (const address of [path, ...alternatives]) {
        const verdicts: string[] = [];
        for (const sample of samples[address.split('/')[2] as string] ?? [{}]) {
          const response = await ask(world.node.fullNodeUrl + address, method, sample);
          verdicts.push(response.status === 404 ? leftOut : hold(ajv, ref, await response.json()));
        }
        const worst = verdicts.find((verdict) => verdict !== matches);
        rows.push({ name: `${method.toUpperCase()} ${address}`, verdict: worst ?? matches });
      }
    }
  }
  return rows;
}

function ask(url: string, method: string, sample: Json): Promise<Response> {
  if (method === 'post') return fetch(url, { method: 'POST', body: JSON.stringify(sample) });
  const query = new URLSearchParams(Object.entries(sample).map(([name, value]) => [name, String(value)]));
  return fetch(`${url}?${query}`);
}

async function checkRpc(world: TronWorld, facts: Facts, definition: OpenRpc): Promise<Row[]> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...loosened(definition), $id: 'openrpc' });
  const samples = rpcSamples(facts, world.chain.token);
  const rows: Row[] = [];
  for (const [i, { name }] of definition.methods.entries()) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params: samples[name] ?? [] });
    const answer = (await (await fetch(world.node.rpcUrl, { method: 'POST', body })).json()) as {
      result?: unknown;
      error?: { code: number; message: string };
    };
    const verdict = !answer.error
      ? hold(ajv, `openrpc#/methods/${i}/result/schema`, answer.result)
      : answer.error.code === -32601
        ? leftOut
        : `fails: ${answer.error.message}`;
    rows.push({ name, verdict });
  }
  return rows;
}

const isGood = ({ verdict }: Row) => [matches, matchesEmpty, leftOut].includes(verdict);

function print(title: string, rows: Row[]): void {
  const kept = rows.filter(({ verdict }) => verdict !== leftOut);
  const matching = kept.filter(isGood).length;
  console.log(`### ${title}: ${matching} of ${kept.length} match, ${rows.length - kept.length} left out\n`);
  console.log('| asked | verdict |\n|---|---|');
  for (const { name, verdict } of kept) console.log(`| \`${name}\` | ${verdict} |`);
  const missing = rows.filter(({ verdict }) => verdict === leftOut).map(({ name }) => `\`${name}\``);
  console.log(`\nLeft out: ${missing.join(', ')}\n`);
}

const [openApiPath, openRpcPath] = process.argv.slice(2);
if (!openApiPath || !openRpcPath) {
  console.error('usage: node scripts/check-tron-facade.ts <openapi.yaml> <openrpc.json>');
  process.exit(2);
}
const world = await startTronWorld();
try {
  const facts = await gatherFacts(world);
  const native = await checkNative(world, facts, parseYaml(readFileSync(openApiPath, 'utf8')));
  const rpc = await checkRpc(world, facts, JSON.parse(readFileSync(openRpcPath, 'utf8')));
  print('Native HTTP', native);
  print('JSON-RPC', rpc);
  process.exitCode = [...native, ...rpc].every(isGood) ? 0 : 1;
} finally {
  await world.close();
}
