import { randomBytes } from 'node:crypto';
import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { signInSecret } from '../store.ts';
import { authAdapter } from './auth-adapter.ts';

/** The header from which better-auth reads the client's address; only we set it. */
export const addressHeader = 'x-pasarela-client-address';
/** The longest life of a session, used or not: a working day. */
const sessionSeconds = 12 * 3600;
export const minPasswordLength = 12;
export const maxPasswordLength = 128;

type Library = typeof import('./better-auth.ts');

let loading: Promise<Library> | null = null;

/** Loaded at the first use: a process that only accepts payments never needs it. */
export function loadLibrary(): Promise<Library> {
  loading ??= import(new URL('../../../../dist/people/better-auth.js', import.meta.url).href).catch(
    (cause) => {
      loading = null;
      throw new Error('The sign-in is not built: run "npm install" first.', { cause });
    },
  );
  return loading;
}

export interface AuthDeps {
  sql: Sql;
  secrets: Secrets;
  /** Known once the server listens. */
  baseUrl(): string;
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;

export async function openAuth({ sql, secrets, baseUrl }: AuthDeps) {
  const { betterAuth, twoFactor, createAdapterFactory, createAuthEndpoint, setSessionCookie } =
    await loadLibrary();
  const isHttps = baseUrl().startsWith('https:');
  // With this prefix a browser accepts the cookie only over https, from this very host, and for all its paths.
  const cookiePrefix = isHttps ? '__Host-pasarela' : 'pasarela';
  const secret = await signInSecret(sql, secrets, randomBytes(32).toString('hex'));
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  const { api } = betterAuth({
    appName: 'Pasarela',
    baseURL: baseUrl(),
    secret,
    database: createAdapterFactory({
      config: { adapterId: 'pasarela', supportsNumericIds: false },
      adapter: ({ getFieldName }) => authAdapter(sql, getFieldName),
    }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: { language: { type: 'string', required: true, input: false } },
    },
    session: {
      modelName: 'person_sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'person_accounts',
      fields: {
        userId: 'person_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: { modelName: 'sign_in_steps', fields: { expiresAt: 'expires_at', ...times } },
    advanced: {
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps },
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      {
        id: 'enter',
        endpoints: {
          /** Signs in a person who was identified by other means. */
          enter: createAuthEndpoint(
            '/enter',
            {
              method: 'POST',
              requireHeaders: true,
              metadata: { SERVER_ONLY: true, $Infer: { body: {} as { personId: string } } },
            },
            async (ctx) => {
              const { personId } = ctx.body;
              const user = await ctx.context.internalAdapter.findUserById(personId);
              if (!user) throw new Error(`there is no person ${personId}`);
              const session = await ctx.context.internalAdapter.createSession(user.id);
              await setSessionCookie(ctx, { session, user });
              return ctx.json({ user });
            },
          ),
        },
      },
      twoFactor({
        issuer: 'Pasarela',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'second_factors',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
  });
  return {
    api,
    secret,
    sessionCookie: `${cookiePrefix}.session_token`,
    browserCookie: { name: `${cookiePrefix}.browser`, isHttps },
  };
}
