import type { Role } from '../../src/accounts/people/roles.ts';
import type { Answer } from '../kit/client.ts';
import { signedIn, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { type Exercise, unknownId } from './exercise.ts';
import { samplePaymentLink } from './payment-link-exercises.ts';

/**
 * Asks as a permitted person, a stranger, a person without permission, at an unknown merchant, and with an invalid
 * query.
 */
async function downloaded(
  server: TestServer,
  list: string,
  [who, other]: [Role, Role],
  senseless: string | null,
): Promise<Answer[]> {
  const { merchantId } = server.merchant;
  const at = { 'x-merchant-id': merchantId };
  const path = `/dashboard/api/${list}.csv`;
  const someone = await signedIn(server, { merchantId, role: who });
  const isOfInstallation = other === 'approver';
  const nobody = await signedIn(server, { merchantId: isOfInstallation ? null : merchantId, role: other });
  return [
    await someone.ask('GET', path, undefined, at),
    await visitor(server).ask('GET', path, undefined, at),
    await nobody.ask('GET', path, undefined, at),
    await someone.ask('GET', path, undefined, { 'x-merchant-id': unknownId }),
    ...(senseless === null ? [] : [await someone.ask('GET', `${path}?${senseless}`, undefined, at)]),
  ];
}

/** Lists that belong to the installation do not exist at a merchant. */
async function operated(server: TestServer, list: string, senseless: string): Promise<Answer[]> {
  const path = `/dashboard/api/${list}.csv`;
  const { merchantId } = server.merchant;
  const auditor = await signedIn(server, { merchantId: null, role: 'auditor' });
  const owner = await signedIn(server, { merchantId, role: 'owner' });
  return [
    await auditor.ask('GET', path),
    await visitor(server).ask('GET', path),
    await owner.ask('GET', path, undefined, { 'x-merchant-id': merchantId }),
    await auditor.ask('GET', path, undefined, { 'x-merchant-id': merchantId }),
    await auditor.ask('GET', `${path}?${senseless}`),
  ];
}

/** Every list as a file, with every answer that a healthy server can give. */
export const exportExercises: Record<string, Exercise> = {
  exportPayouts: (server) => downloaded(server, 'payouts', ['finance', 'developer'], 'state=lost'),
  exportPayoutBatches: (server) => downloaded(server, 'payout-batches', ['finance', 'developer'], null),
  exportSettlements: (server) => downloaded(server, 'settlements', ['viewer', 'developer'], null),
  exportPaymentLinks: (server) => downloaded(server, 'payment-links', ['viewer', 'approver'], 'kind=chain'),
  async exportPaymentsOfLink(server) {
    const { merchantId } = server.merchant;
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    const made = await owner.ask('POST', '/api/payment-links', samplePaymentLink, {
      'x-merchant-id': merchantId,
    });
    const list = `payment-links/${made.body.data.id}/payments`;
    return await downloaded(server, list, ['viewer', 'approver'], null);
  },
  exportEvents: (server) => downloaded(server, 'events', ['developer', 'viewer'], 'created_from=yesterday'),
  exportRequests: (server) => downloaded(server, 'requests', ['developer', 'viewer'], 'outcome=other'),
  exportAudit: (server) => operated(server, 'audit', 'from=x&to=y'),
  exportMerchants: (server) => operated(server, 'merchants', `search=${'x'.repeat(255)}`),
};
