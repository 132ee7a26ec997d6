import { damagedJson, damagedText, oneOf } from '@tallyboard/arbitraries';
import { isAccepted, readFact } from '@tallyboard/core';
import { factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { worldsFor } from './attempts.test-kit.js';
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
