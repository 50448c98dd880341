import { Type } from 'typebox';
import { type Tool, tool } from './tool.ts';

/** For tests, where the installation is a sandbox. Its plays need no rights, but are recorded like any other call. */
export const sandboxTools: readonly Tool[] = [
  tool({
    name: 'play_charge',
    title: 'Play a customer in the sandbox',
    description:
      'Lets the customer of a test charge pay, be refused, confirm 3-D Secure or charge back. Read the payment afterwards.',
    kind: 'plays',
    scope: null,
    input: Type.Object({
      reference: Type.String({ minLength: 1, maxLength: 100 }),
      play: Type.Union(
        (
          [
            'approve',
            'refuse',
            'challenge',
            'challenge_failed',
            'unknown',
            'chargeback',
            'dispute',
            'dispute_won',
            'dispute_lost',
            'refund_refused',
            'panel_refund',
            'delay',
            'expire',
          ] as const
        ).map((play) => Type.Literal(play)),
      ),
      method: Type.Optional(
        Type.String({ maxLength: 40, description: 'what the customer chooses, if the charge names none' }),
      ),
    }),
    async run(client, { reference, play, method }) {
      await client.key();
      return await client.sandbox.charge(reference, play, method);
    },
  }),
  tool({
    name: 'play_order_payment',
    title: 'Pay an order in the sandbox',
    description: 'Pays a test order in USDT or USDC on the local network: what is missing, or an amount.',
    kind: 'plays',
    scope: null,
    input: Type.Object({
      id: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'the id of the order, or of a charge in USDT',
      }),
      amount: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}(\\.[0-9]{1,6})?$' })),
      network: Type.Optional(Type.String({ maxLength: 20, description: 'such as TRC20 or ERC20' })),
    }),
    async run(client, { id, ...body }) {
      await client.key();
      return await client.sandbox.payOrder(id, body);
    },
  }),
  tool({
    name: 'play_blocks',
    title: 'Mine blocks in the sandbox',
    description: 'Adds blocks to a local network, so that a payment becomes final sooner.',
    kind: 'plays',
    scope: null,
    input: Type.Object({
      network: Type.String({ minLength: 1, maxLength: 20, description: 'such as ERC20' }),
      blocks: Type.Integer({ minimum: 1, maximum: 100 }),
    }),
    async run(client, { network, blocks }) {
      await client.key();
      return await client.sandbox.mine(network, blocks);
    },
  }),
];
