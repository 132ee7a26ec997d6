import type { Command } from 'commander';
import type { Report } from '../model/report.js';
import type { Rule } from '../model/rule.js';
import { probeOf } from '../probes/all-probes.js';
import { rulesNamed } from '../rules/registry.js';
import { judgeHistory } from '../verdicts/judge-history.js';
import { withSendingFlags } from './flags.js';
import { beginHistory, readHistory } from './history-file.js';
import { ConfigurationFault, exitCodes, print, warn } from './operator.js';
import { optionsOf } from './options.js';
import { asRecorded, type Flags, runTold } from './run.js';

const naming =
  'an id (4.1-R5a), the start of some (4.1-R5), a rule of the API (4.1.5) or a section (4.1)';

const outcomes = {
  pass: { before: 'FIXED', else: 'HOLDS', code: exitCodes.pass },
  fail: { before: 'STILL FAILS', else: 'FAILS', code: exitCodes.fail },
} as const;

/** What became of a rule, by what it is now and whether it failed in the recorded run. */
const outcomeOf = (
  report: Report,
  rule: string,
  failedBefore: boolean,
): readonly [string, number] => {
  const found = report.rules.find((one) => one.id === rule);
  if (found?.verdict !== 'pass' && found?.verdict !== 'fail') {
    const words = `UNDECIDED  ${found?.reason ?? ''}  ${found?.message ?? ''}`;
    return [words, exitCodes.undecided];
  }
  const { code, ...words } = outcomes[found.verdict];
  const message = found.verdict === 'fail' ? `  ${found.message}` : '';
  const word = failedBefore ? words.before : words.else;
  const since = failedBefore ? '' : '  (it did not fail in the recorded run)';
  return [`${word}${message}${since}`, code];
};

const hourMs = 3_600_000;

/** When to repeat the command, for a replay that the allowance or a pending figure ended; `null` for every other. */
const whenToRepeat = ({ ended, endedBecause, endedAt }: Report): string | null => {
  const free = new Date(Date.parse(endedAt) + hourMs).toISOString();
  const when = new Map([
    ['quota', `when the hour is over, at ${free} at the latest`],
    ['pending', 'later, or with a longer --max-wait'],
  ]).get(ended);
  return when === undefined ? null : `${endedBecause}. Use the same command again ${when}.\n`;
};

/** A failure outweighs an open verdict, and that a pass. */
const worst = (codes: readonly number[]): number =>
  [exitCodes.fail, exitCodes.undecided].find((code) => codes.includes(code)) ?? exitCodes.pass;

/** The rules of a name; at least one. */
const namedRules = (name: string): readonly Rule[] => {
  const rules = rulesNamed(name);
  if (rules.length === 0)
    throw new ConfigurationFault(`There is no rule "${name}"; give ${naming}.`);
  return rules;
};

/** `replay`: sends again what a rule needs, in the spelling of a recorded run. */
export const addReplay = (program: Command, exit: (code: number) => void): void => {
  withSendingFlags(program.command('replay'), 'replay')
    .description('send what a rule needs again: FIXED or STILL FAILS, if it failed in the history')
    .argument('<rule>', naming)
    .action(async (rule: string, flags: Flags) => {
      const rules = namedRules(rule);
      const recorded = readHistory(flags.history);
      const { run } = recorded;
      const failed = judgeHistory(recorded, rules)
        .filter(({ judgement }) => judgement.verdict === 'fail')
        .map((one) => one.rule.id);
      const options = optionsOf({
        ...asRecorded(flags, run),
        ...(flags.now === undefined && run.now !== null ? { now: run.now } : {}),
      });
      const file = `${flags.history}.replay`;
      beginHistory(file);
      const { report } = await runTold(
        {
          ...options,
          seed: run.seed,
          rotation: run.rotation,
          allowance: run.allowance ?? 60,
          frozen: run.frozen,
          only: rules.map(({ id }) => id),
          quotaCheck: rules.some(({ need }) => need === 'quotaCheck'),
        },
        file,
      );
      const found = rules.map(
        ({ id }) => [id, ...outcomeOf(report, id, failed.includes(id))] as const,
      );
      for (const [id, words] of found) print(`${id}  ${words}\n`);
      const repeat = whenToRepeat(report);
      if (repeat !== null) warn(repeat);
      exit(worst(found.map(([, , code]) => code)));
    });
};

/** `explain`: what a rule says, what it needs and how it is decided. */
export const addExplain = (program: Command, exit: (code: number) => void): void => {
  program
    .command('explain')
    .description('tell what a rule says, what decides it and what is accepted')
    .argument('<rule>', naming)
    .action((name: string) => {
      for (const rule of namedRules(name)) print(`${explained(rule)}\n`);
      exit(exitCodes.pass);
    });
};

const explained = (rule: Rule): string =>
  [
    `${rule.id}  (${rule.level}, needs ${needs[rule.need]})`,
    `  ${rule.clause}`,
    ...rule.expected.map((one) => `  expected: ${one}`),
    `  decided by ${rule.probes.length === 0 ? 'every answer' : `${rule.cover} of`}`,
    ...rule.probes.map((id) => `    ${id.padEnd(5)} ${probeOf(id)?.says ?? ''}`),
    '',
  ].join('\n');

const needs = {
  live: 'nothing but the service',
  configured: 'a further key, organization or board in --config',
  seeded: '--facts',
  faultHook: 'a service in which a computation fails',
  quotaCheck: '--quota-check',
} as const;
