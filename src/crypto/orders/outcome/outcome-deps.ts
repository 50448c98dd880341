import type { AssetCode } from '../../../base/money/asset.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import type { OrderStatus } from '../order.ts';

/** What the settling of an order needs beside its transaction. */
export interface OutcomeDeps extends Notation {
  /** Told once it is committed, for the metrics. */
  onReached?(reached: {
    status: OrderStatus;
    network: string | null;
    asset: AssetCode;
    creditedUnits: bigint;
  }): void;
}
