import { damagedBytes, damagedJson, damagedText, oneOf } from '@tallyboard/arbitraries';
import {
  buildIndex,
  checkFacts,
  collectFacts,
  columnsFrom,
  computeMetric,
  computeRoster,
  isAccepted,
  type Organization,
  type OrganizationIndex,
  planMetrics,
  planRoster,
  type Refusal,
  readFact,
  splitByOrganization,
} from '@tallyboard/core';
import {
  bodyIsNotUtf8,
  decodeIndex,
  encodeIndex,
  metricsAnswer,
  planWithoutFacts,
  readBodyText,
} from '@tallyboard/core/engine';
import {
  dayOf,
  type Facts,
  factKinds,
  type KindedFact,
  type OrganizationType,
  writeFact,
} from '@tallyboard/core/vocabulary';
import { checksum } from '../../../core/src/index/stored-index.js';
import { decodeUtf8 } from '../endpoints/metrics.js';
import type { Bytes } from '../ports.js';
import { bodiesFor, today, worldsFor } from './attempts.test-kit.js';
import type { Target } from './target.test-kit.js';

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** Throws for a number that JSON has no form for: it would arrive as null. */
const checkNumbers = (value: unknown): void => {
  if (typeof value === 'number') must(Number.isFinite(value), `the figure ${value}`);
  must(value !== undefined, 'an undefined figure');
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkNumbers);
};

const outcomeOfRefusals = (refusals: readonly Refusal[]): string => {
  for (const { detail, rule } of refusals) {
    must(detail.length > 0 && detail.length < 2_000 && /^\d\.\d/.test(rule), 'a refusal unsaid');
  }
  const names = [...new Set(refusals.map(({ violation }) => violation))].sort().join(' ');
  return `refused ${names}`;
};

const createdOn = dayOf(2023, 2, 3);

const indexOf = (facts: Facts, organizationId: string): OrganizationIndex => {
  const own = splitByOrganization(facts).get(organizationId);
  if (own === undefined) throw new Error('no such organization');
  return buildIndex(columnsFrom(own), { createdOn, billingTerms: [], today });
};

interface AskedBody {
  readonly organizationType: OrganizationType;
  readonly body: unknown;
}

/** Bodies of all sorts, planned, and computed when they pass. */
export const planningTarget = (poolSize: number, seed: number): Target<AskedBody> => {
  const pool = bodiesFor(poolSize, seed + 1).flatMap(({ organizationType, bodies }) =>
    bodies.map((body) => ({ organizationType, body })),
  );
  const indexes = worldsFor(12, seed).map((facts) => indexOf(facts, facts.organization[0]!.id));
  let turn = 0;
  return {
    share: 22,
    draw: (draw) => {
      const { organizationType, body } = oneOf(draw, pool);
      let value = body;
      const times = draw(8) === 0 ? 0 : 1 + draw(3);
      for (let time = 0; time < times; time++) value = damagedJson(draw, value);
      return { organizationType, body: value };
    },
    run: ({ organizationType, body }) => {
      const organization: Organization = {
        id: 'wksp_0123456789abcdef',
        type: organizationType,
        createdOn,
        billingTerms: [],
      };
      const planned = planMetrics({ body, organization, today });
      const draft = planWithoutFacts(body);
      must(
        !isAccepted(planned) || isAccepted(draft),
        'a client is told no where a service says yes',
      );
      if (!isAccepted(planned)) return outcomeOfRefusals(planned.left);
      const plan = planned.right;
      turn = (turn + 1) % indexes.length;
      // Whose facts they are does not matter here.
      const { range, byMonth } = plan;
      const states = plan.queries.map((query) => {
        const data = computeMetric(indexes[turn]!, query, { range, byMonth, today });
        checkNumbers(data);
        return { status: 'ready' as const, data };
      });
      const { status, document } = metricsAnswer(plan, states, 1);
      must(status === 200 && JSON.stringify(document).includes('"ready"'), 'an answer unready');
      const names = [...new Set(plan.queries.map(({ name }) => name))].sort().slice(0, 2);
      return `computed ${names.join(' ')} ${String(plan.byMonth)}`;
    },
  };
};

/** A line of a file of facts in the place of one of a world, or a line by itself. */
interface Line {
  readonly world: number;
  readonly at: number;
  readonly text: string;
  /** Whether the world is checked and counted with the line in its place: what takes a while. */
  readonly inWorld: boolean;
}

