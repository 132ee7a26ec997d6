import type { MetricsPlan, Organization } from '@tallyboard/core';
import type { Day } from '@tallyboard/core/vocabulary';
import { boundedCache } from '@tallyboard/ports';
import type { Bytes } from '../ports.js';
import { markOf } from '../wire/body-mark.js';
import { isSame } from './same-organization.js';
import { weakRefTo } from './weak-ref.js';

/*
 * Dashboards ask the same again and again. What a body means to an organization on a day is remembered,
 * and so is the document that answers it, for as long as its figures come from the same basis. Everything
 * that an answer depends on beside that is looked at for every request: key, allowance, access, headers.
 */

/** A document whose figures are all ready. */
interface ReadyDocument {
  readonly bytes: Bytes;
  /** Weakly, since an index must be free to go when another takes its place. */
  readonly basis: WeakRef<object>;
}

interface Remembered {
  readonly text: string;
  readonly plan: MetricsPlan;
  readonly ready: ReadyDocument | null;
}

/** A body of UTF-8. */
export interface TextBody {
  readonly sent: Bytes;
  /** What is sent, decoded. */
  readonly text: string;
}

/** What there is to know about a request. */
export interface Recalled {
  /** What the body means. */
  readonly plan: MetricsPlan | null;
  /** The bytes of the document, if its figures come from the basis asked about. */
  readonly bytes: Bytes | null;
}

/** Answers to bodies that were sent before. */
export interface RememberedAnswers {
  /** `basis` is where figures come from now, `null` if that is not known. */
  readonly recall: (
    organization: Organization,
    today: Day,
    body: TextBody,
    basis: object | null,
  ) => Recalled;
  /** Keeps a plan, with the document once all of its figures are ready. */
  readonly keep: (
    body: TextBody,
    plan: MetricsPlan,
    ready: readonly [Bytes, object] | null,
  ) => void;
}

/** The longest body that is remembered, in bytes: more is not needed for 25 entries. */
const sentMax = 8192;
/** What a plan takes beside texts and documents, in bytes: at most about this. */
const planBytes = 8192;

/** A document is kept as it is, and coded. */
const formsMax = 2;

const nothing: Recalled = { plan: null, bytes: null };

/** A memory for at most so many bytes; answers used longest ago are forgotten. */
export const rememberedAnswers = (bytesMax: number): RememberedAnswers => {
  const cache = boundedCache<Remembered, number>(bytesMax);
  return {
    recall: (organization, today, { sent, text }, basis) => {
      if (sent.length > sentMax) return nothing;
      const found = cache.get(markOf(organization.id, sent));
      if (found?.text !== text) return nothing;
      const { plan, ready } = found;
      if (plan.today !== today || !isSame(plan.organization, organization)) return nothing;
      const isReady = basis !== null && ready?.basis.deref() === basis;
      return { plan, bytes: isReady ? ready.bytes : null };
    },
    keep: ({ sent, text }, plan, ready) => {
      if (sent.length > sentMax) return;
      const remembered = ready === null ? null : { bytes: ready[0], basis: weakRefTo(ready[1]) };
      const value = { text, plan, ready: remembered };
      const bytes = 2 * text.length + planBytes + formsMax * (ready?.[0].length ?? 0);
      cache.set(markOf(plan.organization.id, sent), value, bytes);
    },
  };
};
