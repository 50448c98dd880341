import { rotateWebhookSecret } from '../merchants/rotate-webhook-secret.ts';
import type { Command } from './command.ts';
import { details } from './format.ts';

export const webhookCommands: Command[] = [
  {
    name: 'webhooks rotate-secret',
    summary: 'Give a merchant a new webhook secret; the old one signs along for 24 hours',
    operands: ['<merchant>'],
    options: {},
    needs: 'installation',
    async run(context, { operands: [merchantId = ''] }) {
      const { webhookSecret, overlapHours } = await rotateWebhookSecret(context, merchantId);
      return {
        json: { webhookSecret, overlapHours },
        text:
          `${details([['Webhook secret', webhookSecret]])}\n\nThe secret is shown this once: keep it now. ` +
          `For ${overlapHours} hours webhooks carry a signature of the old one too.`,
      };
    },
  },
];
