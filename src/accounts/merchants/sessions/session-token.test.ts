import { expect, test } from 'vitest';
import { newId } from '../../../base/db/ids.ts';
import { createSessionTokens } from './session-token.ts';
import { createSignedToken } from './signed-token.ts';

const keys = [Buffer.alloc(32, 1)];
const holder = { merchantId: newId(), keyId: newId() };

test('a token has its own session, also for a process that did not issue it', () => {
  const [here, elsewhere] = [createSessionTokens(keys), createSessionTokens(keys)];
  const { accessToken, sessionId } = here.issue(holder, new Date());
  for (const tokens of [here, elsewhere]) {
    expect(tokens.verify(accessToken)).toEqual({ ...holder, sessionId });
  }
  expect(here.issue(holder, new Date()).sessionId).not.toBe(sessionId);
});

test('a token whose session is no id is refused', () => {
  const token = createSignedToken(keys, 'pasarela:session', 60).sign(holder, 'no id', new Date());
  expect(() => createSessionTokens(keys).verify(token)).toThrow(/not valid/);
});
