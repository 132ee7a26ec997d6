import { instantOf } from '../judge/date-time.js';
import { type Answer, allAnswers } from '../judge/evidence.js';
import { isExpected } from '../judge/expected-figures.js';
import { listed, readable, returned } from '../judge/metrics/answer.js';
import { isAskedBy } from '../judge/records.js';
import { parametersOf, rowsOf } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, canonical, isObject, listOf, textOf } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import { probeOf } from '../probes/all-probes.js';
import { judgeHistory } from '../verdicts/judge-history.js';

/** One thing that two deployments answered differently to the same request. */
export interface Difference {
  /** The probe, or the rule that only one side breaks. */
  readonly probe: string;
  /** The place in the answer: `status`, a header, a figure by its key, a JSON Pointer, or `verdict`. */
  readonly where: string;
  readonly left: unknown;
  readonly right: unknown;
  /** Why it may differ, or `null` when it may not. */
  readonly allowed: string | null;
}

/** What differs: `data` differs whatever the rules say, all else only if one side breaks a rule. */
interface Found extends Omit<Difference, 'probe'> {
  readonly isData?: boolean;
}

const bothHold = 'every rule about it holds on both sides';
const openPoint = 'the specification leaves the point open';
const ownErrors = 'the shape and the ids of errors are open';
const notAsked = 'records of types that were not asked for are open';
const freeForm = 'order and names of fields are open here';
const timeForm = 'the form of times is open';

/** Pseudonyms of two runs differ for equal texts. */
const comparable = (value: unknown): unknown => {
  if (typeof value === 'string' && value.startsWith('pii:')) return 'pii';
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one)]));
};

const differ = (left: unknown, right: unknown): boolean =>
  canonical(comparable(left)) !== canonical(comparable(right));

const isOneInstant = (left: unknown, right: unknown): boolean =>
  typeof left === 'string' && typeof right === 'string' && instantOf(left) === instantOf(right);

/** Differences of two JSON values, at the highest place where they part. */
const inValues = (left: unknown, right: unknown, pointer: string): readonly Found[] => {
  if (!differ(left, right)) return [];
  if (isObject(left) && isObject(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return names.flatMap((name) => inValues(left[name], right[name], `${pointer}/${name}`));
  }
  return [{ where: pointer, left, right, allowed: isOneInstant(left, right) ? timeForm : null }];
};

/** Values that both sides have are data; what one side leaves out is a matter of shape. */
const asData = (found: readonly Found[]): readonly Found[] =>
  found.map((one) => ({
    ...one,
    isData: [one.left, one.right].every((value) => value !== undefined && value !== null),
  }));

const isSeries = (data: unknown): boolean =>
  listOf(data).some((row) => at(row, 'month') !== undefined);

/** Whether an answer says why a figure is missing. */
const isExcused = (answer: Answer, key: string): boolean =>
  [...listed(answer, 'errors'), ...listed(answer, 'pending')].some((one) => one.key === key);

/** Figures by the key of their query, so that the order of entries does not count. */
const inFigures = (left: Answer, right: Answer): readonly Found[] => {
  const byKey = (answer: Answer) => new Map(returned(answer).map((one) => [one.key, one]));
  const [before, after] = [byKey(left), byKey(right)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    const properties = inValues(
      one?.rawProperties,
      other?.rawProperties,
      `properties of ${readable(key)}`,
    );
    if (one === undefined || other === undefined) {
      const without = one === undefined ? left : right;
      return properties.map((found) => ({ ...found, isData: !isExcused(without, key) }));
    }
    if (!differ(one.data, other.data)) return properties;
    const [first, second] = [comparable(one.data), comparable(other.data)];
    const ways = [isExpected(one.name, first, second), isExpected(one.name, second, first)];
    // Rows of zero and further fields may be left out, of which the shorter side shows nothing.
    const isFree = isSeries(first) || isSeries(second) || isObject(first) || Array.isArray(first);
    const allowed = (isFree ? ways.includes(true) : !ways.includes(false)) ? freeForm : null;
    return [
      ...properties,
      { where: readable(key), left: one.data, right: other.data, allowed, isData: true },
    ];
  });
};

