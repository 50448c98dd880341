import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { findPayoutByClaim } from '../../src/crypto/payouts/claim/claim-secret.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import type { Known } from './moves/move.ts';
import { addressesOf } from './operator.ts';
import type { World } from './world.ts';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What must be true at every moment. */
export async function checkAlways({ sql }: World): Promise<string[]> {
  const { openCases: _, ...report } = await checkLedger(sql);
  const wrong = faultsIn(report as never).map((fault) => `ledger: ${inWords(fault)}`);
  const approvedTwice = await sql<{ id: string }[]>`
    SELECT charge_id AS id
      FROM attempts
     WHERE status = 'approved'
     GROUP BY charge_id
    HAVING count(*) > 1`;
  const paidTwice = await sql<{ id: string }[]>`
    SELECT links.id
      FROM payment_links AS links
      JOIN link_charges AS of_link ON of_link.merchant_id = links.merchant_id AND of_link.link_id = links.id
      JOIN charges ON charges.merchant_id = of_link.merchant_id AND charges.id = of_link.charge_id
     WHERE links.is_once
       AND charges.status = 'approved'
     GROUP BY links.id
    HAVING count(*) > 1`;
  return [
    ...wrong,
    ...approvedTwice.map(({ id }) => `charge ${id} has two approved attempts`),
    ...paidTwice.map(({ id }) => `payment link ${id}, of one payment, is paid twice`),
  ];
}

/** Of each payout: what its recipient has on the chains is nothing or its amount. */
export async function checkPayouts(world: World, known: Known): Promise<string[]> {
  const wrong: string[] = [];
  for (const each of known.payouts) {
    const payout = await findPayoutByClaim(world.sql, each.token);
    // One that a lost database made is known to its recipient alone.
    const [name, units] = payout ? [payout.id, payout.amountUnits] : [each.token, each.units];
    let sum = 0n;
    for (const address of addressesOf(each)) {
      for (const arrived of await arrivedAt(world, address)) sum += arrived;
    }
    if (sum !== 0n && sum !== units) wrong.push(`payout ${name} of ${units}: ${sum} arrived`);
    if (payout?.status === 'failed' && sum !== 0n && !each.isSettledOutside)
      wrong.push(`payout ${name} failed, and ${sum} arrived`);
    if (payout?.status === 'success' && sum === 0n)
      wrong.push(`payout ${name} succeeded, and nothing arrived`);
  }
  return wrong;
}

async function arrivedAt(world: World, address: string): Promise<bigint[]> {
  const found: bigint[] = [];
  for (const { rpcUrl, token } of Object.values(world.chains)) {
    const logs = await rpc<{ data: string }[]>(rpcUrl, 'eth_getLogs', [
      {
        fromBlock: '0x0',
        toBlock: 'latest',
        address: token,
        topics: [transferTopic, null, `0x${address.slice(2).padStart(64, '0')}`],
      },
    ]);
    found.push(...logs.map(({ data }) => BigInt(data)));
  }
  return found;
}

