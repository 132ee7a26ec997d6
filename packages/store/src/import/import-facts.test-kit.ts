import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FactKind,
  type Facts,
  factKinds,
  parseInstant,
  writeFact,
} from '@tallyboard/core/vocabulary';
import { vi } from 'vitest';
import type { FactsProblem } from '../files/problem.js';
import { disk } from '../layout/files.js';
import { importFacts } from './import-facts.js';
import type { ImportPlan, ImportReport } from './import-plan.js';

/** A fact as a line of a file. */
export type Line = Readonly<Record<string, unknown>> & { readonly kind: FactKind };

export const now = parseInstant('2026-06-01T00:00:00Z')!;

export const org = 'wksp_00000000000';
export const board = 'board00000000001';
export const otherBoard = 'board00000000002';
const early = '2026-01-01T08:00:00Z';
const late = '2026-02-01T08:00:00.125Z';
const both = { createdAt: early, updatedAt: early };
const ofOrg = { organizationId: org };
const term = { kind: 'billingTerm', ...ofOrg, status: 'active' } as const;
const onBoard = { boardId: board, postId: 't1', createdAt: late };
const scan = { kind: 'scan', ...ofOrg, itemType: 'text', at: late } as const;

/** Sound facts of every kind; references stand before what they refer to. */
export const sound: readonly Line[] = [
  { kind: 'play', id: 'p1', attachmentId: 'a1', at: late },
  { kind: 'user', id: 'u1', signupDate: '2025-12-01', enrolled: true, name: 'Zoë "Q" \\ ß' },
  { kind: 'user', id: 'u2', signupDate: '2025-12-01' },
  { kind: 'apiKey', keySha256: 'a'.repeat(64), userId: 'u1' },
  { kind: 'organization', id: org, type: 'school', name: 'N', ownerId: 'u1', createdAt: early },
  { kind: 'member', ...ofOrg, userId: 'u1', role: 'owner', joinedAt: early },
  { kind: 'member', ...ofOrg, userId: 'u2', role: 'student', joinedAt: early },
  { kind: 'invitation', id: 'i1', ...ofOrg, role: 'guest', email: 'e', invitedAt: early },
  { ...term, startsOn: '2026-01-01', endsOn: '2026-06-30' },
  { ...term, startsOn: '2026-07-01', endsOn: '2026-07-01' },
  { kind: 'seatChange', ...ofOrg, on: '2026-01-01', seats: 3 },
  {
    ...{ kind: 'board', id: board, ...ofOrg, builderId: 'u1', title: 'T' },
    ...{ customFields: { a: [1] }, ...both },
  },
  { kind: 'board', id: otherBoard, builderId: 'u2', title: 'T', ...both },
  { kind: 'section', id: 's1', boardId: board, title: 'S', sortIndex: 1.5, ...both },
  { kind: 'section', id: 's2', boardId: otherBoard, title: 'S', sortIndex: 1, ...both },
  {
    ...{ kind: 'post', id: 't1', boardId: board, sectionId: 's1', authorId: 'u2' },
    ...{ createdAt: early, customFields: [{ key: 'k', value: { v: 1 } }] },
  },
  { kind: 'comment', id: 'c1', ...onBoard, content: 'two\nlines, "quoted"' },
  { kind: 'reaction', id: 'r1', ...onBoard, authorId: 'u1' },
  { kind: 'visit', id: 'v1', boardId: board, userId: 'u2', at: late, seconds: 0 },
  { kind: 'visit', id: 'v2', boardId: board, visitorId: 'x', at: late, seconds: 9 },
  { kind: 'attachment', id: 'a1', postId: 't1', category: 'video', createdAt: early },
  { ...scan, id: 'n1', durationMs: 1.5, flags: ['spam', 'drugs'] },
  { ...scan, id: 'n2', durationMs: 1, flags: [] },
];

/** The position of a line in a file that holds the sound facts and then more. */
export const added = sound.length + 1;

export const ndjson = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Facts as lines. */
export const linesOf = (facts: Facts): readonly Line[] =>
  factKinds.flatMap((kind) => facts[kind].map((fact) => writeFact(kind, fact) as Line));

/** A directory for tests, gone when they are. */
export const testDirectory = () => {
  const root = mkdtempSync(join(tmpdir(), 'tallyboard-store-'));
  let count = 0;
  const fresh = (): string => {
    count += 1;
    return join(root, String(count));
  };
  return {
    root,
    /** A path where nothing is yet. */
    fresh,
    /** Files in a directory of their own; gives its path. */
    folder: (files: Readonly<Record<string, string | Uint8Array>>): string => {
      const folder = fresh();
      mkdirSync(folder);
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(folder, name), content);
      return folder;
    },
    /** One file in a directory of its own; gives the file's path. */
    file: (name: string, content: string | Uint8Array): string => {
      const folder = fresh();
      mkdirSync(folder);
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    /** A copy of a store: takes less time than an import. */
    copyOf: (directory: string): string => {
      const copy = fresh();
      cpSync(directory, copy, { recursive: true });
      return copy;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};

/** Imports, and gives the report with all that was said. */
export const tellingImport = async (
  directory: string,
  paths: readonly string[],
  more: Partial<ImportPlan> = {},
): Promise<ImportReport & { problems: FactsProblem[]; warnings: FactsProblem[] }> => {
  const problems: FactsProblem[] = [];
  const warnings: FactsProblem[] = [];
  const report = await importFacts({
    directory,
    paths,
    now,
    onProblem: (problem) => problems.push(problem),
    onWarning: (warning) => warnings.push(warning),
    ...more,
  });
  return { ...report, problems, warnings };
};

/** Does something on a disk that is full after so many steps of its commits. */
export const onFullDisk = async <A>(stepsLeft: number, doing: () => Promise<A>): Promise<A> => {
  let left = stepsLeft;
  const spies = (['write', 'settle', 'rename'] as const).map((name) => {
    const step = disk[name] as (...given: unknown[]) => Promise<void>;
    return vi.spyOn(disk, name).mockImplementation((...given: unknown[]) => {
      left -= 1;
      const full = new Error('ENOSPC: no space left on device, write');
      return left < 0 ? Promise.reject(full) : step(...given);
    });
  });
  try {
    return await doing();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
};

/** A store, and everything in it, that others than its owner may read or enter. */
export const sharedFiles = (directory: string): readonly string[] =>
  [
    directory,
    ...readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(directory, name),
    ),
  ].filter((path) => (statSync(path).mode & 0o077) !== 0);
