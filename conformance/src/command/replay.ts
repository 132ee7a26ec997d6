import { hourMs } from '../judge/allowance.js';
import { answersTo } from '../judge/evidence.js';
import type { History } from '../model/history.js';
import type { Report } from '../model/report.js';
import type { Rule } from '../model/rule.js';
import { probeOf } from '../probes/all-probes.js';
import { rulesNamed } from '../rules/registry.js';
import { type Judged, judgeHistory } from '../verdicts/judge-history.js';
import { sending } from './flags.js';
import { beginHistory, readHistory } from './history-file.js';
import { ConfigurationFault, exitCodes, print, warn } from './operator.js';
import { optionsOf } from './options.js';
import { asRecorded, type Flags, runTold } from './run.js';
import type { Verb } from './verb.js';

const naming =
  'an id (4.1-R5a), the start of some (4.1-R5), a rule of the API (4.1.5) or a section (4.1)';

/** What became of a rule, by what it is now and whether it failed in the recorded run. */
const outcomeOf = (report: Report, rule: string, failedBefore: boolean, isAsked: boolean) => {
  const { verdict, reason, message } = report.rules.find((one) => one.id === rule) ?? {};
  const since = failedBefore ? '' : '  (it did not fail in the recorded run)';
  if (verdict === 'pass' && isAsked)
    return { words: `${failedBefore ? 'FIXED' : 'HOLDS'}${since}`, code: exitCodes.pass };
  if (verdict === 'fail') {
    const words = `${failedBefore ? 'STILL FAILS' : 'FAILS'}  ${message}${since}`;
    return { words, code: exitCodes.fail };
  }
  const why =
    verdict === 'pass'
      ? 'a request that showed it got no answer'
      : `${reason ?? ''}  ${message ?? ''}`;
  return { words: `UNDECIDED  ${why}`, code: exitCodes.undecided };
};

/** The probes whose answers showed that a rule is broken. */
const showing = ({ exchanges }: History, { judgement }: Judged): readonly string[] => {
  const seqs = new Set(judgement.evidence.map(({ seq }) => seq));
  const probes = exchanges.filter(({ seq }) => seqs.has(seq)).map((one) => one.sent.request.probe);
  return [...new Set(probes)].filter((id) => probeOf(id) !== undefined);
};

/** When to repeat the command, for a replay that the allowance or a pending figure ended; `null` for every other. */
const whenToRepeat = ({ ended, endedBecause, endedAt }: Report): string | null => {
  if (ended !== 'quota' && ended !== 'pending') return null;
  const free = new Date(Date.parse(endedAt) + hourMs).toISOString();
  const when =
    ended === 'quota'
      ? `when the hour is over, at ${free} at the latest`
      : 'later, or with a longer --max-wait';
  return `${endedBecause}. Use the same command again ${when}.\n`;
};

/** The rules of a name; at least one. */
const namedRules = (name: string): readonly Rule[] => {
  const rules = rulesNamed(name);
  if (rules.length === 0)
    throw new ConfigurationFault(`There is no rule "${name}"; give ${naming}.`);
  return rules;
};

/** `replay`: sends again what a rule needs, in the spelling of a recorded run. */
export const replay: Verb = {
  says: 'send what a rule needs again: FIXED or STILL FAILS, if it failed in the history',
  args: [['<rule>', naming]],
  options: sending('replay'),
  act: async (flags: Flags, rule: string) => {
    const rules = namedRules(rule);
    const [recorded] = readHistory(flags.history);
    const { run } = recorded;
    const failed = new Map(
      judgeHistory(recorded, rules)
        .filter(({ judgement }) => judgement.verdict === 'fail')
        .map((one) => [one.rule.id, showing(recorded, one)]),
    );
    const now = flags.now ?? run.now;
    const options = optionsOf({ ...asRecorded(flags, run), ...(now !== null && { now }) });
    const file = `${flags.history}.replay`;
    beginHistory(file);
    const { report, history } = await runTold(
      {
        ...options,
        ...{ seed: run.seed, rotation: run.rotation, frozen: run.frozen },
        allowance: run.allowance ?? 60,
        only: rules.map(({ id }) => id),
        again: [...failed.values()].flat(),
        quotaCheck: rules.some(({ need }) => need === 'quotaCheck'),
      },
      file,
    );
    const found = rules.map(({ id }) => {
      const probes = failed.get(id) ?? [];
      const isAsked =
        report.ended !== 'pending' && probes.every((probe) => answersTo(history, probe).length > 0);
      return { id, ...outcomeOf(report, id, failed.has(id), isAsked) };
    });
    for (const { id, words } of found) print(`${id}  ${words}\n`);
    const repeat = whenToRepeat(report);
    if (repeat !== null) warn(repeat);
    // A failure outweighs an open verdict, and that a pass.
    const codes = found.map(({ code }) => code);
    return codes.includes(exitCodes.fail) ? exitCodes.fail : Math.max(...codes);
  },
};

const needs = {
  live: 'nothing but the service',
  configured: 'a further key, organization or board in --config',
  seeded: '--facts',
  faultHook: 'a service in which a computation fails',
  quotaCheck: '--quota-check',
} as const;

const askedMost = 5;

/** The requests that decide a rule, in words. */
const decidedBy = ({ probes, cover, clause }: Rule): string => {
  const asks = probes.map((id) => probeOf(id)?.says ?? '');
  const [first] = asks;
  if (first === undefined) return 'every answer';
  if (asks.length === 1) return first === clause ? 'a request that breaks this rule alone' : first;
  const more = asks.length > askedMost ? ` and ${asks.length - askedMost} more` : '';
  return `${cover} of: ${asks.slice(0, askedMost).join('; ')}${more}`;
};

const explained = (rule: Rule): string =>
  [
    `${rule.id}  (${rule.level}, needs ${needs[rule.need]})`,
    `  ${rule.clause}`,
    ...rule.expected.map((one) => `  expected: ${one}`),
    `  decided by ${decidedBy(rule)}`,
    ...['', ''],
  ].join('\n');

/** `explain`: what a rule says, what it needs and how it is decided. */
export const explain: Verb = {
  says: 'tell what a rule says, what decides it and what is accepted',
  args: [['<rule>', naming]],
  act: (_flags: object, name: string) => {
    print(namedRules(name).map(explained).join(''));
    return exitCodes.pass;
  },
};
