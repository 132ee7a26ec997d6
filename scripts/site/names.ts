import { readdirSync } from 'node:fs';
import type { DocumentReflection } from 'typedoc';
import { manifestIn } from '../packages/pack.js';

const folders = ['conformance', ...readdirSync('packages').map((name) => `packages/${name}`)];

/** What programs import, such as `@tallyboard/core/vocabulary`, by the name TypeDoc gives to its source. */
export const moduleNames = (): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const folder of folders) {
    const { name, exports = {} } = manifestIn(folder);
    for (const [path, target] of Object.entries(exports)) {
      if (typeof target === 'string') continue;
      const source = target['@tallyboard/source'] ?? '';
      names.set(
        `${folder}/${source.slice(2).replace(/(\/index)?\.ts$/, '')}`,
        name + path.slice(1),
      );
    }
  }
  return names;
};

/** The first heading of a page. */
export const titleOf = ({ name, content }: DocumentReflection): string =>
  /^# (.+)$/m.exec(content.map(({ text }) => text).join(''))?.[1]?.replaceAll('`', '') ?? name;
