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
import { calendarAround } from './moments.js';

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

const codesOf = (most: Readonly<Record<FactKind, number>>): fc.Arbitrary<WorldCodes> =>
  fc.record(
    Object.fromEntries(
      factKinds.map((kind) => [kind, codesArbitrary(most[kind], present.has(kind) ? 1 : 0)]),
    ) as { readonly [K in FactKind]: fc.Arbitrary<readonly number[]> },
  );

const usual: Readonly<Record<FactKind, number>> = {
  user: 24,
  apiKey: 3,
  organization: 3,
  billingTerm: 3,
  seatChange: 10,
  member: 60,
  invitation: 16,
  board: 30,
  section: 6,
  post: 90,
  comment: 60,
  reaction: 60,
  visit: 80,
  attachment: 60,
  play: 90,
  scan: 40,
};

/** With so many candidates that rankings stop at ten (2.5). */
const crowded = {
  ...usual,
  user: 60,
  member: 150,
  board: 60,
  post: 240,
  visit: 200,
  attachment: 180,
  play: 300,
};

const worldCodes = fc.oneof(
  { weight: 8, arbitrary: codesOf(usual) },
  { weight: 1, arbitrary: codesOf(crowded) },
);

/** What facts of a kind refer to; there are none where it has none. */
const targets: { readonly [K in FactKind]?: FactKind } = {
  ...{ section: 'board', post: 'board', comment: 'post', reaction: 'post', visit: 'board' },
  ...{ attachment: 'post', play: 'attachment' },
};

const readWorld = (
  codes: WorldCodes,
  today: Day,
  organizationType: OrganizationType | undefined,
): Facts => {
  const calendar = calendarAround(today);
  const facts = noFacts();
  // In their order kinds refer only to earlier ones.
  for (const kind of factKinds) {
    const target = targets[kind];
    if (target !== undefined && facts[target].length === 0) continue;
    const made = readFacts(kind, codes[kind], { ...facts, calendar });
    if (kind === 'organization' && organizationType !== undefined)
      made[0] = { ...made[0], type: organizationType };
    (facts[kind] as unknown[]).push(...made);
  }
  return facts;
};

/**
 * Small whole worlds: one to three organizations with people, boards and thirty months of events
 * around today, all references intact. `facts.organization[0]` is the one to ask about (2.6).
 */
export const worldArbitrary = (constraints: WorldConstraints = {}): fc.Arbitrary<Facts> => {
  const today = constraints.today ?? dayOf(2026, 3, 15);
  return worldCodes.map((codes) => readWorld(codes, today, constraints.organizationType));
};
