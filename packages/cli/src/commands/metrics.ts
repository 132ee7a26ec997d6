import { type Failure, type MetricsOutcome, type PlainEntry, valueOf } from '@tallyboard/client';
import { type MetricName, metricNames } from '@tallyboard/core/vocabulary';
import { Command } from 'commander';
import { AskFailed, type AskFlags, type Asking, ask, withAskFlags } from '../ask/ask.js';
import { type MetricFlag, metricFlag, metricName } from '../ask/metric-flag.js';
import { metricsHelp, metricText } from '../ask/metrics-help.js';
import { overviewOf } from '../ask/overview.js';
import { organizationOf } from '../ask/settings.js';
import { withMonths } from '../flags.js';
import { type AnyFigure, figureColumns, figureRows } from '../print/figure-rows.js';
import { csvOf, type Format, jsonOf, ndjsonOf } from '../print/formats.js';
import { figureTables, monthTables, overviewTable } from '../print/metrics-table.js';
import { exitCodes, lineWidthOf, type Terminal, VerbRefused } from '../terminal.js';

interface MetricsFlags extends AskFlags {
  readonly metric?: readonly MetricFlag[];
  readonly list?: MetricName | true;
  readonly month?: boolean;
  readonly from?: string;
  readonly to?: string;
}

/** An answer without types, since the entries come from flags. */
interface AnyAnswer {
  readonly status: 'ready' | 'partial';
  readonly dateRange: { readonly from: string; readonly to: string };
  readonly figures: readonly AnyFigure[];
}

type Printer = (answer: AnyAnswer, terminal: Terminal, flags: MetricsFlags) => string;

const printers: Readonly<Record<Format, Printer>> = {
  table: ({ dateRange, figures }, terminal, { metric, month }) => {
    const table =
      month === true ? monthTables : metric === undefined ? overviewTable : figureTables;
    const gap = table === overviewTable ? '' : '\n';
    return `${dateRange.from} to ${dateRange.to}\n${gap}${table(figures, lineWidthOf(terminal))}`;
  },
  json: jsonOf,
  csv: ({ figures }) => csvOf(figureColumns, figures.flatMap(figureRows), true),
  ndjson: ({ figures }) => ndjsonOf(figures),
};

/** The flag that a refusal is about, in front of what it says. */
const withFlags = (failure: Failure, metrics: readonly MetricFlag[]): Failure => {
  if (failure.kind !== 'invalidRequest') return failure;
  const [first, ...rest] = failure.refusals.map((refusal) => {
    const pointer = 'pointer' in refusal.place ? refusal.place.pointer : '';
    const metric = metrics[Number(/^\/metrics\/(\d+)/.exec(pointer)?.[1] ?? -1)];
    return metric === undefined
      ? refusal
      : { ...refusal, detail: `--metric ${metric.text}: ${refusal.detail}` };
  });
  return first === undefined ? failure : { ...failure, refusals: [first, ...rest] };
};

/** The metrics of an organization where no flag named any: a team has fewer, so its type is asked for. */
const overview = async (
  { client, settings, options }: Asking,
  byMonth: boolean,
): Promise<readonly MetricFlag[]> => {
  const id = organizationOf(settings);
  const outcome = await client.me<'organizations'>({ include: ['organizations'], ...options });
  const { organizations } = valueOf(outcome);
  const own = organizations.find((organization) => organization.id === id);
  return overviewOf(own?.attributes.organizationType ?? '', byMonth);
};

const run = async (flags: MetricsFlags, terminal: Terminal): Promise<void> => {
  const { list, month, from, to, format } = flags;
  if (list !== undefined) {
    const names = list === true ? metricNames : [list];
    terminal.stdout.write(names.map(metricText).join('\n'));
    return;
  }
  const read = async (asking: Asking): Promise<void> => {
    const { client, settings, output, options } = asking;
    const metric = flags.metric ?? (await overview(asking, month === true));
    const outcome = (await client.metrics(
      {
        organization: organizationOf(settings),
        metrics: metric.map(({ entry }) => entry as PlainEntry),
        dimensions: month === true ? ['month'] : ([] as readonly 'month'[]),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      },
      options,
    )) as unknown as MetricsOutcome<readonly PlainEntry[], readonly 'month'[]>;
    if (!outcome.ok) throw new AskFailed(withFlags(outcome.failure, metric));
    const answer = outcome.value as unknown as AnyAnswer;
    await output.write(printers[format](answer, terminal, flags));
    const failed = answer.figures.filter(({ status }) => status === 'failed').length;
    if (failed > 0) {
      const sentence = `${failed} of ${answer.figures.length} figures failed and are missing; a later request computes them anew`;
      throw new VerbRefused(sentence, exitCodes.incomplete);
    }
  };
  await ask(flags, terminal, read);
};

const collect = (text: string, before: readonly MetricFlag[] = []): readonly MetricFlag[] => [
  ...before,
  metricFlag(text),
];

/** `tallyboard metrics`: figures of an organization. */
export const metricsCommand = (terminal: Terminal): Command =>
  withAskFlags(
    withMonths(
      new Command('metrics').description('figures of an organization over a range of months'),
      'the billing term',
    )
      .option('--metric <entry>', 'a metric, see below; may be repeated (default: all)', collect)
      .option('--month', 'as series by month')
      .option('--list [metric]', 'tell what every metric, or one, counts and takes', metricName),
    'tallyboard metrics --org wksp_... --metric postCount --month \\\n    --from 2026-01 --to 2026-06',
    true,
  )
    .addHelpText('after', `\n${metricsHelp()}`)
    .action((flags: MetricsFlags) => run(flags, terminal));
