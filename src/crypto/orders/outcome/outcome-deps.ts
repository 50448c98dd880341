import type { AssetCode } from '../../../base/money/asset.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import type { OrderStatus } from '../order.ts';

/** Dependencies of an order's outcome, apart from the transaction. */
export interface OutcomeDeps extends Notation {
  /** Called after commit, for the metrics. */
  onReached?(reached: {
    status: OrderStatus;
    network: string | null;
    asset: AssetCode;
    creditedUnits: bigint;
  }): void;
}
