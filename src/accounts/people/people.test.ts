import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { createSecrets } from '../../base/ground/secrets.ts';
import { languages } from '../../base/money/language.ts';
import { oneTimeLinkUrl, readOneTimeLink } from './invitations/one-time-link.ts';
import { oneTimeLinkMail } from './invitations/one-time-link-text.ts';
import { may, permissions, rolesFor } from './roles.ts';
import { resealSignIn } from './sign-in/reseal-sign-in.ts';
import { nextAttemptAt } from './sign-in/sign-in-delay.ts';
import { signInSecret } from './store.ts';

describe('the wait after wrong tries', () => {
  const lastAt = new Date('2026-01-31T12:00:00Z');
  const waitMs = (failures: number): number | null => {
    const at = nextAttemptAt({ failures, lastAt });
    return at && at.getTime() - lastAt.getTime();
  };

  test('begins after five, doubles, and is never longer than a quarter of an hour', () => {
    expect([0, 4, 5, 6, 7, 10].map(waitMs)).toEqual([null, null, 1_000, 2_000, 4_000, 32_000]);
    for (const many of [15, 30, 1_000_000]) expect(waitMs(many)).toBe(15 * 60_000);
  });
});

describe('a role', () => {
  test('at a merchant holds there alone; one in the installation everywhere', () => {
    expect(may([{ merchantId: 'a', role: 'owner' }], 'people.manage', 'a')).toBe(true);
    expect(may([{ merchantId: 'a', role: 'owner' }], 'people.manage', 'b')).toBe(false);
    expect(may([{ merchantId: 'a', role: 'owner' }], 'people.manage', null)).toBe(false);
    expect(may([{ merchantId: null, role: 'administrator' }], 'people.manage', 'b')).toBe(true);
    for (const permission of Object.keys(permissions)) {
      expect(may([], permission as keyof typeof permissions, 'a')).toBe(false);
    }
  });

  test('of the installation cannot be given at a merchant, nor the other way round', () => {
    expect(rolesFor(null).filter((role) => rolesFor('a').includes(role))).toEqual([]);
  });
});

describe('a link', () => {
  const secrets = createSecrets([randomBytes(32)]);
  const id = newId();
  const text = oneTimeLinkUrl('https://pay.example', secrets, id).split('#')[1] as string;

  test('is known by what only the master secret can say of its id', () => {
    expect(readOneTimeLink(secrets, text)).toBe(id);
    expect(readOneTimeLink(createSecrets([randomBytes(32)]), text)).toBeNull();
    expect(readOneTimeLink(secrets, text.replace(id, newId()))).toBeNull();
    for (const wrong of ['', id, `${id}.`, `${text}A`, text.slice(0, -1)]) {
      expect(readOneTimeLink(secrets, wrong)).toBeNull();
    }
  });

  test('is mailed in every language', () => {
    const shown = {
      place: 'Shop',
      invitedBy: 'ana@shop.example',
      expiresAt: new Date(0),
      timeZone: 'America/Bogota',
      url: 'https://x/#y',
    };
    const subjects = languages.flatMap((language) =>
      (['invitation', 'reset'] as const).map((kind) => {
        const mail = oneTimeLinkMail(language, { kind, ...shown });
        expect(mail.text).toContain(shown.url);
        expect(mail.text).toMatch(/31.* 1969.*(7|19):00.* (?:COT|(?:GMT|UTC)[-−]5)/);
        return mail.subject;
      }),
    );
    expect(new Set(subjects).size).toBe(2 * languages.length);
  });
});

describe('the secret of the sign-in', () => {
  let database: TestDatabase;
  let sql: Sql;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = connect(database.url, { max: 2 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test('is drawn once, outlives a change of the master secret, and is told of where no key opens it', async () => {
    const [older, newer, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const told: string[] = [];
    const tell = (what: string): void => void told.push(what);
    expect(await resealSignIn({ sql, secrets: createSecrets([older]) }, tell)).toBe(0);
    const drawn = await signInSecret(sql, createSecrets([older]), 'first');
    expect(await signInSecret(sql, createSecrets([older]), 'second')).toBe(drawn);
    const both = { sql, secrets: createSecrets([newer, older]) };
    expect(await resealSignIn(both, tell)).toBe(1);
    expect(await resealSignIn(both, tell)).toBe(0);
    expect(await signInSecret(sql, createSecrets([newer]), 'third')).toBe('first');
    expect(told).toEqual([]);
    expect(await resealSignIn({ sql, secrets: createSecrets([other]) }, tell)).toBe(0);
    expect(told).toHaveLength(1);
  });
});
