import { parseMonth } from '@tallyboard/core/vocabulary';
import { canonical } from '../../src/model/json.js';
import { readOnce } from '../../src/model/read-once.js';
import type { PlannedRequest } from '../../src/model/request.js';
import type { Rule } from '../../src/model/rule.js';
import { complete, probeOf } from '../../src/probes/all-probes.js';
import { type Probe, type ProbeContext, rotationsMax } from '../../src/probes/probe.js';
import { soundRequest } from '../../src/refusals/refusals.js';
import { type Call, endpointOf } from '../../src/rules/broken.js';
import { registry } from '../../src/rules/registry.js';
import { current, type Mutant, mutantOf, onRequest, refusal } from './mutant.test-kit.js';

/** A request in one spelling; each is compared with hundreds of variants. */
const canonicalOf = readOnce<PlannedRequest, string>(canonical);

/** The requests of a probe's variants, each once, with the first rotation that takes it. */
const variantsOf = (probe: Probe, context: ProbeContext) => {
  const variants = Array.from({ length: rotationsMax }, (_, rotation) => {
    const draft = probe.draft({ ...context, rotation });
    return draft === null ? null : { rotation, request: complete(probe, draft, context) };
  }).filter((one) => one !== null);
  const requests = variants.map(({ request }) => canonicalOf(request));
  return variants.filter((_, at) => requests.indexOf(requests[at]!) === at);
};

/** Whether a rule says that its requests are refused. */
const isRejection = ({ probes }: Rule): boolean =>
  probes.length > 0 && probes.every((id) => probeOf(id)?.kind === 'rejection');

/* Services that do not refuse what a row of the table of refusals says. They are made of the rows. */

const context: ProbeContext = {
  organizations: {},
  boards: { readable: [], forbidden: [] },
  month: parseMonth(current)!,
  family: 'school',
  seed: 1,
  rotation: 0,
  roster: null,
};

/** What a service sees of a request, whatever organization it names. */
const spelled = ({ endpoint, url, headers, text }: Omit<Call, 'body' | 'method' | 'current'>) =>
  JSON.stringify([endpoint, url.search, headers.get('accept'), headers.get('content-type'), text]);

const seenOf = ({ path, headers, body }: PlannedRequest) => {
  const url = new URL(path, 'https://service.example');
  const sent = headers.map(([name, value]): [string, string] => [name, value]);
  return { endpoint: endpointOf(url), url, headers: new Headers(sent), text: body ?? '' };
};

/** A request that must be refused, and the same without its fault. */
interface Variant {
  readonly rotation: number;
  readonly faulty: string;
  readonly sound: ReturnType<typeof seenOf>;
}

const variantsIn = (probe: Probe, family: ProbeContext['family']): readonly Variant[] =>
  variantsOf(probe, { ...context, family }).map(({ rotation, request }) => {
    const sound = soundRequest(probe.endpoint);
    return {
      rotation,
      faulty: spelled(seenOf(request)),
      sound: seenOf(complete(probe, sound, context)),
    };
  });

/** Answers the faulty requests that are one of these in another way. */
const answering = (
  probe: Probe,
  variants: readonly Variant[],
  answer: (call: Call, variant: Variant) => Call | Response,
): Pick<Mutant, 'handler'> => ({
  handler: onRequest((call) => {
    const isOfTeam = call.url.pathname.includes('Team');
    const found = variants.find(({ faulty }) => faulty === spelled(call));
    return found === undefined || isOfTeam !== (probe.target === 'team')
      ? null
      : answer(call, found);
  }),
});

/** The sound request of a variant in place of the faulty one. */
const repaired = (call: Call, { sound }: Variant): Call => {
  const [url, headers] = [new URL(call.url), new Headers(call.headers)];
  url.search = sound.url.search;
  for (const [name, value] of sound.headers) headers.set(name, value);
  return { ...call, url, headers, text: sound.text };
};

/** Ways to get a refusal wrong: to serve it after all, or one variant of it; to name another status; to break. */
const wrongRefusals = (rule: string, probe: Probe): readonly Mutant[] => {
  const inSchools = variantsIn(probe, 'school');
  const variants = inSchools.length > 0 ? inSchools : variantsIn(probe, 'team');
  const main = inSchools.length > 0 ? {} : ({ main: 'team' } as const);
  const refusing = (status: number): Mutant => {
    const how = answering(probe, variants, () => refusal(status));
    return mutantOf(rule, `answers ${status}`, { ...main, ...how });
  };
  return [
    mutantOf(rule, 'serves', { ...main, ...answering(probe, variants, repaired) }),
    ...variants
      .slice(1)
      .slice(-1)
      .map((last) =>
        mutantOf(rule, 'serves the last variant', {
          ...{ ...main, rotation: last.rotation },
          ...answering(probe, [last], repaired),
        }),
      ),
    refusing(422),
    refusing(500),
  ];
};

/** Services that do not refuse requests as they must. */
export const refusalMutants: readonly Mutant[] = registry
  .filter(isRejection)
  .filter(({ level }) => level !== 'observed')
  .flatMap(({ id, probes }) =>
    probes.flatMap((name) => {
      const probe = probeOf(name);
      return probe === undefined ? [] : wrongRefusals(id, probe);
    }),
  );
