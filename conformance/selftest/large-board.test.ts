import { expect, test } from 'vitest';
import { isObject } from '../src/model/json.js';
import { runConformance } from '../src/run-conformance.js';
import { buildWorld } from '../src/world/build-world.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = buildWorld({ seed: 7, now });

const posts = Array.from({ length: 20_000 }, (_, index) => ({ type: 'post', id: `post_${index}` }));
const included = posts.map((post) => ({ ...post, attributes: { author: { username: 'a' } } }));

const large = onReply((reply, call) =>
  call.endpoint === 'board' && reply.status === 200 && isObject(reply.document)
    ? {
        ...reply,
        document: {
          data: {
            ...(reply.document['data'] as object),
            relationships: { posts: { data: posts } },
          },
          included,
        },
      }
    : null,
);

test('a board of 20,000 posts is judged in seconds', async () => {
  const { fetch, clock } = serve(world);
  const { report } = await runConformance({
    fetch: large(fetch),
    clock,
    targets: world.targets,
    boards: world.boards,
    now,
    only: ['4.3'],
  });
  const found = report.rules.filter(({ id }) => ['4.3-T1b', '4.3-T3'].includes(id));
  expect(found.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
