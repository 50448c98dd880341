import { registerHooks } from 'node:module';
import { vi } from 'vitest';

const mark = /\?fresh=\d+$/;
let loads = 0;
let areHooksSet = false;

/**
 * Loads a module and every module of ours that it imports once more, as a new process would. Takes the module's URL,
 * because an import is relative to the file that it is in.
 */
export async function importFresh<Module>(url: URL): Promise<Module> {
  if (!areHooksSet) {
    registerHooks({
      resolve(specifier, context, nextResolve) {
        const result = nextResolve(specifier, context);
        const fresh = context.parentURL?.match(mark)?.[0];
        const isOurs = result.url.startsWith('file:') && !result.url.includes('/node_modules/');
        return fresh && isOurs ? { ...result, url: `${result.url}${fresh}` } : result;
      },
    });
    areHooksSet = true;
  }
  // Where Vitest loads the modules, on Citus, this is what renews them.
  vi.resetModules();
  loads += 1;
  return await import(`${url}?fresh=${loads}`);
}
