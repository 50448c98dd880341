import type { Static, TObject } from 'typebox';
import type { Pasarela } from '../../../sdk/typescript/src/index.ts';
import type { KeyScope } from '../../accounts/merchants/keys/key-scopes.ts';

/** Something that an agent can do. */
export interface Tool<Input extends TObject = TObject> {
  name: string;
  title: string;
  /** For the agent: what it does, and when to use it. */
  description: string;
  kind: 'reads' | 'creates' | 'plays';
  /** What the API key needs; null: nothing. */
  scope: KeyScope | null;
  input: Input;
  run(client: AgentClient, input: Static<Input>): PromiseLike<unknown>;
}

export interface AgentClient extends Pasarela {
  /** Reads a public file of the installation, such as a guide. */
  readFile(path: string): Promise<string>;
}

export function tool<Input extends TObject>(definition: Tool<Input>): Tool {
  return definition as unknown as Tool;
}
