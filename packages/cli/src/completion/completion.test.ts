import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runTallyboard } from '../program.js';

const scriptFor = async (shell: string): Promise<string> => {
  let stdout = '';
  const code = await runTallyboard(['completion', shell], {
    stdout: { write: (text) => void (stdout += text) },
    stderr: { write: () => undefined },
    now: () => 0,
  });
  expect(code).toBe(0);
  return stdout;
};

/** Whether a shell is installed here. */
const has = (shell: string): boolean => spawnSync(shell, ['-c', ':']).error === undefined;

describe('tallyboard completion', () => {
  it.skipIf(!has('bash'))('completes verbs, verbs below them and flags in bash', async () => {
    const script = await scriptFor('bash');
    const completed = (...words: readonly string[]): readonly string[] => {
      const line = ['tallyboard', ...words].map((word) => `'${word}'`).join(' ');
      const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _tallyboard; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${ask}`], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      return stdout.split('\n').filter((word) => word !== '');
    };
    expect(completed('s')).toEqual(['serve', 'stats', 'sweep']);
    expect(completed('')).toContain('completion');
    expect(completed('keys', '')).toEqual(['create', 'list', 'revoke']);
    expect(completed('keys', 'create', '--u')).toEqual(['--user']);
    expect(completed('metrics', '--m')).toEqual(['--metric', '--month']);
    expect(completed('roster', '--format', 'csv', '--col')).toEqual(['--columns']);
    // A path or a value: the shell completes names of files.
    expect(completed('import', './')).toEqual([]);
  });

  it('names every flag for zsh and fish', async () => {
    expect(await scriptFor('zsh')).toMatch(/bashcompinit\n_tallyboard\(\) \{/);
    const fish = await scriptFor('fish');
    expect(fish).toContain(
      "complete -c tallyboard -n '__fish_seen_subcommand_from roster' -l columns -r",
    );
    expect(fish).toMatch(/__fish_seen_subcommand_from keys; .* -a revoke -d/);
    const lines = fish.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.length).toBeGreaterThan(60);
    // Each word is whole: quotes within descriptions are escaped.
    for (const line of lines) expect(line.replace(/\\./g, '').split("'").length % 2).toBe(1);
  });
});
