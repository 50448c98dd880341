import { Type } from 'typebox';
import {
  atMerchant,
  atMerchantSchema,
  type PersonAtMerchant,
} from '../../accounts/dashboard-kit/at-merchant.ts';
import { readerLanguage } from '../../accounts/dashboard-kit/reader-language.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import { type MerchantRole, may, merchantRoles } from '../../accounts/people/roles.ts';
import { firstId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../base/http/request/paging.ts';
import type { App } from '../../base/http/server.ts';
import { notificationTexts } from '../../base/texts/notifications.ts';
import {
  type Choice,
  defaultChoice,
  mailChoices,
  type NotificationKind,
  notificationKinds,
  outcomes,
  pathOf,
  permissionOf,
} from './notification.ts';
import { notificationText } from './notification-text.ts';
import { choicesOf, countUnread, listNotifications, markRead, readUntil, saveChoices } from './store.ts';

export interface NotificationRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
}

/** A larger count does not help a person. */
const maxUnread = 100;

const kind = Type.Enum([...notificationKinds]);
const settings = Type.Array(
  Type.Object({
    kind,
    mail: Type.Enum([...mailChoices], { description: 'daily: in a summary of the day, the next morning' }),
    on_page: Type.Boolean({ description: 'Whether the dashboard shows it' }),
    push: Type.Boolean({ description: 'Whether devices that were allowed to show it' }),
  }),
  { maxItems: notificationKinds.length },
);
const settingsAnswer = envelope(Type.Object({ settings }));

/** A person's notifications at a merchant, and what they want to be notified of. */
export function notificationRoutes(app: App, { sql, people }: NotificationRoutesDeps): void {
  const here = atMerchant(people);
  const config = { face: 'api' as const };
  const shared = { ...atMerchantSchema, 'x-permission': 'payments.read' as const };

  app.get(
    '/dashboard/api/notifications',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'listNotifications',
        summary: 'List what happened, newest first, and how much of it is unread',
        ...shared,
        querystring: Type.Object({ cursor: cursorSchema }),
        response: {
          200: envelope(
            Type.Object({
              unread: Type.Integer({ description: `${maxUnread}: so many or more` }),
              rows: Type.Array(
                Type.Object({
                  id: Type.String(),
                  kind,
                  outcome: Type.Enum([...outcomes]),
                  title: Type.String({ description: "What happened, in the reader's language" }),
                  advice: Type.String({ description: 'What to do; empty: nothing' }),
                  path: Type.String({ description: 'The page about it' }),
                  is_read: Type.Boolean(),
                  created_at: Type.String({ format: 'date-time' }),
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
      const at = here.callerOf(request);
      const { by, merchant } = at;
      const cursor = readCursor(request.query.cursor);
      const choices = await choicesAt(sql, at);
      const kinds = [...choices].filter(([, { onPage }]) => onPage).map(([each]) => each);
      const seen = (await readUntil(sql, by.person.id, merchant.id)) ?? firstId;
      const [found, unread] = await Promise.all([
        listNotifications(sql, merchant.id, kinds, cursor, pageLimit),
        countUnread(sql, merchant.id, kinds, seen, maxUnread),
      ]);
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      const reader = {
        language: readerLanguage(request, by.person),
        timeZone: merchant.settings.timeZone,
      };
      return success('Notifications', {
        unread,
        rows: page.map((each) => ({
          id: each.id,
          kind: each.kind,
          outcome: each.outcome,
          title: notificationText(each, reader),
          advice: notificationTexts[reader.language].advice[each.outcome],
          path: pathOf(each),
          is_read: each.id <= seen,
          created_at: each.createdAt.toISOString(),
        })),
        next_cursor,
      });
    },
  );

  app.post(
    '/dashboard/api/notifications/read',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'markNotificationsRead',
        summary: 'Mark a notification and all older ones as read',
        ...shared,
        body: Type.Object({ until: Type.String({ maxLength: 40, description: 'The id of the newest' }) }),
        response: { 200: envelope(Type.Null()), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const until = readId(request.body.until);
      if (until === null)
        throw validationFailed([{ field: 'until', message: 'must be the id of a notification' }]);
      await markRead(sql, by.person.id, merchant.id, until);
      return success('Marked as read', null);
    },
  );

  app.get(
    '/dashboard/api/notification-settings',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'readNotificationSettings',
        summary: 'Read what you are notified of at a merchant',
        ...shared,
        response: { 200: settingsAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      return success('Your notifications', { settings: shown(await choicesAt(sql, here.callerOf(request))) });
    },
  );

  app.put(
    '/dashboard/api/notification-settings',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'changeNotificationSettings',
        summary: 'Choose what you are notified of at a merchant',
        ...shared,
        body: Type.Object({ settings }),
        response: { 200: settingsAnswer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const at = here.callerOf(request);
      const known = await choicesAt(sql, at);
      const given = request.body.settings;
      const isFitting =
        new Set(given.map((each) => each.kind)).size === given.length &&
        given.every((each) => known.has(each.kind));
      if (!isFitting) {
        throw validationFailed([
          { field: 'settings', message: 'must name each kind of your list at most once' },
        ]);
      }
      const choices = given.map(({ kind: each, mail, on_page: onPage, push }) => ({
        kind: each,
        mail,
        onPage,
        push,
      }));
      await sql.begin((tx) => saveChoices(tx, at.by.person.id, at.merchant.id, choices));
      return success('Saved', { settings: shown(await choicesAt(sql, at)) });
    },
  );
}

const shown = (choices: ReadonlyMap<NotificationKind, Choice>) =>
  [...choices].map(([each, { mail, onPage, push }]) => ({ kind: each, mail, on_page: onPage, push }));

/**
 * The kinds that the person may hear of, with their choices. People of the installation see what happens at a
 * merchant, but only its own people are notified.
 */
async function choicesAt(
  sql: Sql,
  { by, merchant }: PersonAtMerchant,
): Promise<ReadonlyMap<NotificationKind, Choice>> {
  const own = by.held.find(({ merchantId }) => merchantId === merchant.id)?.role;
  const role = merchantRoles.find((each): each is MerchantRole => each === own) ?? 'viewer';
  const chosen = await choicesOf(sql, by.person.id, merchant.id);
  const kinds = notificationKinds.filter((each) => may(by.held, permissionOf[each], merchant.id));
  return new Map(kinds.map((each) => [each, chosen[each] ?? defaultChoice(role, each)]));
}
