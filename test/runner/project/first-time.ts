import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this is the first call with this name, over all processes of a run. */
export function firstTime(name: string): boolean {
  const mark = join(process.env.MARKS_FOLDER as string, name);
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
}
