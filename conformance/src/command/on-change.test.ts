import { expect, test, vi } from 'vitest';
import type { Change } from '../watch/suspects.js';
import { runCommand } from './on-change.js';

const told = async (command: string, atMostMs: number): Promise<readonly unknown[]> => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await runCommand(command, { rule: '5-R5b' } as Change, atMostMs);
  const lines = write.mock.calls.map(([line]) => line);
  write.mockRestore();
  return lines;
};

test.each([
  ['grep -q 5-R5b', 60_000, []],
  ['exit 3', 60_000, ['--on-change failed: exit code 3\n']],
  ['sleep 20; true', 300, ['--on-change failed: it took longer than 0.3 s\n']],
])('%s', async (command, atMostMs, lines) => {
  expect(await told(command, atMostMs)).toEqual(lines);
});
