import { bytesOfWebhookSecret, newWebhookSecret } from '../../../accounts/merchants/webhook-secret.ts';
import { signatureHeaders } from '../../../events/webhooks/delivery/sign.ts';
import { UsageError } from '../command.ts';
import type { Account } from './account.ts';
import type { ListedEvent } from './event-source.ts';

const timeoutMs = 30_000;

export interface Forwarder {
  /** What a receiver must know the secret by. */
  secret: string;
  /** True: the secret was made for this run, and no receiver knows it yet. */
  isNewSecret: boolean;
  /** Sends an event to the receiver as the server would, and tells what it answered. */
  forward(event: ListedEvent): Promise<Forwarded>;
}

export interface Forwarded {
  ok: boolean;
  text: string;
}

export function createForwarder(given: string, { webhookSecret }: Account): Forwarder {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new UsageError([
      `--forward: "${given}" is not an address: give one like http://localhost:3000/hook.`,
    ]);
  }
  const secret = webhookSecret ?? newWebhookSecret();
  try {
    bytesOfWebhookSecret(secret);
  } catch {
    throw new UsageError(['PASARELA_WEBHOOK_SECRET is not a webhook secret: it begins with "whsec_".']);
  }
  return {
    secret,
    isNewSecret: webhookSecret === null,
    async forward({ id, payload }) {
      const body = JSON.stringify(payload);
      const signed = signatureHeaders({
        id,
        timestampSeconds: Math.floor(Date.now() / 1000),
        body,
        secrets: [secret],
      });
      const startedAt = performance.now();
      const took = (): string => `${Math.round(performance.now() - startedAt)} ms`;
      try {
        const response = await fetch(given, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...signed },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.arrayBuffer();
        return { ok: response.ok, text: `${response.status} in ${took()}` };
      } catch (error) {
        const { name, cause } = error as Error & { cause?: { code?: string } };
        const why = name === 'TimeoutError' ? 'no answer' : (cause?.code ?? 'the connection broke');
        return { ok: false, text: `${why} after ${took()}` };
      }
    },
  };
}
