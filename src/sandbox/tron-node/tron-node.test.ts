import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTransfer,
  fundedAccount,
  jsonRpc,
  sendTransfer,
  startTronWorld,
  type TronWorld,
} from '../../../test/kit/chains/tron-world.ts';

let world: TronWorld;

beforeAll(async () => {
  world = await startTronWorld();
});

afterAll(() => world.close());

const somebody = () => utils.accounts.generateAccount().address.base58;

describe('an unmodified tronweb', () => {
  test('finds the node connected, with a head and a solidified block below it', async () => {
    await world.mine(3);
    expect(await world.tronWeb.isConnected()).toMatchObject({ fullNode: true, solidityNode: true });
    const head = await world.tronWeb.trx.getCurrentBlock();
    const solid = await world.tronWeb.trx.getConfirmedCurrentBlock();
    expect(solid.block_header.raw_data.number).toBe(head.block_header.raw_data.number - 2);
  });

  test('sees in a block id its height, and in each block the id of the one before', async () => {
    await world.mine(1);
    const head = await world.tronWeb.trx.getCurrentBlock();
    const { number, parentHash } = head.block_header.raw_data;
    expect(Number.parseInt(head.blockID.slice(0, 16), 16)).toBe(number);
    expect((await world.tronWeb.trx.getBlockByNumber(number - 1)).blockID).toBe(parentHash);
    expect((await world.tronWeb.trx.getBlockByHash(head.blockID)).blockID).toBe(head.blockID);
  });

  test('reads the token by its ABI: symbol, decimals, balances', async () => {
    const token = await world.tronWeb.contract().at(world.token);
    expect(await token.symbol?.().call()).toBe('USDT');
    expect(Number(await token.decimals?.().call())).toBe(6);
    const funder = world.tronWeb.defaultAddress.base58;
    expect(BigInt(await token.balanceOf?.(funder).call())).toBeGreaterThan(0n);
  });

  test('knows an account by its TRX, and nothing of one that has none', async () => {
    const account = await fundedAccount(world, 5_000_000n);
    expect(await world.tronWeb.trx.getUnconfirmedBalance(account.address)).toBe(5_000_000);
    expect(await world.tronWeb.trx.getUnconfirmedAccount(account.address)).toMatchObject({
      address: TronWeb.address.toHex(account.address),
      balance: 5_000_000,
    });
    expect(await world.tronWeb.trx.getUnconfirmedAccount(somebody())).toEqual({});
  });

  test('builds, signs and broadcasts a token transfer and finds what became of it', async () => {
    const to = somebody();
    const sent = await sendTransfer(world, { to, units: 1_500_000 });
    expect(sent).toMatchObject({ result: true, txid: sent.transaction.txID });

    const info = await world.tronWeb.trx.getUnconfirmedTransactionInfo(sent.txid);
    expect(info).toMatchObject({
      id: sent.txid,
      contract_address: TronWeb.address.toHex(world.token),
      // Tether on Tron returns false for a transfer that succeeded.
      contractResult: ['0'.repeat(64)],
      receipt: { result: 'SUCCESS' },
      log: [{ address: world.chain.token.slice(2), data: (1_500_000).toString(16).padStart(64, '0') }],
    });
    expect(info.fee).toBe(info.receipt.energy_usage_total * 100);
    expect(info).not.toHaveProperty('result');

    const found = await world.tronWeb.trx.getTransaction(sent.txid);
    expect(found).toMatchObject({ txID: sent.txid, ret: [{ contractRet: 'SUCCESS' }] });
    expect(found.raw_data_hex).toBe(sent.transaction.raw_data_hex);
    expect(found.signature).toEqual(sent.transaction.signature.map((signature) => signature.toLowerCase()));
  });

  test('finds a transaction on the solidity side only once its block is solidified', async () => {
    const sent = await sendTransfer(world, { to: somebody(), units: 1 });
    expect(await world.tronWeb.trx.getTransactionInfo(sent.txid)).toEqual({});
    await world.mine(2);
    expect(await world.tronWeb.trx.getTransactionInfo(sent.txid)).toMatchObject({ id: sent.txid });
  });

  test('broadcasts by hex what it signed', async () => {
    const signed = await world.tronWeb.trx.sign(await draftTransfer(world, { to: somebody(), units: 7 }));
    const hex = utils.transaction.txJsonToPb(signed);
    for (const signature of signed.signature)
      hex.addSignature(Uint8Array.from(Buffer.from(signature, 'hex')));
    const sent = await world.tronWeb.trx.sendHexTransaction(
      Buffer.from(hex.serializeBinary()).toString('hex'),
    );
    expect(sent).toMatchObject({ result: true, code: 'SUCCESS', txid: signed.txID });
    expect(sent).toHaveProperty('transaction.raw_data_hex', signed.raw_data_hex);
  });

  test('sends TRX, and pays for opening the account of a newcomer', async () => {
    const from = await fundedAccount(world, 20_000_000n);
    const to = somebody();
    const send = async () => {
      const draft = await world.tronWeb.transactionBuilder.sendTrx(to, 3_000_000, from.address);
      return world.tronWeb.trx.sendRawTransaction(await world.tronWeb.trx.sign(draft, from.privateKey));
    };
    const first = await send();
    expect(await world.tronWeb.trx.getUnconfirmedTransactionInfo(first.txid)).toMatchObject({
      fee: 1_100_000,
    });
    expect(await world.tronWeb.trx.getUnconfirmedBalance(to)).toBe(3_000_000);
    await world.mine(1);
    const second = await send();
    const info = await world.tronWeb.trx.getUnconfirmedTransactionInfo(second.txid);
    expect(info).not.toHaveProperty('fee');
    expect(info.receipt).not.toHaveProperty('result');
    expect(await world.tronWeb.trx.getUnconfirmedBalance(from.address)).toBe(
      20_000_000 - 2 * 3_000_000 - 1_100_000,
    );
  });

  test('gets an estimate that is enough, and nothing to spare beyond a tenth', async () => {
    const to = somebody();
    const { energy_required } = await world.tronWeb.transactionBuilder.estimateEnergy(
      world.token,
      'transfer(address,uint256)',
      {},
      [
        { type: 'address', value: to },
        { type: 'uint256', value: 9 },
      ],
    );
    const sent = await sendTransfer(world, { to, units: 9, feeLimitSun: energy_required * 100 });
    const { receipt } = await world.tronWeb.trx.getUnconfirmedTransactionInfo(sent.txid);
    expect(receipt.result).toBe('SUCCESS');
    expect(receipt.energy_usage_total).toBeGreaterThan(energy_required * 0.9);
  });

  test('is told the reason when a trial run reverts', async () => {
    const poor = await fundedAccount(world, 1n);
    const trial = await world.tronWeb.transactionBuilder
      .triggerConstantContract(
        world.token,
        'transfer(address,uint256)',
        {},
        [
          { type: 'address', value: somebody() },
          { type: 'uint256', value: 1 },
        ],
        poor.address,
      )
      .catch((error) => error.message);
    expect(trial).toBe('REVERT opcode executed');
  });
});

