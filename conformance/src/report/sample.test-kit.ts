import type {
  Profile,
  Report,
  ReportedEvidence,
  ReportedRule,
  TimelineEntry,
  VerdictCounts,
} from '../model/report.js';
import type { Level } from '../model/rule.js';
import type { Reason, Verdict } from '../model/verdict.js';

/** A piece of evidence; what is not said is as usual. */
export const sampleEvidence = (more: Partial<ReportedEvidence> = {}): ReportedEvidence => ({
  seq: 31,
  probe: 'MN28',
  asks: 'memberCount by month with a list of statuses',
  request: 'POST /v1/organizations/wksp_abc/analytics {"metrics":[]}',
  remark: '',
  curl: `curl -sS -i -g -X POST -H "X-API-KEY: $TALLYBOARD_API_KEY" -H 'Content-Type: application/json' -H 'Accept:' --data-raw '{"metrics":[{"name":"memberCount","status":["active","inactive"]}],"dimensions":["month"]}' 'https://api.example.com/v1/organizations/wksp_abc/analytics'`,
  status: 200,
  actual: '200, /data/attributes/metrics/0/data is {"active":[],"inactive":[]}',
  excerpt: '{"data":{"type":"organizationAnalytics","id":"wksp_abc"}}',
  ...more,
});

/** A rule that holds; what is not said is as usual. */
export const sampleRule = (more: Partial<ReportedRule> = {}): ReportedRule => ({
  id: '4.1-R4',
  section: '4.1',
  clause: 'A role on a metric that has roles only by month needs the month dimension.',
  level: 'must',
  need: 'live',
  inScope: true,
  verdict: 'pass',
  reason: null,
  message: 'Refused with 400.',
  expected: ['400'],
  evidence: [sampleEvidence({ seq: 18, probe: 'MN18', status: 400, actual: '400' })],
  ...more,
});

type Row = readonly [
  id: string,
  level: Level,
  verdict: Verdict,
  reason: Reason | null,
  clause: string,
  message: string,
];

const rows: readonly Row[] = [
  ['1-R4a', 'must', 'pass', null, 'A 202 announces when to ask again.', '9 answers hold.'],
  ['2.2-R1a', 'must', 'pass', null, 'A role that cannot occur counts 0.', 'maker is 0.'],
  ['2.3-T2', 'must', 'pass', null, 'The type is organizationAnalytics.', '45 answers hold.'],
  ['2.6-R2a', 'derived', 'undecided', 'contradiction', 'joined equals all.', 'joined is 41.'],
  ['2.6-R3', 'must', 'notApplicable', 'needsSeed', 'active counts creators.', 'No facts.'],
  ['2.7-T4', 'must', 'undecided', 'pending', 'meta.retryAfter is the header.', 'MV8 is a 202.'],
  ['4.1-R8b', 'must', 'fail', null, 'memberCount by status has no monthly form.', 'Served.'],
  ['4.1-R12', 'must', 'pass', null, 'Malformed JSON is refused as BAD_JSON.', 'BAD_JSON found.'],
  ['4.1-X1', 'observed', 'notApplicable', 'observed', 'An empty list of roles.', 'Refused.'],
  ['8-T1', 'must', 'notApplicable', 'notRequested', 'Sixty requests an hour.', 'Not asked for.'],
];

const ruleOf = ([id, level, verdict, reason, clause, message]: Row): ReportedRule =>
  sampleRule({
    id,
    section: id.split('-')[0] ?? '',
    level,
    verdict,
    reason,
    clause,
    message,
    inScope: verdict !== 'notApplicable',
    evidence: verdict === 'notApplicable' ? [] : [sampleEvidence()],
  });

const profile: Profile = {
  orderOfSeries: { answer: 'ascending', pinned: null, question: 'The order of months' },
  windowKind: { answer: 'sliding', pinned: 'fixed', question: 'When an allowance begins anew' },
};

const noon = Date.parse('2026-11-03T12:00:00.000Z');

/** A request a second, of either endpoint, from noon. */
const sampleTimeline = (count: number): readonly TimelineEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    at: new Date(noon + index * 1000).toISOString(),
    elapsedMs: 40 + index,
    endpoint: index % 2 === 0 ? 'metrics' : 'roster',
    target: 'main',
    probe: `MV${index}`,
    purpose: 'submit',
    status: [200, 202, 400, 429, 503, null][index % 6] ?? null,
  }));

/** How many of some rules have each verdict. */
const countsOf = (rules: readonly ReportedRule[]): VerdictCounts => {
  const count = (verdict: Verdict): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    undecided: count('undecided'),
    notApplicable: count('notApplicable'),
  };
};

/** A report with a rule of every finding; counts follow from the rules. */
export const sampleReport = (more: Partial<Report> = {}): Report => {
  const rules = more.rules ?? rows.map(ruleOf);
  const inScope = rules.filter((rule) => rule.inScope);
  return {
    format: 1,
    suite: { name: '@tallyboard/conformance', version: '0.1.0' },
    verdict: 'fail',
    exitCode: 1,
    startedAt: '2026-11-03T12:00:00.000Z',
    endedAt: '2026-11-03T12:01:05.000Z',
    baseUrl: 'https://api.example.com',
    organization: 'wksp_abc',
    seed: 7,
    mode: { seeded: false, frozen: false, quotaCheck: false },
    ended: 'complete',
    endedBecause: '',
    requests: { metrics: 45, roster: 39, other: 6 },
    unanswered: { metrics: 0, roster: 0, other: 0 },
    allowance: 60,
    counts: { inScope: countsOf(inScope), outOfScope: rules.length - inScope.length },
    profile,
    warnings: ['Every figure of the last month is 0.'],
    skipped: [],
    timeline: sampleTimeline(20),
    history: { records: 7 },
    waits: [
      { at: '2026-11-03T12:00:08.000Z', until: '2026-11-03T12:00:13.000Z', why: 'retryAfter' },
    ],
    ...more,
    rules,
  };
};

/** A report of a run in which everything in scope holds. */
export const sampleGreen = (): Report =>
  sampleReport({ verdict: 'pass', exitCode: 0, rules: [sampleRule()], warnings: [] });
