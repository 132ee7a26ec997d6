import {
  type Day,
  dayOf,
  type FactKind,
  type Facts,
  factKinds,
  noFacts,
  type OrganizationType,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { codesArbitrary } from './digits.js';
import { readFacts } from './facts.js';

/** What a world may be tied to (2.1, 2.6). */
export interface WorldConstraints {
  /** The day around which everything happens; 15 March 2026 when left out. */
  readonly today?: Day;
  /** The type of the first organization; any when left out. */
  readonly organizationType?: OrganizationType;
}

/** The codes from which a world is read: one number a fact. */
type WorldCodes = { readonly [K in FactKind]: readonly number[] };

/** Kinds of which a world has at least one fact. */
const present: ReadonlySet<FactKind> = new Set(['user', 'organization', 'billingTerm']);

/** How many facts of each kind there are at most: in most worlds, and where rankings have more than ten (2.5). */
const most: Readonly<Record<FactKind, readonly [usual: number, crowded: number]>> = {
  user: [24, 60],
  apiKey: [3, 3],
  organization: [3, 3],
  billingTerm: [3, 3],
  seatChange: [10, 10],
  member: [60, 150],
  invitation: [16, 16],
  board: [30, 60],
  section: [6, 6],
  post: [90, 240],
  comment: [60, 60],
  reaction: [60, 60],
  visit: [80, 200],
  attachment: [60, 180],
  play: [90, 300],
  scan: [40, 40],
};

const codesOf = (size: 0 | 1): fc.Arbitrary<WorldCodes> =>
  fc.record(
    Object.fromEntries(
      factKinds.map((kind) => [kind, codesArbitrary(most[kind][size], present.has(kind) ? 1 : 0)]),
    ) as { readonly [K in FactKind]: fc.Arbitrary<readonly number[]> },
  );

const worldCodes = fc.oneof(
  { weight: 8, arbitrary: codesOf(0) },
  { weight: 1, arbitrary: codesOf(1) },
);

/** What facts of a kind refer to; there are none where it has none. */
const targets: { readonly [K in FactKind]?: FactKind } = {
  ...{ section: 'board', post: 'board', comment: 'post', reaction: 'post', visit: 'board' },
  ...{ attachment: 'post', play: 'attachment' },
};

/**
 * Small whole worlds: one to three organizations with people, boards and thirty months of events
 * around today, all references intact. `facts.organization[0]` is the one to ask about (2.6).
 */
export const worldArbitrary = ({
  today = dayOf(2026, 3, 15),
  organizationType,
}: WorldConstraints = {}): fc.Arbitrary<Facts> =>
  worldCodes.map((codes) => {
    const facts = noFacts();
    // In their order kinds refer only to earlier ones.
    for (const kind of factKinds) {
      const target = targets[kind];
      if (target !== undefined && facts[target].length === 0) continue;
      // The owners of organizations are members before all others.
      const owners = facts.organization.map((_, at) => codes.member[at] ?? 0);
      const own = kind === 'member' ? [...owners, ...codes.member] : codes[kind];
      readFacts(kind, own, facts, today);
      const [main] = facts.organization;
      if (kind === 'organization' && organizationType !== undefined)
        facts.organization[0] = { ...main!, type: organizationType };
    }
    return facts;
  });
