import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { type CardAccount, readAccounts } from '../../../payments/processors/accounts-store.ts';
import { removeAccount, setAccount } from '../../../payments/processors/set-account.ts';
import { type CardsContext, type Command, type Input, UsageError } from '../command.ts';
import { details, formatTime, table } from '../format.ts';
import { fromOption, readGiven } from '../given-text.ts';
import { optionalByOption } from '../person.ts';

/** Merchants' own accounts at card processors. A key is never printed, and never read from an argument. */
export const cardAccountCommands: Command[] = [
  {
    name: 'cards accounts set',
    summary:
      'Give a merchant an account of its own at a processor: its settings as lines NAME=value, named as in the environment',
    operands: ['<merchant>', '<processor>'],
    options: {
      from: fromOption('the settings'),
      'from-env': { kind: 'flag', help: 'take the settings from the environment of this command instead' },
      rotate: {
        kind: 'flag',
        help: 'the account stays the same, with new keys; else the former is kept for refunds',
      },
      by: optionalByOption,
    },
    writes: 'acts',
    needs: 'cards',
    async run(context, input) {
      const [merchantId = '', processor = ''] = input.operands;
      const fromEnv = input.flag('from-env');
      if (fromEnv && input.isGiven('from')) {
        throw new UsageError(['--from and --from-env exclude each other.']);
      }
      const values = fromEnv ? context.env : readLines(await readGiven(input));
      const isSame = input.flag('rotate');
      const set = await setAccount(
        { ...context, now: () => new Date() },
        { merchantId, processor, values, mayHoldOthers: fromEnv, isSame },
        await input.by(),
      );
      const address = notificationAddress(context, set);
      return {
        json: { ...set, notificationUrl: address },
        text: `${details([
          ['Account', set.accountId],
          ['Merchant', set.merchantId],
          ['Processor', set.processor],
          ...(set.formerId === null ? [] : [['Former account', set.formerId] as [string, string]]),
          ['Notifications', address],
        ])}\n\n${isSame ? 'It has new keys' : 'New payments of the merchant go to it'}, on every running process within seconds.`,
      };
    },
  },
  {
    name: 'cards accounts list',
    summary:
      "List merchants' own accounts at processors, former ones too, and where notifications for them go",
    operands: ['[merchant]'],
    options: {},
    needs: 'cards',
    async run(context, input) {
      const accounts = await chosenAccounts(context, input);
      return {
        json: accounts.map(({ settingsSealed: _, id, ...account }) => ({
          accountId: id,
          ...account,
          notificationUrl: notificationAddress(context, account),
        })),
        text: table(
          ['ACCOUNT', 'MERCHANT', 'PROCESSOR', 'STATE', 'CHANGED', 'NOTIFICATIONS'],
          accounts.map((account) => [
            account.id,
            account.merchantId,
            account.processor,
            account.isCurrent ? 'in use' : 'former',
            formatTime(account.changedAt),
            notificationAddress(context, account),
          ]),
          'No merchant has an account of its own: all payments go to those of the installation.',
        ),
      };
    },
  },
  {
    name: 'cards accounts remove',
    summary:
      "Let no new payments go to a merchant's own account; what was paid there is still refunded there",
    operands: ['<merchant>', '<processor>'],
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'cards',
    async run({ sql }, input) {
      const [merchant = '', processor = ''] = input.operands;
      const removed = await removeAccount(
        { sql, now: () => new Date() },
        merchant,
        processor,
        await input.by(),
      );
      return {
        json: { ...removed, processor, removed: true },
        text: `Account ${removed.accountId} takes no new payments. Its keys are kept for what was paid there.`,
      };
    },
  },
];

async function chosenAccounts({ sql }: CardsContext, { operands: [given] }: Input): Promise<CardAccount[]> {
  const all = await readAccounts(sql);
  if (given === undefined) return all;
  const { id } = await getMerchant(sql, given);
  return all.filter(({ merchantId }) => merchantId === id);
}

function notificationAddress(
  { env }: CardsContext,
  { merchantId, processor }: { merchantId: string; processor: string },
): string {
  const base = env.BASE_URL?.trim().replace(/\/$/, '') || '<BASE_URL>';
  return `${base}/processors/${processor}/notifications/${merchantId}`;
}

/** Lines NAME=value; empty ones and those that begin with # are ignored. Faults are reported without the value. */
function readLines(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) faults.push(`Line ${at + 1} is not NAME=value.`);
    else if (Object.hasOwn(values, name)) faults.push(`Line ${at + 1} gives ${name} once more.`);
    else values[name] = value.trim();
  }
  if (faults.length === 0 && Object.keys(values).length === 0) faults.push('No settings were given.');
  if (faults.length > 0) throw new UsageError(faults);
  return values;
}
