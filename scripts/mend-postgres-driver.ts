import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Mends the PostgreSQL driver after each install; see docs/decisions/0007-mended-driver.md. A
 * transaction whose connection broke still sends its rollback, to a socket that is gone, and in a
 * later turn of the event loop where nothing can catch the exception: the whole process ends. The
 * mended driver rejects that query instead, and forgets what was buffered for the lost connection.
 */
const files = ['src/connection.js', 'cjs/src/connection.js'];

/** Each text must stand in the file exactly so: another version of the driver needs another look. */
const repairs: readonly [broken: string, mended: string][] = [
  [
    '    if (stream)\n      return queryError(q, Errors.generic(',
    '    if (socket === null)\n' +
      "      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)\n\n" +
      '    if (stream)\n      return queryError(q, Errors.generic(',
  ],
  [
    '    clearImmediate(nextWriteTimer)\n    if (socket) {\n',
    '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n',
  ],
  [
    '    clearImmediate(nextWriteTimer)\n    socket.removeListener',
    '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener',
  ],
];

for (const file of files) {
  const path = fileURLToPath(new URL(`../node_modules/postgres/${file}`, import.meta.url));
  let text = await readFile(path, 'utf8');
  for (const [broken, mended] of repairs) {
    if (text.includes(mended)) continue;
    if (!text.includes(broken)) throw new Error(`${file}: this version of the driver needs another repair`);
    text = text.replace(broken, mended);
  }
  await writeFile(path, text);
}
