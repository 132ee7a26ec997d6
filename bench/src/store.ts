import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Options } from './options.js';
import { type Collector, say, sizeName } from './rows.js';
import { makeSample, type Sample } from './sample.js';
import { now } from './school.js';
import { commandOf } from './tree.js';

/* Commands over files: processes timed from their start, as a person waits for them. */

/** What meter.ts says of a process. */
interface Metered {
  readonly peakMB: number;
  readonly loopP99Ms: number;
}

const meter = fileURLToPath(new URL('meter.js', import.meta.url));

const start = (root: string, words: readonly string[]) => {
  const begun = performance.now();
  const args = ['--max-old-space-size=12288', '--import', meter, commandOf(root), ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const texts = { 1: '', 2: '', 3: '' };
  for (const at of [1, 2, 3] as const)
    child.stdio[at]?.on('data', (part) => {
      texts[at] += String(part);
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const check = (code: number | null): Metered => {
    if (code !== 0) throw new Error(`${words.join(' ')}: exit code ${String(code)}\n${texts[2]}`);
    return JSON.parse(texts[3]) as Metered;
  };
  return {
    seconds: () => (performance.now() - begun) / 1000,
    /** Waits for a match in what it prints. */
    printed: async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const match = pattern.exec(texts[1])?.[0];
        if (match !== undefined) return match;
        if (child.exitCode !== null) check(child.exitCode);
        await setTimeout(2);
      }
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    end: () => ended.then(check),
    stop: () => {
      child.kill('SIGTERM');
      return ended.then(check);
    },
  };
};

interface Document {
  readonly data: {
    readonly attributes: { readonly metrics: readonly { readonly data: number }[] };
  };
}

/** The posts of a year from a service; waits while they are pending. */
const postCount = async (address: string, { org, key }: Sample): Promise<number> => {
  for (;;) {
    const answer = await fetch(`${address}/v1/organizations/${org}/analytics`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
      body: JSON.stringify({ metrics: [{ name: 'postCount' }], from: '2025-12', to: '2026-11' }),
    });
    const text = await answer.text();
    if (answer.status === 200) {
      return (JSON.parse(text) as Document).data.attributes.metrics[0]!.data;
    }
    if (answer.status !== 202) throw new Error(`${answer.status} ${text}`);
    await setTimeout(10);
  }
};

const linesOf = (sample: Sample, kind: string, count: number): readonly { readonly id: string }[] =>
  readFileSync(join(sample.directory, 'facts', `${kind}.ndjson`), 'utf8')
    .split('\n', count)
    .map((line) => JSON.parse(line) as { readonly id: string });

const dayPosts = 2_000;

/** A day of 10,000 events on boards and by users that are there. */
const writeDay = (sample: Sample, day: number): string => {
  const boards = linesOf(sample, 'board', 400).filter(
    (board) => 'organizationId' in board && board.organizationId === sample.org,
  );
  const users = linesOf(sample, 'user', 400);
  const rows = Array.from({ length: 5 * dayPosts }, (_, row) => {
    const at = new Date(Date.parse(now) - 1000 * (row + 1)).toISOString();
    const event = { id: `day-${day}-${row}`, boardId: boards[row % boards.length]!.id };
    const { id } = users[row % users.length]!;
    return row < dayPosts
      ? { kind: 'post', ...event, authorId: id, createdAt: at }
      : { kind: 'visit', ...event, userId: id, at, seconds: 60 };
  });
  const file = join(sample.directory, `day-${day}.ndjson`);
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return file;
};

/** Import, first answers, and a day's import under a service that answers meanwhile. */
export const measureStore = async (
  { sizes, trees }: Options,
  { add }: Collector,
): Promise<void> => {
  const events = Math.max(...sizes);
  const on = `${sizeName(events)} events`;
  say(`making facts of ${on}`);
  const sample = await makeSample(trees.tallyboard, events);
  try {
    for (const [name, root] of Object.entries(trees)) {
      const record = (what: string, unit: 's' | 'ms' | 'MB', value: number): void => {
        say(`  ${name}: ${what}: ${value.toFixed(2)} ${unit}`);
        add({ section: 'store', what, on, unit }, name, value);
      };
      const into = ['--store', join(sample.directory, `store-${name}`), '--now', now];
      const first = start(root, ['import', ...into, join(sample.directory, 'facts')]);
      const imported = await first.end();
      record('import', 's', first.seconds());
      record('its peak memory', 'MB', imported.peakMB);

      const serve = ['serve', ...into, '--port', '0', '--allowance', '0', '--log-level', 'error'];
      const cold = start(root, serve);
      await postCount(await cold.printed(/http:\/\/\S+/), sample);
      record('first answer after an import', 's', cold.seconds());
      record('peak memory of the service', 'MB', (await cold.stop()).peakMB);

      const service = start(root, serve);
      const address = await service.printed(/http:\/\/\S+/);
      let posts = await postCount(address, sample);
      record('first answer of a service started again', 's', service.seconds());
      service.signal('SIGUSR2');
      for (const day of [1, 2, 3]) {
        const file = writeDay(sample, day);
        const importing = start(root, ['import', ...into, file]);
        const wanted = posts + dayPosts;
        while (posts !== wanted) {
          const found = await postCount(address, sample);
          if (found !== posts && found !== wanted) throw new Error(`${found}: not the whole day`);
          posts = found;
          await setTimeout(10);
        }
        record("a day's import until it is answered", 's', importing.seconds());
        await importing.end();
      }
      record('loop delay meanwhile, p99', 'ms', (await service.stop()).loopP99Ms);
    }
  } finally {
    sample.remove();
  }
};
