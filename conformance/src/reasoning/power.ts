import type { Exchange, History } from '../model/history.js';
import { at } from '../model/json.js';
import type { Power, Report } from '../model/report.js';
import { metrics } from '../probes/metrics-valid.js';
import { registry } from '../rules/registry.js';
import { judgeHistory } from '../verdicts/judge-history.js';
import { type Claim, claimsOf } from './claims.js';
import { beyondFamily, brokenLaws, contradictedClaims } from './contradictions.js';
import { groupBy } from './finding.js';
import { tableIn } from './table.js';
import { disagreements } from './world.js';

/** What is done to a number of an answer. */
const changes = ['changed by one', 'left out', 'swapped', 'repeated'] as const;
type Change = (typeof changes)[number];

/** A place in a document, as names of members and positions. */
type Path = readonly string[];

/** One number of one answer, and where it is. */
interface Place {
  readonly seq: number;
  readonly path: Path;
  /** What it is a number of: a metric, or `roster`. */
  readonly section: string;
}

const numbersIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => numbersIn(one, [...path, key]));
};

const sectionOf = ({ sent, document }: Exchange, path: Path): string => {
  if (sent.request.endpoint === 'roster') return 'roster';
  const name = at(document, 'data', 'attributes', 'metrics', Number(path[3]), 'name');
  return String(name);
};

/** Every number that an answer gives to a question about the organization under test. */
const placesIn = (history: History): readonly Place[] =>
  history.exchanges
    .filter(({ sent, answer }) => answer?.status === 200 && sent.request.key === 'main')
    .filter(({ sent }) => sent.request.endpoint !== 'other' && sent.purpose !== 'confirm')
    .filter(({ sent }) => !['quota', 'fill', 'reduce'].includes(sent.purpose))
    .filter(({ sent }) => sent.request.target === 'main')
    .flatMap((exchange) =>
      numbersIn(at(exchange.document, 'data'), ['data']).map((path) => ({
        seq: exchange.seq,
        path,
        section: sectionOf(exchange, path),
      })),
    );

type Holder = Record<string, unknown>;

const holderOf = (document: unknown, path: Path): Holder =>
  path.slice(0, -1).reduce<Holder>((here, key) => here[key] as Holder, document as Holder);

/** The same column of the next item of the list that a number is in. */
const neighbour = (document: unknown, path: Path): Path | null => {
  const level = path.findLastIndex((key) => /^\d+$/.test(key));
  // The list of metrics is no list of like things.
  if (level < 0 || path[level - 1] === 'metrics') return null;
  const next = path.with(level, String(Number(path[level]) + 1));
  return typeof at(document, ...next) === 'number' &&
    at(document, ...next) !== at(document, ...path)
    ? next
    : null;
};

/** A document with one number wrong; `null` where it cannot be made wrong that way. */
const wrongly = (document: unknown, path: Path, change: Change, isUp: boolean): unknown => {
  const copy = structuredClone(document);
  const [holder, key] = [holderOf(copy, path), path.at(-1) ?? ''];
  const value = Number(holder[key]);
  const level = path.findLastIndex((one) => /^\d+$/.test(one));
  switch (change) {
    case 'changed by one':
      holder[key] = isUp || value === 0 ? value + 1 : value - 1;
      return copy;
    case 'left out':
      if (Array.isArray(holder)) return null;
      Reflect.deleteProperty(holder, key);
      return copy;
    case 'swapped': {
      const next = neighbour(document, path);
      if (next === null) return null;
      const other = holderOf(copy, next);
      [holder[key], other[key]] = [other[key], holder[key]];
      return copy;
    }
    case 'repeated': {
      const list = holderOf(copy, path.slice(0, level + 1)) as unknown as unknown[];
      if (level < 0 || path[level - 1] === 'metrics' || !Array.isArray(list)) return null;
      list.splice(Number(path[level]), 0, list[Number(path[level])]);
      return copy;
    }
  }
};

