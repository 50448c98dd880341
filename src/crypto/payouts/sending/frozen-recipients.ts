import { sideBySide } from '../../../base/ground/side-by-side.ts';
import type { PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import type { PayoutToSend } from './queue-store.ts';

/** Checked together: they share one request if the node supports that. */
const checksAtOnce = 64;
/** How long an answer is cached. */
const believedMs = 60_000;

/**
 * Money sent to an address that the token's issuer froze is lost to its owner: such payouts wait for a person. The
 * cache of answers only saves work.
 */
export interface FrozenRecipients {
  /** The ids of payouts to frozen addresses. They are checked again after a while. */
  waiting(): string[];
  check(payouts: readonly PayoutToSend[]): Promise<{ sound: PayoutToSend[]; frozen: PayoutToSend[] }>;
}

export function createFrozenRecipients(
  chain: Pick<PayoutChain, 'isBlacklisted'>,
  now: () => Date,
): FrozenRecipients {
  const soundUntilMs = new Map<string, number>();
  const frozenUntilMs = new Map<string, number>();
  return {
    waiting() {
      const nowMs = now().getTime();
      for (const untilMs of [frozenUntilMs, soundUntilMs]) {
        for (const [key, until] of untilMs) if (until <= nowMs) untilMs.delete(key);
      }
      return [...frozenUntilMs.keys()];
    },
    async check(payouts) {
      const untilMs = now().getTime() + believedMs;
      const unknown = payouts.map(({ address }) => address).filter((address) => !soundUntilMs.has(address));
      const frozenAddresses = new Set<string>();
      await sideBySide([...new Set(unknown)], checksAtOnce, async (address) => {
        if (await chain.isBlacklisted(address)) frozenAddresses.add(address);
        else soundUntilMs.set(address, untilMs);
      });
      const frozen = payouts.filter(({ address }) => frozenAddresses.has(address));
      for (const { id } of frozen) frozenUntilMs.set(id, untilMs);
      return { sound: payouts.filter(({ address }) => !frozenAddresses.has(address)), frozen };
    },
  };
}
