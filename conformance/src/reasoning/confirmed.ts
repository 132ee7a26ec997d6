import { type Answer, allAnswers } from '../judge/evidence.js';
import { groupBy } from '../model/group-by.js';
import type { History } from '../model/history.js';
import { at, canonical, isObject, listOf } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import { type Claim, claimsOf } from './claims.js';
import { beyondFamily, brokenLaws, contradictedClaims } from './contradictions.js';
import type { Contradiction } from './law.js';
import { laws } from './laws.js';
import { type Table, tableOf } from './table.js';

/** When in a round a request is asked again: the other sources, the last one, the others once more. */
export type Part = 'before' | 'middle' | 'after';

/** What is recorded beside a request that asks again. */
export interface Confirming {
  /** The requests whose answers contradict each other. */
  readonly sources: readonly number[];
  readonly round: number;
  readonly part: Part;
  /** The request that is asked again. */
  readonly of: number;
}

/** One round of asking again, with an answer to everything. */
interface Round extends Readonly<Record<Part, readonly Answer[]>> {
  readonly sources: readonly number[];
  readonly original: readonly Answer[];
}

/** The steps of a round, in order: a figure that is between both answers of the others cannot have moved away. */
export const stepsOf = (
  sources: readonly number[],
): readonly (readonly [of: number, part: Part])[] => {
  const last = sources.at(-1) ?? 0;
  const others = sources.slice(0, -1);
  return [
    ...others.map((of) => [of, 'before'] as const),
    [last, 'middle'] as const,
    ...others.map((of) => [of, 'after'] as const),
  ];
};

const confirmingOf = ({ exchange }: Answer): Confirming | null => {
  const value = exchange.sent.knows['confirms'];
  return isObject(value) ? (value as unknown as Confirming) : null;
};

/** The table reads an answer as that to the request that is asked again, with what was known then. */
const inPlaceOf = (original: Answer | undefined, seq: number, answer: Answer): Answer => {
  const { exchange } = answer;
  const knows = { ...original?.exchange.sent.knows, ...exchange.sent.knows };
  return { ...answer, seq, exchange: { ...exchange, sent: { ...exchange.sent, knows } } };
};

/** Every complete round of a run. What was computed while others were asked for shows no single moment. */
const roundsIn = readOnce((history: History): readonly Round[] => {
  const answers = allAnswers(history);
  const confirming = answers.flatMap((answer) => {
    const confirms = confirmingOf(answer);
    return confirms === null ? [] : [{ answer, confirms }];
  });
  const rounds = groupBy(
    confirming,
    ({ confirms }) => `${confirms.sources.join()} ${confirms.round}`,
  );
  return [...rounds.values()].flatMap((round) => {
    const sources = round[0]?.confirms.sources ?? [];
    const original = answers.filter(({ seq }) => sources.includes(seq));
    const isWhole = round.length === stepsOf(sources).length;
    if (!isWhole || round.some(({ answer }) => answer.status !== 200)) return [];
    const pick = (part: Part): readonly Answer[] =>
      round
        .filter(({ confirms }) => confirms.part === part)
        .map(({ answer, confirms: { of } }) => {
          const first = original.find(({ seq }) => seq === of);
          return inPlaceOf(first, of, answer);
        });
    return [
      { sources, original, before: pick('before'), middle: pick('middle'), after: pick('after') },
    ];
  });
});

const contentOf = ({ document, request }: Answer): string =>
  request.endpoint === 'metrics'
    ? canonical(
        listOf(at(document, 'data', 'attributes', 'metrics'))
          .map(canonical)
          .toSorted(),
      )
    : canonical([at(document, 'data'), at(document, 'meta', 'totalCount')]);

/** Two requests between which an answer changed, or `null`. */
const movedIn = ({ original, before, middle, after }: Round): readonly [number, number] | null => {
  const seen = [...original, ...before, ...middle, ...after];
  for (const first of original) {
    const others = seen.filter(({ seq }) => seq === first.seq);
    const other = others.find((one) => contentOf(one) !== contentOf(first));
    if (other !== undefined) return [first.exchange.seq, other.exchange.seq];
  }
  return null;
};

const keyOf = ({ measure, group, from, to, seqs, level, by }: Claim): string =>
  [measure, group, from, to, seqs.join(), level, by].join(' ');

/** Claims with the interval of both answers: what was true at the moment between them is in it. */
const widened = (before: readonly Claim[], after: readonly Claim[]): readonly Claim[] => {
  const later = new Map(after.map((claim) => [keyOf(claim), claim]));
  return before.flatMap((claim) => {
    const other = later.get(keyOf(claim));
    if (other === undefined) return [];
    const least = Math.min(claim.least, other.least);
    return [{ ...claim, least, most: Math.max(claim.most, other.most) }];
  });
};

const isStill = ({ before, after }: Round): boolean =>
  before.every((one) =>
    after.some((other) => other.seq === one.seq && contentOf(other) === contentOf(one)),
  );

const isSame =
  ({ law, about }: Contradiction) =>
  (other: Contradiction): boolean =>
    other.law === law && other.about === about;

/** Whether a round shows a contradiction again, whatever moved while it was asked. */
const showsAgain = (history: History, round: Round, one: Contradiction): boolean => {
  const { before, middle, after } = round;
  const tables: readonly Table[] = [before, after].map((others) => {
    // In the order of the run: where two answers could stand for a size, the same one does.
    const answers = [...others, ...middle].toSorted((a, b) => a.seq - b.seq);
    return tableOf(history, answers);
  });
  const law = laws.find(({ id }) => id === one.law);
  if (law?.measures === undefined) {
    if (law?.remembers === true && movedIn(round) !== null) return false;
    // For a single answer both tables are the same one.
    return isStill(round) && tables.every((table) => brokenLaws(table).some(isSame(one)));
  }
  const [first = [], second = []] = tables.map((table) => claimsOf(table, beyondFamily(history)));
  return contradictedClaims(widened(first, second), 'specification').some(isSame(one));
};

/** What asking again has shown of a contradiction. */
export type Confirmation =
  | { readonly kind: 'confirmed' }
  /** The data changed between two requests; `isOpen`: one round showed it again, another one would decide. */
  | {
      readonly kind: 'moved';
      readonly between: readonly [number, number];
      readonly isOpen: boolean;
    }
  /** Asked again, it did not show. */
  | { readonly kind: 'gone' }
  /** It was not asked again, or figures were still being computed then. */
  | { readonly kind: 'notAsked' };

/** Two requests of any round between which an answer changed; `null` where none did. */
export const movementIn = (history: History): readonly [number, number] | null =>
  roundsIn(history)
    .map(movedIn)
    .find((moved) => moved !== null) ?? null;

/** Where anything moves during a run, one round may be unlucky, there and back: two of them confirm. */
export const confirmationOf = (history: History, one: Contradiction): Confirmation => {
  const rounds = roundsIn(history).filter(({ sources }) =>
    one.seqs.every((seq) => sources.includes(seq)),
  );
  if (rounds.length === 0) return { kind: 'notAsked' };
  const between = movementIn(history);
  const isShown = rounds.every((round) => showsAgain(history, round, one));
  if (between === null) return { kind: isShown ? 'confirmed' : 'gone' };
  if (isShown && rounds.length > 1) return { kind: 'confirmed' };
  return { kind: 'moved', between, isOpen: isShown };
};