const isAlike = (one: Claim, other: Claim | undefined): boolean =>
  one.group === other?.group &&
  one.from === other.from &&
  one.to === other.to &&
  one.least === other.least &&
  one.most === other.most;

/** The judge of altered runs: of measures that claim what they claimed at first, nothing is worked out again. */
const watchOver = (history: History) => {
  const first = new Map<string, readonly [readonly Claim[], ReturnType<typeof disagreements>]>();
  const recall: typeof disagreements = (measure, claims, level) => {
    const [before, found] = first.get(`${level} ${measure}`) ?? [];
    const isSame = before?.length === claims.length;
    if (isSame && found !== undefined && claims.every((one, at) => isAlike(one, before[at])))
      return found;
    const now = disagreements(measure, claims, level);
    if (before === undefined) first.set(`${level} ${measure}`, [claims, now]);
    return now;
  };
  const contradictions = (run: History) => {
    const table = tableIn(run);
    const claims = claimsOf(table, beyondFamily(run));
    const broken = brokenLaws(table);
    const stated = broken.filter(({ level }) => level === 'specification');
    return {
      failing: stated.length + contradictedClaims(claims, 'specification', recall).length,
      odd: broken.length + contradictedClaims(claims, 'reading', recall).length,
    };
  };
  const single = registry.filter(({ isOfRun }) => isOfRun !== true);
  const main = history.exchanges.filter(({ sent }) => sent.request.probe === metrics.everything.id);
  /** The rules that an answer fails by itself; the first request shows what the organization is. */
  const failures = (one: Exchange): number =>
    judgeHistory(
      { ...history, exchanges: main.includes(one) ? [one] : [...main.slice(-1), one] },
      single,
    ).filter(({ judgement, inScope }) => inScope && judgement.verdict === 'fail').length;
  const before = contradictions(history);
  return (altered: Exchange, original: Exchange): 'failed' | 'odd' | null => {
    if (failures(altered) > failures(original)) return 'failed';
    const exchanges = history.exchanges.map((one) => (one === original ? altered : one));
    const now = contradictions({ ...history, exchanges });
    if (now.failing > before.failing) return 'failed';
    return now.odd > before.odd ? 'odd' : null;
  };
};

/** The same draw for the same run. */
const dice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** Wrong numbers that are made of one run for its report: half of figures, half of rows. */
const triedMost = 48;

/** Makes numbers of a recorded run wrong, one at a time, and asks the judge. Nothing is sent. */
export const powerOf = (
  run: History,
  most: number = triedMost,
  kinds: readonly Change[] = changes,
): Power => {
  const history = { ...run, run: { ...run.run, frozen: true } };
  const places = placesIn(history);
  const rosters = places.filter(({ section }) => section === 'roster');
  const figures = places.filter(({ section }) => section !== 'roster');
  const roll = dice(history.run.seed + 11);
  const notice = watchOver(history);
  const tried: { section: string; found: 'failed' | 'odd' | null }[] = [];
  for (let index = 0; index < 4 * most && tried.length < most; index += 1) {
    const from = tried.length % 2 === 0 ? figures : rosters;
    const place = from[roll(from.length)];
    const change = kinds[index % kinds.length];
    const exchange = history.exchanges.find(({ seq }) => seq === place?.seq);
    if (place === undefined || change === undefined || exchange === undefined) continue;
    const document = wrongly(exchange.document, place.path, change, roll(2) === 0);
    if (document === null) continue;
    const found = notice({ ...exchange, document }, exchange);
    tried.push({ section: place.section, found });
  }
  const countOf = (some: readonly (typeof tried)[number][]) => ({
    made: some.length,
    noticed: some.filter(({ found }) => found !== null).length,
  });
  return {
    ...countOf(tried),
    failed: tried.filter(({ found }) => found === 'failed').length,
    sections: Object.fromEntries(
      [...groupBy(tried, ({ section }) => section)].map(([name, some]) => [name, countOf(some)]),
    ),
  };
};

/** A report that says what its pass is worth. */
export const withPower = (report: Report, history: History): Report => ({
  ...report,
  power: powerOf(history),
});