/** When everybody outside is honest and time has passed, nothing waits that no person must decide. */
export async function checkCalm({ sql, logs }: World, { forgotten }: Known): Promise<string[]> {
  // What a lost database alone had asked of the acquirer is a case until a person says where it belongs.
  const lost = await sql<{ line: string }[]>`
    SELECT 'SBM-' || number AS line
      FROM sandbox_acquirer.movements
     WHERE payment_id = ANY (${[...forgotten]}::text[])
        OR refund_id = ANY (${[...forgotten]}::text[])
        -- Money that came for an ended payment and was given back in the panel is a person's case.
        OR (refund_id LIKE 'panel-%' AND payment_id IN (SELECT id::text FROM unexpected_payments))`;
  const lostLines = lost.map(({ line }) => line);
  const ofLost = lost.length > 0 ? ['card_cases', 'ledger_wrong'] : [];
  const waiting = await sql<{ what: string; id: string }[]>`
    SELECT 'attempt ' || status AS what, id::text FROM attempts
     WHERE status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown')
     UNION ALL
    SELECT 'charge open', id::text FROM charges WHERE status = 'open'
     UNION ALL
    SELECT 'order ' || status, id::text FROM crypto_orders WHERE status IN ('open', 'awaiting', 'pending')
     UNION ALL
    SELECT 'payout ' || status || ' ' || coalesce(wait_reason, ''), id::text FROM payouts
     WHERE status IN ('open', 'queued', 'sending', 'pending')
     UNION ALL
    SELECT 'sweep ' || status, id::text FROM sweeps WHERE status <> 'done'
     UNION ALL
    SELECT 'refund ' || status, id::text FROM refunds WHERE status NOT IN ('succeeded', 'failed')
     UNION ALL
    SELECT 'delivery ' || status, event_id::text FROM deliveries WHERE status = 'pending'
     UNION ALL
    SELECT 'mail ' || status, id::text FROM mails WHERE status IN ('collecting', 'queued')
     UNION ALL
    SELECT concat_ws(' ', 'case', kind, reason, amount_minor, currency), coalesce(charge_id::text, reference) FROM card_cases
     WHERE decided_at IS NULL
       AND reference <> ALL (${lostLines}::text[])
     UNION ALL
    SELECT 'alarm', format('"code":"%s","network":"%s"', code, network) FROM chain_alarms
     WHERE code <> ALL (${ofLost}::text[])`;
  // The log has the text with which an alarm was raised.
  const said = (id: string): string => logs.findLast((line) => line.includes(id)) ?? id;
  return waiting.map(({ what, id }) => `still there: ${what} ${what === 'alarm' ? said(id) : id}`);
}

/** What the acquirer did is what our books say that it did, but for what a lost database alone had asked of it. */
export async function checkAcquirer({ sql }: World, { forgotten }: Known): Promise<string[]> {
  const lost = [...forgotten];
  const wrong = await sql<{ line: string }[]>`
    SELECT concat_ws(' ', 'the acquirer says', payments.status, 'of attempt', payments.id, 'which is', attempts.status) AS line
      FROM sandbox_acquirer.payments
      LEFT JOIN attempts ON attempts.id::text = payments.id
     WHERE (payments.status = 'approved') <> (coalesce(attempts.status, '') = 'approved')
       AND payments.status NOT IN ('authorized', 'voided')
       AND payments.id <> ALL (${lost}::text[])
     UNION ALL
    SELECT concat_ws(' ', 'the acquirer says', theirs.status, 'of refund', theirs.id, 'which is', refunds.status)
      FROM sandbox_acquirer.refunds AS theirs
      LEFT JOIN refunds
             ON refunds.id::text = theirs.id
             OR refunds.processor_reference = 'SBR-' || theirs.reference
     WHERE (theirs.status = 'refunded') <> (coalesce(refunds.status, '') = 'succeeded')
       AND theirs.id <> ALL (${lost}::text[])
       AND theirs.payment_id <> ALL (${lost}::text[])
       AND NOT (theirs.id LIKE 'panel-%' AND theirs.payment_id IN (SELECT id::text FROM unexpected_payments))
     UNION ALL
    SELECT concat_ws(' ', 'nobody is told of', movements.kind, movements.payment_id, 'that a restore lost')
      FROM sandbox_acquirer.movements
     WHERE (payment_id = ANY (${lost}::text[]) OR refund_id = ANY (${lost}::text[]))
       AND NOT EXISTS (SELECT FROM card_cases WHERE reference = 'SBM-' || number)
       AND NOT EXISTS (
             SELECT FROM refunds
               JOIN sandbox_acquirer.refunds AS theirs ON 'SBR-' || theirs.reference = refunds.processor_reference
              WHERE theirs.id = movements.refund_id)
     UNION ALL
    SELECT concat_ws(' ', 'the acquirer says', theirs.status, 'of a dispute, and charge', charges.id, 'is', charges.status)
      FROM sandbox_acquirer.disputes AS theirs
      JOIN attempts ON attempts.id::text = theirs.payment_id
      JOIN charges ON charges.merchant_id = attempts.merchant_id AND charges.id = attempts.charge_id
     WHERE (theirs.status = 'won') = (charges.status = 'charged_back')`;
  return wrong.map(({ line }) => line);
}

