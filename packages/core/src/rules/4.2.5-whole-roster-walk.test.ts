import { describe, expect, it } from 'vitest';
import { rosterAnswer } from '../answer/roster-answer.js';
import { computeRoster } from '../figures/compute-roster.js';
import { indexWith, members } from '../figures/school.test-kit.js';
import { plannedRoster } from './requests.test-kit.js';

const ids = Array.from({ length: 23 }, (_, at) => `u${at}`);
const school = indexWith(
  members(...ids.map((id, at) => ({ id, displayName: at % 3 === 0 ? 'Same' : `Name ${at}` }))),
);
const answerTo = (query: string) => {
  const plan = plannedRoster(query);
  const { question, range } = plan;
  const page = computeRoster(school, { question, range });
  return rosterAnswer(plan, { status: 'ready', page }, 1).document;
};
const walk = (query: string): readonly string[] => {
  const { totalPages } = answerTo(query).meta;
  return Array.from({ length: totalPages ?? 0 }, (_, at) => at + 1).flatMap((page) =>
    answerTo(`${query}&page=${page}`).data.map(({ id }) => id),
  );
};

describe('4.2.5: a walk over all pages', () => {
  it.each([
    'perPage=1',
    'perPage=5',
    'perPage=23&sort=boards',
    'perPage=7&order=desc',
    'perPage=100',
  ])('%s gives every row once', (query) => {
    expect([...walk(query)].sort()).toEqual([...ids].sort());
  });

  it('ends with totalPages: the page after it is empty and keeps the totals', () => {
    const { data, meta } = answerTo('perPage=5&page=6');
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ page: 6, perPage: 5, totalCount: 23, totalPages: 5 });
  });

  it('has no pages when no row matches', () => {
    const { data, meta } = answerTo('q=nobody');
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ page: 1, totalCount: 0, totalPages: 0 });
  });
});
