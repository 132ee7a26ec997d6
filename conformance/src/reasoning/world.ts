import { addsUp, type Claim, claimText, rounded } from './claims.js';
import { everyone, type Group, isWithin } from './groups.js';
import type { Finding, Level } from './law.js';
import { covers } from './span.js';

/** Claims on one measure that no organization fulfils. */
export interface Disagreement extends Finding {
  readonly measure: string;
  /** Over time, or among groups of people. */
  readonly kind: 'time' | 'groups';
}

/** Figures are sums of decimal fractions. */
const slack = 1e-6;

/** A claim on the way from one day to another: forward at most `most`, backward less `least`. */
interface Step {
  readonly claim: Claim;
  readonly isBack: boolean;
}

/** Many months of one answer are named together. */
const stepsText = (steps: readonly Step[]): string => {
  const groups: { key: string; isBack: boolean; claims: Claim[] }[] = [];
  // What is added first, then what is taken off.
  for (const { claim, isBack } of steps.toSorted((a, b) => Number(a.isBack) - Number(b.isBack))) {
    const key = `${String(isBack)} ${claim.seqs.join()}`;
    const last = groups.at(-1);
    if (last?.key === key) last.claims.push(claim);
    else groups.push({ key, isBack, claims: [claim] });
  }
  return groups
    .map(({ isBack, claims }, index) => {
      const word = isBack ? 'minus ' : index === 0 ? '' : 'and ';
      const [first] = claims;
      if (claims.length < 4 || first === undefined)
        return `${word}${claims.map(claimText).join(' and ')}`;
      const sum = claims.reduce((all, { least, most }) => all + (isBack ? least : most), 0);
      return `${word}${claims.length} parts that add up to ${rounded(sum)} (request ${first.seqs.join(', ')})`;
    })
    .join(', ');
};

/** What is left to a claim: by one other claim, or by several together. */
const boundText = (bound: number, steps: readonly Step[]): string => {
  const [first] = steps;
  return first !== undefined && steps.length === 1 && !first.isBack
    ? claimText(first.claim)
    : `at most ${rounded(bound)}: ${stepsText(steps)}`;
};

const seqsOf = (claims: readonly Claim[]): readonly number[] =>
  [...new Set(claims.flatMap(({ seqs }) => seqs))].toSorted((a, b) => a - b);

const lastDay = (claims: readonly Claim[]): number =>
  Math.max(...claims.map(({ to }) => (to === 1_000_000 ? Number.NEGATIVE_INFINITY : to)));

/** An edge between two days: from the first to the second there is at most `weight`. */
interface Edge {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
  readonly step: Step | null;
}

