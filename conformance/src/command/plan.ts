import { dayOfInstant, monthOfDay } from '@tallyboard/core/vocabulary';
import type { Command } from 'commander';
import type { Target } from '../model/configuration.js';
import { curlOf } from '../model/curl.js';
import { type PlannedStep, planOf, rotationsOf } from '../plan/plan.js';
import { type SendingFlags, withSendingFlags } from './flags.js';
import { exitCodes, print } from './operator.js';
import { budgetsOf, checkBudget, settingsOf } from './options.js';

const placeholder: Target = { org: 'wksp_YOUR_ORGANIZATION', key: '' };

const lineOf = ({ probe, rules }: PlannedStep): string =>
  `${probe.id.padEnd(5)} ${probe.endpoint.padEnd(7)} ${probe.says}\n      decides ${rules.length === 0 ? 'nothing by itself' : rules.join(', ')}`;

/** `plan`: everything that a run would send, and nothing is sent. */
export const addPlan = (program: Command, exit: (code: number) => void): void => {
  withSendingFlags(program.command('plan'), 'plan')
    .description('tell what a run would send, what it costs and decides; sends nothing')
    .option('--json', 'print the plan as JSON')
    .action((flags: SendingFlags & { readonly json?: boolean }) => {
      checkBudget(flags);
      const settings = settingsOf(flags.config);
      const main = { ...placeholder, ...settings.targets.main };
      const baseUrl = flags.baseUrl ?? 'https://service.example';
      const now = flags.now ?? settings.now;
      const instant = now === null ? Date.now() : Date.parse(now);
      const targets = { ...settings.targets, main: { ...main, org: flags.org ?? main.org } };
      const { seed = 1, rotation = seed } = flags;
      const rotations = rotationsOf({ rotation });
      const plan = planOf(
        {
          organizations: Object.fromEntries(
            Object.entries(targets).map(([name, target]) => [name, target.org]),
          ),
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
        budgetsOf(flags),
      );
      if (flags.json === true) {
        print(`${JSON.stringify(plan, null, 2)}\n`);
      } else {
        for (const step of plan.steps) {
          const command =
            step.request === null
              ? '(made from answers of the run)'
              : curlOf(step.request, baseUrl);
          print(`${lineOf(step)}\n      ${command}\n`);
        }
        print(`\n${plan.says.join('\n')}\n`);
      }
      exit(exitCodes.pass);
    });
};
