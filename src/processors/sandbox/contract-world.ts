import Fastify from 'fastify';
import { createTestDatabase } from '../../../test/kit/postgres.ts';
import type { Card } from '../../charges/card-processor.ts';
import { connect } from '../../db/pool.ts';
import { startAcquirer } from '../../sandbox/acquirer/start.ts';
import type { ContractWorld } from '../contract-world.ts';
import { createSandboxProcessor } from './sandbox-processor.ts';

const challengePath = '/sandbox/3ds';

/** Short, for tests wait it out; long enough for a loopback call on a busy machine. */
const timeoutMs = 4_000;

/** The sandbox acquirer with its database and its 3-D Secure page, as in the running sandbox. */
export async function startSandboxWorld(): Promise<ContractWorld> {
  const database = await createTestDatabase();
  const sql = connect(database.url);
  const secret = 'contract-test-secret';
  const acquirer = await startAcquirer({
    sql,
    secret,
    challengeBaseUrl: () => `https://pay.example${challengePath}`,
    disputeDelayMs: 50,
  });
  const bank = Fastify();
  await bank.register(acquirer.challengeRoutes, { prefix: challengePath });

  return {
    processor: createSandboxProcessor({ url: acquirer.url, secret, timeoutMs }),
    // Port 1 is reserved: nothing listens there.
    unreachable: createSandboxProcessor({ url: 'http://127.0.0.1:1', secret, timeoutMs }),
    cards: {
      approved: card('4242424242424242'),
      challenge: card('4000002760003184'),
      approved_without_answer: card('4000000000000119'),
      disputed: card('4000000000000259'),
      card_refused: card('4000000000000002'),
      insufficient_funds: card('4000000000009995'),
      card_expired: card('4000000000000069'),
      wrong_security_code: card('4000000000000127'),
    },
    currency: 'COP',
    country: 'COL',
    async answerChallenge(url, decision) {
      await bank.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `decision=${decision}`,
      });
    },
    async capturedMinor() {
      const [row] = await sql<{ total: bigint }[]>`
        SELECT coalesce(sum(amount_minor), 0)::bigint AS total
        FROM sandbox_acquirer.payments
        WHERE status = 'approved'`;
      return row?.total ?? 0n;
    },
    async refundedMinor() {
      const [row] = await sql<{ total: bigint }[]>`
        SELECT coalesce(sum(refunded_minor), 0)::bigint AS total
        FROM sandbox_acquirer.payments`;
      return row?.total ?? 0n;
    },
    async close() {
      await bank.close();
      await acquirer.close();
      await sql.end();
      await database.drop();
    },
  };
}

function card(number: string): Card {
  return { number, expiryMonth: 12, expiryYear: 2099, securityCode: '123', holderName: 'Ana Prueba' };
}
