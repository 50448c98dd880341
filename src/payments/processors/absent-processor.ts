import type { PaymentProcessor, ProcessorKind } from '../charges/payment-processor.ts';

/**
 * Replaces a processor whose keys this installation no longer has: its outcomes stay unknown until the keys are back.
 */
export function absentProcessor(name: string, kind: ProcessorKind): PaymentProcessor {
  const cause = `This installation has no keys for the card processor ${name}.`;
  const unknown = async () => ({ outcome: 'unknown', cause }) as const;
  return {
    name,
    kind,
    methods: [],
    brands: [],
    // A challenge that cannot be asked about is never abandoned.
    challengeLifetimeMs: Number.MAX_SAFE_INTEGER,
    pendingIntervalMs: 60 * 60 * 1000,
    disputesIntervalMs: null,
    payerFields: () => [],
    refuses: () => cause,
    instalments: () => [],
    authorize: async () => ({ outcome: 'not_taken', cause }),
    inquire: unknown,
    abandon: unknown,
    refund: unknown,
    refundsOf: async () => null,
    disputesAfter: async (cursor) => ({ disputes: [], cursor }),
    readDispute: async () => null,
    readNotification: () => null,
    trace: async () => null,
    hasLines: false,
    // biome-ignore lint/correctness/useYield: there is nothing to tell.
    async *linesBetween() {
      throw new Error(cause);
    },
  };
}
