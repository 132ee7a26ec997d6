import { groupBy } from '../model/group-by.js';
import { addsUp, type Claim, claimTexts, isDisjoint, rounded } from './claims.js';
import { everyone, type Group, isWithin } from './groups.js';
import type { Contradiction, Level } from './law.js';
import { lawOfMeasure } from './laws.js';
import { covers, ever } from './span.js';

/** Figures are sums of decimal fractions. */
const slack = 1e-6;

/** A claim on the way from one day to another: forward at most `most`, backward less `least`. */
interface Step {
  readonly claim: Claim;
  readonly isBack: boolean;
}

/** More steps say no more. */
const stepsMost = 4;

/** What is left to a claim: what is added first, then what is taken off. */
const boundText = (bound: number, steps: readonly Step[]): string => {
  const sorted = steps.toSorted((a, b) => Number(a.isBack) - Number(b.isBack));
  const isShort = steps.length <= stepsMost;
  const shown = isShort ? sorted : sorted.slice(0, stepsMost - 1);
  const texts = claimTexts(shown.map(({ claim }) => claim)).map(
    (text, index) => `${shown[index]?.isBack === true ? 'less ' : ''}${text}`,
  );
  const told = isShort ? texts : [...texts, `${steps.length - shown.length} more`];
  if (told.length === 1 && sorted[0]?.isBack === false) return told.join();
  const verb = sorted.some(({ isBack }) => isBack) ? 'leave' : 'have together';
  return `${told.join(' and ')} ${verb} at most ${rounded(bound)}`;
};

/** Claims of groups, with what they come to where there are several. */
const sumText = (claims: readonly Claim[], bound: string): string =>
  `${claimTexts(claims).join(' and ')}${claims.length > 1 ? `, together ${bound}` : ''}`;

/** Claims on one measure that no organization fulfils. */
const contradiction = (
  level: Level,
  measure: string,
  kind: 'time' | 'groups',
  about: string,
  involved: readonly Claim[],
  says: string,
): Contradiction => ({
  ...{ law: lawOfMeasure(level, measure, kind).id, level, about: `${measure} ${about}`, says },
  seqs: [...new Set(involved.flatMap(({ seqs }) => seqs))].toSorted((a, b) => a - b),
  until: Math.max(...involved.map(({ to }) => (to === ever.to ? Number.NEGATIVE_INFINITY : to))),
});

/** An edge between two days, as positions in the list of all: from the first to the second there is at most `weight`. */
interface Edge {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
  readonly step: Step | null;
}

/** A claim with the positions of its first day and of the day after it. */
interface Placed {
  readonly claim: Claim;
  readonly start: number;
  readonly end: number;
}

/** The claims on a measure among a group as edges between days; of equal ones the tightest. */
const edgesOf = (
  claims: readonly Placed[],
  group: Group,
  days: number,
  isSum: boolean,
): readonly Edge[] => {
  const tightest = new Map<number, Edge>();
  const add = (first: number, second: number, weight: number, step: Step | null): void => {
    const key = first * days + second;
    if (!((tightest.get(key)?.weight ?? Number.POSITIVE_INFINITY) <= weight))
      tightest.set(key, { first, second, weight, step });
  };
  // There is never less than nothing of a measure: a later day to an earlier one costs nothing.
  for (let day = 1; day < days; day += 1) add(day, day - 1, 0, null);
  for (const { claim, start, end } of claims) {
    const { least, most } = claim;
    if (most < Number.POSITIVE_INFINITY && isWithin(group, claim.group))
      add(start, end, most, { claim, isBack: false });
    if (isSum && least > 0 && isWithin(claim.group, group))
      add(end, start, -least, { claim, isBack: true });
  }
  return [...tightest.values()];
};

/** A claim that is broken, with the fewest steps that leave it too little. */
interface Broken {
  readonly claim: Claim;
  readonly bound: number;
  readonly steps: readonly Step[];
}

/** Walks from the start of claims with one more step at a time, until a claim's end is reached too cheaply. */
const walkFrom = (
  start: number,
  asked: readonly Placed[],
  edges: readonly Edge[],
  days: number,
  hopsMost: number,
): Broken | null => {
  let cost = new Array<number>(days).fill(Number.POSITIVE_INFINITY);
  cost[start] = 0;
  const costOf = (day: number): number => cost[day] ?? Number.POSITIVE_INFINITY;
  const taken: (readonly (Edge | undefined)[])[] = [];
  for (let hops = 0; hops < hopsMost; hops += 1) {
    const next = [...cost];
    const by: Edge[] = [];
    for (const edge of edges) {
      const reached = costOf(edge.first) + edge.weight;
      if (reached >= (next[edge.second] ?? 0) - slack) continue;
      next[edge.second] = reached;
      by[edge.second] = edge;
    }
    if (by.length === 0) return null;
    taken.push(by);
    cost = next;
    const broken = asked.find(({ claim, end }) => costOf(end) < claim.least - slack);
    if (broken === undefined) continue;
    const { claim, end } = broken;
    return { claim, bound: costOf(end), steps: stepsBack(taken, end) };
  }
  return null;
};

