/** The used part of SimpleWebAuthn, which scripts/build-browser.ts bundles into one file. */
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
