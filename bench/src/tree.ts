import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Core from '@tallyboard/core';
import type * as Engine from '@tallyboard/core/engine';
import type * as Vocabulary from '@tallyboard/core/vocabulary';
import type * as Http from '@tallyboard/http';

/* What is measured: the built packages of a checkout, this one or another one. */

const load = async (root: string, path: string): Promise<object> => {
  const file = join(root, path);
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as object) : {};
};

/** The built core of a checkout, all its entries as one. */
export const loadCore = async (
  root: string,
): Promise<typeof Core & typeof Engine & typeof Vocabulary> => {
  const entries = ['engine', 'vocabulary', 'index'];
  const modules = entries.map((entry) => load(root, `packages/core/dist/${entry}.js`));
  return Object.assign({}, ...(await Promise.all(modules))) as Awaited<ReturnType<typeof loadCore>>;
};

export const loadHttp = async (root: string): Promise<typeof Http> =>
  (await load(root, 'packages/http/dist/index.js')) as typeof Http;

/** The command of a checkout. */
export const commandOf = (root: string): string => join(root, 'packages/cli/bin/tallyboard.mjs');
