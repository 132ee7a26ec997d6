import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factKinds } from '@tallyboard/core/vocabulary';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadFacts } from './facts/load-facts.js';
import { commandAt } from './program.test-kit.js';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallyboard-program-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const run = commandAt(() => Date.UTC(2026, 10, 15));

const flagsOf = (changed: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries({
    '--seed': 's',
    '--org-type': 'school',
    '--members': '20',
    '--months': '3',
    '--events': '300',
    '--out': join(directory, 'never'),
    ...changed,
  }).flat();

describe('tallyboard', () => {
  it('has an example and no line beyond 80 columns in each help', async () => {
    const verbs = ['generate', 'serve', 'import', 'keys', 'stats', 'index', 'backup', 'sweep'];
    const clients = ['metrics', 'roster', 'report', 'completion'];
    const pages = [[], ['keys', 'create'], ['keys', 'list'], ['keys', 'revoke']];
    for (const path of [...pages, ...[...verbs, ...clients].map((verb) => [verb])]) {
      const { stdout } = await run(...path, '--help');
      const wide = stdout.split('\n').filter((line) => line.length > 80);
      expect([path, wide]).toEqual([path, []]);
      if (path.length === 1) expect(stdout).toMatch(/^Example/m);
      if (path.length === 0) for (const verb of verbs) expect(stdout).toContain(`  ${verb} `);
    }
  });

  it('takes passwords by variables alone, and quotes none', async () => {
    const address = 'redis://:secret@127.0.0.1:6379';
    const flag = await run('serve', '--facts', directory, '--redis', address);
    expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining('TALLYBOARD_REDIS')]);
    vi.stubEnv('TALLYBOARD_REDIS', 'http://:secret@127.0.0.1');
    const variable = await run('serve', '--facts', directory);
    expect([variable.code, variable.stderr]).toEqual([
      2,
      expect.stringMatching(/^error: TALLYBOARD_REDIS: expected addresses .*redis:/),
    ]);
    vi.unstubAllEnvs();
    expect(flag.stderr + variable.stderr).not.toContain('secret');
  });

  it('calls misuse misuse, on stderr', async () => {
    for (const args of [[], ['fly'], ['generate'], ['serve'], ['serve', '--wings']]) {
      expect(await run(...args)).toMatchObject({ code: 2, stdout: '' });
    }
  });
});

describe('tallyboard generate', () => {
  it('writes facts that load, and keys, and tells where', async () => {
    const out = join(directory, 'school');
    const { code, stdout } = await run('generate', ...flagsOf({ '--out': out }), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { organization: 5 } });
    const keys = JSON.parse(readFileSync(join(out, 'keys.json'), 'utf8')) as {
      readonly now: string;
      readonly main: { readonly org: string; readonly key: string };
    };
    expect(keys.now).toBe('2026-11-15T00:00:00.000Z');
    for (const told of [keys.main.org, keys.main.key, out]) expect(stdout).toContain(told);
    expect(readdirSync(join(out, 'facts'))).toEqual(
      factKinds.map((kind) => `${kind}.ndjson`).sort(),
    );
    const loaded = await loadFacts([join(out, 'facts')]);
    expect('facts' in loaded && loaded.warnings.total()).toBe(0);
  });

  it('does not write into a directory with something in it, unless forced to', async () => {
    const out = join(directory, 'taken');
    mkdirSync(out);
    writeFileSync(join(out, 'diary.txt'), '');
    expect(await run('generate', ...flagsOf({ '--out': out }))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--out.*is not empty.*--force/) as string,
    });
    expect(readdirSync(out)).toEqual(['diary.txt']);
    expect((await run('generate', ...flagsOf({ '--out': out }), '--force')).code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['diary.txt', 'facts', 'keys.json']);
  });
});

