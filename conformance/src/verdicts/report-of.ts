import { isRedactedPath } from '../history/redact.js';
import { requestsPerHour, spendsMain } from '../judge/allowance.js';
import { allAnswers } from '../judge/evidence.js';
import { metricsAnswers, returned } from '../judge/metrics/answer.js';
import { curlOf } from '../model/curl.js';
import type { Exchange, History, RequestCounts } from '../model/history.js';
import { at, parseJson, shown } from '../model/json.js';
import type { Report, ReportedEvidence, ReportedRule, VerdictCounts } from '../model/report.js';
import type { Endpoint, PlannedRequest } from '../model/request.js';
import { verdicts } from '../model/verdict.js';
import { probeOf } from '../probes/all-probes.js';
import { roster } from '../probes/roster-probes.js';
import { laws } from '../reasoning/laws.js';
import { sectionOf } from '../rules/registry.js';
import { smallestExchanges } from '../smallest.js';
import { suiteName, suiteVersion } from '../suite.js';
import { excerptOf } from './excerpt.js';
import { exitCodeOf, type Judged, judgeHistory, verdictOfRun } from './judge-history.js';
import { profileOf } from './profile.js';

const evidenceMax = 8;
const redactedWords =
  'q=pii stands for words of a name or an address; a run with --keep-pii shows them';

/** A request as people read it. */
const requestText = ({ method, path, body }: PlannedRequest): string =>
  `${method} ${path}${body === null ? '' : ` ${body}`}`;

/** What a request is for, with its range and size or its query: one probe may serve rules of another kind. */
const asksOf = ({ probe, path, body }: PlannedRequest): string => {
  const { from, to, metrics } = (parseJson(body ?? '') ?? {}) as Readonly<Record<string, unknown>>;
  const sent = Array.isArray(metrics)
    ? [
        ...(from === undefined ? [] : [`${shown(from)}..${shown(to)}`]),
        `entries: ${metrics.length}`,
      ]
    : [...new URLSearchParams(path.split('?')[1] ?? '')].map(([name, value]) => `${name}=${value}`);
  const says = probeOf(probe)?.says ?? '';
  return sent.length === 0 ? says : `${says} (${sent.join(', ')})`;
};

/** What was seen, at the part of an exchange that shows it. */
const evidenceOf = (
  { run }: History,
  whole: Exchange,
  actual: string,
  part: Exchange = whole,
): ReportedEvidence => {
  const { request } = part.sent;
  return {
    seq: whole.seq,
    probe: request.probe,
    asks: asksOf(request),
    request: requestText(request),
    curl: curlOf(request, run.baseUrl),
    remark: run.salt !== null && isRedactedPath(request.path) ? redactedWords : '',
    status: whole.answer?.status ?? null,
    actual,
    excerpt: excerptOf(part, actual),
    ...(part !== whole && {
      wide: { seq: whole.seq, curl: curlOf(whole.sent.request, run.baseUrl) },
    }),
  };
};

const lawIds: ReadonlySet<string> = new Set(laws.map(({ id }) => id));

/** All evidence; of a failure the smallest part of each exchange, of a law of those that break it together. */
const evidenceIn = (
  history: History,
  exchanges: ReadonlyMap<number, Exchange>,
  { rule, judgement: { verdict, evidence } }: Judged,
): readonly ReportedEvidence[] => {
  const seen = evidence.slice(0, evidenceMax).flatMap(({ seq, actual }) => {
    const exchange = exchanges.get(seq);
    return exchange === undefined ? [] : [{ exchange, actual }];
  });
  const partsOf = (some: typeof seen): readonly (Exchange | undefined)[] =>
    smallestExchanges(
      history,
      rule,
      some.map(({ exchange }) => exchange),
      some[0]?.actual ?? '',
    );
  const parts =
    verdict !== 'fail'
      ? []
      : lawIds.has(rule.id)
        ? partsOf(seen.filter(({ actual }) => actual === seen[0]?.actual))
        : seen.flatMap((one) => partsOf([one]));
  return seen.map(({ exchange, actual }, index) =>
    evidenceOf(history, exchange, actual, parts[index]),
  );
};

const reportedRule = (
  history: History,
  exchanges: ReadonlyMap<number, Exchange>,
  judged: Judged,
): ReportedRule => {
  const { id, clause, level, need, expected } = judged.rule;
  const { verdict, reason, message, because } = judged.judgement;
  return {
    ...{ id, section: sectionOf(id), clause, level, need, inScope: judged.inScope },
    ...{ verdict, reason, message, ...(because !== undefined && { because }) },
    expected,
    evidence: evidenceIn(history, exchanges, judged),
  };
};

