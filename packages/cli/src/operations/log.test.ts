import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { descriptorLog, jsonLog } from './log.js';

const aTime = expect.any(String) as string;

const linesOf = (level: Parameters<typeof jsonLog>[0]): readonly Record<string, unknown>[] => {
  let text = '';
  const log = jsonLog(level, { write: (line) => (text += line) });
  log.debug({ code: 'A' }, 'first');
  log.info('second');
  log.warn({ at: 1, none: undefined }, 'third\nline');
  log.error('fourth');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

it('writes one object a line: level, time, fields, message', () => {
  const [debug, info, warn, error] = linesOf('debug');
  expect(debug).toEqual({ level: 'debug', time: aTime, code: 'A', msg: 'first' });
  expect(info).toEqual({ level: 'info', time: aTime, msg: 'second' });
  expect(warn).toEqual({ level: 'warn', time: aTime, at: 1, msg: 'third\nline' });
  expect(Object.keys(warn!)).toEqual(['level', 'time', 'at', 'msg']);
  expect(new Date(String(error!['time'])).toISOString()).toBe(error!['time']);
});

it('leaves out what is below its level', () => {
  const messages = (level: Parameters<typeof jsonLog>[0]) => linesOf(level).map(({ msg }) => msg);
  expect(messages('warn')).toEqual(['third\nline', 'fourth']);
  expect(messages('silent')).toEqual([]);
});

it('writes all lines to a descriptor, in their order', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-log-'));
  const path = join(directory, 'log');
  const descriptor = openSync(path, 'w');
  const { write } = descriptorLog(descriptor);
  const lines = Array.from({ length: 2_000 }, (_, number) => `line ${number} ${'é'.repeat(50)}\n`);
  for (const line of lines) write(line);
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(lines.join(''));
  closeSync(descriptor);
  rmSync(directory, { recursive: true });
});

it.skipIf(process.platform === 'win32')('waits for a slow reader, and loses nothing', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-log-'));
  const path = join(directory, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const { write } = descriptorLog(writer);
  // More than a pipe holds.
  const line = `${'x'.repeat(1_000)}\n`;
  for (let number = 0; number < 300; number += 1) write(line);
  const piece = Buffer.alloc(2 ** 20);
  let bytes = 0;
  const readMore = (): number => {
    try {
      bytes += readSync(reader, piece);
    } catch {
      // Nothing is there now.
    }
    return bytes;
  };
  await expect.poll(readMore, { timeout: 20_000 }).toBe(300 * line.length);
  for (const descriptor of [reader, writer]) closeSync(descriptor);
  rmSync(directory, { recursive: true });
});
