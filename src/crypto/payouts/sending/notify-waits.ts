import type { RaisedCode } from '../../../accounts/alarms/alarm-list.ts';
import { endAlarm, raiseAlarm, raisedAlarms } from '../../../accounts/alarms/alarms.ts';
import type { WaitReason } from '../payout.ts';
import type { SendDeps } from './send-deps.ts';

/** A pause is deliberate and needs no mail. */
type Told = Exclude<WaitReason, 'paused'>;

const texts: Readonly<Record<Told, { what: string; advice: string }>> = {
  no_wallet: {
    what: 'there is no hot wallet',
    advice: 'pasarela hot-wallet create makes one, pasarela hot-wallet use lets payouts be sent from it.',
  },
  low_usdt: {
    what: 'the hot wallet has too little of what is paid out',
    advice:
      'Send more of the token to the hot wallet (pasarela hot-wallet list shows its address), or sweep deposits to it.',
  },
  low_gas: {
    what: 'the hot wallet has too little to pay network fees',
    advice:
      'Send the coin of the network (ETH, TRX, POL …) to the hot wallet; pasarela hot-wallet list shows its address.',
  },
  fee_above_cap: {
    what: 'network fees are above the limit you set',
    advice: 'They go on by themselves when fees fall. Raise the limit in the settings to send them now.',
  },
  would_fail: {
    what: 'the token would refuse some, or its issuer has frozen where they go',
    advice:
      'pasarela payouts list --status queued shows them as would_fail. Cancel those that must not be sent (pasarela payouts cancel); the others go by themselves when the reason is gone.',
  },
  address_blocked: {
    what: 'some go to an address that was blocked after it was confirmed',
    advice:
      'pasarela payouts list shows them as address_blocked. pasarela payouts cancel gives the merchant the money back while one is queued; pasarela payouts unlist lets them go.',
  },
  nonce_gap: {
    what: 'a nonce before theirs was skipped',
    advice:
      'Somebody else used it, in a block that is gone. The next payout from the same hot wallet takes it and all of them go on; if none is due, make a small one to a wallet of your own.',
  },
  outcome_unproven: {
    what: 'no node proves what some of them moved',
    advice:
      'Their transactions succeeded without the transfer. Nothing is released. pasarela outcomes list shows what each node says; two people decide with pasarela outcomes decide. They end by themselves as soon as a node shows the transfer.',
  },
  wallet_ahead_of_books: {
    what: 'the key of the hot wallet sent something that the books do not know',
    advice:
      'The database may have been set back, a second installation may use the key, or it was stolen. pasarela hot-wallet check lists each transaction. End a payout by it with pasarela payouts adopt, enter a transfer of your own with pasarela custody book, or anything else with pasarela hot-wallet foreign. Nothing is sent before that.',
  },
  merchant_in_the_red: {
    what: 'their merchant owes more than it has',
    advice:
      'A payment was taken back after it had been spent. They go on by themselves when the balance is not negative any more; pasarela payouts cancel calls one back.',
  },
  deposit_reversed: {
    what: 'the payments that they give back were taken back by the network',
    advice:
      'They go on by themselves when the payment is final again; pasarela payouts cancel calls one back.',
  },
  over_limit: {
    what: 'a limit of their merchant was lowered after they were made',
    advice:
      'They go on by themselves when the limit is raised or a new day or month begins; pasarela payouts cancel calls one back.',
  },
  signer_unavailable: {
    what: 'the signer does not sign',
    advice: 'See whether it runs, can be reached and has the key of the wallet in use.',
  },
  node_unavailable: {
    what: 'no node answers',
    advice: 'See whether the nodes of this network run and can be reached: pasarela chain status.',
  },
};

/** These never pass by themselves in time, and money may be lost: they ring at once. */
const urgent: ReadonlySet<WaitReason> = new Set<WaitReason>([
  'outcome_unproven',
  'merchant_in_the_red',
  'deposit_reversed',
]);

function patienceOf(reason: WaitReason, { alarmAfterMs, paceMs }: SendDeps): number {
  // An address may hide several nodes, one of which lags: the finding must repeat.
  if (reason === 'wallet_ahead_of_books') return paceMs;
  return urgent.has(reason) ? 0 : alarmAfterMs;
}

export interface WaitTeller {
  /** Notifies the operator when something has held up a network's payouts for a while, and when that ends. */
  tell(reasons: ReadonlySet<WaitReason>): Promise<void>;
  /** Whether anything is still held up; notices end when nothing waits. */
  isHeldUp(): boolean;
}

export function createWaitTeller(deps: SendDeps): WaitTeller {
  const { network } = deps.chain;
  /** The reasons that hold payouts up, since when, and when each was last seen. */
  const heldUp = new Map<WaitReason, { sinceMs: number; seenMs: number }>();
  return {
    async tell(reasons) {
      const nowMs = deps.now().getTime();
      for (const [reason, { seenMs }] of heldUp) {
        // Sendings under way are checked once per pace: a step in between that does not report a reason must not end
        // it.
        if (!reasons.has(reason) && nowMs - seenMs >= 2 * deps.paceMs) heldUp.delete(reason);
      }
      for (const reason of reasons) {
        const sinceMs = heldUp.get(reason)?.sinceMs ?? nowMs;
        heldUp.set(reason, { sinceMs, seenMs: nowMs });
      }
      const raised = new Set(await raisedAlarms(deps.sql, network));
      for (const reason of Object.keys(texts) as Told[]) {
        const code: RaisedCode = `payouts_${reason}`;
        const { what, advice } = texts[reason];
        const since = heldUp.get(reason)?.sinceMs;
        if (since === undefined && raised.has(code)) {
          await endAlarm(deps, { network, code, text: `${network}: payouts no longer wait because ${what}` });
        } else if (since !== undefined && !raised.has(code) && nowMs - since >= patienceOf(reason, deps)) {
          await raiseAlarm(deps, { network, code, text: `${network}: payouts wait because ${what}`, advice });
        }
      }
    },
    isHeldUp: () => heldUp.size > 0,
  };
}
