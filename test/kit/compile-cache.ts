import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

/** A process of tests is ended by a signal, which would lose what it compiled. */
afterAll(() => flushCompileCache());