const identified = (list: unknown): unknown =>
  Object.fromEntries(
    listOf(list).map((one, index) => [textOf(at(one, 'id')) ?? String(index), one] as const),
  );

/** Whether some known collation gives the order of a page's texts. */
const isInKnownOrder = ({ exchange }: Answer): boolean => {
  const { collations } = exchange.answer?.sightings ?? {};
  return listOf(collations).length > 0;
};

/** Rows by id; then their order, which is open among equal values of the sort column. */
const inRows = (left: Answer, right: Answer): readonly Found[] => {
  const [before, after] = [rowsOf(left), rowsOf(right)];
  const rows = asData(
    inValues(
      identified(at(left.document, 'data')),
      identified(at(right.document, 'data')),
      '/data',
    ),
  );
  const ids = [before, after].map((some) => some.map(({ id }) => id));
  if (rows.length > 0 || !differ(ids[0], ids[1])) {
    return before.length === after.length
      ? rows
      : [...rows, { where: 'rows', left: before.length, right: after.length, allowed: null }];
  }
  const column = parametersOf(left.request).get('sort') ?? 'name';
  const values = [before, after].map((some) => some.map(({ attributes }) => attributes[column]));
  const allowed = differ(values[0], values[1]) ? null : freeForm;
  // An order of texts that no known collation gives breaks no rule on live data: beside a known one it differs.
  const isData = column !== 'userType' && isInKnownOrder(left) !== isInKnownOrder(right);
  return [{ where: 'order', left: ids[0], right: ids[1], allowed, isData }];
};

const withoutData = (document: unknown): unknown => {
  if (!isObject(document)) return document;
  const { data, ...rest } = document;
  return { ...rest, data: isObject(data) ? { ...data, attributes: null } : null };
};

/** A document with the included records that were asked for, by id, and their number; the others apart. */
const recordOf = ({ document, request }: Answer): { record: unknown; others: unknown } => {
  if (!isObject(document) || !Array.isArray(document['included'])) {
    return { record: document, others: {} };
  }
  const [all, isAsked] = [listOf(document['included']), isAskedBy(request)];
  const asked = all.filter(isAsked);
  return {
    record: { ...document, included: identified(asked), includedCount: asked.length },
    others: identified(all.filter((one) => !isAsked(one))),
  };
};

const inRecords = (left: Answer, right: Answer): readonly Found[] => {
  const [one, other] = [recordOf(left), recordOf(right)];
  const unasked = inValues(one.others, other.others, '/included');
  return [
    ...asData(inValues(one.record, other.record, '')),
    ...unasked.map((found) => ({ ...found, allowed: notAsked })),
  ];
};

/** What is data outside `data`. Where the current month ends is open (2.7), so the end of the range is not. */
const dataAround = new Set(['/meta/totalCount', '/meta/dateRange/from']);

const inDocuments = (left: Answer, right: Answer): readonly Found[] => {
  const { endpoint } = left.request;
  if (endpoint === 'other') return inRecords(left, right);
  const looks = endpoint === 'metrics' ? inFigures : inRows;
  const [before, after] = [withoutData(left.document), withoutData(right.document)];
  const counts = [left, right].map(
    ({ document }) => listOf(at(document, 'data', 'attributes', 'metrics')).length,
  );
  const around = inValues(before, after, '');
  return [
    ...asData(around.filter(({ where }) => dataAround.has(where))),
    ...around.filter(({ where }) => !dataAround.has(where)),
    ...looks(left, right),
    ...inValues(counts[0], counts[1], 'entries'),
  ];
};

/** Headers that the specification speaks of. */
const spokenOf = ['content-type', 'retry-after'] as const;

const inHeaders = (left: Answer, right: Answer): readonly Found[] =>
  spokenOf.flatMap((name) =>
    inValues(left.headers.get(name) ?? null, right.headers.get(name) ?? null, name),
  );

