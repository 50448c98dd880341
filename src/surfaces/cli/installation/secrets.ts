import { type ResealReport, resealSecrets } from '../../../commerce/installation/reseal-secrets.ts';
import { type Command, UsageError } from '../command.ts';
import { formatTime } from '../format.ts';
import { optionalByOption } from '../person.ts';

/** Unreadable secrets are listed by name, up to this many. */
const maxNamed = 20;

export const secretCommands: Command[] = [
  {
    name: 'secrets reseal',
    summary:
      'Bring all that is under SECRET_KEY_PREVIOUS under SECRET_KEY, and tell when the old one may go; broken off, it can be repeated',
    operands: [],
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'installation',
    async run({ sql, secrets, hasSecretKey, progress }, input) {
      if (!hasSecretKey) {
        throw new UsageError(['SECRET_KEY: is not set: this sandbox keeps its key in its database.']);
      }
      const now = new Date();
      const report = await resealSecrets({ sql, secrets, now: () => now }, await input.by(), progress);
      return { json: report, text: describe(report, now), failed: report.resealedAt === null };
    },
  },
];

function describe(report: ResealReport, now: Date): string {
  const { webhookSecrets, cardAccounts, payoutLinks, unreadable, resealedAt, previousMayGoAt } = report;
  const done = `${webhookSecrets} webhook secrets, ${payoutLinks} payout links and the keys of ${cardAccounts} card accounts were sealed anew.`;
  if (!resealedAt || !previousMayGoAt) {
    const named = unreadable.slice(0, maxNamed).map((what) => `Neither key opens ${what}.`);
    const more = unreadable.length > maxNamed ? [`And ${unreadable.length - maxNamed} more.`] : [];
    const keep = 'SECRET_KEY_PREVIOUS must stay. Mend these, then repeat it.';
    return [done, ...named, ...more, keep].join('\n');
  }
  const when =
    previousMayGoAt <= now
      ? 'SECRET_KEY_PREVIOUS may go now.'
      : `SECRET_KEY_PREVIOUS may go at ${formatTime(previousMayGoAt)}, when the last token made under it has run out.`;
  return [
    done,
    `Everything stored is under SECRET_KEY since ${formatTime(resealedAt)}.`,
    `${when} This supposes that every process has had the new SECRET_KEY since then: repeat it to find what one without it wrote.`,
    'API keys and the hashes of crypto orders stay good. Limits on refused cards have begun anew with the new key.',
  ].join('\n');
}
