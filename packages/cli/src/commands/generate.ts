import { relative, resolve } from 'node:path';
import { eventKinds, type SamplePlan } from '@tallyboard/arbitraries/sample';
import { formatInstant, type Instant, organizationTypes } from '@tallyboard/core/vocabulary';
import { Command } from 'commander';
import { nowFlag, oneOf, someText, wholeNumber } from '../flags.js';
import { grouped, startProgress } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { type WrittenSample, writeSample } from './write-sample.js';

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

/** What a person wants to know of a new sample, and what to do with it. */
const summaryOf = ({ organization, keys, counts, factsPath, keysPath }: WrittenSample): string => {
  const rows = Object.entries(counts).map(
    ([kind, count]) => `  ${kind.padEnd(14)}${grouped(count).padStart(12)}`,
  );
  const events = eventKinds.reduce((sum, kind) => sum + counts[kind], 0);
  return `Organization  ${organization.id} (${organization.type}, ${organization.name})
API key       ${keys.main.key}
Now           ${keys.now}
Facts         ${factsPath}
All keys      ${keysPath}

Facts by kind, four small organizations included (${grouped(events)} events):
${rows.join('\n')}

Next:
  npx tallyboard serve --facts ${relative('.', factsPath) || '.'} --now ${keys.now}
and open the address that it prints, with /explore at its end.
`;
};

const run = (flags: GenerateFlags, terminal: Terminal): void => {
  const { seed, orgType: organizationType, members, months, events, out } = flags;
  const now = flags.now ?? ((Math.floor(terminal.now() / 1000) * 1000) as Instant);
  const progress = startProgress(terminal.stderr, { label: 'Writing facts', things: 'events' });
  let written: WrittenSample;
  try {
    written = writeSample(
      { seed, organizationType, members, months, events, now },
      {
        out: resolve(out),
        force: flags.force === true,
        onProgress: (count) => progress.report(count / events, count),
      },
    );
  } catch (error) {
    progress.close(null);
    throw error;
  }
  progress.close(`Wrote a sample as of ${formatInstant(now)}.`);
  const { keys, organization, counts, factsPath, keysPath } = written;
  const summary = { organization, now: keys.now, counts, factsPath, keysPath, keys };
  terminal.stdout.write(
    flags.json === true ? `${JSON.stringify(summary, null, 2)}\n` : summaryOf(written),
  );
};

/** `tallyboard generate`: writes the facts of a made-up organization, the same for the same flags. */
export const generateCommand = (terminal: Terminal): Command =>
  new Command('generate')
    .description('write the facts of a made-up organization, the same for the same flags')
    .requiredOption('--seed <text>', 'any text; another one gives other facts', someText)
    .requiredOption('--org-type <type>', organizationTypes.join(', '), oneOf(organizationTypes))
    .requiredOption('--members <N>', 'its current members, from 5 on', wholeNumber(5, 1_000_000))
    .requiredOption('--months <N>', 'its age in months, up to 120', wholeNumber(1, 120))
    .requiredOption(
      '--events <N>',
      'boards, posts, comments, reactions, visits, attachments, plays and scans together',
      wholeNumber(100, 100_000_000),
    )
    .requiredOption('--out <directory>', 'where to write facts/ and keys.json', someText)
    .option('--now <time>', 'when the facts end (default: the current time)', nowFlag)
    .option('--force', 'replace the facts in a directory that is not empty')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
Example:
  tallyboard generate --seed 1 --org-type school --members 50 --months 12 \\
    --events 5000 --out sample`,
    )
    .action((flags: GenerateFlags) => run(flags, terminal));
