import { damagedBytes, damagedJson, damagedText, oneOf } from '@tallyboard/arbitraries';
import { isAccepted, readFact } from '@tallyboard/core';
import { bodyIsNotUtf8, readBodyText } from '@tallyboard/core/engine';
import { factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { decodeUtf8 } from '../endpoints/metrics.js';
import { bodiesFor, worldsFor } from './attempts.test-kit.js';
import type { Target } from './target.test-kit.js';

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** Lines of NDJSON: refused with a sentence, or read as what they are when they are written again. */
export const factsTarget = (worldCount: number, seed: number): Target<string> => {
  const lines = worldsFor(worldCount, seed + 2).flatMap((facts) =>
    factKinds.flatMap((kind) => facts[kind].map((fact) => writeFact(kind, fact as never))),
  );
  const readLine = (text: string) => {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return null;
    }
  };
  return {
    share: 12,
    draw: (draw) => {
      let line: unknown = oneOf<unknown>(draw, lines);
      const isText = draw(5) === 0;
      for (let times = 1 + draw(2); times > 0; times--) line = damagedJson(draw, line);
      const text = JSON.stringify(line);
      return isText ? damagedText(draw, text) : text;
    },
    run: (text) => {
      const parsed = readLine(text);
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
      must(JSON.stringify(again) === JSON.stringify(read), 'a fact that changes when written');
      return `read ${kind}`;
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
