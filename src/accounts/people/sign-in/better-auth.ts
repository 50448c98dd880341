/**
 * The used part of better-auth. scripts/build-browser.ts bundles it into one file: its own hundreds of files took two
 * seconds to load.
 */
export { createAdapterFactory } from 'better-auth/adapters';
export { APIError, createAuthEndpoint } from 'better-auth/api';
export { setSessionCookie } from 'better-auth/cookies';
export { hashPassword, symmetricDecrypt, verifyPassword } from 'better-auth/crypto';
export { betterAuth } from 'better-auth/minimal';
export { twoFactor } from 'better-auth/plugins/two-factor';
