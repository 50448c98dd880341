import { encodeFunctionData, type Hex, parseTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetDecimals } from '../../src/base/money/asset.ts';
import { networks } from '../../src/chain/chains/networks.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { formatParts, partsOf } from '../../src/chain/chains/token-amount.ts';
import { convertPrice } from '../../src/chain/rates/convert.ts';
import { checkCustody } from '../../src/crypto/custody/check-custody.ts';
import { isRight } from '../../src/crypto/custody/custody.ts';
import { contracts } from '../../src/sandbox/chains/contracts.ts';
import { createCryptoActions } from '../../src/surfaces/checkout/crypto/crypto-actions.ts';
import { renderCryptoCheckout } from '../../src/surfaces/checkout/crypto/views/render.ts';
import { assetTexts } from '../../src/surfaces/checkout/texts/texts.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';

/**
 * Checks every row of networks on a local chain with the properties of the row: the decimals and the freeze function of
 * its token, the gas price of its chain, and the finality of its blocks.
 */
describe.each(networks)('$id', (row) => {
  const { id, asset } = row;

  describe('pay-in, sweep and custody', () => {
    let world: SweepWorld;
    beforeAll(async () => {
      world = await startSweepWorld(id);
    });
    afterAll(() => world.close());

    async function bodies(orderId: string): Promise<Record<string, unknown>[]> {
      const rows = await world.sql<{ body: string }[]>`
        SELECT body FROM events WHERE subject_id = ${orderId} ORDER BY id`;
      return rows.map(({ body }) => JSON.parse(body));
    }

    test('an order is paid, a success when it is final, and told with the decimals of the contract', async () => {
      const order = await world.order(2_550n);
      await world.payer.pay(order.address, order.units);
      await world.catchUp();
      const isFinalAtOnce = row.finality === 'accepted';
      expect((await world.read(order.id)).status).toBe(isFinalAtOnce ? 'success' : 'pending');
      await world.finalize();
      await world.catchUp();
      expect(await world.read(order.id)).toMatchObject({ status: 'success', asset, anomalies: [] });
      const told = await bodies(order.id);
      expect(told.at(-1)).toMatchObject({
        status: 'success',
        network: id,
        currency: asset,
        cryptoAmount: formatParts(row, order.units),
        walletAddress: notation.formatAddress(id, order.address),
      });
      expect(await world.balance('merchant_available')).toBe(order.units);
      expect(await world.balance(`custody_${id}`)).toBe(-order.units);
    });

    test('its page asks for the asset on its chain, to the last part of the contract', async () => {
      const order = await world.order(1_234n);
      const desk = createCryptoActions({
        ...notation,
        sql: world.sql,
        chains: new Map([[id, world.chain]]),
        served: [world.served],
        networks: new Map([[id, asset]]),
        freshRate: async () => null,
        convert: convertPrice,
        reserveAddress: async () => null,
        pendingUnits: () => 0n,
        async takeSearch() {},
        mode: 'live',
        operatorName: null,
        now: () => new Date(),
      });
      const checkout = await desk.load(order.id);
      if (!checkout) throw new Error('there is no page');
      const page = renderCryptoCheckout(
        checkout,
        {
          language: 'en',
          texts: assetTexts[asset].en,
          locale: 'en-US',
          mode: 'live',
          operatorName: null,
          nonce: 'n',
          assets: { css: '', script: '' },
        },
        new Date(),
      );
      const parts = partsOf(row, order.units);
      const address = notation.formatAddress(id, order.address);
      const shown = [
        `Pay with ${asset} on ${row.title}`,
        `<span id="amount">12.34</span> ${asset}`,
        row.family === 'evm'
          ? `@${world.served.network.chainId}/transfer?address&#61;${address}&#38;uint256&#61;${parts}`
          : `"amountParts":"${parts}"`,
      ];
      expect(shown.filter((text) => !page.includes(text))).toEqual([]);
    });

    test('less than a unit is no payment', async () => {
      if (row.tokenDecimals === assetDecimals) return;
      const order = await world.order();
      const transfer = encodeFunctionData({
        abi: contracts.RowToken.abi,
        functionName: 'transfer',
        args: [order.address, partsOf(row, 1n) - 1n],
      });
      const [from] = await world.payer.rpc<string[]>('eth_accounts');
      await world.payer.rpc('eth_sendTransactionSync', { from, to: world.token, data: transfer });
      await world.finalize();
      await world.catchUp();
      expect(await world.read(order.id)).toMatchObject({ status: 'awaiting', seenUnits: 0n });
      expect(await world.chain.tokenBalance(order.address)).toBe(0n);
    });

    test('parts beyond whole units that add up to one are no gap, and no alarm', async () => {
      if (row.tokenDecimals === assetDecimals) return;
      const order = await world.order();
      const [from] = await world.payer.rpc<string[]>('eth_accounts');
      for (const units of [order.units / 2n, order.units - order.units / 2n]) {
        const args = [order.address, partsOf(row, units) + (partsOf(row, 1n) * 6n) / 10n];
        const data = encodeFunctionData({ abi: contracts.RowToken.abi, functionName: 'transfer', args });
        await world.payer.rpc('eth_sendTransactionSync', { from, to: world.token, data });
      }
      await world.finalize();
      await world.catchUp();
      expect(await world.read(order.id)).toMatchObject({ status: 'success', anomalies: [] });
      expect(await world.chain.tokenBalance(order.address)).toBe(order.units + 1n);
      for (let look = 0; look < 2; look++) {
        expect(await world.gaps()).toEqual([]);
        await world.payer.mine(1);
        await world.catchUp();
      }
    });

    test('deposits are swept to the hot wallet, and the books agree with the chain', async () => {
      const orders = await world.paidOrders(2);
      const sweepId = await world.planned();
      await world.drain(sweepId);
      const swept = (await world.items(sweepId)).filter(({ status }) => status === 'swept');
      expect(swept.length).toBeGreaterThanOrEqual(orders.length);
      const held = await world.chain.tokenBalance(world.hotWallet);
      expect(await world.balance(`custody_${id}_hot`)).toBe(-held);
      expect(await world.balance(`custody_${id}`)).toBe(0n);
      const { places } = await checkCustody({ sql: world.sql, chain: world.chain });
      expect(places.map((place) => [place.place, isRight(place)])).toEqual([
        ['deposits', true],
        ['hot', true],
        ['treasury', true],
      ]);
      expect(places.find(({ place }) => place === 'hot')?.heldUnits).toBe(held);
      const { report } = await world.audit();
      expect(report).toMatchObject({
        wrongBalances: [],
        unexplainedPostings: [],
        unexplainedSweeps: [],
        wrongOrders: [],
      });
    });
  });

  describe('payouts', () => {
    let world: EngineWorld;
    beforeAll(async () => {
      world = await startEngineWorld(id);
    });
    afterAll(() => world.close());

    test('one arrives to the last unit, and leaves the merchant’s balance of the asset', async () => {
      const { id: payoutId, address, amountUnits } = await world.payout();
      await world.drain();
      expect(await world.read(payoutId)).toMatchObject({ status: 'success', asset });
      expect(await world.received(address as string)).toEqual([amountUnits]);
      expect(await world.balance('merchant_reserved')).toBe(0n);
      expect(await world.balance(`custody_${id}_hot`)).toBe(amountUnits);
      const { unexplainedPayouts, wrongBalances } = await world.check();
      expect({ unexplainedPayouts, wrongBalances }).toEqual({ unexplainedPayouts: [], wrongBalances: [] });
    });

    test('the contract is asked who is frozen, by the name that its issuer gave the question', async () => {
      const somebody = `0x${'5f'.repeat(20)}`;
      expect(await world.chain.isBlacklisted(somebody)).toBe(false);
      if (row.freeze === 'none') return;
      const isTether = row.freeze === 'isBlackListed';
      const contract = isTether ? (row.family === 'tron' ? 'TronUsdt' : 'EthereumUsdt') : 'RowToken';
      await world.payer.send(contract, world.token, isTether ? 'addBlackList' : 'freeze', [somebody]);
      expect(await world.chain.isBlacklisted(somebody)).toBe(true);
    });

    test('fees stay within what the row says', async () => {
      const drafting = await world.chain.drafting(world.wallet);
      expect(drafting.wait).toBeNull();
      if (row.family === 'tron') return;
      const { tipWei, capGwei, l1FeeOracle } = row.fees;
      const draft = drafting.draft({ wallet: world.wallet, to: world.wallet, amountUnits: 1n }, 0n);
      const {
        maxFeePerGas = 0n,
        maxPriorityFeePerGas = 0n,
        gas = 0n,
      } = parseTransaction(draft.unsigned as Hex);
      expect(maxPriorityFeePerGas).toBeGreaterThanOrEqual(tipWei.least);
      expect(maxPriorityFeePerGas).toBeLessThanOrEqual(tipWei.most);
      expect(maxFeePerGas).toBeLessThanOrEqual(BigInt(capGwei) * 1_000_000_000n);
      // Data written to a parent chain costs extra.
      if (l1FeeOracle === null) expect(draft.maxCost).toBe(gas * maxFeePerGas);
      else expect(draft.maxCost).toBeGreaterThan(gas * maxFeePerGas);
    });
  });
});