/** A payout that needs approvals was sent only with those of so many people, and never by its maker's own. */
export async function checkApprovals({ sql }: World): Promise<string[]> {
  const sent = await sql<{ id: string; needed: number; given: number }[]>`
    SELECT payouts.id, approvals_needed AS needed, count(DISTINCT approvals.person)::int AS given
      FROM payouts
      LEFT JOIN payout_approvals AS approvals
             ON approvals.merchant_id = payouts.merchant_id
            AND approvals.payout_id = payouts.id
            AND approvals.person IS DISTINCT FROM payouts.made_by
     WHERE payouts.status IN ('sending', 'pending', 'success')
     GROUP BY payouts.id, approvals_needed
    HAVING count(DISTINCT approvals.person) < approvals_needed`;
  return sent.map(({ id, needed, given }) => `payout ${id} was sent with ${given} of ${needed} approvals`);
}

/** One key, one refund, however often it was sent. */
export async function checkRefunds({ sql }: World, { refundKeys }: Known): Promise<string[]> {
  const made = await sql<{ reference: string; count: bigint }[]>`
    SELECT charge_id AS reference, count(*) AS count FROM refunds WHERE origin = 'own' GROUP BY charge_id`;
  return made.flatMap(({ reference, count }) => {
    const keys = new Set(refundKeys.filter((each) => each.reference === reference).map(({ key }) => key));
    return count > keys.size
      ? [`charge ${reference} has ${count} refunds, asked for under ${keys.size} keys`]
      : [];
  });
}

/**
 * The newest event of each charge tells its state, what counts as delivered was confirmed, and what could not be
 * delivered was mailed.
 */
export async function checkEvents({ sql, confirmed }: World): Promise<string[]> {
  const untold = await sql<{ id: string; status: string; told: string | null }[]>`
    SELECT charges.id, charges.status,
           (SELECT events.status FROM events WHERE subject_id = charges.id ORDER BY events.id DESC LIMIT 1) AS told
      FROM charges
     WHERE status NOT IN ('open', 'canceled')`;
  const delivered = await sql<
    { id: string }[]
  >`SELECT event_id AS id FROM deliveries WHERE status = 'delivered'`;
  const unmailed = await sql<{ id: string }[]>`
    SELECT event_id AS id
      FROM deliveries
     WHERE status = 'undeliverable'
       AND NOT EXISTS (SELECT FROM mails WHERE mails.id = deliveries.notice_id AND mails.status = 'sent')`;
  return [
    ...unmailed.map(({ id }) => `event ${id} is undeliverable, and nobody was told`),
    ...untold
      .filter(({ status, told }) => told !== status)
      .map(({ id, status, told }) => `charge ${id} is ${status}, and the last event says ${told}`),
    ...delivered
      .filter(({ id }) => !confirmed.has(id))
      .map(({ id }) => `event ${id} counts as delivered and was never confirmed`),
  ];
}

/** Neither a card number nor a secret is in the log. */
export function checkLogs({ logs, sandbox }: World): string[] {
  const secrets = ['4242424242424242', sandbox.merchant.apiKey, sandbox.merchant.webhookSecret];
  return secrets
    .filter((secret) => logs.some((line) => line.includes(secret)))
    .map((secret) => `the log has ${secret.slice(0, 6)}…`);
}

/** What became of everything: the same for the same seed. */
export async function outcomeOf({ sql }: World): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    SELECT concat_ws(' ', 'charge', id, status, captured_minor, refunded_minor) AS line FROM charges
     UNION ALL
    SELECT concat_ws(' ', 'order', id, status, anomalies::text, final_units) FROM crypto_orders
     UNION ALL
    SELECT concat_ws(' ', 'payout', id, status, failure) FROM payouts
     UNION ALL
    SELECT concat_ws(' ', 'swept', id, status, amount_units, note) FROM sweep_items
     ORDER BY 1`;
  return rows.map(({ line }) => line);
}

function inWords(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part));
}