const countsOf = (judged: readonly Judged[]): VerdictCounts =>
  Object.fromEntries(
    verdicts.map((verdict) => [
      verdict,
      judged.filter((one) => one.inScope && one.judgement.verdict === verdict).length,
    ]),
  ) as VerdictCounts;

/** Requests sent: those of the main organization by endpoint, all others as `other`. */
const requestCounts = (history: History, exchanges: readonly Exchange[]): RequestCounts => {
  const main = (endpoint: Endpoint): number =>
    exchanges.filter(({ sent }) => spendsMain(history, endpoint, sent.request)).length;
  const [metrics, roster] = [main('metrics'), main('roster')];
  return { metrics, roster, other: exchanges.length - metrics - roster };
};

/** What made a run prove less than it could, and what to do about it. */
const warningsOf = (history: History, judged: readonly Judged[]): readonly string[] => {
  const { calendar, end, exchanges } = history;
  const answers = allAnswers(history);
  // After a wrong key or address there is nothing to judge.
  const isGiven = end?.why !== 'smoke' && answers.length > 0;
  const page = answers.find(({ probe, status }) => probe === roster.byName.id && status === 200);
  const isSmall = page !== undefined && !(Number(at(page.document, 'meta', 'totalCount')) >= 2);
  const numbers = metricsAnswers(history)
    .flatMap(returned)
    .map((one) => one.data)
    .filter((data) => typeof data === 'number');
  const skipped = judged.filter((one) => one.judgement.reason === 'skipped').length;
  const broken = exchanges.filter((one) => one.broken !== null).length;
  const found: readonly (readonly [isSo: boolean, text: string])[] = [
    [exchanges.length === 0, 'Nothing was sent.'],
    [
      numbers.length > 0 && numbers.every((number) => number === 0),
      'Every figure is zero: relations between figures prove nothing.',
    ],
    [
      isGiven && isSmall,
      'The roster failed or has fewer than two rows: paging, sorting and search prove nothing.',
    ],
    [
      isGiven && !answers.some(({ status }) => status === 202),
      'No 202 was seen: the rules about pending figures are not exercised.',
    ],
    [skipped > 0, `${skipped} rules were left out with --skip.`],
    [
      calendar?.nearMonthChange === true,
      'The month changes about now: boundary rules were left out.',
    ],
    [
      Math.abs(calendar?.skewSeconds ?? 0) > 60,
      `The clocks differ by ${String(calendar?.skewSeconds)} s.`,
    ],
    [broken > 0, `${broken} requests got no answer.`],
    ...Object.entries(profileOf(history)).map(
      ([name, { answer, pinned }]) =>
        [
          pinned !== null && pinned !== answer,
          `${name} is pinned to ${String(pinned)} and is ${answer}.`,
        ] as const,
    ),
  ];
  return found.filter(([isSo]) => isSo).map(([, text]) => text);
};

/** Judges a history and gives everything that reports show. */
export const reportOf = (history: History): Report => {
  const judged = judgeHistory(history);
  const exchanges = new Map(history.exchanges.map((one) => [one.seq, one]));
  const { run } = history;
  const last = history.exchanges.at(-1);
  return {
    format: 1,
    suite: { name: suiteName, version: suiteVersion },
    verdict: verdictOfRun(judged),
    exitCode: exitCodeOf(judged),
    startedAt: run.at,
    endedAt: history.end?.at ?? last?.answer?.at ?? run.at,
    baseUrl: run.baseUrl,
    organization: run.organizations.main ?? '',
    seed: run.seed,
    mode: {
      seeded: run.facts !== null,
      frozen: run.frozen || run.facts !== null,
      quotaCheck: run.quotaCheck,
    },
    ended: history.end?.why ?? 'interrupted',
    endedBecause: history.end?.detail ?? 'The run was interrupted',
    requests: requestCounts(history, history.exchanges),
    unanswered: requestCounts(
      history,
      history.exchanges.filter(({ answer }) => answer === null),
    ),
    allowance: run.allowance ?? requestsPerHour,
    counts: { inScope: countsOf(judged), outOfScope: judged.filter((one) => !one.inScope).length },
    rules: judged.map((one) => reportedRule(history, exchanges, one)),
    profile: profileOf(history),
    warnings: warningsOf(history, judged),
    skipped: judged.filter((one) => one.judgement.reason === 'skipped').map((one) => one.rule.id),
    timeline: history.exchanges.map(({ seq, sent, answer, broken }) => ({
      seq,
      at: sent.at,
      elapsedMs: answer?.elapsedMs ?? broken?.elapsedMs ?? 0,
      endpoint: sent.request.endpoint,
      target: sent.request.target,
      probe: sent.request.probe,
      purpose: sent.purpose,
      status: answer?.status ?? null,
    })),
    history: { records: history.records },
    waits: history.waits.map(({ at, until, why }) => ({ at, until, why })),
  };
};
