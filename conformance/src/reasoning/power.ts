import { groupBy } from '../model/group-by.js';
import type { Exchange, History } from '../model/history.js';
import { at, listOf } from '../model/json.js';
import type { Power, Report } from '../model/report.js';
import { metrics } from '../probes/metrics-valid.js';
import { registry } from '../rules/registry.js';
import { judgeHistory } from '../verdicts/judge-history.js';
import { type Claim, claimsOf } from './claims.js';
import { beyondFamily, brokenLaws, contradictedClaims } from './contradictions.js';
import type { Level } from './law.js';
import { laws } from './laws.js';
import { tableIn } from './table.js';
import { disagreements } from './world.js';

/** A position in a document, as names of members and numbers of items. */
type Path = readonly string[];

/** One number of one answer. */
interface Place {
  readonly exchange: Exchange;
  readonly path: Path;
  /** What it is a number of: a metric, or `roster`. */
  readonly section: string;
}

const numbersIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => numbersIn(one, [...path, key]));
};

const unread: ReadonlySet<string> = new Set(['confirm', 'quota', 'fill']);

/** Every number that an answer gives to a question about the organization under test. */
const placesIn = (history: History): readonly Place[] =>
  history.exchanges
    .filter(({ answer, sent: { purpose, request } }) => {
      const isMain = request.key === 'main' && request.target === 'main';
      return (
        isMain && answer?.status === 200 && request.endpoint !== 'other' && !unread.has(purpose)
      );
    })
    .flatMap((exchange) => {
      const { document, sent } = exchange;
      const metrics = listOf(at(document, 'data', 'attributes', 'metrics'));
      const isRoster = sent.request.endpoint === 'roster';
      return numbersIn(at(document, 'data'), ['data']).map((path) => ({
        exchange,
        path,
        section: isRoster ? 'roster' : String(at(metrics[Number(path[3])], 'name')),
      }));
    });

type Holder = Record<string, unknown>;

const holderOf = (document: unknown, path: Path): Holder =>
  path.slice(0, -1).reduce<Holder>((here, key) => here[key] as Holder, document as Holder);

/** Where a path goes through a list of like things; the list of metrics is none. */
const levelOf = (path: Path): number => {
  const level = path.findLastIndex((key) => /^\d+$/.test(key));
  return path[level - 1] === 'metrics' ? -1 : level;
};

/** Makes one number of a document wrong; `false` where that cannot be done. */
type Change = (document: unknown, path: Path, isUp: boolean) => boolean;

const byOne: Change = (document, path, isUp) => {
  const [holder, key] = [holderOf(document, path), path.at(-1) ?? ''];
  const value = Number(holder[key]);
  holder[key] = isUp || value === 0 ? value + 1 : value - 1;
  return true;
};

const leftOut: Change = (document, path) => {
  const holder = holderOf(document, path);
  return !Array.isArray(holder) && Reflect.deleteProperty(holder, path.at(-1) ?? '');
};

/** The same column of the next item of its list has this number, and that the other one's. */
const swapped: Change = (document, path) => {
  const level = levelOf(path);
  const next = path.with(level, String(Number(path[level]) + 1));
  const [value, other] = [at(document, ...path), at(document, ...next)];
  if (level < 0 || typeof other !== 'number' || value === other) return false;
  const key = path.at(-1) ?? '';
  const [holder, nextHolder] = [holderOf(document, path), holderOf(document, next)];
  [holder[key], nextHolder[next.at(-1) ?? '']] = [other, value];
  return true;
};

/** The item that has the number is there twice. */
const repeated: Change = (document, path) => {
  const level = levelOf(path);
  const list: unknown = at(document, ...path.slice(0, Math.max(0, level)));
  if (level < 0 || !Array.isArray(list)) return false;
  list.splice(Number(path[level]), 0, structuredClone(list[Number(path[level])]));
  return true;
};

const changes: readonly Change[] = [byOne, leftOut, swapped, repeated];

const isAlike = (one: Claim, other: Claim | undefined): boolean =>
  one === other ||
  (one.group === other?.group &&
    one.from === other.from &&
    one.to === other.to &&
    one.least === other.least &&
    one.most === other.most);

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
  /** Counts the contradictions of a run, by the specification or by all readings. */
  const contradictions = (run: History) => {
    const table = tableIn(run);
    const claims = claimsOf(table, beyondFamily(run));
    const broken = brokenLaws(table);
    return (level: Level): number =>
      broken.filter((one) => level === 'reading' || one.level === level).length +
      contradictedClaims(claims, level, recall).length;
  };
  const single = registry.filter(({ id }) => laws.every((law) => law.id !== id));
  const main = history.exchanges.filter(({ sent }) => sent.request.probe === metrics.everything.id);
  /** The rules that an answer fails by itself; the first request shows what the organization is. */
  const failures = (one: Exchange): number =>
    judgeHistory(
      { ...history, exchanges: main.includes(one) ? [one] : [...main.slice(-1), one] },
      single,
    ).filter(({ judgement, inScope }) => inScope && judgement.verdict === 'fail').length;
  const count = contradictions(history);
  const [failing, odd] = [count('specification'), count('reading')];
  return (altered: Exchange, original: Exchange): 'failed' | 'odd' | null => {
    if (failures(altered) > failures(original)) return 'failed';
    const exchanges = history.exchanges.map((one) => (one === original ? altered : one));
    const now = contradictions({ ...history, exchanges });
    if (now('specification') > failing) return 'failed';
    return now('reading') > odd ? 'odd' : null;
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
  const places = groupBy(placesIn(history), ({ section }) =>
    section === 'roster' ? 'roster' : 'figures',
  );
  const roll = dice(history.run.seed + 11);
  const notice = watchOver(history);
  const tried: { section: string; found: 'failed' | 'odd' | null }[] = [];
  for (let index = 0; index < 4 * most && tried.length < most; index += 1) {
    const from = places.get(tried.length % 2 === 0 ? 'figures' : 'roster') ?? [];
    const place = from[roll(from.length)];
    const change = kinds[index % kinds.length];
    if (place === undefined || change === undefined) continue;
    const { exchange, path, section } = place;
    const document = structuredClone(exchange.document);
    if (!change(document, path, roll(2) === 0)) continue;
    tried.push({ section, found: notice({ ...exchange, document }, exchange) });
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
