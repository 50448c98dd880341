import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { rotateWebhookSecret } from '../../../accounts/merchants/rotate-webhook-secret.ts';
import type { Command } from '../command.ts';
import { details } from '../format.ts';
import { optionalByOption } from '../person.ts';

export const webhookCommands: Command[] = [
  {
    name: 'webhooks rotate-secret',
    summary: 'Give a merchant a new webhook secret; the old one also signs for 24 hours',
    operands: ['<merchant>'],
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'installation',
    async run(context, input) {
      const { webhookSecret, overlapHours } = await rotateWebhookSecret(
        context,
        input.operands[0] ?? '',
        await input.by(),
      );
      return {
        json: { webhookSecret, overlapHours },
        text:
          `${details([['Webhook secret', webhookSecret]])}\n\nThe secret is shown this once: keep it now. ` +
          `For ${overlapHours} hours webhooks carry a signature of the old one too.`,
      };
    },
  },
  {
    name: 'webhooks test',
    summary: 'Send a merchant a sample webhook, the way every event is sent',
    operands: ['<merchant>'],
    options: {
      url: { kind: 'text', value: '<url>', help: "where to send it; absent: the account's webhook URL" },
    },
    writes: 'deliveries',
    needs: 'installation',
    async run({ sql, urlPolicy }, input) {
      const merchant = await getMerchant(sql, input.operands[0] ?? '');
      const [{ sampleNotice }, { sendTestEvent, usualSample }] = await Promise.all([
        import('../../../crypto/orders/sample-notice.ts'),
        import('../../../events/webhooks/send-test-event.ts'),
      ]);
      const deps = { sql, urlPolicy, sampleNotice, now: () => new Date() };
      const sample = { kind: usualSample, url: input.text('url') ?? null, endpointId: null, actor: null };
      const eventId = await sendTestEvent(deps, merchant, sample);
      return {
        json: { eventId },
        text: `A sample is on its way, by the server as soon as it runs. To see what comes of it:\npasarela events show ${merchant.id} ${eventId}`,
      };
    },
  },
];
