import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Far more than a password or a code may have. */
const maxCharacters = 1_000;

/** Prompts for one line. The typed characters are hidden unless `how` is `shown`. */
export type Ask = (prompt: string, how?: 'shown') => Promise<string>;

/** Prompts at a terminal; from a pipe, reads its first line and leaves the rest for others. */
export const askSecret: Ask = async (prompt, how) => {
  return process.stdin.isTTY ? await askAtTerminal(prompt, how === 'shown') : await firstLine();
};

async function askAtTerminal(prompt: string, isShown: boolean): Promise<string> {
  process.stderr.write(prompt);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isShown ? process.stderr : unseen;
  const asking = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise((resolve) => {
      asking.once('line', resolve);
      asking.once('close', () => resolve(''));
    });
  } finally {
    asking.close();
    if (!isShown) process.stderr.write('\n');
  }
}

async function firstLine(): Promise<string> {
  let read = Buffer.alloc(0);
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false })) {
    read = Buffer.concat([read, Buffer.from(chunk)]);
    const end = read.indexOf('\n');
    if (end >= 0) {
      process.stdin.unshift(read.subarray(end + 1));
      return read.subarray(0, end).toString('utf8').replace(/\r$/, '');
    }
    if (read.length > maxCharacters) break;
  }
  return read.toString('utf8');
}
