import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../../../base/db/ids.ts';
import { createSessionTokens } from './session-token.ts';

const keys = [Buffer.alloc(32, 1)];
const holder = { merchantId: newId(), keyId: newId() };

afterEach(() => {
  vi.useRealTimers();
});

test('a token is recognized with its own session alone, as often as it is shown, where it was issued and elsewhere', () => {
  const [here, elsewhere] = [createSessionTokens(keys), createSessionTokens(keys)];
  const [one, other] = [here.issue(holder, new Date()), here.issue(holder, new Date())];
  const forged = `${one.accessToken.slice(0, -1)}${one.accessToken.endsWith('A') ? 'E' : 'A'}`;
  for (const tokens of [here, elsewhere]) {
    for (const wrong of [forged, other.accessToken, '', one.accessToken.slice(0, -1)]) {
      expect(tokens.recognize(wrong, one.sessionId)).toBeNull();
    }
    expect(tokens.recognize(one.accessToken, other.sessionId)).toBeNull();
    const session = { ...holder, sessionId: one.sessionId };
    for (let shown = 0; shown < 3; shown++) {
      expect(tokens.recognize(one.accessToken, one.sessionId)).toEqual(session);
    }
  }
});

test('one that was never shown lives no longer for it, and many of them are no fewer', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const tokens = createSessionTokens(keys);
  const issued = Array.from({ length: 1_500 }, () => tokens.issue(holder, new Date()));
  for (const { accessToken, sessionId } of issued.slice(0, 1_400)) {
    expect(tokens.recognize(accessToken, sessionId)).toMatchObject({ sessionId });
  }
  vi.setSystemTime(Date.now() + 61_000);
  for (const { accessToken, sessionId } of issued) {
    expect(tokens.recognize(accessToken, sessionId)).toBeNull();
  }
});
