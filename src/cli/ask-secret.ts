import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Far more than a password or a code may be. */
const maxCharacters = 1_000;

/** Asks whoever sits there, without showing what they type; from a pipe, its first line, and the rest is left for others. */
export async function askSecret(prompt: string): Promise<string> {
  return process.stdin.isTTY ? await askUnseen(prompt) : await firstLine();
}

async function askUnseen(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await new Promise((resolve) => {
      asking.once('line', resolve);
      asking.once('close', () => resolve(''));
    });
  } finally {
    asking.close();
    process.stderr.write('\n');
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
