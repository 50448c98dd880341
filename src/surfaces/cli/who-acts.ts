import { type ProvenPerson, proveAccount } from '../../accounts/people/factors/prove-account.ts';
import { may, type Permission } from '../../accounts/people/roles.ts';
import { hasPeople } from '../../accounts/people/store.ts';
import { firstId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { type Input, UsageError, type WhoActs } from './command.ts';

export interface WhoActsDeps {
  sql: Sql;
  openSecrets(): Promise<Secrets>;
  ask(prompt: string): Promise<string>;
  progress(line: string): void;
  /** The user of this machine who started the command. */
  user: string;
}

/** Authenticates an account before anything else is read or done. */
export async function whoActs(deps: WhoActsDeps, input: Input): Promise<WhoActs> {
  const named = input.text('by')?.trim().toLowerCase();
  const { user } = deps;
  if (named === undefined) return byMachineUser(user);
  if (await hasPeople(deps.sql)) {
    if (named.includes('@')) return byAccount(deps, await prove(deps, named));
    throw new UsageError(['--by: must be the e-mail of an account of the dashboard.']);
  }
  // Before the first account there is nothing to authenticate against.
  if (named !== user.toLowerCase()) {
    throw new UsageError([
      `--by: nobody has an account yet, so it can only be the user of this machine, ${user}. pasarela people invite makes the first account.`,
    ]);
  }
  deps.progress(`Nobody has an account yet: the audit log has this under the user of this machine, ${user}.`);
  return byMachineUser(user);
}

async function prove(deps: WhoActsDeps, email: string): Promise<ProvenPerson> {
  const prompts = { code: `Code of ${email}'s authenticator app: `, password: `Password of ${email}: ` };
  return await proveAccount(
    { sql: deps.sql, secrets: await deps.openSecrets(), now: () => new Date() },
    email,
    (what) => deps.ask(prompts[what]),
  );
}

/** If nobody has an account, the machine's user approves as well, as one person. */
function byMachineUser(user: string): WhoActs {
  const name = `user ${user}`;
  return {
    by: async () => name,
    approver: async () => ({ personId: firstId, email: name }),
  };
}

function byAccount({ sql }: WhoActsDeps, person: ProvenPerson): WhoActs {
  function require(permission: Permission, merchantId: string | null): void {
    if (may(person.held, permission, merchantId)) return;
    throw new PasarelaError('permission_missing', `The role of ${person.email} does not allow this.`);
  }
  return {
    async by(permission = 'installation.operate', merchantId = null) {
      require(permission, merchantId);
      await sql.begin((tx) => person.useProof(tx));
      return person.email;
    },
    async approver(merchantId) {
      require('payouts.approve', merchantId);
      if (!person.hasSecondFactor) {
        throw new PasarelaError(
          'second_factor_missing',
          `An approval asks for a second factor, and ${person.email} has none yet: set one up on the dashboard, under "My account".`,
        );
      }
      await sql.begin((tx) => person.useProof(tx));
      return { personId: person.id, email: person.email };
    },
  };
}