describe('tallyboard import, stats and keys', () => {
  const owner = { kind: 'user', id: 'u1', signupDate: '2026-01-01', name: 'Olga' };
  const at = '2026-01-01T00:00:00Z';
  const organization = {
    kind: 'organization',
    id: 'wksp_00000000000',
    type: 'school',
    name: 'North',
    ownerId: 'u1',
    createdAt: at,
  };
  const member = {
    kind: 'member',
    organizationId: organization.id,
    userId: 'u1',
    role: 'owner',
    joinedAt: at,
  };

  const write = (path: string, ...facts: readonly object[]): void =>
    writeFileSync(path, facts.map((fact) => JSON.stringify(fact)).join('\n'));

  it('show the ids that other commands ask for, with names, owners and readers', async () => {
    const [store, facts] = [join(directory, 'store'), join(directory, 'all.ndjson')];
    write(facts, owner, organization, member);
    const served = await run('serve', '--facts', facts, '--port', '0', '--cache-bytes', '1');
    expect(served.stderr).toMatch(/no `apiKey` fact[^]*no owner has "enrolled": true/);
    const imported = await run('import', '--store', store, facts);
    expect(imported.stderr).toMatch(/^Read 3 facts in [\d.]+ s, [\d,]+ a second\.\n$/);
    const { stdout: key, stderr } = await run('keys', 'create', '--store', store, '--user', 'u1');
    expect(stderr).toMatch(/its SHA-256 is kept, not the key/);
    expect(stderr).toMatch(/^warning: .* the user u1 is owner of wksp_00000000000\. /m);
    const stats = await run('stats', '--store', store, '--verify');
    expect(stats.stdout).toMatch(/^files +3, [\d,]+ bytes, verified$/m);
    expect(stats.stdout).toMatch(/^wksp_00000000000 +North +school +Olga \(u1\) +no role +1$/m);
    expect(stats.stdout).toMatch(/^facts +3\n {2}user +1\n/m);
    expect(stats.stdout).toMatch(/the `user` fact of the owner has "enrolled": true\n$/);
    const list = await run('keys', 'list', '--store', store);
    expect(list.stdout).toMatch(
      /^[0-9a-f]{12} {2}Olga \(u1\) .* valid\n {4}owner of North \(wksp_00000000000\), does not read its analytics\n$/,
    );
    expect(list.stdout).not.toContain(key.trim());
    // A key of another store is named by no message.
    const secret = `tb_${'x'.repeat(32)}`;
    const typed = await run('keys', 'revoke', '--store', store, secret);
    expect([typed.code, typed.stderr]).toEqual([
      2,
      expect.stringContaining('- and the key on stdin'),
    ]);
    const other = await run.reading(secret)('keys', 'revoke', '--store', store, '-');
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toContain("the store has no key of this value; 'tallyboard keys list'");
    expect(typed.stderr + other.stderr).not.toContain(secret);
  });

  it('warn of a key that reads no analytics, and of no other', async () => {
    const store = join(directory, 'enrolled');
    const facts = join(directory, 'enrolled.ndjson');
    const others = ['u2', 'u3'].map((id) => ({ ...owner, id }));
    const teacher = { ...member, userId: 'u3', role: 'teacher' };
    write(facts, { ...owner, enrolled: true }, ...others, organization, member, teacher);
    await run('import', '--store', store, facts);
    const warnings = async (user: string) =>
      (await run('keys', 'create', '--store', store, '--user', user)).stderr
        .split('\n')
        .filter((line) => line.startsWith('warning'));
    expect(await warnings('u1')).toEqual([]);
    expect(await warnings('u2')).toEqual([expect.stringContaining('u2 is in no organization')]);
    expect(await warnings('u3')).toEqual([
      expect.stringContaining('u3 is teacher of wksp_00000000000'),
    ]);
    const stats = await run('stats', '--store', store);
    expect(stats.stdout).toMatch(/^wksp_00000000000 .* owner, admin +2$/m);
    expect(stats.stdout).not.toContain('enrolled');
  });

  it('say how many facts are left out and why, and when references are checked', async () => {
    const [store, bad, errors] = ['skip', 'bad.ndjson', 'errors.ndjson'].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    const orphan = { ...member, organizationId: 'wksp_99999999999', userId: 'u9' };
    write(bad, owner, organization, member, orphan, { ...owner, id: 'u4', signupDate: 'May' });
    const refused = await run('import', '--store', store, bad);
    expect(refused.stderr).toMatch(/1 problem\n.*:5: signupDate.*\n {2}References between facts/);
    const args = ['--store', store, '--skip-bad', '--errors', errors, bad];
    const skipped = await run('import', ...args);
    expect(skipped.stderr).toMatch(/\nwarning: 2 facts left out, with 3 problems:\n/);
    expect(skipped.stderr).toContain('expected the id of an existing organization');
    expect(skipped.stdout).toBe('data version 1: 3 new, 0 changed, 0 same, 2 left out\n');
    const [first] = readFileSync(errors, 'utf8').split('\n');
    const expected = 'a day as YYYY-MM-DD';
    expect(JSON.parse(first ?? '')).toMatchObject({ line: 5, field: 'signupDate', expected });
  });

  it('count one fact as one, and say how a file of mixed kinds in a directory is read', async () => {
    const folder = join(directory, 'mixed');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.ndjson'), JSON.stringify(owner));
    const store = ['import', '--store', join(directory, 'small')];
    const serve = ['serve', '--port', '0', '--facts'];
    const one = await run(...store, join(folder, 'a.ndjson'));
    expect(one.stderr).toMatch(/^Read 1 fact in /);
    for (const words of [store, serve]) {
      const { code, stderr } = await run(...words, folder);
      expect([code, stderr]).toEqual([1, expect.stringContaining('name the file itself')]);
    }
  });

  it('never write problems over the facts', async () => {
    const [facts, store] = [join(directory, 'kept'), join(directory, 'kept-store')];
    const file = join(facts, 'user.ndjson');
    mkdirSync(facts);
    writeFileSync(file, JSON.stringify(owner));
    const link = join(directory, 'link.ndjson');
    symlinkSync(file, link);
    for (const [path, errors] of [
      [file, file],
      [facts, link],
      [facts, file],
      [facts, join(facts, 'errors.ndjson')],
    ] as const) {
      const refused = await run('import', '--store', store, path, '--errors', errors);
      const stderr: unknown = expect.stringContaining('is among the facts of');
      expect(refused).toMatchObject({ code: 1, stderr });
    }
    expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(owner));
    expect(existsSync(join(facts, 'errors.ndjson'))).toBe(false);
  });
});

