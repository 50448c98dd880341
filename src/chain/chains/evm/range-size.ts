/** About 7,000 transfers of USDT on either network: below the 10,000 at which providers stop. */
const firstSizeBlocks = 100;
/** Full ranges answered before a wider one is attempted: a fixed limit then costs one call in nine. */
const growAfter = 8;

/** An answer with this many logs is large enough: a wider range would save no bytes and take more memory. */
const fullLogs = 5_000;

/**
 * How many blocks to request at once: fewer as soon as the node says too many, slowly more again while its answers are
 * small.
 */
export interface RangeSize {
  readonly blocks: number;
  answered(blocks: number, logs: number): void;
  tooLarge(blocks: number): void;
}

export function createRangeSize(maxBlocks: number): RangeSize {
  let size = Math.min(firstSizeBlocks, maxBlocks);
  let answeredInFull = 0;
  return {
    get blocks() {
      return size;
    },
    answered(blocks, logs) {
      if (blocks < size || logs > fullLogs) return;
      answeredInFull += 1;
      if (answeredInFull < growAfter) return;
      answeredInFull = 0;
      size = Math.min(maxBlocks, Math.ceil(size * 1.5));
    },
    tooLarge(blocks) {
      answeredInFull = 0;
      size = Math.max(1, Math.floor(blocks / 2));
    },
  };
}
