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
import type { PaymentProcessors } from '../../payments/charges/payment-processors.ts';
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
    /** Concerns card processors; if it calls them, it uses the server's settings. */
    | { needs: 'cards'; run(context: CardsContext, input: ActingInput): Promise<Result> }
    /** Reads the environment itself, and opens what it needs. */
    | { needs: 'environment'; run(context: EnvironmentContext, input: ActingInput): Promise<Result> }
    /** Works on the folder of the embedded database, and opens the database itself if needed. */
    | { needs: 'folder'; run(context: FolderContext, input: ActingInput): Promise<Result> }
  );

interface CommandShape {
  /** A noun and a verb, or a verb alone: "merchants create". */
  name: string;
  summary: string;
  /**
   * The operands after the name, in order: "<merchant>" is required, "[merchant]" optional, "<words…>" takes the rest.
   */
  operands: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Its data may be some moments old: it is read from a replica if there is one. */
  mayBeOld?: true;
  /**
   * Its writes; absent: none, and the database refuses them. `acts`: settings, keys or money, so it takes --by and
   * leaves a row in the audit log. `deliveries`: sends webhooks again. `findings`: a check's own notes. `places`: where
   * data is stored, not the data itself.
   */
  writes?: 'acts' | 'deliveries' | 'findings' | 'places';
  /** Opening the database for it moves the merchants' rows to the Citus workers. */
  distributes?: true;
}

export interface Option {
  /** `list` takes commas and may be repeated. */
  kind: 'text' | 'list' | 'flag';
  /** The placeholder for the value in the help: "<address>". */
  value?: string;
  help: string;
  required?: true;
  /** The field in a use-case's fault that this option sets, if its name differs. */
  field?: string;
}

interface DatabaseContext {
  sql: Sql;
  /** Reports the progress of long work, apart from its result. */
  progress(line: string): void;
}

export interface EnvironmentContext {
  env: Readonly<Record<string, string | undefined>>;
  /** Prompts the person at the terminal; null: nobody is there. */
  ask: Ask | null;
  /** Prints a line of the result while the command goes on. */
  print(line: string): void;
  /** Reports the progress of long work, apart from its result. */
  progress(line: string): void;
}

export interface FolderContext {
  config: DatabaseConfig;
  /** Identifies the person, once there is a database that knows accounts. */
  whoActs(sql: Sql): Promise<WhoActs>;
  progress(line: string): void;
}

export interface NetworksContext extends DatabaseContext {
  /** The networks of this installation, by id. */
  chains: ReadonlyMap<string, ChainReader>;
  served: ReadonlyMap<string, ServedNetwork>;
  /** Limits on the cost of sending. */
  sending: PayoutConfig['sending'];
}

export interface SignerContext extends NetworksContext {
  signer: PayoutConfig['signer'];
}

export interface CardsContext extends DatabaseContext {
  secrets: Secrets;
  live: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /**
   * Reads the processors' settings from the environment; a fault in them affects only commands that call processors.
   */
  openCards(): Promise<OpenCards>;
}

export interface OpenCards {
  processors: PaymentProcessors;
  config: CardsConfig;
}

interface InstallationContext extends DatabaseContext {
  secrets: Secrets;
  /** False: a sandbox whose key is in its database. */
  hasSecretKey: boolean;
  urlPolicy: UrlPolicy;
  /** The server's public URL. */
  baseUrl: string;
}

/** The parsed command line. */
export interface Input {
  operands: string[];
  text(option: string): string | undefined;
  list(option: string): string[] | undefined;
  flag(option: string): boolean;
  isGiven(option: string): boolean;
}

/** The person at the command line: an authenticated account or, if none is named, the user of this machine. */
export interface WhoActs {
  /** The name for the audit log; refuses people without the permission. */
  by(permission?: Permission, merchantId?: string | null): Promise<string>;
  /** Like `by`, for an approval, which needs an account with a second factor. */
  approver(merchantId: string | null): Promise<Approver>;
}

/** The input of a command that acts, with the person who runs it. */
export type ActingInput = Input & WhoActs;

/** The same result for a person and, with --json, for a machine. */
export interface Result {
  text: string;
  json: unknown;
  /** It ran, but found something wrong: the exit code says so. */
  failed?: boolean;
}

/** One or more mistakes in how a command was called, one per line. */
export class UsageError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'UsageError';
  }
}
