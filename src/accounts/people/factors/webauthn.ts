/** What is used of SimpleWebAuthn, which scripts/build-browser.ts makes one file of. */
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