const stepsBack = (taken: readonly (readonly (Edge | undefined)[])[], end: number) => {
  const steps: Step[] = [];
  let day = end;
  for (const by of taken.toReversed()) {
    const edge = by[day];
    if (edge === undefined) continue;
    if (edge.step !== null) steps.unshift(edge.step);
    day = edge.first;
  }
  return steps;
};

/** Over time: no claim has more than a chain of other spans leaves to it. */
const overTime = (
  measure: string,
  claims: readonly Claim[],
  level: Level,
): readonly Contradiction[] => {
  const days = [...new Set(claims.flatMap(({ from, to }) => [from, to + 1]))].toSorted(
    (a, b) => a - b,
  );
  const index = new Map(days.map((day, at) => [day, at]));
  const placed = claims.map((claim): Placed => {
    return { claim, start: index.get(claim.from) ?? 0, end: index.get(claim.to + 1) ?? 0 };
  });
  const asked = placed.filter(({ claim }) => claim.least > 0);
  const isSum = addsUp(measure, level);
  return [...groupBy(asked, ({ claim }) => `${claim.group}`)].flatMap(([group, own]) => {
    const edges = edgesOf(placed, Number(group), days.length, isSum);
    let found: Broken | null = null;
    for (const [start, starting] of groupBy(own, (one) => `${one.start}`)) {
      const hopsMost: number = found === null ? days.length + 2 : found.steps.length - 1;
      found = walkFrom(Number(start), starting, edges, days.length, hopsMost) ?? found;
    }
    if (found === null) return [];
    const { claim, bound, steps } = found;
    const involved = [claim, ...steps.map((step) => step.claim)];
    const says = `${claimTexts([claim]).join()}, but ${boundText(bound, steps)}`;
    return [contradiction(level, measure, 'time', `over time, group ${group}`, involved, says)];
  });
};

/** Of claims on the same group, the one that says most. */
const strongest = (
  claims: readonly Claim[],
  isStronger: (one: Claim, other: Claim) => boolean,
): readonly Claim[] => {
  const best = new Map<Group, Claim>();
  for (const claim of claims) {
    const known = best.get(claim.group);
    if (known === undefined || isStronger(claim, known)) best.set(claim.group, claim);
  }
  return [...best.values()];
};

/** For every set of people the least that disjoint groups have together, or the most that groups leave it. */
const bestBySet = (claims: readonly Claim[], kind: 'least' | 'most', isSum: boolean) => {
  const value = new Float64Array(everyone + 1);
  const by: (Claim | undefined)[] = [];
  for (let set = 1; set <= everyone; set += 1) {
    const first = set & -set;
    value[set] = kind === 'most' ? Number.POSITIVE_INFINITY : (value[set ^ first] ?? 0);
    for (const claim of claims) {
      if ((claim.group & first) === 0) continue;
      if (kind === 'least' && !isWithin(claim.group, set)) continue;
      const sum = claim[kind] + (isSum ? (value[set & ~claim.group] ?? 0) : 0);
      const isBetter = kind === 'most' ? sum < (value[set] ?? 0) : sum > (value[set] ?? 0);
      if (!isBetter) continue;
      value[set] = sum;
      by[set] = claim;
    }
  }
  const claimsFor = (set: number): readonly Claim[] => {
    const claim = by[set];
    if (set === 0) return [];
    return claim === undefined
      ? claimsFor(set & (set - 1))
      : [claim, ...(isSum ? claimsFor(set & ~claim.group) : [])];
  };
  return { value, claimsFor };
};

/** Among people: disjoint groups have no more together than groups that cover them. */
const amongGroups = (
  measure: string,
  claims: readonly Claim[],
  level: Level,
): readonly Contradiction[] => {
  if (new Set(claims.map(({ group }) => group)).size < 2) return [];
  const spans = new Map(claims.map((claim) => [`${claim.from} ${claim.to}`, claim]));
  for (const span of spans.values()) {
    const most = strongest(
      claims.filter((one) => one.most < Number.POSITIVE_INFINITY && covers(one, span)),
      (one, other) => one.most < other.most,
    );
    const least = strongest(
      claims.filter((one) => one.least > 0 && covers(span, one)),
      (one, other) => one.least > other.least,
    );
    if (most.length === 0 || least.length === 0) continue;
    const above = bestBySet(most, 'most', true);
    const below = bestBySet(least, 'least', isDisjoint(measure, level));
    for (let set = 1; set <= everyone; set += 1) {
      const [leastOf, mostOf] = [below.value[set] ?? 0, above.value[set] ?? 0];
      if (leastOf <= mostOf + slack) continue;
      const [parts, covering] = [below.claimsFor(set), above.claimsFor(set)];
      // Of one group alone, the law over time says it.
      if (new Set([...parts, ...covering].map(({ group }) => group)).size < 2) continue;
      const [least, most] = [`at least ${rounded(leastOf)}`, `at most ${rounded(mostOf)}`];
      const says = `${sumText(parts, least)}, but ${sumText(covering, most)}`;
      return [
        contradiction(level, measure, 'groups', 'among groups', [...parts, ...covering], says),
      ];
    }
  }
  return [];
};

/** Whether there is a world in which all claims on one measure are true; what contradicts, where there is none. */
export const disagreements = (
  measure: string,
  claims: readonly Claim[],
  level: Level,
): readonly Contradiction[] => [
  ...overTime(measure, claims, level),
  ...amongGroups(measure, claims, level),
];