test('an address is valid in base58 and in hex, and nonsense is not', async () => {
  const validate = async (address: string) =>
    (await fetch(`${world.node.fullNodeUrl}/wallet/validateaddress?address=${address}`)).json();
  expect(await validate(world.token)).toMatchObject({ result: true, message: 'Base58check format' });
  expect(await validate(TronWeb.address.toHex(world.token))).toMatchObject({ result: true });
  for (const wrong of ['nonsense', '0OIl', `${world.token.slice(0, -1)}x`, '']) {
    expect(await validate(wrong)).toMatchObject({ result: false });
  }
});

test('what the node does not have it answers like a node on which it is switched off', async () => {
  const response = await fetch(`${world.node.fullNodeUrl}/wallet/listwitnesses`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ Error: 'this API is unavailable due to config' });
});

test('a restart keeps every block, transaction, receipt and balance', async () => {
  const account = await fundedAccount(world, 50_000_000n);
  const good = await sendTransfer(world, { to: account.address, units: 12 });
  const bad = await sendTransfer(world, { from: account, to: somebody(), units: 13 });
  await world.mine(3);
  const look = async () => ({
    infos: await Promise.all([good, bad].map(({ txid }) => world.tronWeb.trx.getTransactionInfo(txid))),
    transaction: await world.tronWeb.trx.getTransaction(good.txid),
    head: await world.tronWeb.trx.getCurrentBlock(),
    account: await world.tronWeb.trx.getUnconfirmedAccount(account.address),
    logs: await jsonRpc(world, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]),
    finalized: await jsonRpc(world, 'eth_getBlockByNumber', ['finalized', true]),
  });
  const before = await look();
  await world.restart();
  expect(await look()).toEqual(before);
  // The node still knows the transactions that it accepted.
  expect((await world.tronWeb.trx.sendRawTransaction(good.transaction)).code).toMatch(/DUP|EXPIRATION/);
});
