import '../src/sandbox/announce.ts';
import { readConfig } from '../src/config.ts';
import { loadParts } from '../src/start.ts';

/** Loads what a start loads, for Node to keep it compiled: the first start is then as quick to load as the others. */
await loadParts(readConfig({}));
