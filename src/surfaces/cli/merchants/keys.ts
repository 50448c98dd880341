import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { apiKeyId, keyPrefix, nameFault } from '../../../accounts/merchants/keys/api-key.ts';
import { issueApiKey } from '../../../accounts/merchants/keys/issue-api-key.ts';
import { type KeyGrant, unboundGrant } from '../../../accounts/merchants/keys/key-request.ts';
import { type KeyScope, keyScopes } from '../../../accounts/merchants/keys/key-scopes.ts';
import { revokeKey } from '../../../accounts/merchants/keys/revoke-api-key.ts';
import { maxOverlapSeconds, rotateApiKey } from '../../../accounts/merchants/keys/rotate-api-key.ts';
import { type ApiKeyListing, listApiKeys } from '../../../accounts/merchants/store.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { readDuration } from '../duration.ts';
import { details, formatTime, table } from '../format.ts';
import { optionalByOption } from '../person.ts';

const defaultOverlap = '24h';

const nameOption = { kind: 'text', value: '<name>', help: 'what to call it in lists' } as const;
const scopesOption = {
  kind: 'list',
  value: '<scopes>',
  help: `what it may do: ${keyScopes.join(', ')} (default: everything)`,
} as const;
const shownOnce = 'The key is shown this once: keep it now.';

export const keyCommands: Command[] = [
  {
    name: 'keys issue',
    summary: 'Give a merchant one more API key',
    operands: ['<merchant>'],
    options: { by: optionalByOption, name: nameOption, scopes: scopesOption },
    writes: 'acts',
    needs: 'installation',
    async run(context, input) {
      const [merchantId = ''] = input.operands;
      const name = input.text('name') ?? null;
      const { id, key } = await issueApiKey(context, merchantId, await input.by(), readGrant(input, name));
      return {
        json: { keyId: id, apiKey: key },
        text: `${details([
          ['Key id', id],
          ['API key', key],
        ])}\n\n${shownOnce}`,
      };
    },
  },
  {
    name: 'keys list',
    summary: "List a merchant's API keys, those that no longer work too",
    operands: ['<merchant>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [merchantId = ''] }) {
      const merchant = await getMerchant(sql, merchantId);
      const keys = await listApiKeys(sql, merchant.id);
      const now = new Date();
      return {
        json: keys.map(({ id, ...key }) => ({ keyId: id, ...key, usable: isUsable(key, now) })),
        text: table(
          ['KEY ID', 'BEGINS WITH', 'ISSUED', 'STATE', 'LAST USED', 'SCOPES', 'NAME'],
          keys.map((key) => [
            key.id,
            keyPrefix(key.id),
            formatTime(key.createdAt),
            stateOf(key, now),
            key.usedAt ? formatTime(key.usedAt) : '',
            key.scopes?.join(' ') ?? 'all',
            key.name ?? '',
          ]),
          `${merchant.name} has no API keys: pasarela keys issue ${merchant.id} makes one.`,
        ),
      };
    },
  },
  {
    name: 'keys rotate',
    summary: 'Give a merchant a new API key, and let all its other keys expire',
    operands: ['<merchant>'],
    options: {
      by: optionalByOption,
      scopes: scopesOption,
      overlap: {
        kind: 'text',
        value: '<time>',
        help: `how long the others go on working: 0, 30m, 24h, 7d (default ${defaultOverlap})`,
      },
    },
    writes: 'acts',
    needs: 'installation',
    async run(context, input) {
      const [merchantId = ''] = input.operands;
      const overlapSeconds = readOverlap(input.text('overlap') ?? defaultOverlap);
      const { id, key, previous } = await rotateApiKey(
        context,
        merchantId,
        overlapSeconds,
        await input.by(),
        readGrant(input, null),
      );
      return {
        json: {
          keyId: id,
          apiKey: key,
          previous: previous.map((other) => ({ keyId: other.id, expiresAt: other.expiresAt })),
        },
        text: `${details([
          ['Key id', id],
          ['API key', key],
          ...previous.map((other): [string, string] => [
            'Old key',
            `${other.id}, works until ${formatTime(other.expiresAt)}`,
          ]),
        ])}\n\n${previous.length === 0 ? 'No other key works any more. ' : ''}${shownOnce}`,
      };
    },
  },
  {
    name: 'keys revoke',
    summary: 'Stop an API key at once, on every running process within 5 seconds',
    operands: ['<key>'],
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const [given = ''] = input.operands;
      // People who find a leaked key have the whole key, not its id.
      const keyId = apiKeyId(given) ?? given.replace(/^psk_/, '');
      if (!(await revokeKey(sql, keyId, await input.by()))) {
        throw new UsageError([
          `There is no key ${keyId} that could be revoked, or it has been revoked before.`,
        ]);
      }
      return { json: { keyId, revoked: true }, text: `Key ${keyId} is revoked.` };
    },
  },
];

function readGrant(input: Input, name: string | null): KeyGrant {
  const scopes = input.list('scopes');
  const fault = nameFault(name);
  const unknown = scopes?.filter((scope) => !(keyScopes as readonly string[]).includes(scope)) ?? [];
  const faults = [
    ...(fault === null ? [] : [`--name: ${fault}.`]),
    ...unknown.map((scope) => `--scopes: "${scope}" is none of ${keyScopes.join(', ')}.`),
  ];
  if (faults.length > 0) throw new UsageError(faults);
  return { ...unboundGrant(name?.trim() || null), scopes: (scopes as KeyScope[] | undefined) ?? null };
}

function readOverlap(text: string): number {
  const seconds = readDuration(text);
  if (seconds === null || seconds > maxOverlapSeconds) {
    throw new UsageError([
      `--overlap: "${text}" is not a time such as 0, 30m, 24h or 7d, of ${maxOverlapSeconds / 86_400} days at most.`,
    ]);
  }
  return seconds;
}

type Times = Pick<ApiKeyListing, 'expiresAt' | 'revokedAt'>;

function isUsable({ expiresAt, revokedAt }: Times, now: Date): boolean {
  return !revokedAt && (!expiresAt || expiresAt > now);
}

function stateOf({ expiresAt, revokedAt }: Times, now: Date): string {
  if (revokedAt) return `revoked ${formatTime(revokedAt)}`;
  if (!expiresAt) return 'works';
  return expiresAt > now ? `works until ${formatTime(expiresAt)}` : `ended ${formatTime(expiresAt)}`;
}