/** Lines of NDJSON, read one by one; now and then checked and counted with the world around them. */
export const factsTarget = (worldCount: number, seed: number): Target<Line> => {
  const worlds = worldsFor(worldCount, seed + 2).map((facts) =>
    factKinds.flatMap((kind) =>
      facts[kind].map((fact) => ({
        fact: { kind, fact } as KindedFact,
        line: writeFact(kind, fact),
      })),
    ),
  );
  const readLine = (text: string) => {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return null;
    }
  };
  const checkedWith = ({ world, at }: Line, fact: KindedFact): string => {
    const facts = collectFacts(
      worlds[world]!.map((row, place) => (place === at ? fact : row.fact)),
    );
    const faults = checkFacts(facts);
    for (const { kind, index, reason } of faults) {
      must(index >= 0 && index < facts[kind].length && reason !== '', 'a fault nowhere');
    }
    const errors = faults.filter(({ severity }) => severity === 'error');
    const names = [...new Set(faults.map(({ kind, field }) => `${kind}.${field}`))].sort();
    if (errors.length > 0) return `unsound ${names.join(' ')}`;
    for (const [id, own] of splitByOrganization(facts)) {
      const organization = { id, type: 'school', createdOn: today, billingTerms: [] } as const;
      const index = buildIndex(columnsFrom(own), { ...organization, today });
      const plan = planRoster({ query: [['perPage', '100']], organization, today });
      if (isAccepted(plan)) checkNumbers(computeRoster(index, plan.right));
    }
    return `counted ${names.join(' ')}`;
  };
  return {
    share: 12,
    draw: (draw) => {
      const world = draw(worlds.length);
      const at = draw(worlds[world]!.length);
      let line: unknown = worlds[world]![at]!.line;
      const isText = draw(5) === 0;
      const inWorld = draw(6) === 0;
      for (let times = 1 + draw(2); times > 0; times--) line = damagedJson(draw, line);
      const text = JSON.stringify(line);
      return { world, at, text: isText ? damagedText(draw, text) : text, inWorld };
    },
    run: (line) => {
      const parsed = readLine(line.text);
      if (parsed === null) return 'no JSON';
      const read = readFact(parsed.value);
      if (!isAccepted(read)) {
        for (const { field, reason } of read.left) {
          must(typeof field === 'string' && reason.length > 3, 'a problem unsaid');
        }
        const fields = [...new Set(read.left.map(({ reason }) => reason.slice(0, 12)))].sort();
        return `unread ${fields.join(' ')}`;
      }
      const { kind, fact } = read.right;
      const again = readFact(JSON.parse(JSON.stringify(writeFact(kind, fact))));
      must(
        JSON.stringify(again) === JSON.stringify(read),
        'a fact that changes when it is written',
      );
      if (line.inWorld) return checkedWith(line, read.right);
      return `read ${kind}`;
    },
  };
};

/** Bytes offered as a stored index. */
interface Offered {
  readonly original: number;
  readonly bytes: Bytes;
  /** Whether the checksum was made to fit again: by malice, since no damage does that. */
  readonly isSealed: boolean;
}

const sealed = (bytes: Bytes): Bytes => {
  const whole = bytes.slice(0, bytes.length - (bytes.length % 8));
  const words = new Uint32Array(whole.buffer);
  if (words.length > 8) words[2] = checksum(words.subarray(3));
  return whole;
};

/** Stored indexes with bits turned, cut, spliced and foreign: refused, or equal to what was stored. */
export const indexTarget = (seed: number): Target<Offered> => {
  const originals = worldsFor(10, seed + 3).map(
    (facts) => new Uint8Array(encodeIndex(indexOf(facts, facts.organization[0]!.id))),
  );
  return {
    share: 4,
    draw: (draw) => {
      const original = draw(originals.length);
      const bytes = damagedBytes(draw, originals[original]!);
      const isSealed = draw(3) === 0;
      // In a third of them the damage is done to the outline and its place, where decoding begins.
      if (isSealed && bytes.length > 64) {
        const start = Math.max(0, bytes.length - 400);
        const place = draw(2) === 0 ? 12 + draw(20) : start + draw(bytes.length - start);
        bytes[place] = oneOf(draw, [draw(256), 0x22, 0x5b, 0x7b, 0x30 + draw(10)]);
      }
      return { original, bytes: isSealed ? sealed(bytes) : bytes, isSealed };
    },
    run: ({ original, bytes, isSealed }) => {
      const decoded = decodeIndex(bytes.slice().buffer);
      if (!isAccepted(decoded)) {
        must(['foreign', 'otherVersion', 'damaged'].includes(decoded.left.reason), 'no reason');
        return `refused ${decoded.left.reason}`;
      }
      if (isSealed) return 'read as sealed';
      const equal = Buffer.compare(
        new Uint8Array(encodeIndex(decoded.right)),
        originals[original]!,
      );
      must(equal === 0, 'a damaged index was read');
      return 'equal';
    },
  };
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const readByPlatform = (bytes: Uint8Array): string | null => {
  try {
    return JSON.stringify(JSON.parse(utf8.decode(bytes)));
  } catch {
    return null;
  }
};

/** Bytes of bodies, read as the platform's own decoder and parser read them. */
export const bytesTarget = (poolSize: number, seed: number): Target<Uint8Array> => {
  const pool = bodiesFor(poolSize, seed + 4).flatMap(({ bodies }) =>
    bodies.map((body) => Buffer.from(JSON.stringify({ body, wide: 'é\u20ac\u{1f418}'.repeat(9) }))),
  );
  return {
    share: 6,
    draw: (draw) => {
      if (draw(4) === 0) {
        return Uint8Array.from({ length: draw(40) }, () => draw(256));
      }
      return damagedBytes(draw, oneOf<Uint8Array>(draw, pool));
    },
    run: (bytes) => {
      const text = decodeUtf8(Uint8Array.from(bytes));
      const read = text === null ? bodyIsNotUtf8 : readBodyText(text);
      const expected = readByPlatform(bytes);
      const found = isAccepted(read) ? JSON.stringify(read.right) : null;
      must(found === expected, `read as ${found ?? 'nothing'}, not as ${expected ?? 'nothing'}`);
      return found === null ? 'refused' : 'read';
    },
  };
};
