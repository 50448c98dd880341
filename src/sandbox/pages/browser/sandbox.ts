import { enhanceCopying } from '../../../surfaces/checkout/browser/copy.ts';

/** The script of the sandbox's own pages, which work without it. */

enhanceCopying(JSON.parse(document.getElementById('page')?.textContent ?? ''));
