import { notation } from '../../../src/chain/chains/notation.ts';
import { approvePayout, rejectPayout } from '../../../src/crypto/payouts/approval/approve-payout.ts';
import { openClaimSecret } from '../../../src/crypto/payouts/claim/claim-secret.ts';
import { secretsOf } from '../../kit/merchants.ts';
import { approver } from '../../kit/payouts/approver.ts';
import { signedIn } from '../../kit/people.ts';
import type { World } from '../world.ts';
import { said } from './asking.ts';
import { type Known, type Move, newAddress } from './move.ts';

/** Up to this nobody is asked, up to ten times as much one person, above it two. */
const autoApproveUpTo = '2';
const approvers = ['Ana', 'Luis', 'Marta'].map(approver);

/** From here on payouts above a small sum need approvals. */
export async function requireApprovals(world: World): Promise<void> {
  const { merchantId } = world.sandbox.merchant;
  const edit = ['merchants', 'set', merchantId, '--payout-auto-approve', autoApproveUpTo];
  const { exitCode, stderr } = await world.command(...edit, '--by', world.operator);
  if (exitCode !== 0) throw new Error(stderr);
}

/** The people at the merchant: who make files of payouts, and who approve payouts. */
export const peopleMoves: readonly Move[] = [
  {
    name: 'file of payouts',
    weight: 1,
    async run(world, known, chance) {
      const { merchantId } = world.sandbox.merchant;
      const maker = await signedIn(
        { sql: world.sql, url: world.program().url },
        { merchantId, role: 'finance' },
      );
      const lines = Array.from(
        { length: 1 + chance.below(3) },
        (_, at) => `r${at}@x.example,${chance.pick(['1.00', '3.50', '25.00'])},COL,F-${chance.below(10_000)}`,
      );
      const headers = { 'x-merchant-id': merchantId };
      const path = '/dashboard/api/payout-batches';
      const csv = `email,amount,country,reference\n${lines.join('\n')}\n`;
      const checked = await maker.ask('POST', path, { name: 'may.csv', asset: 'USDT', csv }, headers);
      const id: string | undefined = checked.body?.data?.batch?.id;
      if (id === undefined) return said(checked);
      known.files.push(id);
      if (chance.happens(0.1)) return 'checked, and left';
      const confirm = () => maker.ask('POST', `${path}/${id}/confirmation`, {}, headers);
      const answers = await world.turns.during(chance, chance.happens(0.4) ? [confirm, confirm] : [confirm]);
      return `${lines.length} lines: ${answers.map(said).join(' and ')}`;
    },
  },
  {
    name: 'links of a file',
    weight: 2,
    run: async (world, known) => (await sendLinks(world, known)) || undefined,
  },
  {
    name: 'approver',
    weight: 5,
    async run(world, _, chance) {
      const waiting = await inReview(world);
      if (waiting.length === 0) return undefined;
      const payout = chance.pick(waiting);
      const person = chance.pick(approvers);
      const deps = { sql: world.program().sql, notation, now: () => new Date() };
      if (chance.happens(0.1)) {
        const { status } = await rejectPayout(deps, payout, { person: person.email, note: 'not this one' });
        return `${person.email} rejected: ${status}`;
      }
      const { people, payout: after } = await approvePayout(deps, payout, person);
      return `${person.email}, ${people.length} of ${after.approvalsNeeded}: ${after.status}`;
    },
  },
];

/** The merchant sends the links of its files to the recipients, who learn of their payouts so. */
async function sendLinks(world: World, known: Known): Promise<string> {
  const rows = await world.sql<{ id: string; link: Buffer; units: bigint }[]>`
    SELECT payouts.id, link_sealed AS link, payouts.amount_units AS units
      FROM payout_batch_lines AS lines
      JOIN payouts ON payouts.merchant_id = lines.merchant_id AND payouts.id = lines.payout_id
     WHERE lines.batch_id::text = ANY (${known.files}::text[])
     ORDER BY lines.batch_id, lines.line`;
  const secrets = await secretsOf({ sql: world.sql });
  let sent = 0;
  for (const { link } of rows) {
    const token = openClaimSecret(secrets, link);
    if (known.payouts.some((each) => each.token === token)) continue;
    const address = newAddress(world.chance().apart(token));
    known.payouts.push({ hash: null, token, address, network: null });
    sent += 1;
  }
  return sent === 0 ? '' : `${sent} sent`;
}

async function inReview({ sql }: World): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM payouts WHERE status = 'review' ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** Nobody leaves anything undecided. */
export async function approveAll(world: World): Promise<void> {
  for (const id of await inReview(world)) await approve(world, id);
}

/** As many people approve it as are needed. */
export async function approve(world: World, payoutId: string): Promise<void> {
  const deps = { sql: world.program().sql, notation, now: () => new Date() };
  for (const person of approvers.slice(0, 2)) {
    const { payout } = await approvePayout(deps, payoutId, person);
    if (payout.status !== 'review') return;
  }
}
