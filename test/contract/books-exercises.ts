import { type Answer, createCharge } from '../kit/client.ts';
import { signedIn, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { type Exercise, unknownId } from './exercise.ts';

/** As somebody who may, a stranger, somebody who may not, at a merchant that is not there, and with what makes no sense. */
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

export const booksExercises: Readonly<Record<string, Exercise>> = {
  async exportPayments(server) {
    await createCharge(server);
    const path = '/dashboard/api/payments.csv';
    return await askedInEveryWay(server, path, `${path}?created_from=yesterday&created_to=31.12.2026`);
  },
};
