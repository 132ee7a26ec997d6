import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactKind } from '@tallyboard/core/vocabulary';
import type { SourceFile } from '../sources/source-files.js';
import { splitKinds } from '../sources/split-kinds.js';
import { type LineList, lineList } from './line-list.js';
import { type PartWriter, partWriter } from './part-writer.js';
import { stageFast } from './stage-fast.js';
import type { StagedPart } from './staged-part.js';
import type { Staging } from './staging.js';

/** The lines of one kind, on their way into a file of their own. */
interface KindPart {
  readonly path: string;
  readonly lines: LineList;
  readonly writer: PartWriter;
}

/**
 * A file of mixed kinds, in one pass: its lines go into files of one kind each, which DuckDB reads.
 * `null` when it holds anything that needs a closer look.
 */
export const stageMixed = async (
  staging: Staging,
  file: SourceFile,
  name: string,
): Promise<readonly StagedPart[] | null> => {
  const { directory, onShare } = staging;
  const kinds = new Map<FactKind, KindPart>();
  const opened = (kind: FactKind): KindPart => {
    const path = join(directory, `${name}-${kind}.ndjson`);
    const part = { path, lines: lineList(), writer: partWriter(path) };
    kinds.set(kind, part);
    return part;
  };
  // Half of the work is to come when all lines are where they belong.
  const half = (share: number): void => onShare(share / 2);
  let isSplit = false;
  try {
    isSplit = await splitKinds(file, {
      onLine: (kind, bytes, line) => {
        const part = kinds.get(kind) ?? opened(kind);
        part.lines.add(line);
        part.writer.add(bytes);
      },
      onBytes: (bytes) => half(bytes / Math.max(1, file.bytesCount)),
    });
  } finally {
    for (const { writer } of kinds.values()) writer.close();
  }
  const bytesTotal = [...kinds.values()].reduce((sum, { writer }) => sum + writer.bytesCount(), 0);
  const parts: StagedPart[] = [];
  let bytesDone = 0;
  for (const [kind, { path, lines, writer }] of kinds) {
    const bytesCount = writer.bytesCount();
    const own: SourceFile = {
      path,
      form: 'ndjson',
      compression: 'plain',
      kind,
      kindNeeded: true,
      bytesCount,
    };
    const shown = {
      ...staging,
      onShare: (share: number) => half(1 + (bytesDone + share * bytesCount) / bytesTotal),
    };
    const target = join(directory, `${name}-${kind}.parquet`);
    const part = isSplit ? await stageFast(shown, own, kind, target) : null;
    await rm(path);
    if (part === null) isSplit = false;
    else parts.push({ ...part, source: file, lines: lines.taken() });
    bytesDone += bytesCount;
  }
  return isSplit ? parts : null;
};
