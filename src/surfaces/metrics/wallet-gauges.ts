import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../../base/db/pool.ts';
import { assetDecimals } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { networks } from '../../chain/chains/networks.ts';
import { notation } from '../../chain/chains/notation.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import type { ServedNetwork } from '../../chain/chains/served-network.ts';
import { hotWalletsOf } from '../../crypto/sending/hot-wallets.ts';

/** How old a balance may be before the RPC nodes are asked again; providers count requests. */
const maxAgeMs = 60_000;

export interface Holding {
  network: string;
  /** In the network's notation. */
  address: string;
  asset: string;
  coin: string;
  /** An exact decimal. */
  held: string;
  gas: string;
}

/**
 * The balances of the wallets that send payouts. A caller gets the known values and never waits for an RPC node: values
 * older than a minute are refreshed for the next caller.
 */
export function createWalletWatch(
  sql: Sql,
  served: readonly ServedNetwork[],
  chains: ReadonlyMap<string, PayoutChain>,
): () => Holding[] {
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
              held: formatDecimal(facts.usdtUnits, assetDecimals),
              gas: formatDecimal(facts.gasUnits, coin.decimals),
            },
          ];
        })
        .map((holding) => holding.catch((): Holding[] => [])), // If a node is away, its network is missing.
    );
    holdings = found.flat();
  }
  return () => {
    if (Date.now() - lookedAtMs >= maxAgeMs) {
      lookedAtMs = Date.now();
      void look().catch(() => {});
    }
    return holdings;
  };
}

export function watchHotWallets(registry: Registry, known: () => Holding[]): void {
  new Gauge({
    name: 'pasarela_hot_wallet_token',
    help: 'USDT or USDC in the wallet that payouts are sent from, looked up once a minute',
    labelNames: ['network', 'asset', 'address'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { network, asset, address, held } of known()) {
        this.set({ network, asset, address }, Number(held));
      }
    },
  });
  const gas = { labelNames: ['network', 'address', 'coin'] as const, registers: [registry] };
  new Gauge({
    ...gas,
    name: 'pasarela_hot_wallet_gas',
    help: 'What that wallet has to pay network fees with, in whole coins',
    collect() {
      this.reset();
      for (const { network, address, coin, gas } of known()) {
        this.set({ network, address, coin }, Number(gas));
      }
    },
  });
  new Gauge({
    ...gas,
    name: 'pasarela_hot_wallet_gas_low_below',
    help: 'With less than this that wallet has too little to pay network fees, in whole coins',
    collect() {
      this.reset();
      for (const { network, address, coin } of known()) {
        this.set({ network, address, coin }, gasLowBelow(network));
      }
    },
  });
}

/** 0 for a network that this version does not know: no amount is below it. */
export function gasLowBelow(id: string): number {
  return networks.find((network) => network.id === id)?.gasLowBelow ?? 0;
}
