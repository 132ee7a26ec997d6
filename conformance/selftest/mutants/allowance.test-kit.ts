import type { AllowancePort, Ports } from '@tallyboard/http';
import {
  exhausted,
  type Fault,
  headed,
  type Mutant,
  mutantsOf,
  perService,
  type Switch,
} from './mutant.test-kit.js';

/** A switch on how the adapter counts. */
export const counting =
  (by: (allowance: AllowancePort) => AllowancePort) =>
  (ports: Ports): Ports => ({ ...ports, allowance: by(ports.allowance) });

/** Requests of a key and organization that count together. */
export interface Window {
  total: number;
  endsAt: number;
}

/** Sixty to each window; each request may begin it anew. */
export const windowed = (
  firstEnds: (at: number, endpoint: 'metrics' | 'roster') => number,
  onSpend: (window: Window, at: number) => void,
) =>
  counting(() => {
    const windows = new Map<string, Window>();
    return {
      spend: ({ keySha256, endpoint, id, at }) => {
        if (endpoint !== 'metrics' && endpoint !== 'roster') return null;
        const name = `${keySha256} ${endpoint} ${id}`;
        const window = windows.get(name) ?? { total: 0, endsAt: firstEnds(at, endpoint) };
        windows.set(name, window);
        onSpend(window, at);
        const accepted = window.total < 60;
        if (accepted) window.total += 1;
        const resetSeconds = Math.ceil((window.endsAt - at) / 1000);
        return { accepted, limit: 60, remaining: 60 - window.total, resetSeconds };
      },
    };
  });

const never = counting(() => ({ spend: () => null }));

const together = counting((allowance) => ({
  spend: (spending) => allowance.spend({ ...spending, endpoint: 'metrics' }),
}));

const byKey = counting((allowance) => ({
  spend: (spending) => allowance.spend({ ...spending, id: '' }),
}));

const only = (endpoint: 'metrics' | 'roster') =>
  counting((allowance) => ({
    spend: (spending) => (spending.endpoint === endpoint ? allowance.spend(spending) : null),
  }));

const twice = counting((allowance) => ({
  spend: async (spending) => {
    await allowance.spend(spending);
    return allowance.spend(spending);
  },
}));

/** The first hour never ends. */
const forEver = counting((allowance) => {
  let first: Parameters<AllowancePort['spend']>[0]['at'] | null = null;
  return {
    spend: (spending) => {
      first ??= spending.at;
      return allowance.spend({ ...spending, at: first });
    },
  };
});

/** Sixty to each minute. */
const aMinute = windowed(
  (at) => at + 60_000,
  (window, at) => {
    if (at >= window.endsAt) Object.assign(window, { total: 0, endsAt: at + 60_000 });
  },
);

/** Refuses after 60 requests, the repeats of a 202 not counted. */
const freeRepeats = perService(() => {
  const pending = new Set<string>();
  let count = 0;
  return (reply, { endpoint, text }) => {
    if (endpoint !== 'metrics') return null;
    if (!pending.delete(text)) count += 1;
    if (count > 60) return exhausted(reply);
    if (reply.status === 202) pending.add(text);
    return null;
  };
});

const retryAfter = (value: string | null): Fault => ({
  quota: true,
  reply: headed('retry-after', value, ({ status }) => status === 429),
});

const counted = (serving: NonNullable<Mutant['serving']>): Switch => ({ serving, quota: true });

/** Services that count wrongly. */
export const allowanceMutants: readonly Mutant[] = mutantsOf({
  '8-T1': {
    'no limit': counted({ ports: never }),
    '59 requests': counted({ allowance: 59 }),
    '61 requests': counted({ allowance: 61 }),
    '60 a minute': counted({ ports: aMinute }),
    '200 requests': counted({ allowance: 200 }),
    '403 for a 429': {
      quota: true,
      reply: (reply) => (reply.status === 429 ? { ...reply, status: 403 } : null),
    },
  },
  '8-T1b': {
    'no limit': counted({ ports: only('metrics') }),
    '50 requests': counted({ allowance: { metrics: 60, roster: 50 } }),
    '61 requests': counted({ allowance: { metrics: 60, roster: 61 } }),
  },
  '8-T2': { 'one allowance for both': counted({ ports: together }) },
  '8-T3': { 'by key alone': counted({ ports: byKey }) },
  '3-R1': {
    'a repeat costs two': counted({ pending: 1, ports: twice }),
    'repeats are free': { ...counted({ allowance: 0, pending: 1 }), handler: freeRepeats },
  },
  '8-T4': { 'the hour never ends': counted({ ports: forEver }) },
  '7-T6': {
    'no Retry-After': retryAfter(null),
    zero: retryAfter('0'),
    milliseconds: retryAfter('3600000'),
    'a date': retryAfter('Sun, 15 Nov 2026 13:00:00 GMT'),
  },
});
