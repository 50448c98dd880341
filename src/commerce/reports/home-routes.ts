import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../accounts/dashboard-kit/at-merchant.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import { may } from '../../accounts/people/roles.ts';
import type { Reads } from '../../base/db/reads.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import type { App } from '../../base/http/server.ts';
import { homeAnswer, homeSchema, todayIn } from './home.ts';
import {
  hourMs,
  hourOf,
  hoursBetween,
  rememberingHours,
  rememberingKept,
  sumsBetween,
  sumsWithin,
} from './hour-sums.ts';
import { readTimeZone, zoneSchema } from './report-query.ts';
import { readToDo, toDoSchema } from './to-do.ts';

export interface HomeRoutesDeps {
  reads: Reads;
  people: PeopleAuthenticator;
  now(): Date;
}

/** The time that shows which currency is the merchant's own. */
const usualHours = 30 * 24;

/** The dashboard's first page, and what waits for its reader on any page. */
export function homeRoutes(app: App, { reads, people, now }: HomeRoutesDeps): void {
  const someone = atMerchant(people);
  const [readKept, readHours] = [rememberingKept(), rememberingHours()];
  const config = { face: 'api' } as const;
  const { onRequest } = someone;

  app.get(
    '/dashboard/api/home',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readHome',
        summary: 'Read what customers paid today, by the hour, beside yesterday at this time',
        ...atMerchantSchema,
        'x-permission': 'payments.read',
        querystring: Type.Object({ zone: zoneSchema }),
        response: { 200: envelope(homeSchema), ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const time = now();
      const today = todayIn(readTimeZone(request.query.zone), time);
      const { from, before, sameTimeBefore } = today;
      const end = new Date(hourOf(time).getTime() + hourMs);
      const start = new Date(hourOf(time).getTime() - usualHours * hourMs);
      const { id } = merchant;
      const read = await reads.read(async (some) => ({
        now: time,
        today,
        sums: await hoursBetween(some, id, from, end, readHours),
        sumsBefore: await hoursBetween(some, id, before, from, readHours),
        partBefore: await sumsWithin(some, id, hourOf(sameTimeBefore), sameTimeBefore),
        usual: await sumsBetween(some, id, start, from, null, readKept),
      }));
      return success('Home', homeAnswer(read));
    },
  );

  app.get(
    '/dashboard/api/to-do',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readToDo',
        summary: 'Read what waits for you: decisions, deadlines, approvals, failures and set-up',
        ...atMerchantSchema,
        'x-permission': 'payments.read',
        response: { 200: envelope(toDoSchema), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { by, merchant } = someone.callerOf(request);
      const mayHere = (permission: Parameters<typeof may>[1]) => may(by.held, permission, merchant.id);
      const time = now();
      return success('To do', await reads.read((some) => readToDo(some, merchant, mayHere, time)));
    },
  );
}
