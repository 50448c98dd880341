import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { resetFactors } from '../../../accounts/people/factors/reset-factors.ts';
import { invitePerson } from '../../../accounts/people/invitations/invite-person.ts';
import { oneTimeLinkUrl } from '../../../accounts/people/invitations/one-time-link.ts';
import { installationRoles, merchantRoles } from '../../../accounts/people/roles.ts';
import { membersAt, openInvitations } from '../../../accounts/people/store.ts';
import { type Language, languages } from '../../../base/money/language.ts';
import { type Command, type Option, UsageError } from '../command.ts';
import { details, formatTime, table } from '../format.ts';
import { optionalByOption } from '../person.ts';

const merchantOption: Option = {
  kind: 'text',
  value: '<merchant>',
  help: 'the merchant; the installation if absent',
};

export const peopleCommands: Command[] = [
  {
    name: 'people invite',
    summary: 'Make an invitation link to the dashboard; nothing is mailed',
    operands: ['<email>'],
    options: {
      role: {
        kind: 'text',
        value: '<role>',
        required: true,
        help: `${installationRoles.join(', ')}; at a merchant ${merchantRoles.join(', ')}`,
      },
      merchant: merchantOption,
      language: { kind: 'text', value: '<language>', help: `${languages.join(', ')} (default en)` },
      by: optionalByOption,
    },
    writes: 'acts',
    needs: 'installation',
    async run({ sql, secrets, baseUrl }, input) {
      const [email = ''] = input.operands;
      const named = input.text('merchant');
      const merchantId = named === undefined ? null : (await getMerchant(sql, named)).id;
      const { link } = await invitePerson(
        { sql, now: () => new Date() },
        {
          email,
          role: input.text('role') ?? '',
          merchantId,
          language: readLanguage(input.text('language') ?? 'en'),
          actor: await input.by('people.manage', merchantId),
          from: 'command line',
        },
      );
      const url = oneTimeLinkUrl(baseUrl, secrets, link.id);
      return {
        json: { email: link.email, role: link.role, url, expiresAt: link.expiresAt },
        text: `${details([
          ['E-mail', link.email],
          ['Role', link.role ?? ''],
          ['Link', url],
          ['Opens until', formatTime(link.expiresAt)],
        ])}\n\nGive the link to them alone: whoever opens it first is who you invited.`,
      };
    },
  },
  {
    name: 'people reset-factors',
    summary:
      'Take the second factor and passkeys of somebody away who lost them; they are signed out and told by mail',
    operands: ['<email>'],
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const [email = ''] = input.operands;
      const actor = await input.by('people.manage', null);
      const lost = await resetFactors({ sql, now: () => new Date() }, { email, actor });
      return {
        json: lost,
        text: `Taken away: ${lost.app ? 'the authenticator app' : 'no authenticator app'}, passkeys: ${lost.passkeys}, sessions: ${lost.sessions}. They sign in with their password and set up a new second factor.`,
      };
    },
  },
  {
    name: 'people list',
    summary: 'List who has a role, and who is invited',
    operands: [],
    options: { merchant: merchantOption },
    needs: 'database',
    async run({ sql }, input) {
      const named = input.text('merchant');
      const merchantId = named === undefined ? null : (await getMerchant(sql, named)).id;
      const now = new Date();
      const people = await membersAt(sql, merchantId, now);
      const invitations = await openInvitations(sql, merchantId, now);
      return {
        json: { people, invitations },
        text: table(
          ['E-MAIL', 'NAME', 'ROLE', 'STATE'],
          [
            ...people.map(({ email, name, role, sessions }) => [
              email,
              name,
              role,
              sessions > 0 ? `signed in at ${sessions} places` : 'not signed in',
            ]),
            ...invitations.map(({ email, role, expiresAt }) => [
              email,
              '',
              role ?? '',
              `invited, until ${formatTime(expiresAt)}`,
            ]),
          ],
          'Nobody yet: pasarela people invite makes the first link.',
        ),
      };
    },
  },
];

function readLanguage(text: string): Language {
  const language = languages.find((each) => each === text);
  if (!language) throw new UsageError([`--language: must be one of ${languages.join(', ')}.`]);
  return language;
}
