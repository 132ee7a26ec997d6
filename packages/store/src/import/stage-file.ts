import { join } from 'node:path';
import type { SourceFile } from '../sources/source-files.js';
import { stageFast } from './stage-fast.js';
import { stageMixed } from './stage-mixed.js';
import { stageSlow } from './stage-slow.js';
import type { StagedPart } from './staged-part.js';
import type { Staging } from './staging.js';

const stageQuickly = async (
  staging: Staging,
  file: SourceFile,
  name: string,
): Promise<readonly StagedPart[] | null> => {
  if (file.kind === null) return stageMixed(staging, file, name);
  const path = join(staging.directory, `${name}.parquet`);
  const part = await stageFast(staging, file, file.kind, path);
  return part === null ? null : [part];
};

/** Turns one file into Parquet, kind by kind, and reports every line that is no sound fact. */
export const stageFile = async (
  staging: Staging,
  file: SourceFile,
  name: string,
): Promise<readonly StagedPart[]> => {
  const parts = (await stageQuickly(staging, file, name)) ?? (await stageSlow(staging, file, name));
  return parts.filter(({ rowsCount }) => rowsCount > 0);
};
