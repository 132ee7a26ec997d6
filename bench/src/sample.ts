import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { months, schoolOf, seed } from './school.js';
import { commandOf } from './tree.js';

/** The instant of all figures. */
export const now = '2026-11-30T12:00:00Z';

/** A directory of facts that the command has made. */
export interface Sample {
  readonly directory: string;
  readonly org: string;
  readonly key: string;
  readonly remove: () => void;
}

export const makeSample = async (root: string, events: number): Promise<Sample> => {
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  const shape = ['--org-type', 'school', '--months', String(months), '--now', now];
  const size = ['--members', String(schoolOf(events, 'even').members), '--events', String(events)];
  const out = ['--seed', String(seed), '--out', directory, '--force'];
  const run = promisify(execFile);
  await run(process.execPath, [commandOf(root), 'generate', ...shape, ...size, ...out]);
  const { main } = JSON.parse(readFileSync(join(directory, 'keys.json'), 'utf8')) as {
    main: { readonly org: string; readonly key: string };
  };
  return { directory, ...main, remove: () => rmSync(directory, { recursive: true, force: true }) };
};
