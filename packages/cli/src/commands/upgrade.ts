import { upgradeStore } from '@tallyboard/store';
import { Command } from 'commander';
import { someText } from '../flags.js';
import { askingStore } from '../store-refusals.js';
import type { Terminal } from '../terminal.js';

const run = async (store: string, { stderr }: Terminal): Promise<void> => {
  const { found, now } = await askingStore(() => upgradeStore(store));
  stderr.write(
    found === now
      ? `${store} has format ${now} already.\n`
      : `${store} had format ${found} and has format ${now} now.\n`,
  );
};

/** `tallyboard upgrade`: a store that an older Tallyboard wrote, in the format of this one. */
export const upgradeCommand = (terminal: Terminal): Command =>
  new Command('upgrade')
    .description('bring a store that an older version wrote up to date')
    .requiredOption('--store <directory>', 'the store', someText)
    .action(({ store }: { readonly store: string }) => run(store, terminal));
