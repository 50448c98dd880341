import { utils } from 'tronweb';
import { expect, test } from 'vitest';
import { transfer } from '../evm/token-call.ts';
import { seal, unsignedCall } from './transaction.ts';

/** What tronweb makes of the same call: the library that Tron's own wallets are built with. */
const call = {
  owner: '0x1ca3a66e01cb3f2d775b03d42a2decbfb9686287',
  contract: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  data: transfer('0x0efcf93cc7f29623978b0bdfde55ec88fb6458ac', 123_456_789n),
  referenceBlockId: '0000000003c1b2a4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c',
  expiresAt: new Date(1_794_719_659_535),
  timestampMs: 1_794_719_599_535n,
  feeLimitSun: 20_123_456n,
};
const asTronWeb = {
  visible: false,
  txID: '',
  raw_data_hex: '',
  raw_data: {
    contract: [
      {
        type: 'TriggerSmartContract',
        parameter: {
          type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
          value: {
            owner_address: `41${call.owner.slice(2)}`,
            contract_address: `41${call.contract.slice(2)}`,
            data: call.data.slice(2),
          },
        },
      },
    ],
    ref_block_bytes: 'b2a4',
    ref_block_hash: 'd5e6f708192a3b4c',
    expiration: call.expiresAt.getTime(),
    timestamp: Number(call.timestampMs),
    fee_limit: Number(call.feeLimitSun),
  },
};

test('a transaction has the bytes and the id that tronweb gives it', () => {
  const unsigned = unsignedCall(call);
  const theirs = utils.transaction.txJsonToPb(asTronWeb as never);
  expect(unsigned).toBe(`0x${utils.transaction.txPbToRawDataHex(theirs).toLowerCase()}`);
  const { hash } = seal(unsigned, { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 1 });
  expect(hash).toBe(`0x${utils.transaction.txPbToTxID(theirs).replace(/^0x/, '')}`);
});

test('a signed one has the signature as r, s and the recovery bit above 27', () => {
  const unsigned = unsignedCall(call);
  const { signed } = seal(unsigned, { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 1 });
  expect(signed.endsWith(`1241${'11'.repeat(32)}${'22'.repeat(32)}1c`)).toBe(true);
});
