import { parseMonth } from '@tallyboard/core/vocabulary';
import { familyOf } from '../judge/family.js';
import { metricsValid, returned, settledMetrics } from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import { canonical, isObject } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import type { PlannedRequest } from '../model/request.js';
import type { Rule } from '../model/rule.js';
import { complete, probeOf } from '../probes/all-probes.js';
import { type Probe, type ProbeContext, rotationsMax } from '../probes/probe.js';
import { registry } from '../rules/registry.js';
import { type Fault, faultAt } from './fault.js';
import { edited } from './operator.js';

/** The context of a run's probes, as far as a history keeps it. */
const contextOf = (history: History): ProbeContext | null => {
  const { run, calendar } = history;
  const month = parseMonth(calendar?.month ?? '');
  return month === null
    ? null
    : {
        organizations: run.organizations,
        boards: run.boards,
        month,
        family: familyOf(history) ?? 'school',
        seed: run.seed,
        rotation: 0,
        roster: null,
      };
};

/** A request in one spelling; each is compared with hundreds of variants. */
const spelled = readOnce<PlannedRequest, string>(canonical);

/** The requests of a probe's variants, each once, with the first rotation that takes it. */
export const variantsOf = (probe: Probe, context: ProbeContext) => {
  const variants = Array.from({ length: rotationsMax }, (_, rotation) => {
    const draft = probe.draft({ ...context, rotation });
    return draft === null ? null : { rotation, request: complete(probe, draft, context) };
  }).filter((one) => one !== null);
  const requests = variants.map(({ request }) => spelled(request));
  return variants.filter((_, at) => requests.indexOf(requests[at]!) === at);
};

/** Whether a rule says that its requests are refused. */
export const isRejection = ({ probes }: Rule): boolean =>
  probes.length > 0 && probes.every((id) => probeOf(id)?.kind === 'rejection');

const served = {
  status: 200,
  headers: new Headers([['content-type', 'application/vnd.api+json']]),
  document: { data: {}, meta: { status: 'ready' } },
};

/** Each variant of what must be refused, served. */
const served200 = (history: History): readonly Fault[] => {
  const context = contextOf(history);
  if (context === null) return [];
  return registry.filter(isRejection).flatMap(({ id, probes }) =>
    probes.flatMap((name) => {
      const probe = probeOf(name);
      if (probe === undefined) return [];
      return variantsOf(probe, context).map(({ request }, index) => ({
        isVariant: true,
        ...faultAt(
          id,
          `${name} variant ${index} is served`,
          ({ sent }) => spelled(sent.request) === spelled(request),
          () => served,
        ),
      }));
    }),
  );
};

const oneMore = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value))
    return value.map((one, index): unknown => (index === 0 ? oneMore(one) : one));
  if (!isObject(value)) return value;
  const [first] = Object.entries(value).filter(
    ([, one]) => typeof one === 'number' || Array.isArray(one),
  );
  return first === undefined ? value : { ...value, [first[0]]: oneMore(first[1]) };
};

/** Each figure that facts give, one too high, in each answer of its own. */
const wrongFigures = (history: History): readonly Fault[] => {
  const rules = registry.filter(({ id }) => /^2\.4-S\d+$/.test(id));
  return settledMetrics(history)
    .filter(({ probe }) => metricsValid.includes(probe))
    .flatMap((answer) =>
      returned(answer).flatMap(({ name, pointer, data }) => {
        const rule = rules.find(({ clause }) => clause.startsWith(`${name} is`));
        if (rule === undefined || canonical(oneMore(data)) === canonical(data)) return [];
        const path = `${pointer.slice(1)}/data`.split('/');
        return [
          faultAt(
            rule.id,
            `${answer.probe} ${pointer} is one too high`,
            ({ seq }) => seq === answer.seq,
            (reply) => ({ ...reply, document: edited(reply.document, path, oneMore) }),
          ),
        ];
      }),
    );
};

/** Faults that depend on what a run asked: each variant of a refusal, each figure. */
export const particularFaults = (history: History): readonly Fault[] => [
  ...served200(history),
  ...(history.run.facts === null ? [] : wrongFigures(history)),
];
