import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withChild } from './children.js';
import { say, sizeName } from './rows.js';
import { type Activity, months, now, schoolOf, seed } from './school.js';
import { commandOf } from './tree.js';

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
  const size = ['--members', String(schoolOf(events).members), '--events', String(events)];
  const out = ['--seed', String(seed), '--out', directory, '--force'];
  const run = promisify(execFile);
  await run(process.execPath, [commandOf(root), 'generate', ...shape, ...size, ...out]);
  const { main } = JSON.parse(readFileSync(join(directory, 'keys.json'), 'utf8')) as {
    main: { readonly org: string; readonly key: string };
  };
  return { directory, ...main, remove: () => rmSync(directory, { recursive: true, force: true }) };
};

const made = mkdtempSync(join(tmpdir(), 'tallyboard-bench-columns-'));
process.once('exit', () => rmSync(made, { recursive: true, force: true }));

/** The file with the columns of a school, made once in a run. */
export const columnsFile = async (events: number, activity: Activity): Promise<string> => {
  const [crowded, even] = ['crowded', 'even'].map((name) => join(made, `${events}-${name}`));
  const files = { crowded: crowded!, even: even! };
  if (!existsSync(files.even)) {
    say(`making ${sizeName(events)} events`);
    await withChild((child) => child.ask('makeColumns', { events, files }));
  }
  return files[activity];
};
