import { Gauge, type Registry } from 'prom-client';
import { notation } from '../chains/notation.ts';
import type { PayoutChain } from '../chains/port/payout-chain.ts';
import type { ServedNetwork } from '../chains/served-network.ts';
import type { Sql } from '../db/pool.ts';
import { assetDecimals } from '../money/asset.ts';
import { hotWalletsOf } from '../sending/hot-wallets.ts';

/** How old a balance may be before the nodes are asked again; gateways count requests. */
const maxAgeMs = 60_000;

interface Holding {
  network: string;
  address: string;
  asset: string;
  coin: string;
  held: number;
  gas: number;
}

/**
 * What the wallets hold that payouts are sent from. A scrape tells what is known and never waits for a node: when that is
 * a minute old, it has it looked up for the next one.
 */
export function watchHotWallets(
  registry: Registry,
  sql: Sql,
  served: readonly ServedNetwork[],
  chains: ReadonlyMap<string, PayoutChain>,
): void {
  let holdings: Holding[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const found = await Promise.all(
      served
        .map(async ({ network: { id, asset, coin } }): Promise<Holding[]> => {
          const [wallet] = await hotWalletsOf(sql, id);
          if (!wallet?.isActive) return [];
          const facts = await chains.get(id)?.wallet(wallet.address);
          if (!facts) return [];
          return [
            {
              network: id,
              address: notation.formatAddress(id, wallet.address),
              asset,
              coin: coin.code,
              held: Number(facts.usdtUnits) / 10 ** assetDecimals,
              gas: Number(facts.gasUnits) / 10 ** coin.decimals,
            },
          ];
        })
        .map((holding) => holding.catch((): Holding[] => [])), // A node that is away: its network is missing, and an alarm says so.
    );
    holdings = found.flat();
  }
  function known(): Holding[] {
    if (Date.now() - lookedAtMs >= maxAgeMs) {
      lookedAtMs = Date.now();
      void look().catch(() => {});
    }
    return holdings;
  }

  new Gauge({
    name: 'pasarela_hot_wallet_token',
    help: 'USDT or USDC in the wallet that payouts are sent from, looked up once a minute',
    labelNames: ['network', 'asset', 'address'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { network, asset, address, held } of known()) this.set({ network, asset, address }, held);
    },
  });
  new Gauge({
    name: 'pasarela_hot_wallet_gas',
    help: 'What that wallet has to pay network fees with, in whole coins',
    labelNames: ['network', 'address', 'coin'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { network, address, coin, gas } of known()) this.set({ network, address, coin }, gas);
    },
  });
}
