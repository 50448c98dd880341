import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTransfer,
  FEE_LIMIT_SUN,
  fundedAccount,
  jsonRpc,
  sendTransfer,
  startTronWorld,
  type TronWorld,
} from './world.fixtures.ts';

let world: TronWorld;

beforeAll(async () => {
  world = await startTronWorld();
});

afterAll(() => world.close());

const somebody = () => utils.accounts.generateAccount().address.base58;
const words = (hex: string | undefined) => Buffer.from(hex ?? '', 'hex').toString();

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

describe('a broadcast is refused', () => {
  test('when it is sent a second time', async () => {
    const sent = await sendTransfer(world, { to: somebody(), units: 1 });
    const again = await world.tronWeb.trx.sendRawTransaction(sent.transaction);
    expect(again).toMatchObject({ code: 'DUP_TRANSACTION_ERROR', txid: sent.txid });
    expect(again).not.toHaveProperty('result');
  });

  test('when somebody else signed it', async () => {
    const other = await fundedAccount(world, 1_000_000n);
    const draft = await draftTransfer(world, { to: somebody(), units: 1 });
    const { txID } = draft;
    const signature = utils.crypto.ECKeySign(
      utils.code.hexStr2byteArray(txID),
      utils.code.hexStr2byteArray(other.privateKey),
    );
    const sent = await world.tronWeb.trx.sendRawTransaction({ ...draft, signature: [signature] });
    expect(sent.code).toBe('SIGERROR');
    expect(words(sent.message)).toContain(`is signed by ${other.address}`);
  });

  test('when what is sent is not what was signed', async () => {
    const signed = await world.tronWeb.trx.sign(await draftTransfer(world, { to: somebody(), units: 1 }));
    signed.raw_data.fee_limit = FEE_LIMIT_SUN + 1;
    expect((await world.tronWeb.trx.sendRawTransaction(signed)).code).toBe('SIGERROR');
  });

  test('when its minute is over', async () => {
    const draft = await draftTransfer(world, { to: somebody(), units: 1 });
    await world.passSeconds(61);
    const sent = await world.tronWeb.trx.sendRawTransaction(await world.tronWeb.trx.sign(draft));
    expect(sent.code).toBe('TRANSACTION_EXPIRATION_ERROR');
    expect(words(sent.message)).toBe('Transaction expired');
  });

  test('when it refers to a block of another chain', async () => {
    const draft = await draftTransfer(world, { to: somebody(), units: 1 });
    const altered = { ...draft, raw_data: { ...draft.raw_data, ref_block_hash: 'ff'.repeat(8) } };
    const bytes = utils.transaction.txJsonToPb(altered);
    altered.txID = utils.transaction.txPbToTxID(bytes).replace(/^0x/, '');
    altered.raw_data_hex = utils.transaction.txPbToRawDataHex(bytes).toLowerCase();
    const sent = await world.tronWeb.trx.sendRawTransaction(await world.tronWeb.trx.sign(altered));
    expect(sent.code).toBe('TAPOS_ERROR');
  });

  test('when its owner has no account', async () => {
    const nobody = utils.accounts.generateAccount();
    const sent = await sendTransfer(world, {
      from: { address: nobody.address.base58, privateKey: nobody.privateKey.replace(/^0x/, '') },
      to: somebody(),
      units: 1,
    });
    expect(sent.code).toBe('CONTRACT_VALIDATE_ERROR');
    expect(words(sent.message)).toContain('does not exist');
  });

  test('when neither free bandwidth nor TRX is left for its bytes', async () => {
    const account = await fundedAccount(world, 1n);
    const send = () => sendTransfer(world, { from: account, to: somebody(), units: 1 });
    // A free share of 600 bytes is enough for one transfer a day.
    expect(await send()).toMatchObject({ result: true });
    expect((await send()).code).toBe('BANDWITH_ERROR');
  });

  test('when it sends more TRX than there is', async () => {
    const from = await fundedAccount(world, 2_000_000n);
    const draft = await world.tronWeb.transactionBuilder.sendTrx(somebody(), 1_500_000, from.address);
    const sent = await world.tronWeb.trx.sendRawTransaction(
      await world.tronWeb.trx.sign(draft, from.privateKey),
    );
    expect(words(sent.message)).toContain('balance is not sufficient');
  });
});

describe('a transaction that fails on the chain is mined and charged', () => {
  const outcome = async (txid: string) => world.tronWeb.trx.getUnconfirmedTransactionInfo(txid);

  test('as REVERT, with what the contract said', async () => {
    const account = await fundedAccount(world, 50_000_000n);
    const sent = await sendTransfer(world, { from: account, to: somebody(), units: 1 });
    const info = await outcome(sent.txid);
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } });
    expect(words(info.resMessage)).toBe('REVERT opcode executed');
    expect(words(info.contractResult[0])).toContain('balance too low');
    expect(await world.tronWeb.trx.getUnconfirmedBalance(account.address)).toBe(50_000_000 - info.fee);
    expect(info.fee).toBeGreaterThan(0);
  });

  test.each([
    ['a little too low', 3_000_000],
    ['absurdly low', 1_000],
  ])('as OUT_OF_ENERGY, with all of its limit, when the limit is %s', async (_how, feeLimitSun) => {
    const to = somebody();
    const sent = await sendTransfer(world, { to, units: 1, feeLimitSun });
    const info = await outcome(sent.txid);
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } });
    expect(info.receipt.energy_fee ?? 0).toBeLessThanOrEqual(feeLimitSun);
    expect(info).not.toHaveProperty('log');
    const balance = await (await world.tronWeb.contract().at(world.token)).balanceOf?.(to).call();
    expect(BigInt(balance)).toBe(0n);
  });

  test('as OUT_OF_ENERGY, when its owner has hardly any TRX', async () => {
    const account = await fundedAccount(world, 10n);
    const sent = await sendTransfer(world, { from: account, to: somebody(), units: 1 });
    expect(await outcome(sent.txid)).toMatchObject({ receipt: { result: 'OUT_OF_ENERGY' } });
  });

  test('as REVERT, when the sender is blacklisted', async () => {
    const account = await fundedAccount(world, 50_000_000n);
    await sendTransfer(world, { to: account.address, units: 10 });
    const token = await world.tronWeb.contract().at(world.token);
    await token.addBlackList?.(account.address).send({ feeLimit: FEE_LIMIT_SUN });
    const sent = await sendTransfer(world, { from: account, to: somebody(), units: 1 });
    const info = await outcome(sent.txid);
    expect(info.receipt.result).toBe('REVERT');
    expect(words(info.contractResult[0])).toContain('blacklisted');
  });
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
  // And the node still knows what it has taken.
  expect((await world.tronWeb.trx.sendRawTransaction(good.transaction)).code).toMatch(/DUP|EXPIRATION/);
});
