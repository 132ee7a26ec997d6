import type { Command } from 'commander';
import type { Report } from '../model/report.js';
import { mutantsByRule } from '../rules/mutants-by-rule.js';
import { isNamed, registry } from '../rules/registry.js';
import { ConfigurationFault, exitCodes } from './fault.js';
import { type ReportingFlags, type SendingFlags, withSendingFlags } from './flags.js';
import { beginHistory, readHistory } from './history-file.js';
import { optionsOf } from './options.js';
import { runTold } from './run.js';

const outcomeOf = (report: Report, rule: string): readonly [string, number] => {
  const found = report.rules.find((one) => one.id === rule);
  if (found?.verdict === 'pass') return ['FIXED', exitCodes.pass];
  if (found?.verdict === 'fail') return [`STILL FAILS  ${found.message}`, exitCodes.fail];
  return [`UNDECIDED  ${found?.reason ?? ''}  ${found?.message ?? ''}`, exitCodes.undecided];
};

/** `replay`: sends what one rule needs again, in the spelling of a recorded run. */
export const addReplay = (program: Command, exit: (code: number) => void): void => {
  withSendingFlags(program.command('replay'))
    .description('send what one rule needs again: FIXED or STILL FAILS')
    .argument('<rule>', 'the id of a rule')
    .action(async (rule: string, flags: SendingFlags & ReportingFlags) => {
      const entry = registry.find((one) => one.id === rule);
      if (entry === undefined) throw new ConfigurationFault(`There is no rule "${rule}".`);
      const { run } = readHistory(flags.history);
      const options = optionsOf({
        ...flags,
        baseUrl: flags.baseUrl ?? run.baseUrl,
        ...(flags.org === undefined && run.organizations.main !== undefined
          ? { org: run.organizations.main }
          : {}),
        ...(flags.now === undefined && run.now !== null ? { now: run.now } : {}),
        ...(flags.facts === undefined && run.facts !== null ? { facts: run.facts } : {}),
      });
      const file = `${flags.history}.replay`;
      beginHistory(file);
      const { report } = await runTold(
        {
          ...options,
          seed: run.seed,
          rotation: run.rotation,
          frozen: run.frozen,
          only: [rule],
          quotaCheck: entry.need === 'quotaCheck',
        },
        file,
      );
      const [words, code] = outcomeOf(report, rule);
      process.stdout.write(`${rule}  ${words}\n`);
      exit(code);
    });
};

/** `explain`: what a rule says, what it needs and how it is decided. */
export const addExplain = (program: Command, exit: (code: number) => void): void => {
  program
    .command('explain')
    .description('tell what a rule says, what decides it and what is accepted')
    .argument('<rule>', 'the id of a rule, the start of some, or a section')
    .action((name: string) => {
      const rules = registry.filter((rule) => isNamed(rule, [name]));
      if (rules.length === 0) throw new ConfigurationFault(`There is no rule "${name}".`);
      for (const rule of rules) process.stdout.write(`${explained(rule)}\n`);
      exit(exitCodes.pass);
    });
};

const explained = (rule: (typeof registry)[number]): string =>
  [
    `${rule.id}  (${rule.level}, needs ${needs[rule.need]})`,
    `  ${rule.clause}`,
    ...rule.expected.map((one) => `  expected: ${one}`),
    `  decided by: ${rule.probes.length === 0 ? 'whatever is answered' : `${rule.cover} of ${rule.probes.join(', ')}`}`,
    ...(mutantsByRule[rule.id] ?? []).map((fault) => `  kills the fault: ${fault}`),
    '',
  ].join('\n');

const needs = {
  live: 'nothing but the service',
  configured: 'a further key, organization or board in --config',
  seeded: '--facts',
  faultHook: 'a service in which a computation fails',
  quotaCheck: '--quota-check',
} as const;
