import fc from 'fast-check';
import { utils } from 'tronweb';
import { expect, test } from 'vitest';
import { seal, tronHex, unsignedCall, unsignedCoinTransfer } from './transaction.ts';

const hex = (minBytes: number, maxBytes = minBytes) =>
  fc
    .uint8Array({ minLength: minBytes, maxLength: maxBytes })
    .map((bytes) => Buffer.from(bytes).toString('hex'));
const address = hex(20).map((digits) => `0x${digits}`);
/** The range of tronweb's numbers. */
const whole = fc.maxSafeNat().map(BigInt);
const frame = {
  owner: address,
  referenceBlockId: hex(32),
  expiresAt: fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
  timestampMs: whole,
};
const signature = { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 1 } as const;

type Frame = { owner: string; referenceBlockId: string; expiresAt: Date; timestampMs: bigint };

/** The same transaction by tronweb, the library of Tron's own wallets. */
function byTronWeb(type: string, value: object, { referenceBlockId, ...frame }: Frame, feeLimitSun?: bigint) {
  const message = utils.transaction.txJsonToPb({
    visible: false,
    txID: '',
    raw_data_hex: '',
    raw_data: {
      contract: [{ type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } }],
      ref_block_bytes: referenceBlockId.slice(12, 16),
      ref_block_hash: referenceBlockId.slice(16, 32),
      expiration: frame.expiresAt.getTime(),
      timestamp: Number(frame.timestampMs),
      ...(feeLimitSun !== undefined && { fee_limit: Number(feeLimitSun) }),
    },
  } as never);
  return {
    unsigned: `0x${utils.transaction.txPbToRawDataHex(message).toLowerCase()}`,
    hash: `0x${utils.transaction.txPbToTxID(message).replace(/^0x/, '')}`,
  };
}

test('every call has the bytes and the id that tronweb gives it', () => {
  const call = fc.record({
    ...frame,
    contract: address,
    data: hex(0, 300).map((digits) => `0x${digits}`),
    feeLimitSun: whole,
  });
  fc.assert(
    fc.property(call, (call) => {
      const value = {
        owner_address: tronHex(call.owner),
        contract_address: tronHex(call.contract),
        data: call.data.slice(2),
      };
      const unsigned = unsignedCall(call);
      const { hash } = seal(unsigned, signature);
      expect({ unsigned, hash }).toEqual(byTronWeb('TriggerSmartContract', value, call, call.feeLimitSun));
    }),
  );
});

test('every transfer of TRX has the bytes and the id that tronweb gives it', () => {
  const transfer = fc.record({ ...frame, to: address, amountSun: whole });
  fc.assert(
    fc.property(transfer, (transfer) => {
      const value = {
        owner_address: tronHex(transfer.owner),
        to_address: tronHex(transfer.to),
        amount: Number(transfer.amountSun),
      };
      const unsigned = unsignedCoinTransfer(transfer);
      const { hash } = seal(unsigned, signature);
      expect({ unsigned, hash }).toEqual(byTronWeb('TransferContract', value, transfer));
    }),
  );
});

test('a signed one has the signature as r, s and the recovery bit above 27', () => {
  const { signed } = seal('0x0a02b2a4', signature);
  expect(signed.endsWith(`1241${'11'.repeat(32)}${'22'.repeat(32)}1c`)).toBe(true);
});