const inAnswers = (left: Answer, right: Answer): readonly Found[] => {
  if (left.status !== right.status) {
    return [{ where: 'status', left: left.status, right: right.status, allowed: null }];
  }
  if (left.status >= 400) {
    return inValues(left.document, right.document, '').map((one) => ({
      ...one,
      allowed: ownErrors,
    }));
  }
  return [...inHeaders(left, right), ...inDocuments(left, right)];
};

const places = ({ exchanges }: History): readonly (readonly [string, number | undefined])[] => [
  ...new Map(
    exchanges.map(({ sent }) => {
      const place = [sent.request.probe, sent.rotation] as const;
      return [place.join(' '), place];
    }),
  ).values(),
];

const finalAnswer = (history: History, probe: string, rotation: number | undefined) =>
  allAnswers(history).findLast(
    (answer) =>
      answer.probe === probe &&
      answer.status !== 429 &&
      answer.exchange.sent.rotation === rotation &&
      !['quota', 'reduce'].includes(answer.exchange.sent.purpose),
  );

const analytics = ['metrics', 'roster'] as const;

/**
 * The endpoints at which a run asked what a service serves and never got it, with the statuses of the
 * answers in place of it. A run that ended at its first requests says so itself.
 */
export const failedIn = ({
  end,
  exchanges,
}: History): readonly { readonly endpoint: string; readonly statuses: readonly string[] }[] =>
  analytics.flatMap((endpoint) => {
    const asked = exchanges.filter(
      ({ sent: { request } }) =>
        request.endpoint === endpoint && probeOf(request.probe)?.kind === 'valid',
    );
    const statuses = new Set(asked.map(({ answer }) => String(answer?.status ?? 'no answer')));
    return end?.why === 'smoke' || asked.length === 0 || statuses.has('200')
      ? []
      : [{ endpoint, statuses: [...statuses] }];
  });

/** The rules that a run breaks, or seems to, and the probes whose answers show it. */
const brokenIn = readOnce((history: History) => {
  const probeAt = new Map(history.exchanges.map(({ seq, sent }) => [seq, sent.request.probe]));
  const broken = judgeHistory(history).filter(
    ({ judgement }) => judgement.verdict === 'fail' || judgement.reason === 'suspect',
  );
  return {
    rules: new Map(broken.map(({ rule, judgement }) => [rule.id, judgement.message])),
    probes: new Set(
      broken.flatMap(({ judgement }) => judgement.evidence.map(({ seq }) => probeAt.get(seq))),
    ),
  };
});

/** Rules that one side breaks and the other does not: also by answers that are not compared, such as a 202. */
const inVerdicts = (left: History, right: History): readonly Difference[] => {
  const [one, other] = [brokenIn(left).rules, brokenIn(right).rules];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((rule) => one.has(rule) !== other.has(rule))
    .map((rule) => ({
      probe: rule,
      where: 'verdict',
      left: one.get(rule) ?? 'not broken',
      right: other.get(rule) ?? 'not broken',
      allowed: null,
    }));
};

/**
 * What two recorded runs of the same plan were answered differently. Figures, rows and records must be
 * the same. Of all else, the rules say whether it may differ: where they hold on both sides, it may. A rule
 * that only one side breaks is a difference too.
 */
export const differencesOf = (left: History, right: History): readonly Difference[] => {
  const broken = [left, right].map((history) => brokenIn(history).probes);
  // Of a run that ended at its first requests no rule is judged, so none holds.
  const isJudged = [left, right].every(({ end }) => end?.why !== 'smoke');
  const compared = places(left).flatMap(([probe, rotation]) => {
    const answers = [left, right].map((history) => finalAnswer(history, probe, rotation));
    const [one, other] = answers;
    if (one === undefined || other === undefined) return [];
    const isOpen = probeOf(probe)?.kind === 'open';
    const isBroken = broken.some((probes) => probes.has(probe));
    return inAnswers(one, other).map(({ isData = false, ...found }) => ({
      probe,
      ...found,
      allowed: isOpen
        ? openPoint
        : (found.allowed ?? (isData || isBroken || !isJudged ? null : bothHold)),
    }));
  });
  return [...compared, ...inVerdicts(left, right)];
};
