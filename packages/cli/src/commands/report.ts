import { writeFile } from 'node:fs/promises';
import {
  type ChartId,
  charts,
  firstPreset,
  makeReport,
  type PresetId,
  presets,
} from '@tallyboard/explorer';
import { Command } from 'commander';
import { type AskFlags, ask, withAskFlags } from '../ask/ask.js';
import { organizationOf } from '../ask/settings.js';
import { waitingLine } from '../ask/waiting-line.js';
import { counted } from '../facts/listed-problems.js';
import { oneOf, someText, withMonths } from '../flags.js';
import { exitCodes, type Terminal, VerbRefused } from '../terminal.js';

interface ReportFlags extends AskFlags {
  readonly out: string;
  readonly range: PresetId;
  readonly from?: string;
  readonly to?: string;
  readonly chart: ChartId;
  readonly byRole?: boolean;
}

const rangeOf = ({ range, from, to }: ReportFlags) =>
  from === undefined || to === undefined ? range : { from, to };

const run = async (flags: ReportFlags, terminal: Terminal): Promise<void> => {
  const range = rangeOf(flags);
  await ask(flags, terminal, async ({ client, settings }) => {
    const line = waitingLine(terminal.stderr, terminal.now);
    const { html, failed } = await makeReport({
      client,
      organization: organizationOf(settings),
      range,
      chart: flags.chart,
      byRole: flags.byRole === true,
      now: terminal.now,
      later: (work, ms) => void setTimeout(work, ms),
      onWaiting: (until, reason) =>
        line.onProgress({ kind: 'waiting', reason, until: new Date(until), requestsUsed: 0 }),
    });
    line.clear();
    await writeFile(flags.out, html);
    if (failed > 0) {
      const sentence = `wrote ${flags.out}, in which ${counted(failed, 'figure')} failed; each has its heading and the reason, and a later report asks again`;
      throw new VerbRefused(sentence, exitCodes.incomplete);
    }
    if (terminal.stderr.isTTY === true) terminal.stderr.write(`wrote ${flags.out}\n`);
  });
};

/** `tallyboard report`: an organization as one page for mail. */
export const reportCommand = (terminal: Terminal): Command => {
  const presetIds = presets.map(({ id }) => id);
  const chartIds = charts.map(({ id }) => id);
  return withAskFlags(
    withMonths(
      new Command('report').description('an organization as one HTML page that mail programs show'),
      'the preset',
    )
      .requiredOption('--out <file>', 'where to write the page', someText)
      .option('--range <preset>', presetIds.join(', '), oneOf(presetIds), firstPreset)
      .option('--chart <metric>', `the chart: ${chartIds.join(', ')}`, oneOf(chartIds), 'posts')
      .option('--by-role', 'stack the chart by role'),
    'tallyboard report --org wksp_... --range school --out report.html',
    true,
    false,
  ).action((flags: ReportFlags) => run(flags, terminal));
};
