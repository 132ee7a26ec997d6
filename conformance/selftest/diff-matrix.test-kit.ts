import type { OrganizationType } from '@tallyboard/core/vocabulary';
import { type Difference, differencesOf } from '../src/diff/diff.js';
import type { History } from '../src/model/history.js';
import { canonical } from '../src/model/json.js';
import { runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { buildWorld, type World } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { soundPart } from './mutants/kill.test-kit.js';
import { type Mutant, nameOf, served } from './mutants/mutant.test-kit.js';
import { type Serving, serve } from './reference.test-kit.js';
import type { Variant } from './variants/variants.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const school = withEdges(buildWorld({ seed: 7, now }));

const worlds = new Map<OrganizationType, World>([['school', school]]);

const worldOf = (organizationType: OrganizationType = 'school'): World => {
  const known = worlds.get(organizationType) ?? buildWorld({ seed: 7, now, organizationType });
  worlds.set(organizationType, known);
  return known;
};

/** How a service is asked: of which world, and what for. */
interface Asked {
  readonly facts?: Mutant['facts'] | undefined;
  readonly type?: OrganizationType | undefined;
  readonly only?: readonly string[];
  readonly rotation?: number | 'all' | undefined;
}

const recorded = async (
  { facts: change, type, only = [], rotation = 1 }: Asked,
  serving: Serving = {},
  handler: (inner: FetchHandler) => FetchHandler = (inner) => inner,
): Promise<History> => {
  const world = worldOf(type);
  const facts = change === undefined ? world.facts : soundPart(change(world.facts));
  const { fetch, clock } = serve({ ...world, facts }, { allowance: 0, ...serving });
  const { history } = await runConformance({
    fetch: handler(fetch),
    clock,
    targets: world.targets,
    boards: world.boards,
    now,
    only,
    rotation,
    allowance: 0,
    keepPii: true,
    reduceMax: 0,
  });
  return history;
};

const references = new Map<string, Promise<History>>();

/** The reference service, asked the same. */
const reference = (asked: Asked): Promise<History> => {
  const name = canonical(asked);
  const known = references.get(name) ?? recorded(asked);
  references.set(name, known);
  return known;
};

/** A service beside the reference: what `diff` finds, apart from what it allows. */
export interface Row {
  readonly name: string;
  readonly differences: readonly Difference[];
  readonly allowed: readonly Difference[];
  /** Some answer is another one at all. */
  readonly isShown: boolean;
}

const answersIn = (history: History): string =>
  canonical(
    history.exchanges.map(({ sent, answer }) => [
      sent.request.probe,
      answer?.status,
      answer?.body,
      answer?.headers.filter(([name]) => name.toLowerCase() !== 'date'),
    ]),
  );

const rowOf = (name: string, right: History, other: History): Row => {
  const found = differencesOf(right, other);
  return {
    name,
    differences: found.filter(({ allowed }) => allowed === null),
    allowed: found.filter(({ allowed }) => allowed !== null),
    isShown: answersIn(right) !== answersIn(other),
  };
};

/** An honest variant beside the reference on the same facts. */
export const variantRow = async (variant: Variant): Promise<Row> => {
  const asked = { type: variant.organizationType };
  const other = await recorded(asked, variant.serving, variant.handler);
  return rowOf(variant.name, await reference(asked), other);
};

/** A wrong service beside the reference; both are asked what decides the rule that it breaks. */
export const mutantRow = async (mutant: Mutant): Promise<Row> => {
  const asked = { type: mutant.main, only: [mutant.rule], rotation: mutant.rotation };
  const other = await recorded({ ...asked, facts: mutant.facts }, mutant.serving, (inner) =>
    served(mutant, inner),
  );
  return rowOf(nameOf(mutant), await reference(asked), other);
};

const cellOf = ({ differences, allowed }: Row): string => {
  const [first] = differences;
  const reasons = [...new Set(allowed.map(({ allowed: why }) => why))].join('; ');
  return first === undefined
    ? `${allowed.length} allowed${reasons === '' ? '' : `: ${reasons}`}`
    : `${first.probe} ${first.where}`;
};

/** The line of a service in the document. */
export const lineOf = (row: Row): string =>
  `| ${row.name} | ${row.differences.length} | ${row.allowed.length} | ${cellOf(row).replaceAll('|', String.raw`\|`)} |`;

const table = (head: string, rows: readonly Row[]): readonly string[] => [
  `| ${head} | Differences | Allowed | Which |`,
  '|---|---|---|---|',
  ...rows.map(lineOf),
];

/** The rows as a document: honest variants, then wrong services. */
export const diffMatrix = (honest: readonly Row[], wrong: readonly Row[]): string => {
  const shown = wrong.filter(({ isShown }) => isShown);
  const named = shown.filter(({ differences }) => differences.length > 0);
  const quiet = honest.filter(({ differences }) => differences.length === 0);
  return [
    '# What `diff` finds',
    '',
    'Each service is compared with the reference on the same facts. Written by the self-test:',
    '`UPDATE_REPORTS=1 TALLYBOARD_DEEP=1 npx vitest run conformance/selftest/diff`.',
    '',
    `Honest variants: ${honest.length}, ${quiet.length} of them without a difference that is not allowed.`,
    `Mutants: ${wrong.length}, ${shown.length} of them shown by an answer; named: ${named.length} (${((100 * named.length) / Math.max(1, shown.length)).toFixed(1)} %).`,
    '',
    '## Honest variants',
    '',
    ...table('Variant', honest),
    '',
    '## Mutants',
    '',
    ...table('Mutant', wrong),
    '',
  ].join('\n');
};
