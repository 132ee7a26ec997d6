import { backupStore } from '@tallyboard/store';
import { Command } from 'commander';
import { setting, someText } from '../flags.js';
import { askingStore } from '../store-refusals.js';
import type { Terminal } from '../terminal.js';

interface BackupFlags {
  readonly store: string;
  readonly out: string;
}

const run = async ({ store, out }: BackupFlags, { stderr }: Terminal): Promise<void> => {
  const { dataVersion } = await askingStore(() => backupStore(store, out));
  stderr.write(`${out} is a copy of ${store} at version ${dataVersion}.\n`);
};

/** `tallyboard backup`: a copy of a store that is complete, or not there. */
export const backupCommand = (terminal: Terminal): Command =>
  new Command('backup')
    .description('copy a store, also while services and imports use it')
    .addOption(setting('--store <directory>', 'the store', someText).makeOptionMandatory())
    .requiredOption('--out <directory>', 'where to make the copy; nothing may be there', someText)
    .addHelpText('after', '\nExample:\n  tallyboard backup --store data --out copy')
    .action((flags: BackupFlags) => run(flags, terminal));
