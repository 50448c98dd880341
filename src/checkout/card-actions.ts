import { attemptsOf } from '../charges/attempt-store.ts';
import { type CancelDeps, cancelCharge } from '../charges/cancel-charge.ts';
import { brandIdOf } from '../charges/card-brands.ts';
import type { Attempt } from '../charges/charge.ts';
import { type PayDeps, payCharge } from '../charges/pay-charge.ts';
import { abandonAttempt, inquireAttempt, unresolvedAttempt } from '../charges/resolve-attempt.ts';
import { findChargeById } from '../charges/store.ts';
import type { Directory } from '../merchants/directory.ts';
import type { CheckoutDeps } from './checkout.ts';
import { payeeOf } from './payee.ts';

/** What the hosted page can do with a charge, whose id is all it knows. */
export function createCardActions(
  deps: CancelDeps &
    Omit<PayDeps, 'brandOf'> &
    Pick<CheckoutDeps, 'openCryptoOrder'> &
    Pick<CheckoutDeps, 'mode' | 'operatorName'> & { directory: Directory },
): CheckoutDeps {
  const { sql, now, mode, processor } = deps;

  async function withUnresolved(chargeId: string, act: (attempt: Attempt) => Promise<void>): Promise<void> {
    const charge = await findChargeById(sql, chargeId);
    const attempt = charge && (await unresolvedAttempt(sql, charge));
    if (attempt?.status === 'authenticating') await act(attempt);
  }

  return {
    now,
    mode,
    operatorName: deps.operatorName,
    openCryptoOrder: deps.openCryptoOrder,
    async loadCheckout(chargeId) {
      const charge = await findChargeById(sql, chargeId);
      if (!charge) return null;
      const [attempts, listing] = await Promise.all([
        attemptsOf(sql, charge.merchantId, charge.id),
        deps.directory.get(charge.merchantId),
      ]);
      return {
        charge,
        attempt: attempts.at(-1) ?? null,
        ...payeeOf(listing?.merchant ?? null),
        processorKind: processor.kind,
        brands: processor.brands,
      };
    },
    payCharge: (payment) => payCharge({ ...deps, brandOf: brandIdOf }, payment),
    finishChallenge: (chargeId) => withUnresolved(chargeId, (attempt) => inquireAttempt(deps, attempt)),
    abandonChallenge: (chargeId) => withUnresolved(chargeId, (attempt) => abandonAttempt(deps, attempt)),
    async cancelByCustomer(chargeId) {
      const charge = await findChargeById(sql, chargeId);
      if (!charge) return 'not_payable';
      const { kind } = await cancelCharge(deps, charge);
      return kind === 'not_cancelable' ? 'not_payable' : kind;
    },
  };
}
