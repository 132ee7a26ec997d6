import { expect, test, vi } from 'vitest';
import type { Change } from '../watch/suspects.js';
import { runCommand } from './on-change.js';

const told = async (command: string): Promise<readonly unknown[]> => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await runCommand(command, { rule: '5-R5b' } as Change, 300);
  const lines = write.mock.calls.map(([line]) => line);
  write.mockRestore();
  return lines;
};

test.each([
  ['grep -q 5-R5b', []],
  ['exit 3', ['--on-change failed: exit code 3\n']],
  ['sleep 20; true', ['--on-change failed: it took longer than 0.3 s\n']],
])('%s', async (command, lines) => {
  expect(await told(command)).toEqual(lines);
});
