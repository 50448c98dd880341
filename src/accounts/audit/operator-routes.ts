import { Type } from 'typebox';
import type { Reads } from '../../base/db/reads.ts';
import { type FieldFault, validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { readTime, timeExpected } from '../../base/http/request/list-values.ts';
import { cutPage, pageLimit } from '../../base/http/request/paging.ts';
import type { App } from '../../base/http/server.ts';
import { atInstallation, operatorSchema } from '../dashboard-kit/at-installation.ts';
import type { PeopleAuthenticator } from '../people/authenticate.ts';
import { type AuditFilter, listAudit } from './audit-log.ts';

export interface AuditRoutesDeps {
  reads: Reads;
  people: PeopleAuthenticator;
}

/** PostgreSQL stores no NUL and cannot search for it. */
const searched = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 254, pattern: '^[^\\x00]*$', expected: 'without NUL', description }),
  );

/** The filter of the list and of the file made from it. */
export const auditFilter = {
  actor: searched('Who: an e-mail, or `merchant` and its id'),
  act: searched('What, as the log calls it'),
  subject: searched('To what, e.g. `merchant` and its id'),
  from: Type.Optional(Type.String({ maxLength: 40, description: `From this on: ${timeExpected}` })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Before this' })),
};
const auditQuery = Type.Object({
  ...auditFilter,
  cursor: Type.Optional(Type.String({ maxLength: 20, description: 'next_cursor of the page before' })),
});
type AuditQuery = Partial<Record<'actor' | 'act' | 'subject' | 'from' | 'to' | 'cursor', string>>;

/** The history of settings, keys and money. */
export function auditRoutes(app: App, { reads, people }: AuditRoutesDeps): void {
  const here = atInstallation(people);
  app.get(
    '/dashboard/api/audit',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listAudit',
        summary: 'List who did what to settings, keys and money, newest first',
        ...operatorSchema,
        'x-permission': 'installation.read',
        querystring: auditQuery,
        response: {
          200: envelope(
            Type.Object({
              rows: Type.Array(
                Type.Object({
                  number: Type.String(),
                  at: Type.String(),
                  actor: Type.String(),
                  act: Type.String(),
                  subject: Type.String(),
                  details: Type.String({ description: 'JSON' }),
                }),
              ),
              next_cursor: Type.Union([Type.String(), Type.Null()]),
            }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const filter = readAuditFilter(request.query);
      const found = await reads.read((some) => listAudit(some, filter, pageLimit));
      const { page, next_cursor } = cutPage(found, ({ number }) => String(number));
      return success('Audit log', {
        rows: page.map(({ number, at, ...row }) => ({
          ...row,
          number: String(number),
          at: at.toISOString(),
        })),
        next_cursor,
      });
    },
  );
}

export function readAuditFilter({ actor, act, subject, from, to, cursor }: AuditQuery): AuditFilter {
  const faults: FieldFault[] = [];
  const time = (field: string, text: string): Date => {
    const read = readTime(text);
    if (!read) faults.push({ field, message: `must be ${timeExpected}` });
    return read ?? new Date(0);
  };
  const filter: AuditFilter = {
    ...(actor && { actor }),
    ...(act && { act }),
    ...(subject && { subject }),
    ...(from && { from: time('from', from) }),
    ...(to && { to: time('to', to) }),
  };
  if (cursor !== undefined) {
    if (/^\d{1,18}$/.test(cursor)) filter.beforeNumber = BigInt(cursor);
    else faults.push({ field: 'cursor', message: 'must be the next_cursor of an earlier page' });
  }
  if (faults.length > 0) throw validationFailed(faults);
  return filter;
}
