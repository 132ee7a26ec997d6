import { resolve } from 'node:path';
import { formatInstant, type Instant, organizationTypes } from '@tallyboard/core/vocabulary';
import { Command } from 'commander';
import { nowFlag, oneOf, someText, wholeNumber } from '../flags.js';
import { generate, type WrittenSample } from '../generate/generate.js';
import type { SamplePlan } from '../generate/sample.js';
import { summaryLines } from '../generate/summary.js';
import { startProgress } from '../progress.js';
import type { Terminal } from '../terminal.js';

interface GenerateFlags {
  readonly seed: string;
  readonly orgType: SamplePlan['organizationType'];
  readonly members: number;
  readonly months: number;
  readonly events: number;
  readonly out: string;
  readonly now?: Instant;
  readonly force?: boolean;
  readonly json?: boolean;
}

const run = (flags: GenerateFlags, terminal: Terminal): void => {
  const { seed, orgType: organizationType, members, months, events, out } = flags;
  const now = flags.now ?? ((Math.floor(terminal.now() / 1000) * 1000) as Instant);
  const progress = startProgress(terminal.stderr, { label: 'Writing facts', things: 'events' });
  const onProgress = (count: number): void => progress.report(count / events, count);
  let written: WrittenSample;
  try {
    written = generate(
      { seed, organizationType, members, months, events, now },
      { out: resolve(out), force: flags.force === true, onProgress },
    );
  } catch (error) {
    progress.close(null);
    throw error;
  }
  progress.close(`Wrote a sample as of ${formatInstant(now)}.`);
  const { keys, organization, counts, factsPath, keysPath } = written;
  terminal.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ organization, now: keys.now, counts, factsPath, keysPath, keys }, null, 2)}\n`
      : summaryLines(written),
  );
};

const example =
  'tallyboard generate --seed 1 --org-type school --members 50 --months 12 --events 5000 --out sample';

/** `tallyboard generate`: writes the facts of a made-up organization, the same for the same flags. */
export const generateCommand = (terminal: Terminal): Command =>
  new Command('generate')
    .description('write the facts of a made-up organization; the same flags give the same files')
    .requiredOption('--seed <text>', 'any text; another one gives other facts', someText)
    .requiredOption(
      '--org-type <type>',
      `the type of the organization: ${organizationTypes.join(', ')}`,
      oneOf(organizationTypes),
    )
    .requiredOption('--members <N>', 'its current members, from 5 on', wholeNumber(5, 1_000_000))
    .requiredOption('--months <N>', 'its age in months, up to 120', wholeNumber(1, 120))
    .requiredOption(
      '--events <N>',
      'its boards, posts, comments, reactions, visits, attachments, plays and scans together',
      wholeNumber(100, 100_000_000),
    )
    .requiredOption('--out <directory>', 'where to write facts/ and keys.json', someText)
    .option(
      '--now <time>',
      'the time up to which things happen (default: the current time)',
      nowFlag,
    )
    .option('--force', 'write into a directory that is not empty, replacing the facts in it')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', `\nFor example:\n  ${example}`)
    .action((flags: GenerateFlags) => run(flags, terminal));
