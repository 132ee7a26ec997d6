import { canonical } from '../../src/model/json.js';
import type { Call } from '../../src/model/mutation.js';
import { complete, probeOf } from '../../src/probes/all-probes.js';
import { contextWith } from '../../src/probes/context.test-kit.js';
import { tiny } from '../../src/probes/entries.js';
import { type Probe, type ProbeContext, rotationsMax } from '../../src/probes/probe.js';
import { registry } from '../../src/rules/registry.js';
import { type Mutant, mutantOf, onRequest, refusal, sentLast } from './mutant.test-kit.js';

/* Services that do not refuse what a row of the table of refusals says. They are made of the rows. */

/** The first rotation of each request that a probe sends. */
const rotationsOf = (probe: Probe, family: ProbeContext['family']): readonly number[] => {
  const drafts = Array.from({ length: rotationsMax }, (_, rotation) => {
    const draft = probe.draft(contextWith({ family, rotation }));
    return draft === null ? null : canonical(draft);
  });
  return drafts.flatMap((draft, at) =>
    draft !== null && drafts.indexOf(draft) === at ? [at] : [],
  );
};

/** The smallest sound request of an endpoint: each refused one is this with one fault. */
const sounds = { metrics: { body: tiny }, roster: { query: [] }, other: {} };

/** The sound request in place of the faulty one. */
const repaired =
  (probe: Probe) =>
  (call: Call): Call => {
    const sound = complete(probe, sounds[probe.endpoint], contextWith());
    const [url, headers] = [new URL(call.url), new Headers(call.headers)];
    url.search = new URL(sound.path, url).search;
    for (const [name, value] of sound.headers) headers.set(name, value);
    return { ...call, url, headers, text: sound.body ?? '' };
  };

/** Ways to get a refusal wrong: to serve it after all, or one variant of it; to name another status. */
const wrongRefusals = (rule: string, probe: Probe): readonly Mutant[] => {
  const inSchools = rotationsOf(probe, 'school');
  const isOfTeams = inSchools.length === 0;
  const last = (isOfTeams ? rotationsOf(probe, 'team') : inSchools).slice(1).at(-1);
  const wrong = (
    operator: string,
    answer: (call: Call) => Call | Response,
    more: Partial<Mutant> = {},
  ): Mutant => {
    const handler = onRequest((call) => (sentLast() === probe.id ? answer(call) : null));
    return mutantOf(rule, operator, { ...(isOfTeams && { main: 'team' }), handler, ...more });
  };
  return [
    wrong('serves', repaired(probe)),
    ...(last === undefined
      ? []
      : [wrong('serves the last variant', repaired(probe), { rotation: last })]),
    wrong('answers 422', () => refusal(422)),
  ];
};

/** Services that do not refuse requests as they must. */
export const refusalMutants: readonly Mutant[] = registry
  .filter(({ level }) => level !== 'observed')
  .flatMap(({ id, probes }) => {
    const refused = probes.flatMap((name) => probeOf(name) ?? []);
    return refused.every(({ kind }) => kind === 'rejection')
      ? refused.flatMap((probe) => wrongRefusals(id, probe))
      : [];
  });
