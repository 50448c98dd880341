import '../src/sandbox/announce.ts';
import { loadParts } from '../src/compose/start.ts';
import { readConfig } from '../src/config/config.ts';

/**
 * Loads the modules of a start, so that Node caches their compiled code and the first start loads as fast as later
 * ones.
 */
await loadParts(readConfig({}));
