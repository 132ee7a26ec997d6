import {
  dayOfInstant,
  type FactKind,
  type Facts,
  factCatalog,
  factKinds,
  firstDayOf,
  type Instant,
  lastDayOf,
  monthOfDay,
} from '@tallyboard/core/vocabulary';
import type { OracleWorld } from './world.js';

/** What a set of worlds contains of the cases in which readings differ (2.6). */
export interface FactsCensus {
  readonly worlds: number;
  readonly facts: number;
  /** Instants that are the first or the last millisecond of a month. */
  readonly monthEdges: number;
  /** Instants after the world's today. */
  readonly yetToCome: number;
  readonly formerMembers: number;
  /** Posts, comments, reactions and attachments without an author, and visits of people not signed in. */
  readonly anonymousRows: number;
  readonly personalBoards: number;
}

const msPerDay = 86_400_000;

const isMonthEdge = (instant: Instant): boolean => {
  const day = dayOfInstant(instant);
  const month = monthOfDay(day);
  return (
    instant === firstDayOf(month) * msPerDay || instant === (lastDayOf(month) + 1) * msPerDay - 1
  );
};

const instantsOf = (facts: Facts, kind: FactKind): readonly Instant[] => {
  const fields = Object.entries(factCatalog[kind])
    .filter(([, type]) => type.startsWith('instant'))
    .map(([field]) => field);
  return facts[kind].flatMap((row) => {
    const values = row as unknown as Readonly<Record<string, Instant | null>>;
    return fields.map((field) => values[field] ?? null).filter((instant) => instant !== null);
  });
};

const countIn = (
  worlds: readonly OracleWorld[],
  rowsOf: (world: OracleWorld) => readonly unknown[],
): number => worlds.reduce((total, world) => total + rowsOf(world).length, 0);

const allInstants = ({ facts }: OracleWorld): readonly Instant[] =>
  factKinds.flatMap((kind) => instantsOf(facts, kind));

/** Counts the telling cases in a set of worlds (2.6). */
export const factsCensus = (worlds: readonly OracleWorld[]): FactsCensus => ({
  worlds: worlds.length,
  facts: countIn(worlds, ({ facts }) => factKinds.flatMap((kind) => [...facts[kind]])),
  monthEdges: countIn(worlds, (world) => allInstants(world).filter(isMonthEdge)),
  yetToCome: countIn(worlds, (world) =>
    allInstants(world).filter((instant) => dayOfInstant(instant) > world.today),
  ),
  formerMembers: countIn(worlds, ({ facts }) =>
    facts.member.filter((member) => member.leftAt !== null),
  ),
  anonymousRows: countIn(worlds, ({ facts }) => [
    ...[...facts.post, ...facts.comment, ...facts.reaction, ...facts.attachment].filter(
      (row) => row.authorId === null,
    ),
    ...facts.visit.filter((visit) => visit.userId === null),
  ]),
  personalBoards: countIn(worlds, ({ facts }) =>
    facts.board.filter((board) => board.organizationId === null),
  ),
});
