import { isFromGateway } from '../judge/sight.js';
import type { RunConfiguration } from '../model/configuration.js';
import type { EndRecord } from '../model/history.js';
import { accessProbes, recordProbes } from '../probes/access-probes.js';
import { probeOf, probes } from '../probes/all-probes.js';
import { entry } from '../probes/entries.js';
import { type Probe, probe } from '../probes/probe.js';
import type { Asking } from './asking.js';
import { calendarOf, type Knowledge } from './knowledge.js';
import { checkQuota, checkReset } from './quota-check.js';
import type { Fresh, Outcome, Session } from './session.js';

/** What a run is conducted with. */
export interface Conduct {
  readonly configuration: RunConfiguration;
  readonly session: Session;
  readonly asking: Asking;
  readonly knowledge: Knowledge;
}

type Ending = Pick<EndRecord, 'why' | 'detail'>;

const advice: Readonly<Record<number, string>> = {
  401: 'the key is missing, revoked or not known to this service',
  404: 'the organization does not exist, is not enrolled, or the key has no access to it; or the base address is wrong',
};

const ofKind = (endpoint: Probe['endpoint'], kind: Probe['kind']): readonly Probe[] =>
  probes.filter((one) => one.endpoint === endpoint && one.kind === kind);

const nobody: ReadonlySet<string> = new Set(['unreachable', 'tls']);

const silence = ({ problem, detail }: Outcome & { readonly kind: 'broken' }): Ending => ({
  why: 'smoke',
  detail: `${problem}: ${detail}`,
});

const askAll = async (asking: Asking, some: readonly Probe[]): Promise<void> => {
  for (const one of some) if (!asking.isAsked(one.id)) await asking.ask(one);
};

const isOfGateway = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'answer' && isFromGateway(outcome.answer);

/** Why it is no use to go on after an answer to the first question, or `null`. */
const hopelessness = ({ status, headers, document }: Fresh): string | null => {
  const told = `the first request was answered ${status}`;
  const why = advice[status];
  if (why !== undefined) return `${told}: ${why}`;
  if (status >= 300 && status < 400) {
    return `${told}, a redirect to ${headers.get('location') ?? 'nowhere'}: none is followed, give the address that answers as --base-url`;
  }
  return status === 200 && document === undefined
    ? `${told} with ${headers.get('content-type') ?? 'no Content-Type'} that is no JSON: is the base address right?`
    : null;
};

/** The first request tells the time, and whether anybody is there; it gives what came of it. */
const knock = async ({
  configuration,
  session,
  asking,
  knowledge,
}: Conduct): Promise<Outcome | null> => {
  const [me] = recordProbes;
  // The month is needed to make requests at all; the first answer's Date corrects it.
  knowledge.calendar = calendarOf(configuration, session.now(), undefined);
  const outcome = me === undefined ? null : await asking.ask(me);
  const date = outcome?.kind === 'answer' ? outcome.answer.headers.get('date') : undefined;
  knowledge.calendar = calendarOf(configuration, session.now(), date);
  session.record(knowledge.calendar);
  const skew = knowledge.calendar.skewSeconds ?? 0;
  if (Math.abs(skew) > 60) session.note(`the clocks differ by ${skew} s`);
  return outcome;
};

// A slow or broken /me says nothing of analytics; that nobody is there says all.
const unheard = (outcome: Outcome | null): Ending | null =>
  outcome?.kind === 'broken' && nobody.has(outcome.problem) ? silence(outcome) : null;

const familyProbe = probe({
  id: 'MF',
  endpoint: 'metrics',
  kind: 'open',
  says: 'whether there is content safety',
  draft: () => ({ body: { metrics: [entry('scannedItemCount')] } }),
});

const isServed = async (asking: Asking, id: string): Promise<boolean> => {
  const one = probeOf(id);
  const outcome = one === undefined ? null : await asking.ask(one);
  return outcome?.kind === 'answer' && [200, 202].includes(outcome.answer.status);
};