describe('tallyboard serve', () => {
  it('says what helps when its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await run('serve', '--facts', directory, '--port', String(port));
    other.close();
    expect([code, stderr]).toEqual([1, expect.stringMatching(/EADDRINUSE.*another port.*--port/)]);
  });

  it.each([
    ['generate', '--org-type', 'club', /school, classroom, team/],
    ['generate', '--members', '4', /from 5 to 1,000,000/],
    ['generate', '--months', '1.5', /from 1 to 120/],
    ['generate', '--now', 'yesterday', /YYYY-MM-DDTHH:MM:SSZ/],
    ['generate', '--seed', '', /a text/],
    ['serve', '--port', '65536', /from 0 to 65,535/],
    ['serve', '--allowance', 'many', /from 0 to/],
    ['serve', '--drain-seconds', '10', /not below --shutdown-seconds 10/],
    ['serve', '--fail', 'users,votes', /one of memberCount.*users/],
  ])('refuses %s %s %s', async (verb, flag, value, range) => {
    const needed = verb === 'serve' ? ['--facts', directory] : flagsOf();
    const { code, stderr } = await run(verb, ...needed, flag, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`'${value}'`)]);
    expect(stderr).toContain(flag);
    expect(stderr).toMatch(range);
  });

  it('prints what is wrong with the facts, each with its place', async () => {
    const path = join(directory, 'bad.ndjson');
    writeFileSync(path, '\n{"kind":"user","id":"u1","signupDate":"soon"}\n');
    const { code, stdout, stderr } = await run('serve', '--facts', path, '--port', '0');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`${path}:2: signupDate: "soon": expected a day as YYYY-MM-DD`);
  });
});
