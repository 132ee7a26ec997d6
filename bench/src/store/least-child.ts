import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  computeMetric,
  decodeIndex,
  metricsAnswer,
  planMetrics,
  readBodyText,
} from '../../../packages/core/src/index.js';
import type { Day } from '../../../packages/core/src/model/day.js';
import type { Organization } from '../../../packages/core/src/model/organization.js';

/*
 * The smallest program for a cold start: node:http answers from the stored index with the core, without keys,
 * allowances, limits, log and command line. It is bundled into one file. Arguments: a store, its index, an instant.
 */

const [directory, now] = [process.argv[2]!, process.argv[3]!];

interface Manifest {
  readonly access: { readonly file: string };
}

interface Access {
  readonly organizations: readonly { readonly organization: Organization }[];
}

const json = (...path: readonly string[]): unknown =>
  JSON.parse(readFileSync(join(directory, ...path), 'utf8'));

/** What must be there. */
const right = <A>(
  either: { readonly _tag: 'Right'; readonly right: A } | { readonly _tag: 'Left' },
): A => {
  if (either._tag === 'Right') return either.right;
  throw new Error('The store or the request is not as expected.');
};

const answer = (url: string, body: string): string => {
  const [file] = readdirSync(join(directory, 'indexes'));
  const index = right(decodeIndex(readFileSync(join(directory, 'indexes', file!)).buffer));
  const { access } = json('manifest.json') as Manifest;
  const { organizations } = json('segments', access.file) as Access;
  const { organization } = organizations.find((own) => url.includes(own.organization.id))!;
  const today = Math.floor(Date.parse(now) / 86_400_000) as Day;
  const plan = right(planMetrics({ body: right(readBodyText(body)), organization, today }));
  const states = plan.queries.map((query) => ({
    status: 'ready' as const,
    data: computeMetric(index, query, plan),
  }));
  return JSON.stringify(metricsAnswer(plan, states, 1).document);
};

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => (body += String(piece)));
  request.on('end', () => response.end(answer(request.url!, body)));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { readonly port: number }).port}`);
});
// Ends in order, so that its processor time is known.
process.once('SIGTERM', () => process.exit());
