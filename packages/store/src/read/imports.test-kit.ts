import { worldArbitrary } from '@tallyboard/arbitraries';
import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, type Facts, factKinds, noFacts } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';

const stepsMax = 4;

type Fact = Readonly<Record<string, unknown>>;

/** In an order in which no fact refers to a later one. */
const kindsInOrder: readonly FactKind[] = [
  ...(['user', 'organization', 'member', 'board', 'section', 'post'] as const),
  ...factKinds.filter(
    (kind) => !['user', 'organization', 'member', 'board', 'section', 'post'].includes(kind),
  ),
];

/** The facts of a world in several imports: a number for each row decides in which it comes. */
const inImports = (world: Facts, draws: readonly number[]): readonly Facts[] => {
  const steps = new Map<string, number>();
  const imports = Array.from({ length: stepsMax }, noFacts) as unknown as Record<
    FactKind,
    Fact[]
  >[];
  const owners = new Set(world.organization.map(({ ownerId }) => ownerId));
  for (const kind of kindsInOrder) {
    for (const [row, fact] of (world[kind] as unknown as readonly Fact[]).entries()) {
      const isOwner = kind === 'member' && owners.has(String(fact['userId']));
      const drawn = draws[(row + 7 * kind.length) % draws.length]!;
      const isFirst = isOwner || kind === 'organization' || drawn % 3 === 0;
      const own = isFirst ? 0 : drawn % stepsMax;
      const named = Object.entries<FactKind>(factReferences[kind]).map(
        ([field, referred]) => steps.get(`${referred} ${String(fact[field])}`) ?? 0,
      );
      const step = Math.max(own, ...named);
      steps.set(`${kind} ${String(fact['id'])}`, step);
      imports[step]![kind].push(fact);
    }
  }
  return imports as unknown as readonly Facts[];
};

const someMember = (members: Facts['member']): Facts['member'] =>
  members.filter(({ role }) => role !== 'owner').slice(0, 1);

/** Another role of a member, another title of a board, another author of a post: facts with the key of others. */
const changes: readonly ((facts: Facts) => Partial<Facts>)[] = [
  () => ({}),
  () => ({}),
  ({ member }) => ({
    member: someMember(member).map((fact) => ({
      ...fact,
      role: fact.role === 'student' ? 'guest' : 'student',
    })),
  }),
  ({ board }) => ({ board: board.slice(0, 1).map((fact) => ({ ...fact, title: 'another' })) }),
  ({ board, user }) => ({
    board: board.slice(0, 1).map((fact) => ({ ...fact, builderId: user.at(-1)!.id })),
  }),
  ({ user }) => ({ user: user.slice(0, 3).map((fact) => ({ ...fact, name: 'another' })) }),
  ({ scan }) => ({ scan: scan.slice(0, 2).map((fact) => ({ ...fact, durationMs: 1 })) }),
  ({ member }) => ({
    member: someMember(member).map((fact) => ({
      ...fact,
      joinedAt: (fact.joinedAt + 1) as typeof fact.joinedAt,
    })),
  }),
  ({ post, user }) => ({
    post: post.slice(0, 2).map((fact) => ({ ...fact, authorId: user.at(-1)!.id })),
  }),
  ({ visit }) => ({
    visit: visit.slice(0, 2).map((fact) => ({ ...fact, seconds: fact.seconds + 1 })),
  }),
];

const keyOf = (kind: FactKind, fact: Fact): string =>
  JSON.stringify(
    ['id', 'keySha256', 'organizationId', 'userId', 'startsOn', 'on']
      .slice(0, 'id' in fact ? 1 : undefined)
      .map((name) => (kind === 'apiKey' && name === 'userId' ? null : fact[name])),
  );

/** Facts of which some take the place of others. */
export const withFacts = (before: Facts, more: Partial<Facts>): Facts =>
  Object.fromEntries(
    factKinds.map((kind) => {
      const rows = [...before[kind], ...(more[kind] ?? [])] as unknown as readonly Fact[];
      return [kind, [...new Map(rows.map((fact) => [keyOf(kind, fact), fact])).values()]];
    }),
  ) as unknown as Facts;

const importsWith = (some: typeof changes) =>
  fc
    .record({
      world: worldArbitrary(),
      draws: fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
      changed: fc.array(fc.constantFrom(...some), { minLength: stepsMax, maxLength: stepsMax }),
    })
    .map(({ world, draws, changed }): readonly Facts[] => {
      let all: Facts = noFacts();
      return inImports(world, draws).map((facts, step) => {
        const imported = withFacts(facts, step === 0 ? {} : changed[step]!(all));
        all = withFacts(all, imported);
        return imported;
      });
    });

/** Imports of a world, one after the other: most add, some also change what is there. */
export const importsArbitrary = importsWith(changes);

/** The same, where all imports add only. */
export const additionsArbitrary = importsWith([() => ({})]);
