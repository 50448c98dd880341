import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of DATA_DIR/sandbox.json that the developers' commands use. */
export interface SandboxFile {
  baseUrl: string;
  merchant: { merchantId: string; apiKey: string; webhookSecret: string };
}

export function sandboxFilePath(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.DATA_DIR ?? '.data', 'sandbox.json');
}

/** Null: there is no sandbox in this folder. */
export async function readSandboxFile(path: string): Promise<SandboxFile | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SandboxFile;
  } catch {
    return null;
  }
}