/** The claims on a measure among a group as edges between days; of equal ones the tightest. */
const edgesOf = (
  claims: readonly Claim[],
  group: Group,
  days: readonly number[],
  isSum: boolean,
): readonly Edge[] => {
  const index = new Map(days.map((day, at) => [day, at]));
  const tightest = new Map<number, Edge>();
  const add = (first: number, second: number, weight: number, step: Step | null): void => {
    const key = first * days.length + second;
    const known = tightest.get(key);
    if (known === undefined || weight < known.weight)
      tightest.set(key, { first, second, weight, step });
  };
  // There is never less than nothing of a measure: a later day to an earlier one costs nothing.
  days.slice(1).forEach((_, at) => add(at + 1, at, 0, null));
  for (const claim of claims) {
    const [first, second] = [index.get(claim.from) ?? 0, index.get(claim.to + 1) ?? 0];
    if (claim.most < Number.POSITIVE_INFINITY && isWithin(group, claim.group))
      add(first, second, claim.most, { claim, isBack: false });
    if (isSum && claim.least > 0 && isWithin(claim.group, group))
      add(second, first, -claim.least, { claim, isBack: true });
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
  from: number,
  asked: readonly Claim[],
  edges: readonly Edge[],
  days: readonly number[],
  hopsMost: number,
): Broken | null => {
  const index = new Map(days.map((day, at) => [day, at]));
  const start = index.get(from) ?? 0;
  let cost = days.map((_, at) => (at === start ? 0 : Number.POSITIVE_INFINITY));
  const taken: (Edge | null)[][] = [];
  for (let hops = 0; hops < hopsMost; hops += 1) {
    const next = [...cost];
    const by: (Edge | null)[] = days.map(() => null);
    for (const edge of edges) {
      const reached = (cost[edge.first] ?? Number.POSITIVE_INFINITY) + edge.weight;
      if (reached < (next[edge.second] ?? 0) - slack) {
        next[edge.second] = reached;
        by[edge.second] = edge;
      }
    }
    taken.push(by);
    if (by.every((edge) => edge === null)) return null;
    cost = next;
    const claim = asked.find((one) => (cost[index.get(one.to + 1) ?? 0] ?? 0) < one.least - slack);
    if (claim !== undefined) {
      const end = index.get(claim.to + 1) ?? 0;
      return { claim, bound: cost[end] ?? 0, steps: stepsBack(taken, end) };
    }
  }
  return null;
};

const stepsBack = (taken: readonly (readonly (Edge | null)[])[], end: number): readonly Step[] => {
  const steps: Step[] = [];
  let at = end;
  for (const by of taken.toReversed()) {
    const edge = by[at];
    if (edge == null) continue;
    if (edge.step !== null) steps.unshift(edge.step);
    at = edge.first;
  }
  return steps;
};

/** Over time: no claim has more than a chain of other spans leaves to it. */
const overTime = (
  measure: string,
  claims: readonly Claim[],
  level: Level,
): readonly Disagreement[] => {
  const days = [...new Set(claims.flatMap(({ from, to }) => [from, to + 1]))].toSorted(
    (a, b) => a - b,
  );
  const isSum = addsUp(measure, level);
  const asked = claims.filter(({ least }) => least > 0);
  return [...new Set(asked.map(({ group }) => group))].flatMap((group) => {
    const own = asked.filter((claim) => claim.group === group);
    const edges = edgesOf(claims, group, days, isSum);
    let found: Broken | null = null;
    for (const from of new Set(own.map((claim) => claim.from))) {
      const starting = own.filter((claim) => claim.from === from);
      const hopsMost: number = found === null ? days.length + 2 : found.steps.length - 1;
      found = walkFrom(from, starting, edges, days, hopsMost) ?? found;
    }
    if (found === null) return [];
    const { claim, bound, steps } = found;
    const involved = [claim, ...steps.map((step) => step.claim)];
    return [
      {
        measure,
        kind: 'time' as const,
        about: `over time, group ${group}`,
        seqs: seqsOf(involved),
        until: lastDay(involved),
        says: `${claimText(claim)}, but ${boundText(bound, steps)}`,
      },
    ];
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
const bestBySet = (claims: readonly Claim[], kind: 'least' | 'most') => {
  const value = new Float64Array(everyone + 1);
  const by: (Claim | undefined)[] = [];
  for (let set = 1; set <= everyone; set += 1) {
    const first = set & -set;
    value[set] = kind === 'most' ? Number.POSITIVE_INFINITY : (value[set ^ first] ?? 0);
    for (const claim of claims) {
      if ((claim.group & first) === 0) continue;
      if (kind === 'least' && !isWithin(claim.group, set)) continue;
      const sum = claim[kind] + (value[set & ~claim.group] ?? 0);
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
      : [claim, ...claimsFor(set & ~claim.group)];
  };
  return { value, claimsFor };
};

/** Among people: disjoint groups have no more together than groups that cover them. */
const amongGroups = (measure: string, claims: readonly Claim[]): readonly Disagreement[] => {
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
    const [above, below] = [bestBySet(most, 'most'), bestBySet(least, 'least')];
    for (let set = 1; set <= everyone; set += 1) {
      const [leastOf, mostOf] = [below.value[set] ?? 0, above.value[set] ?? 0];
      if (leastOf <= mostOf + slack) continue;
      const [parts, covering] = [below.claimsFor(set), above.claimsFor(set)];
      const involved = [...parts, ...covering];
      const text = (some: readonly Claim[]): string => some.map(claimText).join(' and ');
      return [
        {
          measure,
          kind: 'groups' as const,
          about: 'among groups',
          seqs: seqsOf(involved),
          until: lastDay(involved),
          says: `${text(parts)}: at least ${rounded(leastOf)}; but ${text(covering)}: at most ${rounded(mostOf)}`,
        },
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
): readonly Disagreement[] => [
  ...overTime(measure, claims, level),
  ...amongGroups(measure, claims),
];