/** MV1 says whether anything can be learned here, and, by content safety, of which family this is. */
const smoke = async (
  { asking, knowledge }: Conduct,
  knocked: Outcome | null,
): Promise<Ending | null> => {
  const first = probeOf('MV1');
  if (first === undefined) return null;
  let outcome = await asking.ask(first);
  if (outcome?.kind === 'answer' && outcome.answer.status === 400) {
    // A team refuses content safety, and MV1 with it; one small question tells the two apart.
    const safety = await asking.ask(familyProbe);
    if (safety?.kind === 'answer' && safety.answer.status === 400) {
      knowledge.family = 'team';
      outcome = await asking.ask(first);
    }
  }
  if (outcome?.kind === 'broken') return silence(outcome);
  if (outcome?.kind !== 'answer') return null;
  if (isOfGateway(knocked) && isOfGateway(outcome)) {
    const detail = `a gateway answered ${outcome.answer.status} again and again, the service itself never`;
    return { why: 'smoke', detail };
  }
  const detail = hopelessness(outcome.answer);
  // Where the roster is served, the organization is known, and the 404 is the endpoint's own.
  if (outcome.answer.status === 404 && (await isServed(asking, 'RV1'))) return null;
  return detail === null ? null : { why: 'smoke', detail };
};

/** One endpoint: submit, be refused meanwhile, repeat what is pending, then what builds on it. */
const conductEndpoint = async (
  { asking, configuration }: Conduct,
  endpoint: 'metrics' | 'roster',
): Promise<void> => {
  const valid = ofKind(endpoint, 'valid').filter((one) => one.target === 'main');
  const later = valid.filter((one) => one.after.length > 0);
  await askAll(
    asking,
    valid.filter((one) => one.after.length === 0),
  );
  await askAll(
    asking,
    ofKind(endpoint, 'rejection').filter((one) => one.target === 'main'),
  );
  await asking.poll(later.length);
  await askAll(asking, later);
  await asking.poll(0);
  // Open points are asked from what is left; the last requests belong to the quota check.
  if (configuration.only.length === 0) await askAll(asking, ofKind(endpoint, 'open'));
  await asking.poll(0);
};

const needsSecond = (one: Probe): boolean => one.target === 'second';

const conductQuota = async (conduct: Conduct): Promise<void> => {
  const { configuration, session, knowledge } = conduct;
  if (!configuration.quotaCheck) return;
  await checkQuota('metrics', configuration, session, knowledge);
  await checkQuota('roster', configuration, session, knowledge);
};

const isResumable = (left: readonly string[]): Ending =>
  left.length > 0
    ? { why: 'quota', detail: `${left.length} requests are left for the next hour` }
    : { why: 'complete', detail: '' };

/** Sends everything that a run sends, in the order that spends least. */
export const conduct = async (
  parts: Conduct,
  leftForLater: () => readonly string[],
  lastRetryAfter: () => number | null,
): Promise<Ending> => {
  const { asking, configuration, session, knowledge } = parts;
  const knocked = await knock(parts);
  const silent = unheard(knocked);
  if (silent !== null) return silent;
  const hopeless = await smoke(parts, knocked);
  if (hopeless !== null) return hopeless;
  await askAll(asking, recordProbes);
  await askAll(
    asking,
    accessProbes.filter((one) => !needsSecond(one)),
  );
  await conductEndpoint(parts, 'metrics');
  await askAll(
    asking,
    probes.filter((one) => one.target === 'team'),
  );
  await conductEndpoint(parts, 'roster');
  await askAll(asking, ofKind('other', 'open'));
  await conductQuota(parts);
  await askAll(asking, accessProbes.filter(needsSecond));
  await asking.poll(0);
  const seconds = lastRetryAfter();
  if (configuration.quotaCheck && configuration.waitReset && seconds !== null) {
    await checkReset(configuration, session, knowledge, seconds);
  }
  return isResumable(leftForLater());
};
