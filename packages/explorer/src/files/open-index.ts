import { type Client, createClient } from '@tallyboard/client';
import type { Identity } from '../session/state.js';
import type { Core } from './core.js';

/** The address of the page's own scripts; read while the first one runs. */
const here = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;

const global = globalThis as { tallyboardCore?: Core };

/** The core, by a script element: a page that was opened from a disk can read no file in another way. */
const loadCore = (): Promise<Core> =>
  new Promise((resolve, reject) => {
    if (global.tallyboardCore !== undefined) return resolve(global.tallyboardCore);
    const script = document.createElement('script');
    script.src = new URL('explorer-core.js', here).href;
    script.onload = () => resolve(global.tallyboardCore!);
    script.onerror = () => reject(new Error('explorer-core.js cannot be loaded.'));
    document.head.append(script);
  });

/**
 * Opens an index file: a client that asks it, in this page.
 *
 * @throws Error that says why the file cannot be used
 */
export const openIndex = async (
  file: Blob,
): Promise<{ readonly client: Client; readonly identity: Identity; readonly today: string }> => {
  const { handler, identity, today } = await (await loadCore()).open(file);
  const client = createClient({
    baseUrl: 'http://localhost',
    apiKey: 'index',
    fetch: (address, init) => handler(new Request(address, init)),
  });
  return { client, identity, today };
};
