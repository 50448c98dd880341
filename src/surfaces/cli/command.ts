import type { Permission } from '../../accounts/people/roles.ts';
import type { DatabaseConfig } from '../../base/db/database.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { UrlPolicy } from '../../base/egress/guard.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import type { ChainReader } from '../../chain/chains/create-chain.ts';
import type { ServedNetwork } from '../../chain/chains/served-network.ts';
import type { CardsConfig } from '../../config/cards-config.ts';
import type { PayoutConfig } from '../../config/payout-config.ts';
import type { Approver } from '../../crypto/payouts/approval/approval-store.ts';
import type { CardProcessors } from '../../payments/charges/card-processors.ts';
import type { Ask } from './ask-secret.ts';

/** One command. The help, the argument checks and the errors all follow from this. */
export type Command = CommandShape &
  (
    | { needs: 'database'; run(context: DatabaseContext, input: ActingInput): Promise<Result> }
    /** Makes or seals secrets, or depends on the mode: it needs the right MODE and SECRET_KEY. */
    | { needs: 'installation'; run(context: InstallationContext, input: ActingInput): Promise<Result> }
    /** Calls the networks' RPC nodes, with the server's settings. */
    | { needs: 'networks'; run(context: NetworksContext, input: ActingInput): Promise<Result> }
    /** Handles the keys that sign payouts, in the place where the server reads them. */
    | { needs: 'signer'; run(context: SignerContext, input: ActingInput): Promise<Result> }
    /** About card processors, which it asks as the server is told to, where it asks them at all. */
    | { needs: 'cards'; run(context: CardsContext, input: ActingInput): Promise<Result> }
    /** Looks at the environment itself, and opens what it needs. */
    | { needs: 'environment'; run(context: EnvironmentContext, input: ActingInput): Promise<Result> }
    /** Works on the folder of the embedded database, which it opens itself where it has to. */
    | { needs: 'folder'; run(context: FolderContext, input: ActingInput): Promise<Result> }
  );

interface CommandShape {
  /** A noun and a verb, or a verb alone: "merchants create". */
  name: string;
  summary: string;
  /** What comes after the name, in order: "<merchant>" must be given, "[merchant]" may be, "<words…>" takes the rest. */
  operands: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** What it shows may be some moments old: it is read from a replica where there is one. */
  mayBeOld?: true;
  /**
   * What it changes; absent: nothing, and the database refuses it. `acts`: settings, keys or money, so it takes --by and
   * leaves a row in the audit log. `deliveries`: what merchants are sent again. `findings`: what a check notes for itself.
   * `places`: where something lies, not what it is.
   */
  writes?: 'acts' | 'deliveries' | 'findings' | 'places';
  /** Opening the database for it moves the rows of merchants to the nodes of Citus. */
  distributes?: true;
}

export interface Option {
  /** `list` takes commas and may be repeated. */
  kind: 'text' | 'list' | 'flag';
  /** Stands for the value in the help: "<address>". */
  value?: string;
  help: string;
  required?: true;
  /** The field of a use-case's fault that this option gave, where it has another name. */
  field?: string;
}

interface DatabaseContext {
  sql: Sql;
  /** Tells how far long work has come, apart from its result. */
  progress(line: string): void;
}

export interface EnvironmentContext {
  env: Readonly<Record<string, string | undefined>>;
  /** Asks whoever sits at the terminal; null: nobody does. */
  ask: Ask | null;
}

export interface FolderContext {
  config: DatabaseConfig;
  /** Who acts, once there is a database that knows accounts. */
  whoActs(sql: Sql): Promise<WhoActs>;
  progress(line: string): void;
}

export interface NetworksContext extends DatabaseContext {
  /** By network, those that this installation serves. */
  chains: ReadonlyMap<string, ChainReader>;
  served: ReadonlyMap<string, ServedNetwork>;
  /** What sending on them may cost. */
  sending: PayoutConfig['sending'];
}

export interface SignerContext extends NetworksContext {
  signer: PayoutConfig['signer'];
}

export interface CardsContext extends DatabaseContext {
  secrets: Secrets;
  live: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** Reads what the environment says of processors; a fault there matters to who asks them alone. */
  openCards(): Promise<OpenCards>;
}

export interface OpenCards {
  cards: CardProcessors;
  config: CardsConfig;
}

interface InstallationContext extends DatabaseContext {
  secrets: Secrets;
  /** False: a sandbox whose key is in its database. */
  hasSecretKey: boolean;
  urlPolicy: UrlPolicy;
  /** Where the server is reached from outside. */
  baseUrl: string;
}

/** What stands on the command line. */
export interface Input {
  operands: string[];
  text(option: string): string | undefined;
  list(option: string): string[] | undefined;
  flag(option: string): boolean;
  isGiven(option: string): boolean;
}

/** Who acts at the command line: an account that was proven, or, where none is named, the user of this machine. */
export interface WhoActs {
  /** What the audit log calls them; refuses whoever may not. */
  by(permission?: Permission, merchantId?: string | null): Promise<string>;
  /** The same for an approval, which only an account with a second factor gives. */
  approver(merchantId: string | null): Promise<Approver>;
}

/** The same for a command that acts, with who it is. */
export type ActingInput = Input & WhoActs;

/** The same result for a person and, with --json, for a machine. */
export interface Result {
  text: string;
  json: unknown;
  /** It ran, but found something wrong: the exit code says so. */
  failed?: boolean;
}

/** A mistake in how a command was called, or several: one line each. */
export class UsageError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'UsageError';
  }
}
