import '../src/sandbox/announce.ts';
import { loadParts } from '../src/compose/start.ts';
import { readConfig } from '../src/config/config.ts';

/** Loads what a start loads, for Node to keep it compiled: the first start is then as quick to load as the others. */
await loadParts(readConfig({}));
