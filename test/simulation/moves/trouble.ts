import type { Known } from './move.ts';

/** Something that begins, and ends when it comes a second time. */
export async function trouble(
  { troubles }: Known,
  name: string,
  turn: (verb: 'on' | 'off') => Promise<unknown>,
): Promise<string> {
  const end = troubles.get(name);
  if (end) {
    troubles.delete(name);
    await end();
    return `no longer: ${name}`;
  }
  await turn('on');
  troubles.set(name, () => turn('off'));
  return name;
}

/** Whatever had begun ends. */
export async function endTroubles({ troubles }: Known): Promise<void> {
  for (const [name, end] of [...troubles]) {
    troubles.delete(name);
    await end();
  }
}
