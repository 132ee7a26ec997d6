import { dayOfInstant, monthOfDay } from '@tallyboard/core/vocabulary';
import { budgetOf, organizationsOf, type Target } from '../model/configuration.js';
import { curlOf } from '../model/curl.js';
import { type PlannedStep, planOf, rotationsOf } from '../plan/plan.js';
import { optionOf, type ReportingFlags, type SendingFlags, sending } from './flags.js';
import { exitCodes, print } from './operator.js';
import { checkBudget, settingsOf } from './options.js';
import type { Verb } from './verb.js';

const placeholder: Target = { org: 'wksp_YOUR_ORGANIZATION', key: '' };

const lineOf = ({ probe, rules, request }: PlannedStep, baseUrl: string): string => {
  const decides = rules.length === 0 ? 'nothing by itself' : rules.join(', ');
  const command = request === null ? '(made from answers of the run)' : curlOf(request, baseUrl);
  return `${probe.endpoint.padEnd(7)} ${probe.says}\n      decides ${decides}\n      ${command}\n`;
};

const kinds: Readonly<Record<PlannedStep['probe']['kind'], string>> = {
  valid: 'to be served: figures, ranges, pages, searches',
  rejection: 'with one fault each, to be refused',
  access: 'with another key, organization or header',
  record: 'for the current user and boards',
  open: 'about what the specification leaves open; never a failure',
};

/** How many requests of each kind there are, and what for. */
const summaryOf = (steps: readonly PlannedStep[]): string =>
  Object.entries(kinds)
    .map(([kind, says]) => {
      const count = steps.filter(({ probe }) => probe.kind === kind).length;
      return `${String(count).padStart(5)}  ${says}\n`;
    })
    .join('');

/** `plan`: everything that a run would send, and nothing is sent. */
export const plan: Verb = {
  says: 'tell what a run would send, what it costs and decides; sends nothing',
  options: [
    ...sending('plan'),
    optionOf(['--verbose', 'print each request, and the rules that it decides']),
    optionOf(['--json', 'print the plan as JSON']),
  ],
  act: (flags: SendingFlags & Pick<ReportingFlags, 'json' | 'verbose'>) => {
    checkBudget(flags);
    const settings = settingsOf(flags.config);
    const main = { ...placeholder, ...settings.targets.main };
    const baseUrl = flags.baseUrl ?? 'https://service.example';
    const now = flags.now ?? settings.now;
    const instant = now === null ? Date.now() : Date.parse(now);
    const targets = { ...settings.targets, main: { ...main, org: flags.org ?? main.org } };
    const { seed = 1, rotation = seed } = flags;
    const rotations = rotationsOf({ rotation });
    const planned = planOf(
      {
        organizations: organizationsOf(targets),
        boards: settings.boards,
        month: monthOfDay(dayOfInstant(instant)),
        family: 'school',
        seed,
        rotation: rotations[0] ?? 0,
        // A run sees the roster before it asks what is made of it.
        roster: { rows: [], totalCount: 0 },
      },
      flags.only ?? [],
      rotations,
      budgetOf(flags.allowance, flags.budget),
    );
    const { steps, says } = planned;
    const { verbose = false, json = false } = flags;
    const lines = verbose
      ? steps.map((step) => lineOf(step, baseUrl)).join('')
      : `${summaryOf(steps)}(--verbose prints each, --json all)\n`;
    print(json ? `${JSON.stringify(planned, null, 2)}\n` : `${lines}\n${says.join('\n')}\n`);
    return exitCodes.pass;
  },
};
