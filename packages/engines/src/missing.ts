import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** The engines by the names of their programs. */
export type EngineName = 'redis-server' | 'clickhouse-server';

const isThere = (name: string): boolean =>
  [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/bin'].some((directory) => {
    try {
      accessSync(join(directory, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Why tests of some engines are skipped, in one line; `null` when all of the engines are there. */
export const missingEngines = (...names: readonly EngineName[]): string | null => {
  const missing = names.filter((name) => !isThere(name));
  return missing.length === 0
    ? null
    : `${missing.join(' and ')} not installed: \`apt-get install ${missing.join(' ')}\` brings it`;
};

/**
 * Why tests that take long, with several servers or with faults, are skipped, in one line; `null` when
 * they run: they were asked for by `TALLYBOARD_ENGINES=1`, and all of the engines are there.
 */
export const missingForLong = (...names: readonly EngineName[]): string | null =>
  process.env['TALLYBOARD_ENGINES'] === '1'
    ? missingEngines(...names)
    : '`npm run test:engines` runs them';
