import { type Answer, createCharge } from '../kit/client.ts';
import { signedIn, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { type Exercise, unknownId } from './exercise.ts';

/**
 * Asks as a permitted person, a stranger, a person without permission, at an unknown merchant, and with an invalid
 * query.
 */
async function askedInEveryWay(
  server: TestServer,
  path: string,
  senseless: string | null,
): Promise<Answer[]> {
  const { merchantId } = server.merchant;
  const at = { 'x-merchant-id': merchantId };
  const someone = await signedIn(server, { merchantId, role: 'viewer' });
  const approver = await signedIn(server, { merchantId: null, role: 'approver' });
  return [
    await someone.ask('GET', path, undefined, at),
    await visitor(server).ask('GET', path, undefined, at),
    await approver.ask('GET', path, undefined, at),
    await someone.ask('GET', path, undefined, { 'x-merchant-id': unknownId }),
    ...(senseless === null ? [] : [await someone.ask('GET', senseless, undefined, at)]),
  ];
}

export const reportExercises: Readonly<Record<string, Exercise>> = {
  async exportPayments(server) {
    await createCharge(server);
    const path = '/dashboard/api/payments.csv';
    return await askedInEveryWay(server, path, `${path}?created_from=yesterday&created_to=31.12.2026`);
  },
  readHome: (server) => asked(server, 'home?zone=America%2FBogota', 'home?zone=Mars'),
  readToDo: (server) => asked(server, 'to-do', null),
  readOverview: (server) => asked(server, `overview?${period}`, 'overview?from=x&to=y&zone=Mars'),
  readBalances: (server) => asked(server, 'balances', null),
  listMovements: (server) =>
    asked(server, `movements?${period}&of=received`, `movements?${period}&of=received&cursor=x`),
  exportMovements: (server) =>
    asked(server, `movements.csv?${period}&of=fees`, `movements.csv?${period}&of=x`),
  exportReport: (server) => asked(server, `report.csv?${period}&by=day`, `report.csv?${period}&by=year`),
  readStatement: (server) => asked(server, 'statements/2026-01', 'statements/2026-13'),
  downloadStatement: (server) => asked(server, 'statements/2026-01/pdf', 'statements/2026-1/pdf'),
};

const period = 'from=2026-01-01&to=2026-02-01&zone=America/Bogota';
const asked = (server: TestServer, path: string, senseless: string | null): Promise<Answer[]> =>
  askedInEveryWay(server, `/dashboard/api/${path}`, senseless && `/dashboard/api/${senseless}`);
