import { utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTransfer,
  fundedAccount,
  sendTransfer,
  startTronWorld,
  type TronWorld,
  usualFeeLimitSun,
} from '../../../test/kit/chains/tron-world.ts';
import { encode, type Field } from '../../chain/chains/protobuf.ts';
import { Message } from './message.ts';

let world: TronWorld;

beforeAll(async () => {
  world = await startTronWorld();
});

afterAll(() => world.close());

const somebody = () => utils.accounts.generateAccount().address.base58;
const words = (hex: string | undefined) => Buffer.from(hex ?? '', 'hex').toString();

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
    signed.raw_data.fee_limit = usualFeeLimitSun + 1;
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

  test.each<[string, (raw: Buffer) => Field]>([
    ['a second contract', (raw) => [11, new Message(raw).bytes(11)]],
    ['a field that the node does not know', () => [12, Buffer.from('script')]],
    ['a second fee limit', () => [18, 1n]],
  ])('when %s was signed, which would be left out', async (_, added) => {
    const draft = await draftTransfer(world, { to: somebody(), units: 1 });
    const raw = Buffer.from(draft.raw_data_hex, 'hex');
    const transaction = encode([[1, Buffer.concat([raw, encode([added(raw)])])]]).toString('hex');
    const sent = await world.tronWeb.trx.sendHexTransaction(transaction);
    expect(sent).toEqual({ Error: expect.stringContaining('all of what was signed') });
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
    await token.addBlackList?.(account.address).send({ feeLimit: usualFeeLimitSun });
    const sent = await sendTransfer(world, { from: account, to: somebody(), units: 1 });
    const info = await outcome(sent.txid);
    expect(info.receipt.result).toBe('REVERT');
    expect(words(info.contractResult[0])).toContain('blacklisted');
  });
});
